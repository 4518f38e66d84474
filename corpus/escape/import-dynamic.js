// expect: module_access_denied
// idea: dynamic import
const fs = await import("fs");
return fs;
