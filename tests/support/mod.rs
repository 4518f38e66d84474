//! A host without Node: tools are Rust closures, results are parsed JSON.
#![allow(dead_code)]

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::sync::{Arc, OnceLock, mpsc};
use std::time::{Duration, Instant};

use code_mode::catalog::Catalog;
use code_mode::config::{self, CodeModeConfig};
use code_mode::run::{
    CatalogView, ExecRequest, Host, HostEvent, NestedCall, Runtime, RuntimeOptions, Scope,
    WaitRequest,
};
use code_mode::source::Language;
use parking_lot::{Condvar, Mutex};
use serde_json::{Value, json};

/// What a tool of a test does with a call.
pub enum Reply {
    Now(Result<Value, Value>),
    /// The test answers later, through [`Bench::held`].
    Hold,
}

type Tool = Box<dyn Fn(&str, &Value) -> Reply + Send + Sync>;

/// The far side of the bridge, with a thread of its own that answers.
pub struct Bench {
    pub runtime: Arc<Runtime>,
    shared: Arc<Shared>,
    pub view: Arc<CatalogView>,
    pub config: Arc<CodeModeConfig>,
    pub scope: Scope,
}

struct Shared {
    state: Mutex<State>,
    news: Condvar,
    calls: Mutex<mpsc::Sender<NestedCall>>,
}

#[derive(Default)]
struct State {
    settled: HashMap<u64, (Value, Instant)>,
    held: Vec<NestedCall>,
    seen: Vec<NestedCall>,
    ended: Vec<u64>,
    closed: usize,
    /// Calls that the host works on now, and the most there ever were.
    open_calls: usize,
    most_open_calls: usize,
}

impl Host for Shared {
    fn post(&self, event: HostEvent) {
        match event {
            HostEvent::Call(call) => {
                {
                    let mut state = self.state.lock();
                    state.seen.push(call.clone());
                    state.open_calls += 1;
                    state.most_open_calls = state.most_open_calls.max(state.open_calls);
                }
                let _ = self.calls.lock().send(call);
            }
            HostEvent::Settled { ticket, result } => {
                let value =
                    serde_json::from_str(&result).unwrap_or_else(|e| panic!("{e}: {result}"));
                self.state
                    .lock()
                    .settled
                    .insert(ticket, (value, Instant::now()));
            }
            HostEvent::Ended { cell } => self.state.lock().ended.push(cell),
            HostEvent::Closed => self.state.lock().closed += 1,
            HostEvent::Lifecycle { .. } => {}
        }
        self.news.notify_all();
    }
}

static TICKET: AtomicU64 = AtomicU64::new(1);

/// `echo` answers its input, `fail` rejects, `hold` waits for the test.
pub fn default_tools() -> Vec<Value> {
    let tool = |name: &str| json!({ "name": name, "description": format!("The {name} tool."), "source": "openclaw" });
    let mcp = json!({ "name": "docs__create_page", "description": "Create a page.", "source": "mcp", "sourceName": "docs",
        "mcp": { "serverName": "docs", "toolName": "create_page" },
        "parameters": { "type": "object", "required": ["title"], "properties": { "title": { "type": "string" }, "draft": { "type": "boolean", "default": true } } } });
    vec![tool("echo"), tool("fail"), tool("hold"), mcp]
}

fn answer_default(name: &str, input: &Value) -> Reply {
    match name {
        "fail" => Reply::Now(Err(
            json!({ "message": input["message"].as_str().unwrap_or("it failed"), "code": "E_FAIL" }),
        )),
        "hold" => Reply::Hold,
        _ => Reply::Now(Ok(
            json!({ "content": [{ "type": "text", "text": input.to_string() }], "details": input }),
        )),
    }
}

impl Bench {
    pub fn new() -> Bench {
        Self::with(json!({}), RuntimeOptions::default())
    }

    pub fn config(code_mode: Value) -> Bench {
        Self::with(code_mode, RuntimeOptions::default())
    }

    pub fn with(code_mode: Value, options: RuntimeOptions) -> Bench {
        Self::full(
            code_mode,
            options,
            default_tools(),
            Box::new(answer_default),
        )
    }

