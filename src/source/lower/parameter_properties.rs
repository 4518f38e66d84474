//! `constructor(private x: number)`: a parameter that is also a property.
//!
//! The modifiers are erased, the assignment goes to the beginning of the constructor's body, or behind
//! the call of `super` that a derived class begins with.

use swc_core::common::Spanned;
use swc_core::ecma::ast::*;

use crate::source::parse::offset;
use crate::source::strip::Strip;

impl Strip<'_> {
    /// Erases the modifiers and adds the assignments; `derived` if the class has a superclass.
    pub fn parameter_properties(
        &mut self,
        constructor: &Constructor,
        body: &FunctionBody,
        derived: bool,
    ) {
        let mut assignments = String::new();
        for parameter in &constructor.params {
            let ParamOrTsParamProp::TsParamProp(property) = parameter else {
                continue;
            };
            self.refuse_decorators(&property.decorators, "parameters");
            let (name, lo) = match &property.param {
                TsParamPropParam::Ident(binding) => (&binding.id, binding.id.span.lo),
                TsParamPropParam::Assign(assign) => match &*assign.left {
                    Pat::Ident(binding) => (&binding.id, binding.id.span.lo),
                    _ => {
                        self.refuse(
                            assign.span,
                            "a parameter property must be a plain name, not a pattern",
                        );
                        continue;
                    }
                },
            };
            self.modifiers(property.span, offset(lo), &[]);
            assignments.push_str(&format!("this.{0}={0};", name.sym));
        }
        if assignments.is_empty() {
            return;
        }
        let at = if derived {
            let call = body.stmts.iter().find(|statement| is_super_call(statement));
            match call {
                Some(call) => {
                    let hi = offset(call.span().hi);
                    if self.byte(hi.saturating_sub(1)) != Some(b';') {
                        assignments.insert(0, ';');
                    }
                    hi
                }
                None => {
                    self.refuse(
                        constructor.span,
                        "the constructor of a derived class with parameter properties must call \
                         super() as a statement of its body",
                    );
                    return;
                }
            }
        } else {
            offset(body.span.lo) + 1
        };
        self.edits.insert(at, assignments);
    }
}

fn is_super_call(statement: &Stmt) -> bool {
    let Stmt::Expr(statement) = statement else {
        return false;
    };
    matches!(&*statement.expr, Expr::Call(call) if matches!(call.callee, Callee::Super(_)))
}
