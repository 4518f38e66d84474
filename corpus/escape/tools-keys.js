// expect: completed "guest"
// idea: enumeration shows tools by name and nothing else
const keys = Reflect.ownKeys(tools).map(String);
return !keys.some((key) => /openclaw|__|symbol/i.test(key)) && keys.includes("search") ? "guest" : keys;
