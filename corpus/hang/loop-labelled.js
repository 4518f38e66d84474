// expect: timeout
// idea: nested labelled loops with continue: every branch back must poll
outer: for (;;) { for (;;) continue outer; }