    pub fn full(
        mut code_mode: Value,
        options: RuntimeOptions,
        tools: Vec<Value>,
        tool: Tool,
    ) -> Bench {
        code_mode["enabled"] = true.into();
        let config =
            Arc::new(config::resolve(Some(&code_mode), None).expect("a valid configuration"));
        let names: Vec<String> = tools
            .iter()
            .map(|t| t["name"].as_str().unwrap_or("").to_owned())
            .collect();
        let catalog = Catalog::from_json(&Value::from(tools).to_string()).expect("a valid catalog");
        let (sender, calls) = mpsc::channel::<NestedCall>();
        let shared = Arc::new(Shared {
            state: Mutex::default(),
            news: Condvar::new(),
            calls: Mutex::new(sender),
        });
        let runtime = Runtime::new(options, shared.clone());
        std::thread::spawn({
            let (runtime, shared) = (Arc::downgrade(&runtime), shared.clone());
            move || {
                while let Ok(call) = calls.recv() {
                    let input: Value = serde_json::from_str(&call.input).expect("input is JSON");
                    match tool(&names[call.origin as usize], &input) {
                        Reply::Now(outcome) => {
                            let Some(runtime) = runtime.upgrade() else {
                                return;
                            };
                            shared.state.lock().open_calls -= 1;
                            runtime.answer(
                                call.call,
                                outcome.map(|v| v.to_string()).map_err(|v| v.to_string()),
                            );
                        }
                        Reply::Hold => {
                            shared.state.lock().held.push(call);
                            shared.news.notify_all();
                        }
                    }
                }
            }
        });
        let scope = Scope {
            run_id: Some("run-1".into()),
            session_id: Some("s".into()),
            ..Scope::default()
        };
        Bench {
            runtime,
            shared,
            view: Arc::new(CatalogView::new(catalog)),
            config,
            scope,
        }
    }

    pub fn start(&self, code: &str, language: Language) -> u64 {
        self.try_start_in(code, language)
            .expect("the runtime is available")
    }

    /// `start` of JavaScript that may be refused.
    pub fn try_start(&self, code: &str) -> Result<u64, code_mode::error::Failure> {
        self.try_start_in(code, Language::JavaScript)
    }

    fn try_start_in(
        &self,
        code: &str,
        language: Language,
    ) -> Result<u64, code_mode::error::Failure> {
        let ticket = TICKET.fetch_add(1, SeqCst);
        self.runtime.exec(ExecRequest {
            ticket,
            code: code.to_owned(),
            language,
            catalog: self.view.clone(),
            scope: self.scope.clone(),
            config: self.config.clone(),
            tool_call_id: "call-1".into(),
            namespaces: None,
        })?;
        Ok(ticket)
    }

    /// The result with this ticket.
    pub fn result(&self, ticket: u64) -> Value {
        self.result_at(ticket).0
    }

    /// The result with this ticket and when it came.
    pub fn result_at(&self, ticket: u64) -> (Value, Instant) {
        let give_up = Instant::now() + Duration::from_secs(90);
        let mut state = self.shared.state.lock();
        loop {
            if let Some(result) = state.settled.remove(&ticket) {
                return result;
            }
            assert!(
                !self.shared.news.wait_until(&mut state, give_up).timed_out(),
                "no result for {ticket}"
            );
        }
    }

    pub fn exec(&self, code: &str) -> Value {
        let ticket = self.start(code, Language::JavaScript);
        self.result(ticket)
    }

    pub fn exec_ts(&self, code: &str) -> Value {
        let ticket = self.start(code, Language::TypeScript);
        self.result(ticket)
    }

    /// The value of a cell that must complete.
    pub fn value(&self, code: &str) -> Value {
        let result = self.exec(code);
        assert_eq!(result["status"], "completed", "{result}");
        result["value"].clone()
    }

    pub fn start_wait(&self, run_id: &str) -> Result<u64, code_mode::error::Failure> {
        self.start_wait_as(run_id, &self.scope)
    }

    pub fn start_wait_as(
        &self,
        run_id: &str,
        scope: &Scope,
    ) -> Result<u64, code_mode::error::Failure> {
        let ticket = TICKET.fetch_add(1, SeqCst);
        self.runtime.wait(WaitRequest {
            ticket,
            run_id: run_id.to_owned(),
            scope: scope.clone(),
            config: self.config.clone(),
            tool_call_id: "wait-1".into(),
        })?;
        Ok(ticket)
    }

