//! Threads that cannot be had back. A host that does not return from `post` stands for whatever might hold
//! a worker for good.

mod support;

use std::sync::Arc;
use std::time::{Duration, Instant};

use code_mode::catalog::Catalog;
use code_mode::config;
use code_mode::error::ErrorCode;
use code_mode::run::{CatalogView, ExecRequest, Host, HostEvent, Runtime, RuntimeOptions, Scope};
use code_mode::source::Language;
use parking_lot::{Condvar, Mutex};
use serde_json::{Value, json};

/// `workers::MAX_WRITTEN_OFF`.
const MOST: usize = 8;

#[derive(Default)]
struct Holder {
    state: Mutex<State>,
    news: Condvar,
}

#[derive(Default)]
struct State {
    released: bool,
    held: usize,
    settled: Vec<Value>,
}

impl Host for Holder {
    fn post(&self, event: HostEvent) {
        let mut state = self.state.lock();
        match event {
            HostEvent::Call(_) => {
                state.held += 1;
                while !state.released {
                    self.news.wait(&mut state);
                }
                state.held -= 1;
            }
            HostEvent::Settled { result, .. } => {
                state
                    .settled
                    .push(serde_json::from_str(&result).expect("a result is JSON"));
            }
            _ => {}
        }
        self.news.notify_all();
    }
}

impl Holder {
    fn until(&self, what: &str, done: impl Fn(&State) -> bool) {
        let give_up = Instant::now() + Duration::from_secs(60);
        let mut state = self.state.lock();
        while !done(&state) {
            assert!(
                !self.news.wait_until(&mut state, give_up).timed_out(),
                "{what}"
            );
        }
    }
}

fn request(ticket: u64, code: &str) -> ExecRequest {
    let fields = json!({ "enabled": true, "timeoutMs": 100 });
    let tools = json!([{ "name": "echo", "source": "openclaw" }]).to_string();
    let catalog = Catalog::from_json(&tools).expect("a catalog");
    ExecRequest {
        ticket,
        code: code.into(),
        language: Language::JavaScript,
        catalog: Arc::new(CatalogView::new(catalog)),
        scope: Scope::default(),
        config: Arc::new(config::resolve(Some(&fields), None).expect("a configuration")),
        tool_call_id: String::new(),
        namespaces: None,
    }
}

/// Until that many threads count as stuck: a moment after their cells were answered.
fn wait_for(runtime: &Runtime, stuck: u64) {
    let give_up = Instant::now() + Duration::from_secs(60);
    loop {
        let stats: Value = serde_json::from_str(&runtime.stats_json()).expect("figures are JSON");
        if stats["stuckWorkers"] == stuck {
            return;
        }
        assert!(Instant::now() < give_up, "{stats}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn cells_of_stuck_threads_are_answered_and_with_too_many_of_them_new_ones_are_refused() {
    let holder = Arc::new(Holder::default());
    let runtime = Runtime::new(RuntimeOptions::default(), holder.clone());
    for stuck in 1..=MOST {
        runtime
            .exec(request(stuck as u64, "return await tools.echo({})"))
            .unwrap_or_else(|failure| panic!("{} stuck: {}", stuck - 1, failure.message));
        holder.until("a cell is answered on time", |state| {
            state.settled.len() == stuck
        });
    }
    for result in &holder.state.lock().settled {
        assert_eq!(result["code"], "timeout", "{result}");
    }
    wait_for(&runtime, MOST as u64);
    let refused = runtime
        .exec(request(100, "return 1"))
        .expect_err("too many threads are stuck");
    assert_eq!(refused.code, ErrorCode::RuntimeUnavailable);
    assert!(
        refused.message.contains("workers are stuck"),
        "{}",
        refused.message
    );

    // They come back after all.
    holder.state.lock().released = true;
    holder.news.notify_all();
    wait_for(&runtime, 0);
    runtime
        .exec(request(101, "return 1"))
        .expect("the runtime is available again");
    holder.until("it is answered", |state| state.settled.len() == MOST + 1);
    let last = holder.state.lock().settled.pop().expect("a result");
    assert_eq!(last["value"], 1, "{last}");
}
