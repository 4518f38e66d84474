//! Pool threads as a host sees them: events are posted on them, so what a host tries there is denied.
#![cfg(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64")
))]

mod support;

use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use code_mode::catalog::Catalog;
use code_mode::config;
use code_mode::run::{CatalogView, ExecRequest, Host, HostEvent, Runtime, RuntimeOptions, Scope};
use code_mode::source::Language;
use parking_lot::Mutex;
use serde_json::json;

/// Tries something on the thread that brings a result.
struct Prober<R>(fn() -> R, Mutex<Sender<R>>);

impl<R: Send + 'static> Host for Prober<R> {
    fn post(&self, event: HostEvent) {
        if let HostEvent::Settled { .. } = event {
            let _ = self.1.lock().send((self.0)());
        }
    }
}

fn on_a_worker<R: Send + 'static>(attempt: fn() -> R) -> R {
    let (sender, receiver) = channel();
    let runtime = Runtime::new(
        RuntimeOptions::default(),
        Arc::new(Prober(attempt, Mutex::new(sender))),
    );
    let code_mode = json!({ "enabled": true });
    runtime
        .exec(ExecRequest {
            ticket: 1,
            code: "return 1".into(),
            language: Language::JavaScript,
            catalog: Arc::new(CatalogView::new(
                Catalog::from_json("[]").expect("a catalog"),
            )),
            scope: Scope::default(),
            config: Arc::new(config::resolve(Some(&code_mode), None).expect("a configuration")),
            tool_call_id: String::new(),
            namespaces: None,
        })
        .expect("the runtime is available");
    receiver
        .recv_timeout(Duration::from_secs(60))
        .expect("the cell ends")
}

#[test]
fn a_worker_cannot_open_a_file() {
    let error = on_a_worker(|| std::fs::File::open("/etc/hostname").map(drop).err());
    assert_eq!(
        error.and_then(|error| error.raw_os_error()),
        Some(libc::EPERM)
    );
}

#[test]
fn a_worker_cannot_connect() {
    let error = on_a_worker(|| std::net::TcpStream::connect("127.0.0.1:1").map(drop).err());
    assert_eq!(
        error.and_then(|error| error.raw_os_error()),
        Some(libc::EPERM)
    );
}

#[test]
fn a_worker_cannot_start_a_program() {
    let error = on_a_worker(|| {
        std::process::Command::new("/bin/true")
            .spawn()
            .map(drop)
            .err()
    });
    assert_eq!(
        error.and_then(|error| error.raw_os_error()),
        Some(libc::EPERM)
    );
}

#[test]
fn all_workers_are_filtered_and_no_other_thread_is() {
    // Enough at once, for long enough, that workers find too few threads.
    let bench = support::Bench::config(json!({ "timeoutMs": 300 }));
    let tickets: Vec<u64> = (0..6)
        .map(|_| bench.start("for (;;);", Language::JavaScript))
        .collect();
    for ticket in tickets {
        assert_eq!(bench.result(ticket)["code"], "timeout");
    }
    let (mut workers, mut others) = (0, 0);
    for task in std::fs::read_dir("/proc/self/task")
        .expect("tasks")
        .flatten()
    {
        let read = |name: &str| std::fs::read_to_string(task.path().join(name)).unwrap_or_default();
        let (name, status) = (read("comm"), read("status"));
        let filters = status
            .lines()
            .find_map(|line| line.strip_prefix("Seccomp_filters:"))
            .map(|count| count.trim().to_owned());
        let outer = std::fs::read_to_string("/proc/self/status")
            .unwrap_or_default()
            .lines()
            .find_map(|line| line.strip_prefix("Seccomp_filters:"))
            .map(|count| count.trim().to_owned());
        let worker = name.starts_with("code-mode-") && !name.starts_with("code-mode-watch");
        if worker {
            workers += 1;
            assert_ne!(filters, outer, "{name}");
        } else {
            others += 1;
            assert_eq!(filters, outer, "{name}");
        }
    }
    assert!(workers > 2 && others > 1, "{workers} {others}");
}
