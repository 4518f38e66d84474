//! Sequences of what a host can say to a runtime: cells, waits, answers in any order, too late or to nobody,
//! holds, aborts, closing. Every `exec` and `wait` that was admitted is settled exactly once, and nothing stays.
#![no_main]

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::time::{Duration, Instant};

use code_mode::catalog::Catalog;
use code_mode::config::{self, CodeModeConfig};
use code_mode::run::{
    CatalogView, ExecRequest, Host, HostEvent, PendingOverflow, Runtime, RuntimeOptions, Scope,
    WaitRequest,
};
use code_mode::source::Language;
use libfuzzer_sys::fuzz_target;
use parking_lot::{Condvar, Mutex};
use serde_json::{Value, json};

const PROGRAMS: [&str; 14] = [
    "return 1",
    "return await tools.echo({ a: 1 })",
    "await yield_control('y'); return 2",
    "const all = await Promise.allSettled([1, 2, 3].map((n) => tools.echo({ n }))); return all.length",
    "for (;;);",
    "await new Promise((r) => setTimeout(r, 3)); return 3",
    "try { await tools.echo({}) } catch (e) { return e.message }",
    "tools.echo({}); text('x'); throw new Error('no')",
    "await yield_control(); await tools.echo({}); await yield_control(); return 4",
    "return String(7n ** 300000n).length",
    "for (let i = 0; i < 20; i++) tools.echo({ i }).catch(() => {}); await yield_control()",
    "let x: number = 1",
    "const a = []; for (;;) a.push(new Uint8Array(1 << 16))",
    "await new Promise(() => {})",
];

