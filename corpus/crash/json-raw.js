// expect: answer
// idea: rawJSON with texts that are no JSON, deep and long ones
const outs = [];
for (const text of ["1", '"x"', "[1]", "", " 1", "1 ", "{", "null", "9".repeat(10000), "\u0000"]) { try { outs.push(JSON.stringify([JSON.rawJSON(text)]).length); } catch (error) { outs.push(error.name); } }
return outs;
