//! What a fresh engine is given: the prelude, as bytecode, and the globals that native code answers.

use super::*;

pub(super) unsafe fn define_global(context: *mut qjs::JSContext, name: &CStr, value: qjs::JSValue) {
    unsafe {
        let global = qjs::JS_GetGlobalObject(context);
        qjs::JS_DefinePropertyValueStr(
            context,
            global,
            name.as_ptr(),
            value,
            qjs::JS_PROP_ENUMERABLE as c_int,
        );
        qjs::JS_FreeValue(context, global);
    }
}

/// A global that is a scope object: the one that the guest finds elsewhere in the scope tree, too.
pub(super) unsafe fn define_scope(slice: &Slice<'_>, name: &CStr, node: u32) -> bool {
    unsafe {
        let mut arguments = [
            qjs::JS_MKVAL(qjs::JS_TAG_INT, node as i32),
            qjs::JS_MKVAL(qjs::JS_TAG_INT, 0),
            qjs::JS_UNDEFINED,
        ];
        let object = call(slice.context, slice.entries.materialize, &mut arguments);
        if qjs::JS_IsException(object) {
            return false;
        }
        define_global(slice.context, name, object);
        true
    }
}

/// Compiles the prelude once per process, to bytecode without source text and debug tables: that
/// makes images smaller, and nothing of it can be read by a guest.
pub(super) fn prelude_bytecode() -> Result<&'static [u8], String> {
    static BYTECODE: OnceLock<Result<Vec<u8>, String>> = OnceLock::new();
    // SAFETY: the engine is created, used and destroyed right there.
    BYTECODE
        .get_or_init(|| unsafe { compile_prelude() })
        .as_deref()
        .map_err(Clone::clone)
}

pub(super) unsafe fn compile_prelude() -> Result<Vec<u8>, String> {
    let nul = |_| "the prelude holds a NUL".to_string();
    let source = CString::new(prelude::SOURCE).map_err(nul)?;
    let file = CString::new(prelude::FILE_NAME).map_err(nul)?;
    unsafe {
        let runtime = qjs::JS_NewRuntime();
        if runtime.is_null() {
            return Err("the engine could not be created".into());
        }
        let context = qjs::JS_NewContext(runtime);
        let code = qjs::JS_Eval(
            context,
            source.as_ptr(),
            source.as_bytes().len() as qjs::size_t,
            file.as_ptr(),
            (qjs::JS_EVAL_TYPE_GLOBAL | qjs::JS_EVAL_FLAG_COMPILE_ONLY) as c_int,
        );
        let mut length: qjs::size_t = 0;
        let flags = qjs::JS_WRITE_OBJ_BYTECODE
            | qjs::JS_WRITE_OBJ_STRIP_SOURCE
            | qjs::JS_WRITE_OBJ_STRIP_DEBUG;
        let written = qjs::JS_WriteObject(context, &mut length, code, flags as c_int);
        let bytecode = (!written.is_null())
            .then(|| std::slice::from_raw_parts(written, length as usize).to_vec());
        qjs::js_free(context, written.cast());
        qjs::JS_FreeValue(context, code);
        qjs::JS_FreeContext(context);
        qjs::JS_FreeRuntime(runtime);
        bytecode.ok_or_else(|| "the prelude does not compile".into())
    }
}

/// Evaluates the prelude and keeps its entry points.
pub(super) unsafe fn install_prelude(context: *mut qjs::JSContext) -> Result<Entries, String> {
    let bytecode = prelude_bytecode()?;
    unsafe {
        let code = qjs::JS_ReadObject(
            context,
            bytecode.as_ptr(),
            bytecode.len() as qjs::size_t,
            qjs::JS_READ_OBJ_BYTECODE as c_int,
        );
        let function = qjs::JS_EvalFunction(context, code);
        let mut arguments = [host::host_object(context)];
        let entries = call(context, function, &mut arguments);
        qjs::JS_FreeValue(context, function);
        qjs::JS_FreeValue(context, arguments[0]);
        if qjs::JS_IsException(entries) {
            let exception = qjs::JS_GetException(context);
            let text = qjs::JS_ToString(context, exception);
            let text = host::string_of(context, text).unwrap_or_default();
            return Err(format!("the prelude failed: {text}"));
        }
        let get = |name: &CStr| {
            let value = qjs::JS_GetPropertyStr(context, entries, name.as_ptr());
            if qjs::JS_IsFunction(context, value) {
                Ok(value)
            } else {
                Err(format!("the prelude lacks {name:?}"))
            }
        };
        let found = Entries {
            start: get(c"start")?,
            deliver: get(c"deliver")?,
            fire: get(c"fire")?,
            rejection: get(c"rejection")?,
            uncaught: get(c"uncaught")?,
            idle: get(c"idle")?,
            materialize: get(c"materialize")?,
        };
        qjs::JS_FreeValue(context, entries);
        Ok(found)
    }
}
