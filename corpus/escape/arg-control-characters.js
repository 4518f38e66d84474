// expect: completed ["\u0000\u001f\u2028\u2029\"\\"]
// idea: characters that break naive quoting
return await tools.callValue("echo", ["\u0000\u001f\u2028\u2029\"\\"]);
