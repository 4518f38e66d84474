// expect: completed {"constructor":1,"hasOwnProperty":2,"toString":3,"valueOf":4,"length":5,"message":6,"stack":7}
// idea: keys named like methods are data
return await tools.callValue("strange", { kind: "return-names" });
