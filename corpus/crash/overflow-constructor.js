// expect: internal_error RangeError
// idea: constructors, fields and super
class A { next = new A(); }
return new A();
