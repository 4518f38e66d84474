// expect: answer
// idea: classes in heritage clauses
// generated
return "return " + "class extends ".repeat(30000) + "Object" + "{}".repeat(30000);
