// expect: completed {"own":1}
// idea: __proto__ as an own key of the final value pollutes no host
const value = JSON.parse('{"__proto__":{"polluted":true},"own":1}');
delete value.__proto__;
return value;
