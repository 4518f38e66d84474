//! An engine that can be thrown away in any state: all its memory comes from one mapped region.

use std::ffi::{CString, c_int, c_void};
use std::ptr::{self, NonNull};

use rquickjs::qjs;

use super::super::{StopBlock, next_epoch};

/// Address space of a region; only what is touched costs memory.
const REGION: usize = 1 << 30;
/// In front of every allocation, so that it keeps its alignment; its first word is the size class.
const PREFIX: usize = 16;

/// At the beginning of the region: a bump pointer, and a list of free blocks per power of two.
struct Region {
    next: usize,
    free: [*mut u8; 48],
}

unsafe fn allocate(region: *mut c_void, size: usize) -> *mut c_void {
    let region = region.cast::<Region>();
    let class = size.max(16).next_power_of_two().trailing_zeros() as usize;
    unsafe {
        let head = (*region)
            .free
            .get(class)
            .copied()
            .unwrap_or(ptr::null_mut());
        if !head.is_null() {
            (*region).free[class] = head.cast::<*mut u8>().read();
            return head.cast();
        }
        let at = (*region).next;
        let Some(end) = at
            .checked_add(PREFIX + (1 << class))
            .filter(|end| *end <= REGION)
        else {
            return ptr::null_mut();
        };
        (*region).next = end;
        let block = region.cast::<u8>().add(at);
        block.cast::<usize>().write(class);
        block.add(PREFIX).cast()
    }
}

unsafe fn class_of(block: *const c_void) -> usize {
    unsafe { block.cast::<u8>().sub(PREFIX).cast::<usize>().read() }
}

unsafe extern "C" fn js_malloc(region: *mut c_void, size: qjs::size_t) -> *mut c_void {
    unsafe { allocate(region, size as usize) }
}

unsafe extern "C" fn js_calloc(
    region: *mut c_void,
    count: qjs::size_t,
    size: qjs::size_t,
) -> *mut c_void {
    let Some(size) = (count as usize).checked_mul(size as usize) else {
        return ptr::null_mut();
    };
    unsafe {
        let block = allocate(region, size);
        if !block.is_null() {
            block.cast::<u8>().write_bytes(0, size);
        }
        block
    }
}

unsafe extern "C" fn js_free(region: *mut c_void, block: *mut c_void) {
    if !block.is_null() {
        unsafe {
            let head = &mut (&mut (*region.cast::<Region>()).free)[class_of(block)];
            block.cast::<*mut u8>().write(*head);
            *head = block.cast();
        }
    }
}

unsafe extern "C" fn js_realloc(
    region: *mut c_void,
    block: *mut c_void,
    size: qjs::size_t,
) -> *mut c_void {
    unsafe {
        let old = js_usable_size(block) as usize;
        if size == 0 || (size as usize) <= old {
            if size == 0 {
                js_free(region, block);
                return ptr::null_mut();
            }
            return block;
        }
        let new = allocate(region, size as usize);
        if !new.is_null() && !block.is_null() {
            new.cast::<u8>().copy_from_nonoverlapping(block.cast(), old);
            js_free(region, block);
        }
        new
    }
}

unsafe extern "C" fn js_usable_size(block: *const c_void) -> qjs::size_t {
    if block.is_null() {
        0
    } else {
        (1usize << unsafe { class_of(block) }) as qjs::size_t
    }
}

unsafe extern "C" fn on_interrupt(_runtime: *mut qjs::JSRuntime, _opaque: *mut c_void) -> c_int {
    StopBlock::current().is_some_and(StopBlock::wanted).into()
}

unsafe extern "C" fn nothing(
    _context: *mut qjs::JSContext,
    _this: qjs::JSValue,
    _count: c_int,
    _arguments: *mut qjs::JSValue,
) -> qjs::JSValue {
    qjs::JS_UNDEFINED
}

/// How a slice ended.
#[derive(Debug, Clone, PartialEq)]
pub enum End {
    Returned(String),
    Threw(String),
    Jumped,
}

#[cfg(hard_stop)]
pub type HostFunction = unsafe extern "C" fn(
    *mut qjs::JSContext,
    qjs::JSValue,
    c_int,
    *mut qjs::JSValue,
) -> qjs::JSValue;

pub struct Guest {
    region: NonNull<c_void>,
    runtime: *mut qjs::JSRuntime,
    context: *mut qjs::JSContext,
    counter: *mut i32,
}

struct Job {
    context: *mut qjs::JSContext,
    source: *const std::ffi::c_char,
    length: usize,
    result: qjs::JSValue,
}

unsafe extern "C" fn evaluate(job: *mut c_void) {
    let job = job.cast::<Job>();
    let flags = qjs::JS_EVAL_TYPE_GLOBAL as c_int;
    unsafe {
        (*job).result = qjs::JS_Eval(
            (*job).context,
            (*job).source,
            (*job).length as _,
            c"hog.js".as_ptr(),
            flags,
        );
    }
}

