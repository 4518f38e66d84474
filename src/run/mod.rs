//! Stub: stands in for the engine until it is merged. Dropped on merge.
mod host;
mod view;
use crate::config::CodeModeConfig;
use crate::error::{ErrorCode, Failure};
use crate::source::Language;
pub use host::{Host, HostEvent, NestedCall};
use parking_lot::Mutex;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
pub use view::CatalogView;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scope {
    pub agent_id: Option<String>,
    pub session_id: Option<String>,
    pub session_key: Option<String>,
    pub run_id: Option<String>,
}
pub enum PendingOverflow {
    Reject,
    Queue,
}
pub enum OutputDelivery {
    Cumulative,
    Incremental,
}
pub struct RuntimeOptions {
    pub workers: Option<usize>,
    pub max_suspended_runs: usize,
    pub max_suspended_bytes: u64,
    pub inline_wait_ms: Option<u64>,
    pub pending_overflow: PendingOverflow,
    pub output_delivery: OutputDelivery,
    pub lifecycle_events: bool,
}
impl Default for RuntimeOptions {
    fn default() -> Self {
        Self {
            workers: None,
            max_suspended_runs: 1024,
            max_suspended_bytes: 256 << 20,
            inline_wait_ms: None,
            pending_overflow: PendingOverflow::Reject,
            output_delivery: OutputDelivery::Cumulative,
            lifecycle_events: false,
        }
    }
}
pub struct ExecRequest {
    pub ticket: u64,
    pub code: String,
    pub language: Language,
    pub catalog: Arc<CatalogView>,
    pub scope: Scope,
    pub config: Arc<CodeModeConfig>,
    pub tool_call_id: String,
    pub namespaces: Option<String>,
}
pub struct WaitRequest {
    pub ticket: u64,
    pub run_id: String,
    pub scope: Scope,
    pub config: Arc<CodeModeConfig>,
    pub tool_call_id: String,
}
struct Cell {
    ticket: u64,
    leg: Option<u64>,
    left: usize,
    got: Vec<String>,
    run_id: Option<String>,
}
#[derive(Default)]
struct State {
    cells: HashMap<u64, Cell>,
    calls: HashMap<u64, u64>,
    closed: bool,
}
pub struct Runtime {
    host: Arc<dyn Host>,
    state: Mutex<State>,
}
static CALLS: AtomicU64 = AtomicU64::new(0);
const TELEMETRY: &str = r#"{"visibleTools":["exec","wait"],"catalogSize":0,"sources":{"openclaw":0,"plugin":0,"mcp":0,"client":0},"execCount":1,"waitCount":0,"searchCount":0,"describeCount":0,"callCount":1,"namespaceCount":0,"calledTools":[],"limits":{},"snapshot":{"restores":0},"timing":{"transformMs":0,"guestMs":0,"hostWaitMs":0,"totalMs":0}}"#;
fn done(value: &str) -> String {
    format!(r#"{{"status":"completed","value":{value},"telemetry":{TELEMETRY}}}"#)
}
impl Runtime {
    pub fn new(_: RuntimeOptions, host: Arc<dyn Host>) -> Arc<Runtime> {
        Arc::new(Self {
            host,
            state: Mutex::default(),
        })
    }
    /// `call:ORIGIN:N:JSON` makes N calls; `park` parks; anything else answers 2.
    pub fn exec(self: &Arc<Self>, r: ExecRequest) -> Result<(), Failure> {
        if self.state.lock().closed {
            return Err(Failure::new(
                ErrorCode::Aborted,
                "code mode run was aborted.",
            ));
        }
        if r.code.starts_with("return 1") {
            self.host.post(HostEvent::Settled {
                ticket: r.ticket,
                result: done("2"),
            });
            return Ok(());
        }
        let me = self.clone();
        std::thread::spawn(move || {
            let park = r.code.starts_with("park");
            let body = r.code.trim_start_matches("park").to_owned();
            if let Some(rest) = body.strip_prefix("call:") {
                let mut p = rest.splitn(3, ':');
                let origin: u32 = p.next().and_then(|x| x.parse().ok()).unwrap_or(0);
                let n: usize = p.next().and_then(|x| x.parse().ok()).unwrap_or(1);
                let input = p.next().unwrap_or("{}").to_owned();
                let run_id = park.then(|| format!("cm_{}", uuid::Uuid::new_v4()));
                let ids: Vec<u64> = (0..n)
                    .map(|_| CALLS.fetch_add(1, Ordering::SeqCst) + 1)
                    .collect();
                {
                    let mut s = me.state.lock();
                    for id in &ids {
                        s.calls.insert(*id, r.ticket);
                    }
                    s.cells.insert(
                        r.ticket,
                        Cell {
                            ticket: r.ticket,
                            leg: (!park).then_some(r.ticket),
                            left: n,
                            got: vec![],
                            run_id: run_id.clone(),
                        },
                    );
                }
                for (i, id) in ids.into_iter().enumerate() {
                    me.host.post(HostEvent::Call(NestedCall {
                        call: id,
                        cell: r.ticket,
                        origin,
                        tool_call_id: format!("tool_search_code:x:t:{i}"),
                        input: input.clone(),
                        namespace: None,
                    }));
                }
                if let Some(run_id) = run_id {
                    me.host.post(HostEvent::Settled { ticket: r.ticket, result: format!(r#"{{"status":"waiting","runId":"{run_id}","reason":"pending_tools","telemetry":{TELEMETRY}}}"#) });
                }
            } else {
                me.host.post(HostEvent::Settled {
                    ticket: r.ticket,
                    result: done("2"),
                });
            }
        });
        Ok(())
    }
    pub fn wait(self: &Arc<Self>, r: WaitRequest) -> Result<(), Failure> {
        let mut s = self.state.lock();
        let Some(cell) = s
            .cells
            .values_mut()
            .find(|c| c.run_id.as_deref() == Some(&r.run_id))
        else {
            return Err(Failure::new(
                ErrorCode::InvalidInput,
                "code mode run is unavailable or expired.",
            ));
        };
        cell.leg = Some(r.ticket);
        let t = cell.ticket;
        self.settle(&mut s, t);
        Ok(())
    }
    fn settle(&self, s: &mut State, ticket: u64) {
        if let Some(c) = s.cells.get(&ticket)
            && c.left == 0
            && let Some(leg) = c.leg
        {
            self.host.post(HostEvent::Settled {
                ticket: leg,
                result: done(&format!("[{}]", c.got.join(","))),
            });
            self.host.post(HostEvent::Ended { cell: ticket });
            s.cells.remove(&ticket);
        }
    }
    pub fn answer(&self, call: u64, outcome: Result<String, String>) {
        let mut s = self.state.lock();
        let Some(t) = s.calls.remove(&call) else {
            return;
        };
        if let Some(c) = s.cells.get_mut(&t) {
            c.left -= 1;
            c.got.push(match outcome {
                Ok(x) | Err(x) => x,
            });
        }
        self.settle(&mut s, t);
    }
    pub fn hold_deadline(&self, _: u64) {}
    pub fn release_deadline(&self, _: u64) {}
    pub fn abort(&self, ticket: u64) {
        let mut s = self.state.lock();
        if let Some(t) = s
            .cells
            .values()
            .find(|c| c.leg == Some(ticket))
            .map(|c| c.ticket)
        {
            s.cells.remove(&t);
            self.host.post(HostEvent::Settled {
                ticket,
                result: self.failed_result(
                    &Failure::new(ErrorCode::Aborted, "code mode run was aborted."),
                    None,
                ),
            });
            self.host.post(HostEvent::Ended { cell: t });
        }
    }
    pub fn abort_cell(&self, cell: u64) {
        let leg = self.state.lock().cells.get(&cell).and_then(|c| c.leg);
        match leg {
            Some(leg) => self.abort(leg),
            None => {
                self.state.lock().cells.remove(&cell);
                self.host.post(HostEvent::Ended { cell });
            }
        }
    }
    pub fn abort_run(&self, _: &Scope) -> usize {
        0
    }
    pub fn stats_json(&self) -> String {
        "{}".into()
    }
    pub fn close(&self) {
        self.state.lock().closed = true;
        let legs: Vec<u64> = self.state.lock().cells.values().map(|c| c.ticket).collect();
        for t in legs {
            self.abort_cell(t);
        }
        self.host.post(HostEvent::Closed);
    }
    pub fn failed_result(&self, f: &Failure, _: Option<&Arc<CatalogView>>) -> String {
        let error = serde_json::to_string(&f.message).unwrap_or_default();
        format!(
            r#"{{"status":"failed","error":{error},"code":"{}","telemetry":{TELEMETRY}}}"#,
            f.code
        )
    }
}
