// expect: failed
// idea: import = require
import fs = require("fs");
return fs;
