// expect: failed
// idea: import with a unicode escape in it
return \u0069mport("fs");
