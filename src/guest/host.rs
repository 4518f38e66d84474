//! The functions that the prelude calls: the only way out of a guest.
//!
//! Owns: native functions and the scope objects whose properties are answered natively. Does not
//! own: what is answered (`frame::World`).
//!
//! Rules of this file: plain `extern "C"` functions, no state of their own; primitive arguments
//! only (reading a guest object inside a host section would run guest code there); every function is
//! a host section, so that a hard stop never skips its destructors; panics are caught.

mod scope;

use std::ffi::{CStr, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};

use rquickjs::qjs;

use super::alloc::Heap;
use super::depth::is_too_deep;
use super::frame::{
    self, Child, ChildKind, Excess, Finish, MAX_INPUT_BYTES, MAX_TIMERS, MAX_UNSENT_BYTES,
    RequestKind,
};
use super::slot;
use super::stop::HostSection;
use scope::*;
pub use scope::{register_scope_class, scope_object};

/// An error for the guest: message and, where there is one, a code.
struct Thrown(String, Option<&'static str>);

impl From<String> for Thrown {
    fn from(message: String) -> Self {
        Thrown(message, None)
    }
}

/// Thrown as the engine's own error of that kind.
const OUT_OF_MEMORY: &str = "out of memory";

type Native = unsafe extern "C" fn(
    *mut qjs::JSContext,
    qjs::JSValue,
    c_int,
    *mut qjs::JSValue,
) -> qjs::JSValue;

/// The members of the prelude's `host` object.
const MEMBERS: [(&CStr, Native, c_int); 9] = [
    (c"query", query, 3),
    (c"request", request, 3),
    (c"emit", emit, 2),
    (c"timer", timer, 2),
    (c"clearTimer", clear_timer, 1),
    (c"finish", finish, 2),
    (c"scope", scope, 1),
    (c"starved", starved, 0),
    (c"tooDeep", too_deep, 1),
];

/// The object that the prelude is given.
///
/// # Safety
/// `context` must be a live context that this thread owns.
pub unsafe fn host_object(context: *mut qjs::JSContext) -> qjs::JSValue {
    unsafe {
        let host = qjs::JS_NewObject(context);
        for (name, function, length) in MEMBERS {
            let function = qjs::JS_NewCFunction2(
                context,
                Some(function),
                name.as_ptr(),
                length,
                qjs::JSCFunctionEnum_JS_CFUNC_generic,
                0,
            );
            qjs::JS_SetPropertyStr(context, host, name.as_ptr(), function);
        }
        host
    }
}

/// Arguments of one call from the prelude.
struct Arguments {
    context: *mut qjs::JSContext,
    count: c_int,
    values: *mut qjs::JSValue,
}

impl Arguments {
    fn get(&self, index: c_int) -> Option<qjs::JSValue> {
        // SAFETY: the engine passes `count` values.
        (index < self.count).then(|| unsafe { *self.values.add(index as usize) })
    }

    fn int(&self, index: c_int) -> Result<i32, Thrown> {
        match self.get(index) {
            Some(value) if unsafe { qjs::JS_VALUE_GET_TAG(value) } == qjs::JS_TAG_INT => {
                // SAFETY: the tag says that this is an int.
                Ok(unsafe { qjs::JS_VALUE_GET_INT(value) })
            }
            Some(value) if unsafe { qjs::JS_TAG_IS_FLOAT64(qjs::JS_VALUE_GET_TAG(value)) } => {
                // SAFETY: the tag says that this is a float.
                Ok(unsafe { qjs::JS_VALUE_GET_FLOAT64(value) } as i32)
            }
            _ => Err(Thrown("host argument must be a number.".into(), None)),
        }
    }

    fn number(&self, index: c_int) -> Result<f64, Thrown> {
        match self.get(index) {
            Some(value) if unsafe { qjs::JS_TAG_IS_FLOAT64(qjs::JS_VALUE_GET_TAG(value)) } => {
                // SAFETY: the tag says that this is a float.
                Ok(unsafe { qjs::JS_VALUE_GET_FLOAT64(value) })
            }
            _ => self.int(index).map(f64::from),
        }
    }

    /// The text of a string (or int) primitive.
    fn text(&self, index: c_int) -> Result<String, Thrown> {
        match self.get(index) {
            Some(value) if is_string(value) => {
                // SAFETY: a string primitive: converting it runs no guest code.
                unsafe { string_of(self.context, value) }
                    .ok_or_else(|| Thrown(OUT_OF_MEMORY.into(), None))
            }
            _ => self.int(index).map(|n| n.to_string()),
        }
    }

    fn optional_text(&self, index: c_int) -> Result<Option<String>, Thrown> {
        match self.get(index) {
            None => Ok(None),
            Some(value) if unsafe { qjs::JS_IsUndefined(value) } => Ok(None),
            Some(_) => self.text(index).map(Some),
        }
    }
}

fn is_string(value: qjs::JSValue) -> bool {
    let tag = unsafe { qjs::JS_VALUE_GET_TAG(value) };
    tag == qjs::JS_TAG_STRING || tag == qjs::JS_TAG_STRING_ROPE
}

/// Copies a string primitive out of the guest. `None` when the guest has no memory for the copy.
///
/// # Safety
/// `value` must be a string primitive of `context`.
pub unsafe fn string_of(context: *mut qjs::JSContext, value: qjs::JSValue) -> Option<String> {
    let mut length: qjs::size_t = 0;
    unsafe {
        let bytes = qjs::JS_ToCStringLen2(context, &mut length, value, false);
        if bytes.is_null() {
            qjs::JS_FreeValue(context, qjs::JS_GetException(context));
            return None;
        }
        let text =
            String::from_utf8_lossy(std::slice::from_raw_parts(bytes.cast(), length as usize))
                .into_owned();
        qjs::JS_FreeCString(context, bytes);
        Some(text)
    }
}

/// A guest string of `text`.
///
/// # Safety
/// `context` must be live and owned by this thread.
pub unsafe fn new_string(context: *mut qjs::JSContext, text: &str) -> qjs::JSValue {
    unsafe { qjs::JS_NewStringLen(context, text.as_ptr().cast(), text.len() as qjs::size_t) }
}

/// Throws an `Error` with this message.
unsafe fn throw(context: *mut qjs::JSContext, Thrown(message, code): Thrown) -> qjs::JSValue {
    unsafe {
        if message == OUT_OF_MEMORY {
            return qjs::JS_ThrowOutOfMemory(context);
        }
        let error = qjs::JS_NewError(context);
        if qjs::JS_IsException(error) {
            return error;
        }
        let flags = (qjs::JS_PROP_WRITABLE | qjs::JS_PROP_CONFIGURABLE) as c_int;
        qjs::JS_DefinePropertyValueStr(
            context,
            error,
            c"message".as_ptr(),
            new_string(context, &message),
            flags,
        );
        if let Some(code) = code {
            let flags = flags | qjs::JS_PROP_ENUMERABLE as c_int;
            qjs::JS_DefinePropertyValueStr(
                context,
                error,
                c"code".as_ptr(),
                new_string(context, code),
                flags,
            );
        }
        qjs::JS_Throw(context, error)
    }
}

/// Ends the slice: an error that no guest code can catch.
unsafe fn throw_uncatchable(context: *mut qjs::JSContext) -> qjs::JSValue {
    unsafe {
        let error = qjs::JS_NewError(context);
        if !qjs::JS_IsException(error) {
            qjs::JS_SetUncatchableError(context, error);
            return qjs::JS_Throw(context, error);
        }
        error
    }
}

enum Reply {
    Undefined,
    Int(i32),
    Text(String),
    Stop,
}

/// The common frame of all host functions.
unsafe fn answer(
    context: *mut qjs::JSContext,
    count: c_int,
    values: *mut qjs::JSValue,
    work: impl FnOnce(&Arguments) -> Result<Reply, Thrown>,
) -> qjs::JSValue {
    let _section = HostSection::enter();
    let arguments = Arguments {
        context,
        count,
        values,
    };
    let reply = catch_unwind(AssertUnwindSafe(|| work(&arguments)))
        .unwrap_or_else(|_| Err(Thrown("internal error in a host function".into(), None)));
    unsafe {
        match reply {
            Ok(Reply::Undefined) => qjs::JS_UNDEFINED,
            Ok(Reply::Int(n)) => qjs::JS_MKVAL(qjs::JS_TAG_INT, n),
            Ok(Reply::Text(text)) => new_string(context, &text),
            Ok(Reply::Stop) => throw_uncatchable(context),
            Err(thrown) => throw(context, thrown),
        }
    }
}

fn outside() -> Thrown {
    Thrown("host functions are not available here.".into(), None)
}

unsafe extern "C" fn query(
    context: *mut qjs::JSContext,
    _this: qjs::JSValue,
    count: c_int,
    values: *mut qjs::JSValue,
) -> qjs::JSValue {
    unsafe {
        answer(context, count, values, |arguments| {
            let (kind, target, args) = (arguments.int(0)?, arguments.text(1)?, arguments.text(2)?);
            let text = frame::with(|frame| {
                match kind {
                    1 => frame.ledger.searches += 1,
                    2 => frame.ledger.describes += 1,
                    _ => {}
                }
                frame.world.query(kind, &target, &args)
            })
            .ok_or_else(outside)??;
            Ok(Reply::Text(text))
        })
    }
}

unsafe extern "C" fn request(
    context: *mut qjs::JSContext,
    _this: qjs::JSValue,
    count: c_int,
    values: *mut qjs::JSValue,
) -> qjs::JSValue {
    unsafe {
        answer(context, count, values, |arguments| {
            let kind = RequestKind::from_number(arguments.int(0)?)
                .ok_or_else(|| Thrown("unknown bridge request.".into(), None))?;
            let (target, payload) = (arguments.text(1)?, arguments.optional_text(2)?);
            if payload.as_ref().map_or(0, String::len) > MAX_INPUT_BYTES {
                return Err(Thrown(
                    format!(
                        "code mode tool call input exceeds {} MiB.",
                        MAX_INPUT_BYTES >> 20
                    ),
                    None,
                ));
            }
            frame::with(|frame| frame.ledger.request(kind, target, payload))
                .ok_or_else(outside)?
                .map(|id| Reply::Int(id as i32))
                .map_err(|excess| match excess {
                    Excess::Calls => Thrown(
                        "too many pending code mode tool calls".into(),
                        Some("too_many_pending_tool_calls"),
                    ),
                    Excess::Bytes => Thrown(
                        format!(
                            "inputs of pending code mode tool calls exceed {} MiB.",
                            MAX_UNSENT_BYTES >> 20
                        ),
                        None,
                    ),
                })
        })
    }
}

unsafe extern "C" fn emit(
    context: *mut qjs::JSContext,
    _this: qjs::JSValue,
    count: c_int,
    values: *mut qjs::JSValue,
) -> qjs::JSValue {
    unsafe {
        answer(context, count, values, |arguments| {
            let (kind, json) = (arguments.int(0)?, arguments.text(1)?);
            let fits =
                frame::with(|frame| frame.ledger.emit(kind == 1, &json)).ok_or_else(outside)?;
            Ok(if fits { Reply::Undefined } else { Reply::Stop })
        })
    }
}

unsafe extern "C" fn timer(
    context: *mut qjs::JSContext,
    _this: qjs::JSValue,
    count: c_int,
    values: *mut qjs::JSValue,
) -> qjs::JSValue {
    unsafe {
        answer(context, count, values, |arguments| {
            let (id, delay) = (arguments.int(0)?, arguments.number(1)?);
            frame::with(|frame| {
                if frame.ledger.timers as usize >= MAX_TIMERS {
                    return Err(Thrown(
                        format!("too many timers: at most {MAX_TIMERS} at once."),
                        None,
                    ));
                }
                frame.ledger.timers += 1;
                frame.ledger.timers_set.push((id as u32, delay));
                Ok(Reply::Undefined)
            })
            .ok_or_else(outside)?
        })
    }
}

unsafe extern "C" fn clear_timer(
    context: *mut qjs::JSContext,
    _this: qjs::JSValue,
    count: c_int,
    values: *mut qjs::JSValue,
) -> qjs::JSValue {
    unsafe {
        answer(context, count, values, |arguments| {
            let id = arguments.int(0)? as u32;
            frame::with(|frame| {
                frame.ledger.timers = frame.ledger.timers.saturating_sub(1);
                frame.ledger.timers_cleared.push(id);
            })
            .ok_or_else(outside)?;
            Ok(Reply::Undefined)
        })
    }
}

unsafe extern "C" fn finish(
    context: *mut qjs::JSContext,
    _this: qjs::JSValue,
    count: c_int,
    values: *mut qjs::JSValue,
) -> qjs::JSValue {
    unsafe {
        answer(context, count, values, |arguments| {
            let (kind, text) = (arguments.int(0)?, arguments.text(1)?);
            let finish = if kind == 0 {
                Finish::Value(text)
            } else {
                Finish::Error(text)
            };
            let broken = frame::with(|frame| {
                frame.ledger.finish(finish);
                frame.ledger.breach.is_some()
            })
            .ok_or_else(outside)?;
            Ok(if broken {
                Reply::Stop
            } else {
                Reply::Undefined
            })
        })
    }
}

/// Whether the guest has ever been refused memory: then errors of the engine may lack their text.
unsafe extern "C" fn starved(
    _context: *mut qjs::JSContext,
    _this: qjs::JSValue,
    _count: c_int,
    _values: *mut qjs::JSValue,
) -> qjs::JSValue {
    let _section = HostSection::enter();
    let starved = frame::with(|frame| frame.heap.is_some_and(Heap::has_refused)).unwrap_or(false);
    if starved { qjs::JS_TRUE } else { qjs::JS_FALSE }
}

/// Whether a JSON text is nested too deeply to cross the border.
unsafe extern "C" fn too_deep(
    context: *mut qjs::JSContext,
    _this: qjs::JSValue,
    count: c_int,
    values: *mut qjs::JSValue,
) -> qjs::JSValue {
    unsafe {
        answer(context, count, values, |arguments| {
            Ok(Reply::Int(i32::from(is_too_deep(&arguments.text(0)?))))
        })
    }
}
