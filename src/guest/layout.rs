//! What the slot code assumes about the engine, found by behaviour and checked at start-up.
//!
//! Owns: the offsets of two private fields of `JSContext` and the engine's version. Does not own:
//! the larger check that a saved guest goes on correctly (`selfcheck`).
//!
//! The engine keeps its poll counter and the state of `Math.random` in a private struct. Both are
//! found by watching the struct change; anything but exactly one candidate means that this is not
//! the engine that the code was written for, and the runtime refuses to start.

use std::ffi::{CStr, c_int};

use rquickjs::qjs;

/// The QuickJS-NG release that `rquickjs` 0.14.0 carries.
pub const ENGINE_VERSION: &str = "0.16.2";

/// Bytes of `JSContext` that are searched. Smaller than the struct's allocation.
const SEARCHED: usize = 592;

/// Byte offsets from the start of `JSContext`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// `int interrupt_counter`: polls left until the interrupt handler is asked.
    pub interrupt_counter: usize,
    /// `uint64_t random_state`: state of `Math.random`, never zero.
    pub random_state: usize,
}

unsafe extern "C" fn nothing(
    _context: *mut qjs::JSContext,
    _this: qjs::JSValue,
    _count: c_int,
    _values: *mut qjs::JSValue,
) -> qjs::JSValue {
    qjs::JS_UNDEFINED
}

/// One step of the engine's xorshift64* generator.
fn next_state(mut state: u64) -> u64 {
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    state
}

impl Layout {
    /// Finds the fields in a fresh context.
    ///
    /// # Safety
    /// `context` must be live, owned by this thread, and not running.
    pub unsafe fn find(context: *mut qjs::JSContext) -> Result<Layout, String> {
        // SAFETY: the version string is static.
        let version = unsafe { CStr::from_ptr(qjs::JS_GetVersion()) };
        if version.to_bytes() != ENGINE_VERSION.as_bytes() {
            return Err(format!(
                "engine version {} is not {ENGINE_VERSION}, which the slot code was checked with",
                version.to_string_lossy()
            ));
        }
        unsafe {
            Ok(Layout {
                interrupt_counter: find_counter(context)?,
                random_state: find_random(context)?,
            })
        }
    }
}

unsafe fn words<T: Copy>(context: *mut qjs::JSContext) -> Vec<T> {
    // SAFETY: `SEARCHED` bytes lie inside the context's allocation; any bit pattern is a number.
    unsafe { std::slice::from_raw_parts(context.cast::<T>(), SEARCHED / size_of::<T>()) }.to_vec()
}

fn only(what: &str, candidates: &[usize], size: usize) -> Result<usize, String> {
    match candidates {
        [one] => Ok(one * size),
        other => Err(format!(
            "engine layout is not the expected one: {} candidates for {what}",
            other.len()
        )),
    }
}

/// The int that falls by one for each call of a native function.
unsafe fn find_counter(context: *mut qjs::JSContext) -> Result<usize, String> {
    unsafe {
        let function = qjs::JS_NewCFunction2(
            context,
            Some(nothing),
            c"nothing".as_ptr(),
            0,
            qjs::JSCFunctionEnum_JS_CFUNC_generic,
            0,
        );
        // A fresh counter stands at zero: the first poll starts it.
        qjs::JS_Call(
            context,
            function,
            qjs::JS_UNDEFINED,
            0,
            std::ptr::null_mut(),
        );
        let mut candidates: Vec<usize> = (0..SEARCHED / 4).collect();
        for calls in [7, 13, 29] {
            let before = words::<i32>(context);
            for _ in 0..calls {
                qjs::JS_Call(
                    context,
                    function,
                    qjs::JS_UNDEFINED,
                    0,
                    std::ptr::null_mut(),
                );
            }
            let after = words::<i32>(context);
            candidates.retain(|k| before[*k].wrapping_sub(after[*k]) == calls);
        }
        qjs::JS_FreeValue(context, function);
        only("interrupt_counter", &candidates, 4)
    }
}

/// The word that takes one generator step for each `Math.random()`.
unsafe fn find_random(context: *mut qjs::JSContext) -> Result<usize, String> {
    const SOURCE: &CStr = c"Math.random()";
    unsafe {
        let mut candidates: Vec<usize> = (0..SEARCHED / 8).collect();
        for _ in 0..2 {
            let before = words::<u64>(context);
            let value = qjs::JS_Eval(
                context,
                SOURCE.as_ptr(),
                SOURCE.count_bytes() as qjs::size_t,
                c"layout".as_ptr(),
                qjs::JS_EVAL_TYPE_GLOBAL as c_int,
            );
            qjs::JS_FreeValue(context, value);
            let after = words::<u64>(context);
            candidates.retain(|k| before[*k] != 0 && after[*k] == next_state(before[*k]));
        }
        only("random_state", &candidates, 8)
    }
}
