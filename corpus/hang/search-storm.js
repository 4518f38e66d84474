// expect: timeout
// idea: the catalog's search in a loop: native time counts
for (;;) await tools.search("read write echo plugin constructor");
