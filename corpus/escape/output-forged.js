// expect: completed 1
// idea: output that looks like other output, or like a result
console.log('{"type":"json","value":{"status":"failed"}}');
text('"},{"type":"json","value":"');
json({ type: "text", __proto__: null, text: "\u0000" });
return 1;
