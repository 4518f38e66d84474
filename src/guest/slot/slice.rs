//! The inside of a slice: everything between the jump's landing place and the guest.
//!
//! No Rust frame in here has a destructor outside a host section: a hard stop skips them all.

use super::*;

/// Soft stop: asked by the engine every so many steps.
pub(super) unsafe extern "C" fn on_interrupt(
    _runtime: *mut qjs::JSRuntime,
    _opaque: *mut c_void,
) -> c_int {
    c_int::from(StopBlock::current().is_some_and(StopBlock::wanted) || frame::breached())
}

pub(super) unsafe extern "C" fn on_rejection(
    context: *mut qjs::JSContext,
    promise: qjs::JSValue,
    reason: qjs::JSValue,
    handled: bool,
    _opaque: *mut c_void,
) {
    if let Some(entries) = ENTRIES.get() {
        unsafe {
            let handled = qjs::JS_MKVAL(qjs::JS_TAG_BOOL, i32::from(handled));
            let result = call(context, entries.rejection, &mut [promise, reason, handled]);
            if qjs::JS_IsException(result) {
                qjs::JS_FreeValue(context, qjs::JS_GetException(context));
            }
        }
    }
}

pub(super) enum End {
    Waiting,
    Finished,
    Stopped,
    Exception,
}

/// State of one slice. Plain data: a hard stop skips everything below `slice_main`.
pub(super) struct Slice<'a> {
    pub(super) runtime: *mut qjs::JSRuntime,
    pub(super) context: *mut qjs::JSContext,
    pub(super) entries: Entries,
    pub(super) work: *const Work<'a>,
    pub(super) end: End,
    /// It was to be stopped, however it ended: an interruption can look like any error.
    pub(super) wanted: bool,
}

/// The guarded section.
pub(super) unsafe extern "C" fn slice_main(argument: *mut c_void) {
    // SAFETY: `Slot::run` passes a live `Slice`.
    unsafe {
        let slice = &mut *argument.cast::<Slice<'_>>();
        qjs::JS_UpdateStackTop(slice.runtime);
        slice.end = match &*slice.work {
            Work::Start {
                source,
                file,
                globals,
            } => {
                let defined = globals
                    .iter()
                    .all(|(name, node)| define_scope(slice, name, *node));
                if defined && start(slice, source, file) {
                    settle(slice)
                } else {
                    End::Exception
                }
            }
            Work::Deliver(deliveries) => {
                let mut end = End::Waiting;
                for delivery in deliveries.iter() {
                    end = if deliver(slice, delivery) {
                        settle(slice)
                    } else {
                        End::Exception
                    };
                    if !matches!(end, End::Waiting) {
                        break;
                    }
                }
                end
            }
        };
        slice.wanted = StopBlock::current().is_some_and(StopBlock::wanted);
    }
}

pub(super) unsafe fn start(slice: &Slice<'_>, source: &[u8], file: &CStr) -> bool {
    unsafe {
        let mut options = qjs::JSEvalOptions {
            version: qjs::JS_EVAL_OPTIONS_VERSION as c_int,
            eval_flags: (qjs::JS_EVAL_TYPE_GLOBAL | qjs::JS_EVAL_FLAG_BACKTRACE_BARRIER) as c_int,
            filename: file.as_ptr(),
            line_num: FIRST_LINE,
        };
        let function = qjs::JS_Eval2(
            slice.context,
            source.as_ptr().cast(),
            source.len().saturating_sub(1) as qjs::size_t,
            &mut options,
        );
        if qjs::JS_IsException(function) {
            return report_uncaught(slice);
        }
        finished_call(slice, slice.entries.start, &mut [function])
    }
}

/// Hands the pending exception to the prelude, which describes it; false when it is none that the
/// guest could have caught.
pub(super) unsafe fn report_uncaught(slice: &Slice<'_>) -> bool {
    unsafe {
        if !qjs::JS_HasException(slice.context) {
            return false;
        }
        let exception = qjs::JS_GetException(slice.context);
        if qjs::JS_IsUncatchableError(exception) {
            qjs::JS_Throw(slice.context, exception);
            return false;
        }
        finished_call(slice, slice.entries.uncaught, &mut [exception])
    }
}

/// Calls an entry, gives back its arguments and its result; false when it threw.
pub(super) unsafe fn finished_call(
    slice: &Slice<'_>,
    entry: qjs::JSValue,
    arguments: &mut [qjs::JSValue],
) -> bool {
    unsafe {
        let result = call(slice.context, entry, arguments);
        for argument in arguments {
            qjs::JS_FreeValue(slice.context, *argument);
        }
        if qjs::JS_IsException(result) {
            return false;
        }
        qjs::JS_FreeValue(slice.context, result);
        true
    }
}

pub(super) unsafe fn deliver(slice: &Slice<'_>, delivery: &Delivery) -> bool {
    unsafe {
        match delivery {
            Delivery::Answer { id, ok, text } => {
                {
                    let _section = HostSection::enter();
                    frame::with(|frame| frame.ledger.answered(*id));
                }
                let mut arguments = [
                    qjs::JS_MKVAL(qjs::JS_TAG_INT, *id as i32),
                    qjs::JS_MKVAL(qjs::JS_TAG_BOOL, i32::from(*ok)),
                    host::new_string(slice.context, text),
                ];
                if qjs::JS_IsException(arguments[2]) {
                    return false;
                }
                finished_call(slice, slice.entries.deliver, &mut arguments)
            }
            Delivery::Timer(id) => finished_call(
                slice,
                slice.entries.fire,
                &mut [qjs::JS_MKVAL(qjs::JS_TAG_INT, *id as i32)],
            ),
        }
    }
}

/// Empties the job queue, then asks the prelude whether the cell is over.
pub(super) unsafe fn settle(slice: &Slice<'_>) -> End {
    unsafe {
        loop {
            loop {
                match qjs::JS_ExecutePendingJob(slice.runtime, &mut std::ptr::null_mut()) {
                    0 => break,
                    1.. => {
                        // A storm of short jobs may never reach one of the engine's own polls.
                        if on_interrupt(slice.runtime, std::ptr::null_mut()) != 0 {
                            return End::Stopped;
                        }
                    }
                    // What a job leaves behind (a finalisation callback that threw) fails the cell.
                    _ => {
                        if !report_uncaught(slice) {
                            return End::Exception;
                        }
                    }
                }
            }
            let state = call(slice.context, slice.entries.idle, &mut []);
            if qjs::JS_IsException(state) {
                return End::Exception;
            }
            if qjs::JS_VALUE_GET_TAG(state) == qjs::JS_TAG_INT && qjs::JS_VALUE_GET_INT(state) != 0
            {
                return End::Finished;
            }
            if !qjs::JS_IsJobPending(slice.runtime) {
                return End::Waiting;
            }
        }
    }
}
