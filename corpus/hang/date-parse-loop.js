// expect: timeout
// idea: dates of every kind
for (let i = 0; ; i++) Date.parse(new Date(i * 1e9).toString());
