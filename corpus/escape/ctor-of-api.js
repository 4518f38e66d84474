// expect: completed "guest"
// idea: constructor chain from API answers
const files = await API.list();
return files.constructor === Object && files.files.constructor.constructor("return typeof globalThis.process")() === "undefined" ? "guest" : "host";
