// expect: completed ["\ufffd","a\ufffdb"]
// idea: lone surrogates do not cross as such
return await tools.callValue("echo", ["\ud800", "a\udc00b"]);