    pub fn wait(&self, run_id: &str) -> Value {
        let ticket = self.start_wait(run_id).expect("the wait is admitted");
        self.result(ticket)
    }

    /// The next call that a tool holds.
    pub fn held(&self) -> NestedCall {
        let give_up = Instant::now() + Duration::from_secs(60);
        let mut state = self.shared.state.lock();
        loop {
            if !state.held.is_empty() {
                return state.held.remove(0);
            }
            assert!(
                !self.shared.news.wait_until(&mut state, give_up).timed_out(),
                "no call is held"
            );
        }
    }

    pub fn seen(&self) -> Vec<NestedCall> {
        self.shared.state.lock().seen.clone()
    }

    pub fn ended(&self, cell: u64) -> bool {
        self.shared.state.lock().ended.contains(&cell)
    }

    pub fn until(&self, what: &str, condition: impl Fn(&Bench) -> bool) {
        let give_up = Instant::now() + Duration::from_secs(30);
        while !condition(self) {
            assert!(Instant::now() < give_up, "never came true: {what}");
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    pub fn closed(&self) -> bool {
        self.closed_count() > 0
    }

    /// How often the host was told that the runtime is closed.
    pub fn closed_count(&self) -> usize {
        self.shared.state.lock().closed
    }

    /// How often the host was told that this cell is over.
    pub fn ended_count(&self, cell: u64) -> usize {
        let state = self.shared.state.lock();
        state.ended.iter().filter(|ended| **ended == cell).count()
    }

    /// The most calls that the host worked on at once.
    pub fn most_open_calls(&self) -> usize {
        self.shared.state.lock().most_open_calls
    }

    /// Whether the result with this ticket has come.
    pub fn has_result(&self, ticket: u64) -> bool {
        self.shared.state.lock().settled.contains_key(&ticket)
    }

    /// Answers a held call with this value as `details`.
    pub fn answer(&self, call: &NestedCall, details: Value) {
        self.shared.state.lock().open_calls -= 1;
        let text = json!({ "details": details }).to_string();
        self.runtime.answer(call.call, Ok(text));
    }

    /// `exec` that must end in `waiting`: its run id, and the whole result.
    pub fn exec_waiting(&self, code: &str) -> (String, Value) {
        let result = self.exec(code);
        assert_eq!(result["status"], "waiting", "{result}");
        let run_id = result["runId"].as_str().expect("a run id").to_owned();
        (run_id, result)
    }

    /// What the counters of ends add up to.
    pub fn ends(&self) -> u64 {
        let stats = self.stats();
        ["completed", "failed", "timedOut", "aborted", "expired"]
            .iter()
            .map(|name| stats[*name].as_u64().expect("a number"))
            .sum()
    }

    /// Waits until every cell has ended, and checks that each was counted once.
    pub fn assert_everything_ended(&self) {
        self.until("all cells end", |bench| {
            let stats = bench.stats();
            stats["activeRuns"] == 0 && stats["suspendedRuns"] == 0
        });
        let stats = self.stats();
        assert_eq!(
            self.ends(),
            stats["execCount"].as_u64().expect("a number"),
            "{stats}"
        );
        assert_eq!(stats["suspendedBytes"], 0, "{stats}");
    }

    pub fn stats(&self) -> Value {
        serde_json::from_str(&self.runtime.stats_json()).expect("stats are JSON")
    }
}

/// One bench for tests that need nothing special.
pub fn common() -> &'static Bench {
    static BENCH: OnceLock<Bench> = OnceLock::new();
    BENCH.get_or_init(Bench::new)
}

/// Resident memory of this process, in bytes; 0 where the system does not say.
pub fn resident_bytes() -> usize {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = text.split(' ').nth(1).and_then(|n| n.parse::<usize>().ok());
    pages.unwrap_or(0) * 4096
}

/// Small random numbers from a fixed seed.
pub struct Dice(pub u64);

impl Dice {
    /// Below `sides`.
    pub fn roll(&mut self, sides: usize) -> usize {
        // xorshift64*
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize) % sides
    }
}
