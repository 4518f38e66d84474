//! Decorators of classes, methods, accessors and fields, as of the ECMAScript proposal (stage 3).
//!
//! `@a @b(1) m() {}` becomes `static{__decorate("method",this,"m",false,[a ,b(1)])} m() {}`: the
//! decorator expressions stay where they are and run when the class is defined. A function with three
//! parameters is called the old way, with target, key and descriptor.

use swc_core::common::Spanned;
use swc_core::ecma::ast::*;
use swc_core::ecma::visit::VisitWith;

use super::quoted;
use crate::source::parse::offset;
use crate::source::strip::Strip;

/// The run-time part. `NAME` is replaced. Operations: `method`, `getter`, `setter`, `field` apply
/// decorators; `value` gives a field's first value; `run` runs what was added for new instances; `class`
/// decorates the class itself.
const DEFINITION: &str = "
;function NAME(op,C,key,isStatic,list,value){const all=NAME.all??=new WeakMap();\
const of=(c,k)=>{let m=all.get(c);if(!m)all.set(c,m=new Map());let e=m.get(k);if(!e)m.set(k,e={init:[],extra:[]});return e};\
if(op==='run'){for(const f of of(C,'').extra)f.call(key);return}\
if(op==='value'){const e=of(C,(isStatic?'s':'i')+key);for(const f of e.init)value=f.call(list,value);for(const f of e.extra)f.call(list);return value}\
if(op==='class'){const extra=[];for(let i=list.length-1;i>=0;i--){\
const r=list[i](C,{kind:'class',name:key,addInitializer(f){extra.push(f)},metadata:{}});if(r!==undefined)C=r}\
for(const f of extra)f.call(C);return C}\
const target=isStatic?C:C.prototype;const slot=op==='getter'?'get':op==='setter'?'set':'value';\
const field=op==='field'?of(C,(isStatic?'s':'i')+key):undefined;const extra=field?field.extra:isStatic?[]:of(C,'').extra;\
for(let i=list.length-1;i>=0;i--){const d=list[i];const desc=field?undefined:Object.getOwnPropertyDescriptor(target,key);\
if(d.length===3){const r=d(target,key,desc);if(desc)Object.defineProperty(target,key,r??desc);continue}\
const context={kind:op,name:key,static:isStatic,private:false,metadata:{},access:{has:(o)=>key in o,get:(o)=>o[key],set:(o,v)=>{o[key]=v}},\
addInitializer(f){extra.push(f)}};const r=d(field?undefined:desc[slot],context);\
if(r===undefined)continue;if(field)field.init.unshift(r);else{desc[slot]=r;Object.defineProperty(target,key,desc)}}\
if(isStatic&&!field)for(const f of extra)f.call(C)}";

/// The helper function of a cell with decorators.
pub struct Helper {
    name: String,
}

impl Helper {
    /// A helper whose name the cell does not use.
    fn new(code: &str) -> Self {
        let mut name = String::from("__decorate");
        while code.contains(&name) {
            name.push('_');
        }
        Self { name }
    }

    /// The helper as a declaration, on lines behind the cell's last.
    pub fn definition(&self) -> String {
        DEFINITION.replace("NAME", &self.name)
    }
}

/// What is decorated.
pub struct Site {
    kind: &'static str,
    is_static: bool,
}

impl Site {
    pub fn of_method(method: &ClassMethod) -> Self {
        Self {
            kind: match method.kind {
                MethodKind::Method => "method",
                MethodKind::Getter => "getter",
                MethodKind::Setter => "setter",
            },
            is_static: method.is_static,
        }
    }

    pub fn of_field(field: &ClassProp) -> Self {
        Self {
            kind: "field",
            is_static: field.is_static,
        }
    }

    /// True if the member's decorators can add work for each new instance.
    pub fn adds_initializers(member: &ClassMember) -> bool {
        matches!(member, ClassMember::Method(method)
            if !method.is_static && !method.function.decorators.is_empty())
    }
}

