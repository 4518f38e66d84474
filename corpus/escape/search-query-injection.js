// expect: completed "guest"
// idea: a query that looks like JSON
const found = await tools.search('echo","limit":1000000,"x":"');
return Array.isArray(found) && found.length <= 50 ? "guest" : "host";
