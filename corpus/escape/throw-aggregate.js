// expect: internal_error
// idea: an aggregate of host errors
await Promise.any([tools.fail({}), tools.strange({ kind: "throw-rich" })]);