impl Guest {
    /// On the thread that will run it.
    pub fn new() -> Self {
        unsafe {
            let flags = libc::MAP_PRIVATE | libc::MAP_ANON | libc::MAP_NORESERVE;
            let region = libc::mmap(
                ptr::null_mut(),
                REGION,
                libc::PROT_READ | libc::PROT_WRITE,
                flags,
                -1,
                0,
            );
            assert_ne!(region, libc::MAP_FAILED);
            region.cast::<Region>().write(Region {
                next: size_of::<Region>().next_multiple_of(PREFIX),
                free: [ptr::null_mut(); 48],
            });
            let functions = qjs::JSMallocFunctions {
                js_calloc: Some(js_calloc),
                js_malloc: Some(js_malloc),
                js_free: Some(js_free),
                js_realloc: Some(js_realloc),
                js_malloc_usable_size: Some(js_usable_size),
            };
            let runtime = qjs::JS_NewRuntime2(&functions, region);
            qjs::JS_SetInterruptHandler(runtime, Some(on_interrupt), ptr::null_mut());
            let context = qjs::JS_NewContext(runtime);
            let counter = find_counter(context);
            Guest {
                region: NonNull::new(region).unwrap(),
                runtime,
                context,
                counter,
            }
        }
    }

    #[cfg(hard_stop)]
    pub fn define(&self, name: &str, function: HostFunction) {
        let name = CString::new(name).unwrap();
        unsafe {
            let global = qjs::JS_GetGlobalObject(self.context);
            let function = qjs::JS_NewCFunction2(
                self.context,
                Some(function),
                name.as_ptr(),
                0,
                qjs::JSCFunctionEnum_JS_CFUNC_generic,
                0,
            );
            qjs::JS_SetPropertyStr(self.context, global, name.as_ptr(), function);
            qjs::JS_FreeValue(self.context, global);
        }
    }

    /// One slice under an epoch of its own.
    pub fn run(&self, block: StopBlock, source: &str) -> End {
        self.run_as(block, next_epoch(), source)
    }

    pub fn run_as(&self, block: StopBlock, epoch: u64, source: &str) -> End {
        let source = CString::new(source).unwrap();
        let mut job = Job {
            context: self.context,
            source: source.as_ptr(),
            length: source.as_bytes().len(),
            result: qjs::JS_UNDEFINED,
        };
        unsafe {
            qjs::JS_UpdateStackTop(self.runtime);
            if !block.run(epoch, self.counter, evaluate, (&raw mut job).cast()) {
                return End::Jumped;
            }
            if qjs::JS_IsException(job.result) {
                End::Threw(self.text(qjs::JS_GetException(self.context)))
            } else {
                End::Returned(self.text(job.result))
            }
        }
    }

    unsafe fn text(&self, value: qjs::JSValue) -> String {
        unsafe {
            let text = qjs::JS_ToCString(self.context, value);
            if text.is_null() {
                return "(no text)".to_owned();
            }
            std::ffi::CStr::from_ptr(text)
                .to_string_lossy()
                .into_owned()
        }
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        // The runtime may be half-way through anything: nothing of it is called again.
        unsafe { libc::munmap(self.region.as_ptr(), REGION) };
    }
}

/// `interrupt_counter` is private: it is the one word of the context that falls by one per call of a function.
unsafe fn find_counter(context: *mut qjs::JSContext) -> *mut i32 {
    unsafe {
        // A context is a little longer than that; what lies behind it is in the region too.
        let words = 200;
        let look = || -> Vec<i32> {
            (0..words)
                .map(|at| context.cast::<i32>().add(at).read())
                .collect()
        };
        let function = qjs::JS_NewCFunction2(
            context,
            Some(nothing),
            c"nothing".as_ptr(),
            0,
            qjs::JSCFunctionEnum_JS_CFUNC_generic,
            0,
        );
        // It begins at 0: the first call makes it 10,000.
        qjs::JS_Call(context, function, qjs::JS_UNDEFINED, 0, ptr::null_mut());
        let mut candidates: Vec<usize> = (0..words).collect();
        for calls in [5, 11, 17] {
            let before = look();
            for _ in 0..calls {
                qjs::JS_Call(context, function, qjs::JS_UNDEFINED, 0, ptr::null_mut());
            }
            let after = look();
            candidates.retain(|at| before[*at].wrapping_sub(after[*at]) == calls);
        }
        qjs::JS_FreeValue(context, function);
        assert_eq!(candidates.len(), 1, "the counter was not found");
        context.cast::<i32>().add(candidates[0])
    }
}
