// expect: answer
// idea: a left-leaning tree as deep as it is long: whoever walks it recursively dies
// generated
return "return " + "1+".repeat(120000) + "1";
