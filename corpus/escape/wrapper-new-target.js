// expect: failed
// idea: new.target and super at the cell's top level
return new.target;
