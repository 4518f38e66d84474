// expect: completed "guest"
// idea: constructor chain from a catalogue entry
const [entry] = await tools.search("echo");
return entry.constructor === Object && ALL_TOOLS.constructor === Array && ALL_TOOLS[0].constructor.constructor === Function ? "guest" : "host";
