//! The core without Node: medians of what one cell costs. `cargo bench --bench core`.

#[path = "../tests/support/mod.rs"]
mod support;

use std::time::Instant;

use serde_json::json;
use support::Bench;

fn measure(what: &str, times: usize, mut once: impl FnMut()) {
    for _ in 0..times / 5 {
        once();
    }
    let mut micros: Vec<f64> = (0..times)
        .map(|_| {
            let began = Instant::now();
            once();
            began.elapsed().as_nanos() as f64 / 1000.0
        })
        .collect();
    micros.sort_by(f64::total_cmp);
    let at = |share: f64| micros[((micros.len() - 1) as f64 * share) as usize];
    println!(
        "{what:<44} median {:>9.1} µs   p95 {:>9.1} µs",
        at(0.5),
        at(0.95)
    );
}

fn main() {
    let bench = Bench::new();
    println!("{}", bench.exec("return 1+1"));
    measure("exec: return 1+1", 5000, || {
        bench.value("return 1+1");
    });
    measure("exec: one nested call", 3000, || {
        bench.value("return await tools.echo({})");
    });
    measure("exec: 16 calls in parallel", 1000, || {
        bench.value("return (await Promise.all(Array.from({ length: 16 }, (_, i) => tools.echo({ i })))).length");
    });
    measure("exec: 100 calls in sequence", 200, || {
        bench.value(
            "let n = 0; for (let i = 0; i < 100; i++) { await tools.echo({ i }); n++ } return n",
        );
    });
    let mut parked = Vec::new();
    measure("yield: exec leg", 1000, || {
        let waiting = bench.exec("const r = await yield_control('x'); return r");
        parked.push(
            waiting["runId"]
                .as_str()
                .unwrap_or_else(|| panic!("{waiting}"))
                .to_owned(),
        );
    });
    measure("yield: wait leg, guest elsewhere", 800, || {
        let run_id = parked.remove(0);
        bench.wait(&run_id);
    });
    println!("{}", bench.stats());
    let many: Vec<_> = (0..5000).map(|i| json!({ "name": format!("tool_{i}"), "description": "does things", "source": "openclaw" })).collect();
    let wide = Bench::full(
        json!({}),
        Default::default(),
        many,
        Box::new(|_, _| support::Reply::Hold),
    );
    measure("exec with 5,000 tools", 2000, || {
        wide.exec("return 1+1");
    });
    measure("search among 5,000 tools", 500, || {
        wide.exec("return (await tools.search('tool 4711')).length");
    });
}
