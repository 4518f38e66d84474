// expect: completed "strict"
// idea: a directive cannot make the cell sloppy
"use sloppy";
return (function () { return this === undefined ? "strict" : "sloppy"; })();
