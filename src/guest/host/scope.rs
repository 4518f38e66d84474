//! Scope objects: frozen, without prototype, their properties answered natively when they are touched.

use super::*;

pub(super) unsafe extern "C" fn scope(
    context: *mut qjs::JSContext,
    _this: qjs::JSValue,
    count: c_int,
    values: *mut qjs::JSValue,
) -> qjs::JSValue {
    let _section = HostSection::enter();
    let arguments = Arguments {
        context,
        count,
        values,
    };
    match arguments.int(0) {
        // SAFETY: called by the engine on a live context.
        Ok(node) => unsafe { scope_object(context, node as u32) },
        Err(thrown) => unsafe { throw(context, thrown) },
    }
}

/// Registers the class of scope objects and returns its id.
///
/// # Safety
/// `runtime` must be live and owned by this thread.
pub unsafe fn register_scope_class(runtime: *mut qjs::JSRuntime) -> Option<qjs::JSClassID> {
    let definition = qjs::JSClassDef {
        class_name: c"Scope".as_ptr(),
        finalizer: None,
        gc_mark: None,
        call: None,
        exotic: (&raw const SCOPE_METHODS).cast_mut(),
    };
    unsafe {
        let mut id: qjs::JSClassID = 0;
        qjs::JS_NewClassID(runtime, &mut id);
        (qjs::JS_NewClass(runtime, id, &definition) == 0).then_some(id)
    }
}

pub(super) static SCOPE_METHODS: qjs::JSClassExoticMethods = qjs::JSClassExoticMethods {
    get_own_property: Some(scope_get_own_property),
    get_own_property_names: Some(scope_names),
    delete_property: Some(scope_delete),
    define_own_property: None,
    has_property: None,
    get_property: None,
    set_property: None,
};

/// A frozen object without prototype whose properties are those of scope node `node`.
///
/// # Safety
/// `context` must be live, owned by this thread, and its runtime must know the scope class.
pub unsafe fn scope_object(context: *mut qjs::JSContext, node: u32) -> qjs::JSValue {
    unsafe {
        let class = slot::scope_class();
        let object = qjs::JS_NewObjectProtoClass(context, qjs::JS_NULL, class);
        if !qjs::JS_IsException(object) {
            // The node's number is the whole state: plain data, safe to snapshot.
            qjs::JS_SetOpaque(object, (node as usize + 1) as *mut c_void);
            qjs::JS_PreventExtensions(context, object);
        }
        object
    }
}

pub(super) unsafe fn node_of(object: qjs::JSValue) -> Option<u32> {
    let opaque = unsafe { qjs::JS_GetOpaque(object, slot::scope_class()) } as usize;
    (opaque as u32).checked_sub(1)
}

/// The scope property that `atom` names on `object`; `Err` when the guest has no memory for the name,
/// with the exception pending.
pub(super) unsafe fn child_of(
    context: *mut qjs::JSContext,
    object: qjs::JSValue,
    atom: qjs::JSAtom,
) -> Result<Option<Child>, ()> {
    let _section = HostSection::enter();
    unsafe {
        let Some(node) = node_of(object) else {
            return Ok(None);
        };
        let key = qjs::JS_AtomToValue(context, atom);
        let name = is_string(key).then(|| string_of(context, key));
        qjs::JS_FreeValue(context, key);
        match name {
            None => Ok(None),
            Some(None) => {
                qjs::JS_ThrowOutOfMemory(context);
                Err(())
            }
            Some(Some(name)) => {
                let find = || frame::with(|frame| frame.world.child(node, &name)).flatten();
                Ok(catch_unwind(AssertUnwindSafe(find)).unwrap_or_default())
            }
        }
    }
}

/// The atom of a name; null when the guest has no memory for it, with the exception pending.
pub(super) unsafe fn atom_of(context: *mut qjs::JSContext, name: &str) -> qjs::JSAtom {
    unsafe {
        if name.is_ascii() {
            return qjs::JS_NewAtomLen(context, name.as_ptr().cast(), name.len() as qjs::size_t);
        }
        // That function takes the bytes for Latin-1 when it looks for a name that is known already.
        let text = new_string(context, name);
        if qjs::JS_IsException(text) {
            return qjs::JS_ATOM_NULL;
        }
        let atom = qjs::JS_ValueToAtom(context, text);
        qjs::JS_FreeValue(context, text);
        atom
    }
}

