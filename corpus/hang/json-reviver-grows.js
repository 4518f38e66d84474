// expect: timeout | memory_limit_exceeded | internal_error RangeError
// idea: a reviver that puts new holders in front
return JSON.parse("[[],[]]", function (key, value) { if (key === "0") this[1] = [[], []]; return value; }).length;
