// expect: answer
// idea: quickjs-ng#1354: class parsing at the end of the pattern
const outs = [];
for (const text of ["[", "[\\", "[\\q", "[\\q{", "[\\q{a", "[\\q{a|", "[[", "[a--", "[a&&", "[^\\p{RGI_Emoji}]", "[\\p{", "[\\u{", "(?<", "(?<a", "\\k<", "(?i-", "(?i-i:", "a{99999999999}", "(?=a){2}", "\\c", "[a-\\d]", "(?<\ud800>a)"])
  for (const flags of ["", "u", "v", "i", "iv", "y"]) { try { new RegExp(text, flags).exec("a"); outs.push(1); } catch (error) { outs.push(error.name === "SyntaxError" ? 0 : error.name); } }
return outs.filter((out) => typeof out === "string");
