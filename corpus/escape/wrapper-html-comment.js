// expect: completed 1
// idea: HTML-like comments are no way around the wrapper
return 1 <!-- }
--> globalThis.process
