//! A guest whose host functions write down what they are asked.

use std::cell::RefCell;
use std::rc::Rc;

use rquickjs::context::EvalOptions;
use rquickjs::function::{Func, Opt};
use rquickjs::{
    CatchResultExt, Coerced, Context, Ctx, Exception, Function, Object, Persistent, Result,
    Runtime, Value,
};
use serde_json::Value as Json;

/// What the guest asked of its host, in order.
#[derive(Default)]
pub struct Log {
    pub queries: Vec<(i32, String, String)>,
    pub requests: Vec<(i32, String, Option<String>)>,
    pub emitted: Vec<(i32, String)>,
    pub timers: Vec<(i32, f64)>,
    pub cleared: Vec<i32>,
    pub finished: Vec<(i32, String)>,
    /// What the next queries answer; `Err` is thrown.
    pub answers: Vec<std::result::Result<String, String>>,
    /// Thrown by the next request instead of queueing it: message and code.
    pub refuse: Option<(String, Option<String>)>,
}

pub struct Guest {
    // Dropped before the runtime that they live in.
    entries: Option<Persistent<Object<'static>>>,
    host: Option<Persistent<Object<'static>>>,
    reject: Rc<RefCell<Option<Persistent<Function<'static>>>>>,
    pub context: Context,
    pub runtime: Runtime,
    pub log: Rc<RefCell<Log>>,
}

impl Drop for Guest {
    fn drop(&mut self) {
        self.reject.borrow_mut().take();
        self.entries.take();
        self.host.take();
    }
}

fn bare<'js>(ctx: &Ctx<'js>) -> Result<Object<'js>> {
    let object = Object::new(ctx.clone())?;
    object.set_prototype(None)?;
    Ok(object)
}

fn host<'js>(ctx: &Ctx<'js>, log: &Rc<RefCell<Log>>) -> Result<Object<'js>> {
    let host = bare(ctx)?;
    let l = log.clone();
    host.set(
        "query",
        Func::from(
            move |ctx: Ctx<'js>, kind: i32, target: Coerced<String>, args: String| {
                let mut log = l.borrow_mut();
                log.queries.push((kind, target.0, args));
                let answer = if log.answers.is_empty() {
                    Ok("null".into())
                } else {
                    log.answers.remove(0)
                };
                answer.map_err(|message| Exception::throw_message(&ctx, &message))
            },
        ),
    )?;
    let l = log.clone();
    host.set(
        "request",
        Func::from(
            move |ctx: Ctx<'js>,
                  kind: i32,
                  target: Coerced<String>,
                  payload: Opt<Option<String>>|
                  -> Result<i32> {
                let mut log = l.borrow_mut();
                if let Some((message, code)) = log.refuse.take() {
                    let error = Exception::from_message(ctx.clone(), &message)?;
                    if let Some(code) = code {
                        error.as_object().set("code", code)?;
                    }
                    return Err(ctx.throw(error.into_value()));
                }
                log.requests.push((kind, target.0, payload.0.flatten()));
                Ok(log.requests.len() as i32)
            },
        ),
    )?;
    let l = log.clone();
    host.set(
        "emit",
        Func::from(move |kind: i32, json: String| l.borrow_mut().emitted.push((kind, json))),
    )?;
    let l = log.clone();
    host.set(
        "timer",
        Func::from(move |id: i32, delay: f64| l.borrow_mut().timers.push((id, delay))),
    )?;
    let l = log.clone();
    host.set(
        "clearTimer",
        Func::from(move |id: i32| l.borrow_mut().cleared.push(id)),
    )?;
    let l = log.clone();
    host.set(
        "finish",
        Func::from(move |kind: i32, text: String| l.borrow_mut().finished.push((kind, text))),
    )?;
    host.set("starved", Func::from(|| false))?;
    host.set(
        "tooDeep",
        Func::from(|text: String| crate::guest::is_too_deep(&text)),
    )?;
    host.set(
        "scope",
        Func::from(|ctx: Ctx<'js>, node: i32| {
            let scope = bare(&ctx)?;
            scope.set("node", node)?;
            Ok::<_, rquickjs::Error>(scope)
        }),
    )?;
    Ok(host)
}

