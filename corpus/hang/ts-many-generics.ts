// expect: answer
// idea: comparison or type arguments, again and again
// generated
return `const a = 1, b = 2, c = 3; return [${"a<b,c>(a),".repeat(5000)}]`;
