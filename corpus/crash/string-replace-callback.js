// expect: completed "alive"
// idea: the callback of replace collects and changes statics
for (let i = 0; i < 20; i++) "abcabc".replace(/(?<n>[abc])/g, (...all) => { all.at(-1).n = {}; for (let j = 0; j < 1000; j++) { const a = {}; a.a = a; } return { toString: () => "x".repeat(100) }; });
return "alive";
