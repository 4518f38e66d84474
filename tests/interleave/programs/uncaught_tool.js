// Ends with a tool's failure that nobody catches, seen from three frames up.
const get = async (n) => {
  if (n > 0) return (await get(n - 1)) + 1;
  text("about to fail");
  return await refuse("broken pipe " + me);
};
await ask("calm");
const before = await ask([1, 2]);
json({ before });
await get(2);
