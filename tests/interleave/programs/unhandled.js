// A rejection that nobody looks at ends the cell, but not one that is looked at in time.
const looked = refuse("looked at later");
await ask("not looked at yet").catch(() => {});
try { await looked; } catch (error) { text("caught " + error.message); }
const forgotten = (async () => {
  await ask("on its own");
  throw new RangeError("nobody waits for " + me);
})();
await ask("others go on");
text("before the end");
return "never seen, since " + typeof forgotten + " fails";
