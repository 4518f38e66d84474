// expect: timeout
// idea: catches the interruption's error, if there is one to catch
for (;;) { try { for (;;) {} } catch {} finally {} }
