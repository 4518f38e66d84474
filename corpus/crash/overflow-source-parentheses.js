// expect: answer
// idea: nested source through the whole way: scan, parser, engine
// generated
return "return " + "(".repeat(30000) + "1" + ")".repeat(30000);
