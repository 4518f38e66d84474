//! The JSON border both ways: a tool's result into the guest, a value out of it.
#![no_main]

#[path = "guest.rs"]
mod guest;

use code_mode::guest::stop::next_epoch;
use code_mode::guest::{Delivery, Finish, Ledger, Verdict, Work, wrap_program};
use libfuzzer_sys::fuzz_target;
use serde_json::{Number, Value};

use guest::{Small, with_slot};

/// What goes in as a tool's result must come out as the cell's value, and be the same JSON.
fn there_and_back(text: &str) -> Option<Result<String, String>> {
    let text = text.to_owned();
    with_slot(move |slot, block| {
        slot.reset(32 << 20);
        let (source, file) =
            wrap_program("const r = await tools.echo({}); return r", "exec.js").ok()?;
        let mut ledger = Ledger::new(4, 8 << 20);
        let work = Work::Start {
            source: &source,
            file: &file,
            globals: &[],
        };
        let verdict = slot.run(block, next_epoch(), &Small, &mut ledger, work);
        assert_eq!(verdict, Verdict::Waiting);
        let id = ledger.requests.first().map(|request| request.id)?;
        let news = [Delivery::Answer { id, ok: true, text }];
        let verdict = slot.run(
            block,
            next_epoch(),
            &Small,
            &mut ledger,
            Work::Deliver(&news),
        );
        assert!(matches!(
            verdict,
            Verdict::Finished
                | Verdict::OutOfMemory
                | Verdict::Broken(_)
                | Verdict::Waiting
                | Verdict::Stopped
        ),);
        Some(match ledger.finish? {
            Finish::Value(value) => Ok(value),
            Finish::Error(error) => Err(error),
        })
    })
}

/// The value as JavaScript has it: numbers are doubles, the last of equal keys counts.
fn as_javascript(value: &Value) -> Value {
    match value {
        Value::Number(number) => {
            let double = number.as_f64().unwrap_or(f64::NAN);
            if double == 0.0 {
                return 0.into();
            }
            Number::from_f64(double).map_or(Value::Null, |number| {
                let double = number.as_f64().unwrap_or(0.0);
                if double.fract() == 0.0 && double.abs() < 9e15 {
                    Value::from(double as i64)
                } else {
                    Value::Number(number)
                }
            })
        }
        Value::Array(items) => items.iter().map(as_javascript).collect(),
        Value::Object(fields) => {
            let mut sorted: Vec<_> = fields
                .iter()
                .map(|(key, value)| (key.clone(), as_javascript(value)))
                .collect();
            sorted.sort_by(|a, b| a.0.cmp(&b.0));
            Value::Object(sorted.into_iter().collect())
        }
        other => other.clone(),
    }
}

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let parsed: Result<Value, _> = serde_json::from_str(&text);
    let outcome = there_and_back(&text);
    match (&parsed, outcome) {
        (Ok(value), Some(Ok(back))) => {
            let back: Value = serde_json::from_str(&back).expect("a value is JSON");
            assert_eq!(as_javascript(value), as_javascript(&back), "{text:?}");
        }
        (_, Some(Ok(back))) => {
            // The engine takes what serde does not: deep nesting, lone surrogates. It is JSON all the same.
            assert!(!back.is_empty());
        }
        (_, Some(Err(error))) => {
            let _: Value = serde_json::from_str(&error).expect("an error is JSON");
        }
        (_, None) => {}
    }
});