impl Guest {
    pub fn new() -> Self {
        let runtime = Runtime::new().unwrap();
        let context = Context::full(&runtime).unwrap();
        let log = Rc::new(RefCell::new(Log::default()));
        let reject = Rc::new(RefCell::new(None::<Persistent<Function<'static>>>));
        let tracker = reject.clone();
        runtime.set_host_promise_rejection_tracker(Some(Box::new(
            move |ctx, promise, reason, handled| {
                if let Some(entry) = tracker.borrow().clone() {
                    let entry = entry.restore(&ctx).unwrap();
                    entry.call::<_, ()>((promise, reason, handled)).unwrap();
                }
            },
        )));
        let (entries, host) = context.with(|ctx| {
            let mut options = EvalOptions::default();
            options.strict = false;
            options.filename = Some(super::super::FILE_NAME.into());
            let install: Function = ctx
                .eval_with_options(super::super::SOURCE, options)
                .catch(&ctx)
                .unwrap();
            let host = host(&ctx, &log).unwrap();
            let entries: Object = install
                .call((host.clone(), rquickjs::Undefined))
                .catch(&ctx)
                .unwrap();
            let rejection: Function = entries.get("rejection").unwrap();
            *reject.borrow_mut() = Some(Persistent::save(&ctx, rejection));
            // What native puts there per image: `tools` and a few more, touched by every test.
            for (node, (name, kind, data)) in [
                ("search", 5, "tools.search"),
                ("describe", 5, "tools.describe"),
                ("call", 5, "tools.call"),
                ("callValue", 5, "tools.callValue"),
                ("apiList", 5, "API.list"),
                ("apiRead", 5, "API.read"),
                ("mcpApi", 5, "MCP.$api"),
                ("serverApi", 5, "MCP.$api:3"),
                ("space", 4, "crm\0tickets\0create"),
            ]
            .into_iter()
            .enumerate()
            {
                let materialize: Function = entries.get("materialize").unwrap();
                let made: Value = materialize
                    .call((node as i32 + 100, kind, data))
                    .catch(&ctx)
                    .unwrap();
                ctx.globals().set(name, made).unwrap();
            }
            for (name, node, kind) in [("ping", 200, 2), ("mcpTool", 201, 3)] {
                let materialize: Function = entries.get("materialize").unwrap();
                let made: Value = materialize.call((node, kind, 7, name)).catch(&ctx).unwrap();
                ctx.globals().set(name, made).unwrap();
            }
            (
                Persistent::save(&ctx, entries),
                Persistent::save(&ctx, host),
            )
        });
        Self {
            entries: Some(entries),
            host: Some(host),
            reject,
            context,
            runtime,
            log,
        }
    }

    /// Calls an entry; its answer as an `i32` (0 for none). Panics on an exception.
    fn enter(
        &self,
        name: &str,
        call: impl for<'js> FnOnce(&Ctx<'js>, Function<'js>) -> i32,
    ) -> i32 {
        self.context.with(|ctx| {
            let entries = self.entries.clone().unwrap().restore(&ctx).unwrap();
            call(&ctx, entries.get(name).unwrap())
        })
    }

    /// Calls the function that `script` evaluates to with the host and the entries.
    pub fn inspect(&self, script: &str) -> String {
        self.context.with(|ctx| {
            let host = self.host.clone().unwrap().restore(&ctx).unwrap();
            let entries = self.entries.clone().unwrap().restore(&ctx).unwrap();
            let inspect: Function = ctx.eval(script).catch(&ctx).unwrap();
            inspect.call((host, entries)).catch(&ctx).unwrap()
        })
    }

    /// Materialises a node and stores it in a global.
    pub fn node(&self, global: &str, node: i32, kind: i32, data: &str) {
        self.enter("materialize", |ctx, entry| {
            let made: Value = entry.call((node, kind, data)).catch(ctx).unwrap();
            ctx.globals().set(global, made).unwrap();
            0
        });
    }

    /// Starts a cell with this body (its first line is line 2) and runs all jobs.
    pub fn start(&self, body: &str) {
        self.enter("start", |ctx, entry| {
            let mut options = EvalOptions::default();
            options.strict = false;
            options.filename = Some("exec.js".into());
            let source = format!("(async()=>{{\"use strict\";\n{body}\n}})");
            let cell: Function = ctx.eval_with_options(source, options).catch(ctx).unwrap();
            entry.call::<_, ()>((cell,)).catch(ctx).unwrap();
            0
        });
        self.jobs();
    }

    pub fn jobs(&self) {
        while self.runtime.is_job_pending() {
            self.runtime
                .execute_pending_job()
                .expect("no job of the prelude throws");
        }
    }

    pub fn idle(&self) -> i32 {
        self.enter("idle", |ctx, entry| entry.call(()).catch(ctx).unwrap())
    }

    pub fn deliver(&self, id: i32, ok: bool, text: &str) {
        self.enter("deliver", |ctx, entry| {
            entry.call::<_, ()>((id, ok, text)).catch(ctx).unwrap();
            0
        });
        self.jobs();
    }

    pub fn fire(&self, id: i32) {
        self.enter("fire", |ctx, entry| {
            entry.call::<_, ()>((id,)).catch(ctx).unwrap();
            0
        });
        self.jobs();
    }

    /// Hands over the value of an expression as an error that native caught.
    pub fn uncaught(&self, expression: &str) {
        self.enter("uncaught", |ctx, entry| {
            let error: Value = ctx.eval(expression).catch(ctx).unwrap();
            entry.call::<_, ()>((error,)).catch(ctx).unwrap();
            0
        });
    }

    /// How the cell ended: 0 and its value, or 1 and its error.
    pub fn finished(&self) -> (i32, Json) {
        assert_eq!(self.idle(), 1, "the cell is not finished");
        let log = self.log.borrow();
        assert_eq!(log.finished.len(), 1, "finish is called once");
        let (kind, text) = &log.finished[0];
        let json = serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"));
        (*kind, json)
    }

    /// The value of a cell that completes without its host.
    pub fn value(&self) -> Json {
        let (kind, json) = self.finished();
        assert_eq!(kind, 0, "{json}");
        json
    }

    pub fn error(&self) -> Json {
        let (kind, json) = self.finished();
        assert_eq!(kind, 1, "{json}");
        json
    }

    pub fn emitted(&self) -> Vec<(i32, Json)> {
        self.log
            .borrow()
            .emitted
            .iter()
            .map(|(kind, text)| (*kind, serde_json::from_str(text).unwrap()))
            .collect()
    }

    /// Payloads of the requests so far.
    pub fn payloads(&self) -> Vec<Option<String>> {
        let log = self.log.borrow();
        log.requests
            .iter()
            .map(|request| request.2.clone())
            .collect()
    }
}

/// The final value of a cell with this body.
pub fn value_of(body: &str) -> Json {
    let guest = Guest::new();
    guest.start(body);
    guest.value()
}

/// The error of a cell with this body.
pub fn error_of(body: &str) -> Json {
    let guest = Guest::new();
    guest.start(body);
    guest.error()
}

/// What a cell with this body wrote.
pub fn output_of(body: &str) -> Vec<(i32, Json)> {
    let guest = Guest::new();
    guest.start(body);
    guest.value();
    guest.emitted()
}

/// The payload of the one request a cell with this body makes.
pub fn payload_of(body: &str) -> String {
    let guest = Guest::new();
    guest.start(body);
    assert_eq!(guest.idle(), 0);
    let payloads = guest.payloads();
    assert_eq!(payloads.len(), 1);
    payloads[0].clone().unwrap()
}
