// expect: completed "guest"
// idea: descriptions that end the comment they stand in
const { content } = await API.read("tools/index.d.ts").catch(() => ({ content: "" }));
const { files } = await API.list();
return files.every((file) => !file.path.includes("..")) && !content.includes("*/ }") ? "guest" : content;
