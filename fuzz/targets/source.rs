//! Cell text of both languages, as it is prepared for the engine.
#![no_main]

use code_mode::source::{self, Language, MAX_SOURCE_BYTES};
use libfuzzer_sys::fuzz_target;

/// Longest message about a refused cell.
const MAX_MESSAGE: usize = 16 << 10;

/// The fuzzer ends the process at any panic. One that `prepare` catches is no fault of it, and is reported as a
/// failed cell: put the ordinary hook back, an assertion here ends the process all the same.
fn bear_panics_that_are_caught() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| std::panic::set_hook(Box::new(|panic| eprintln!("{panic}"))));
}

fuzz_target!(|data: &[u8]| {
    bear_panics_that_are_caught();
    let Some((first, rest)) = data.split_first() else {
        return;
    };
    let language = if first & 1 == 0 {
        Language::JavaScript
    } else {
        Language::TypeScript
    };
    let code = String::from_utf8_lossy(rest);
    match source::prepare(&code, language) {
        Ok(program) => {
            assert!(program.body.len() <= 4 * MAX_SOURCE_BYTES);
            if language == Language::JavaScript {
                let plain = code.replace("\r\n", "\n").replace('\r', "\n");
                let body = program.body.replace("\r\n", "\n");
                assert_eq!(body, plain, "JavaScript is left as it is");
            } else {
                // Positions in errors are those of the cell's own text.
                let lines = |text: &str| text.matches('\n').count();
                assert!(
                    lines(&program.body) >= lines(&code),
                    "lines stay where they are"
                );
                // What came out is JavaScript, to our own parser too.
                if let Err(failure) = source::prepare(&program.body, Language::JavaScript) {
                    let known = failure.message.contains("module access")
                        || failure.message.contains("nested too deeply")
                        || failure.message.contains("too long")
                        || failure.message.contains("shell");
                    assert!(
                        known,
                        "not JavaScript: {} of {code:?}: {}",
                        program.body, failure.message
                    );
                }
            }
        }
        Err(failure) => assert!(failure.message.len() <= MAX_MESSAGE),
    }
});
