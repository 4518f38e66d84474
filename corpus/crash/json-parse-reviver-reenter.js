// expect: answer
// idea: bellard/quickjs (source text access): the reviver replaces holders that still have records
const out = JSON.parse('{"a":[1,2,{"b":3}],"c":{"d":[4]}}', function (key, value, context) {
  if (key === "0") { this[1] = { evil: [{}] }; this.length = 2; }
  if (key === "b") { delete this.b; Object.setPrototypeOf(this, null); }
  if (key === "d") this.e = this;
  void context?.source;
  return value;
});
return Object.keys(out);
