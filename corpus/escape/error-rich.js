// expect: completed ["rich","E_RICH","undefined","undefined"]
// idea: properties, cause and stack of a host error stay behind
try { await tools.strange({ kind: "throw-rich" }); } catch (error) { return [error.message.replace("TypeError: ", ""), error.code, typeof error.secret, typeof error.cause]; }
