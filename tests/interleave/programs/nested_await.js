// Async functions suspended at several depths at once, with finally blocks that suspend as well.
const path = [];
const down = async (n, tag) => {
  path.push(tag + n);
  try {
    if (n === 0) return await ask(me);
    const left = await down(n - 1, tag + "l");
    if (n === 2 && tag === "xl") throw new RangeError("turn " + left);
    return left + (await down(n - 1, tag + "r"));
  } catch (error) {
    path.push(error.message);
    return (await ask(-1)) + 0.5;
  } finally {
    path.push("f" + n);
    await ask(n);
  }
};
const value = await down(3, "x");
const method = { async go() { return [this === method, await ask(2), await (async () => this === method)()]; } };
const conditional = ((await ask(0)) || (await ask(null))) ?? (await ask("end"));
const order = [await ask(1), path.length, await ask(2)];
return { value, path, method: await method.go(), conditional, order, sum: (await ask(5)) + (await ask(6)) * (await ask(7)) };
