// expect: completed "guest"
// idea: vm2: this.constructor.constructor reaches the host's Function
const F = ({}).constructor.constructor;
return F === Function && typeof F("return this.process")() === "undefined" ? "guest" : "host";