const ANSWERS: [Result<&str, &str>; 8] = [
    Ok(r#"{"details":1}"#),
    Ok("null"),
    Ok("[[[[1]]]]"),
    Ok(r#"{"__proto__":{"polluted":1},"toJSON":1,"then":2}"#),
    Err(r#"{"message":"no","code":"E"}"#),
    Err(r#"{"message":1}"#),
    Ok("not json"),
    Err("not json"),
];

#[derive(Default)]
struct Seen {
    /// How often each ticket was settled.
    settled: HashMap<u64, u32>,
    ended: HashMap<u64, u32>,
    runs: Vec<String>,
    calls: Vec<u64>,
    closed: u32,
}

#[derive(Default)]
struct Desk {
    seen: Mutex<Seen>,
    news: Condvar,
}

impl Host for Desk {
    fn post(&self, event: HostEvent) {
        let mut seen = self.seen.lock();
        match event {
            HostEvent::Settled { ticket, result } => {
                let result: Value = serde_json::from_str(&result).expect("a result is JSON");
                if let Some(run) = result["runId"].as_str() {
                    if result["status"] == "waiting" {
                        seen.runs.push(run.to_owned());
                    }
                }
                *seen.settled.entry(ticket).or_default() += 1;
            }
            HostEvent::Call(call) => seen.calls.push(call.call),
            HostEvent::Ended { cell } => *seen.ended.entry(cell).or_default() += 1,
            HostEvent::Closed => seen.closed += 1,
            HostEvent::Lifecycle { json } => {
                let _: Value = serde_json::from_str(&json).expect("an event is JSON");
            }
        }
        self.news.notify_all();
    }
}

fn view() -> Arc<CatalogView> {
    let tools = json!([{ "name": "echo", "source": "openclaw" }, { "name": "docs__x", "source": "mcp", "sourceName": "docs", "mcp": { "serverName": "docs", "toolName": "x" } }]);
    Arc::new(CatalogView::new(
        Catalog::from_json(&tools.to_string()).expect("a catalog"),
    ))
}

fn config(byte: u8) -> Arc<CodeModeConfig> {
    let fields = json!({ "enabled": true, "timeoutMs": 100, "memoryLimitBytes": 4 << 20, "maxPendingToolCalls": 1 + byte % 20, "snapshotTtlSeconds": 1 });
    Arc::new(config::resolve(Some(&fields), None).expect("a configuration"))
}

fuzz_target!(|data: &[u8]| {
    static TICKET: AtomicU64 = AtomicU64::new(1);
    let mut bytes = data.iter().copied();
    let first = bytes.next().unwrap_or(0);
    let desk = Arc::new(Desk::default());
    let options = RuntimeOptions {
        workers: Some(2),
        max_suspended_runs: 1 + usize::from(first >> 4),
        inline_wait_ms: (first & 1 != 0).then_some(2),
        pending_overflow: if first & 2 != 0 {
            PendingOverflow::Queue
        } else {
            PendingOverflow::Reject
        },
        lifecycle_events: first & 4 != 0,
        ..RuntimeOptions::default()
    };
    let runtime = Runtime::new(options, desk.clone());
    let (view, config) = (view(), config(first));
    let scope = Scope {
        run_id: Some("r".into()),
        ..Scope::default()
    };
    let (mut cells, mut legs) = (Vec::new(), Vec::new());
    let mut steps = 0;
    while let Some(op) = bytes.next() {
        steps += 1;
        if steps > 60 {
            break;
        }
        let argument = usize::from(bytes.next().unwrap_or(0));
        match op % 12 {
            0..=2 => {
                let ticket = TICKET.fetch_add(1, SeqCst);
                let request = ExecRequest {
                    ticket,
                    code: PROGRAMS[argument % PROGRAMS.len()].to_owned(),
                    language: if argument & 128 == 0 {
                        Language::JavaScript
                    } else {
                        Language::TypeScript
                    },
                    catalog: view.clone(),
                    scope: scope.clone(),
                    config: config.clone(),
                    tool_call_id: "c".into(),
                    namespaces: None,
                };
                if runtime.exec(request).is_ok() {
                    cells.push(ticket);
                    legs.push(ticket);
                }
            }
            3 => {
                let run = {
                    let seen = desk.seen.lock();
                    seen.runs.get(argument % seen.runs.len().max(1)).cloned()
                };
                let ticket = TICKET.fetch_add(1, SeqCst);
                let request = WaitRequest {
                    ticket,
                    run_id: run.unwrap_or_else(|| "cm_nobody".into()),
                    scope: scope.clone(),
                    config: config.clone(),
                    tool_call_id: "w".into(),
                };
                if runtime.wait(request).is_ok() {
                    legs.push(ticket);
                }
            }
            4..=6 => {
                let call = {
                    let seen = desk.seen.lock();
                    seen.calls.get(argument % seen.calls.len().max(1)).copied()
                };
                let outcome = ANSWERS[argument % ANSWERS.len()];
                // Some twice, some to nobody.
                runtime.answer(
                    call.unwrap_or(argument as u64),
                    outcome.map(str::to_owned).map_err(str::to_owned),
                );
            }
            7 => {
                if let Some(call) = desk.seen.lock().calls.last().copied() {
                    if argument & 1 == 0 {
                        runtime.hold_deadline(call);
                    }
                    runtime.release_deadline(call);
                }
            }
            8 => {
                if let Some(ticket) = legs.get(argument % legs.len().max(1)) {
                    runtime.abort(*ticket);
                }
            }
            9 => {
                if let Some(ticket) = cells.get(argument % cells.len().max(1)) {
                    runtime.abort_cell(*ticket);
                }
            }
            10 if argument < 20 => {
                runtime.abort_run(&scope);
            }
            11 if argument < 10 => runtime.close(),
            _ => std::thread::sleep(Duration::from_micros(20 * argument as u64)),
        }
    }
    runtime.close();
    let give_up = Instant::now() + Duration::from_secs(40);
    let mut seen = desk.seen.lock();
    let done = |seen: &Seen| {
        legs.iter().all(|ticket| seen.settled.contains_key(ticket))
            && cells.iter().all(|cell| seen.ended.contains_key(cell))
            && seen.closed > 0
    };
    while !done(&seen) {
        assert!(
            !desk.news.wait_until(&mut seen, give_up).timed_out(),
            "not settled: {:?}; not ended: {:?}; closed {}",
            legs.iter()
                .filter(|ticket| !seen.settled.contains_key(ticket))
                .collect::<Vec<_>>(),
            cells
                .iter()
                .filter(|cell| !seen.ended.contains_key(cell))
                .collect::<Vec<_>>(),
            seen.closed,
        );
    }
    assert!(
        seen.settled.values().all(|times| *times == 1),
        "settled twice"
    );
    assert!(seen.ended.values().all(|times| *times == 1), "ended twice");
    assert_eq!(
        seen.settled.len(),
        legs.len(),
        "settled without being asked"
    );
    drop(seen);
    let stats: Value = serde_json::from_str(&runtime.stats_json()).expect("figures are JSON");
    assert_eq!(stats["activeRuns"], 0, "{stats}");
    assert_eq!(stats["suspendedRuns"], 0, "{stats}");
    assert_eq!(stats["suspendedBytes"], 0, "{stats}");
});
