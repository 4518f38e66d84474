// expect: answer
// idea: bound functions 200,000 deep
let f = () => 1;
for (let i = 0; i < 200000; i++) f = f.bind();
return f();
