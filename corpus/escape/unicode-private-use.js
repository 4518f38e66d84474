// expect: completed "guest"
// idea: homoglyphs of guest names are other names
return typeof t\u043eols === "undefined" ? "guest" : "host";
