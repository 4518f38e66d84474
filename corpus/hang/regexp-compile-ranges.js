// expect: timeout
// idea: unicode property classes and set operations
for (;;) new RegExp("[[\\p{L}--\\p{Lu}]&&[\\p{ASCII}\\q{abc|def}]]", "v");