/// The text of a key that is known before the program runs.
fn static_key(key: &PropName) -> Option<String> {
    match key {
        PropName::Ident(name) => Some(quoted(&name.sym)),
        PropName::Str(text) => Some(quoted(&text.value.to_string_lossy())),
        PropName::Num(number) => Some(quoted(&number.value.to_string())),
        PropName::BigInt(_) | PropName::Computed(_) => None,
    }
}

impl Strip<'_> {
    fn helper_name(&mut self) -> String {
        let code = self.code;
        self.decorators
            .get_or_insert_with(|| Helper::new(code))
            .name
            .clone()
    }

    /// Turns `@a @b` into `[a ,b]`, with text before and behind.
    fn decorator_list(&mut self, decorators: &[Decorator], before: &str, behind: &str) {
        for (index, decorator) in decorators.iter().enumerate() {
            let at = offset(decorator.span.lo);
            if index == 0 {
                self.edits.insert(at, before);
                self.edits.put(at, '[');
            } else {
                self.edits.put(at, ',');
            }
            decorator.expr.visit_with(self);
        }
        if let Some(last) = decorators.last() {
            self.edits
                .insert(offset(last.expr.span().hi), format!("]{behind}"));
        }
    }

    /// Decorators of a class: the class becomes an expression handed to them.
    pub fn decorated_class(&mut self, class: &Class, name: Option<&Ident>, declaration: bool) {
        if class.decorators.is_empty() {
            return;
        }
        let helper = self.helper_name();
        let text = name.map_or_else(|| "\"\"".to_owned(), |name| quoted(&name.sym));
        let variable = match name {
            Some(name) if declaration => format!("let {}=", name.sym),
            _ => String::new(),
        };
        // The list comes first in the text, so it goes through an arrow's parameter.
        let before = format!("{variable}((d,C)=>{helper}(\"class\",C,{text},false,d))(");
        self.decorator_list(&class.decorators, &before, ",");
        let end = if declaration { ");" } else { ")" };
        self.edits.insert(offset(class.span.hi), end);
    }

    /// Decorators of a method, an accessor or a field.
    pub fn decorated_member(&mut self, decorators: &[Decorator], site: &Site, key: &PropName) {
        let Some(first) = decorators.first() else {
            return;
        };
        let Some(text) = static_key(key) else {
            self.refuse(
                first.span,
                "decorators on members with computed names are not supported",
            );
            return;
        };
        let helper = self.helper_name();
        let before = format!(
            "static{{{helper}(\"{}\",this,{text},{},",
            site.kind, site.is_static
        );
        self.decorator_list(decorators, &before, ")}");
    }

    /// The first value of a decorated field goes through its decorators.
    pub fn decorated_field(
        &mut self,
        decorators: &[Decorator],
        site: &Site,
        key: &PropName,
        value: Option<&Expr>,
        class: Option<&Ident>,
    ) {
        let (Some(first), Some(text)) = (decorators.first(), static_key(key)) else {
            return;
        };
        let class = match class {
            _ if site.is_static => "this",
            Some(class) => &*class.sym,
            None => {
                self.refuse(first.span, "a class with decorated fields needs a name");
                return;
            }
        };
        let helper = self.helper_name();
        let call = format!("{helper}(\"value\",{class},{text},{},this,", site.is_static);
        match value {
            Some(value) => {
                self.edits.insert(offset(value.span().lo), call);
                // A field's value ends the member; nothing else is added at its end.
                self.edits.insert(offset(value.span().hi), ")");
            }
            None => self
                .edits
                .insert(offset(key.span().hi), format!("={call}void 0)")),
        }
    }

    /// The first field of the class runs what decorators have added for new instances.
    pub fn run_initializers(&mut self, class: &Class, name: Option<&Ident>) {
        let Some(name) = name else {
            self.refuse(class.span, "a class with decorated members needs a name");
            return;
        };
        let helper = self.helper_name();
        let Some(first) = class.body.first() else {
            return;
        };
        let mut at = offset(first.span().lo);
        if let ClassMember::Method(method) = first
            && let Some(decorator) = method.function.decorators.first()
        {
            at = at.min(offset(decorator.span.lo));
        }
        self.edits
            .insert(at, format!("#__run={helper}(\"run\",{},this);", name.sym));
    }
}
