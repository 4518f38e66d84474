// expect: failed
// idea: identifiers written with escapes: require and process
return r\u0065quire("fs");