pub(super) unsafe extern "C" fn scope_get_own_property(
    context: *mut qjs::JSContext,
    descriptor: *mut qjs::JSPropertyDescriptor,
    object: qjs::JSValue,
    atom: qjs::JSAtom,
) -> c_int {
    unsafe {
        let child = match child_of(context, object, atom) {
            Ok(Some(child)) => child,
            Ok(None) => return 0,
            Err(()) => return -1,
        };
        if descriptor.is_null() {
            return 1;
        }
        let value = materialize(context, atom, child);
        if qjs::JS_IsException(value) {
            return -1;
        }
        (*descriptor).flags = qjs::JS_PROP_ENUMERABLE as c_int;
        (*descriptor).value = value;
        (*descriptor).getter = qjs::JS_UNDEFINED;
        (*descriptor).setter = qjs::JS_UNDEFINED;
        1
    }
}

/// Has the prelude make (or find again) the value of a scope property.
pub(super) unsafe fn materialize(
    context: *mut qjs::JSContext,
    name: qjs::JSAtom,
    child: Child,
) -> qjs::JSValue {
    unsafe {
        let mut arguments = {
            let _section = HostSection::enter();
            let (kind, data) = match child.kind {
                ChildKind::Object => (0, qjs::JS_UNDEFINED),
                ChildKind::Json(text) => (1, new_string(context, &text)),
                ChildKind::Tool(entry) => (2, qjs::JS_MKVAL(qjs::JS_TAG_INT, entry as i32)),
                ChildKind::Mcp(entry) => (3, qjs::JS_MKVAL(qjs::JS_TAG_INT, entry as i32)),
                ChildKind::Namespace(path) => (4, new_string(context, &path)),
                ChildKind::Builtin(name) => (5, new_string(context, &name)),
            };
            [
                qjs::JS_MKVAL(qjs::JS_TAG_INT, child.node as i32),
                qjs::JS_MKVAL(qjs::JS_TAG_INT, kind),
                data,
                qjs::JS_AtomToValue(context, name),
            ]
        };
        let [.., data, name] = arguments;
        if qjs::JS_IsException(data) || qjs::JS_IsException(name) {
            return qjs::JS_EXCEPTION;
        }
        let value = slot::call_materialize(context, &mut arguments);
        qjs::JS_FreeValue(context, data);
        qjs::JS_FreeValue(context, name);
        value
    }
}

pub(super) unsafe extern "C" fn scope_names(
    context: *mut qjs::JSContext,
    table: *mut *mut qjs::JSPropertyEnum,
    length: *mut u32,
    object: qjs::JSValue,
) -> c_int {
    let _section = HostSection::enter();
    unsafe {
        let names = node_of(object)
            .and_then(|node| {
                catch_unwind(AssertUnwindSafe(|| {
                    frame::with(|frame| frame.world.names(node))
                }))
                .ok()?
            })
            .unwrap_or_default();
        let bytes = names.len().max(1) * size_of::<qjs::JSPropertyEnum>();
        let entries: *mut qjs::JSPropertyEnum =
            qjs::js_malloc(context, bytes as qjs::size_t).cast();
        if entries.is_null() {
            return -1;
        }
        for (k, name) in names.iter().enumerate() {
            let atom = atom_of(context, name);
            if atom == qjs::JS_ATOM_NULL {
                // The engine must never see it: it takes it for a symbol.
                qjs::JS_FreePropertyEnum(context, entries, k as u32);
                return -1;
            }
            entries.add(k).write(qjs::JSPropertyEnum {
                is_enumerable: true,
                atom,
            });
        }
        *table = entries;
        *length = names.len() as u32;
        0
    }
}

pub(super) unsafe extern "C" fn scope_delete(
    context: *mut qjs::JSContext,
    object: qjs::JSValue,
    atom: qjs::JSAtom,
) -> c_int {
    // Frozen: what is there stays, what is not there counts as deleted.
    match unsafe { child_of(context, object, atom) } {
        Ok(child) => c_int::from(child.is_none()),
        Err(()) => -1,
    }
}
