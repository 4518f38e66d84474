// expect: completed "guest"
// idea: stacks name no host file, no prelude and no path
const stacks = [];
try { null.x; } catch (error) { stacks.push(error.stack); }
try { await tools.fail({}); } catch (error) { stacks.push(error.stack); }
try { await tools.call("nothing"); } catch (error) { stacks.push(error.stack); }
try { structuredClone(() => {}); } catch (error) { stacks.push(error.stack); }
return stacks.every((s) => typeof s === "string" && !/\.mjs|\.ts:|node:|\/work|\/home|\/src|prelude/.test(s)) ? "guest" : stacks;
