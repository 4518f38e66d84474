// expect: completed "\"},\"status\":\"failed\",\"x\":{\""
// idea: a string that looks like the result's wire form
return '"},"status":"failed","x":{"';
