// expect: answer
// idea: thousands of regular expressions to compile with the cell
// generated
return "return [" + "/(a|b)*[c-z]+(?:d{1,9}){2}/,".repeat(8000) + "]";
