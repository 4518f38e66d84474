//! Scope objects when the guest has no memory left for them.

use super::super::frame::ChildKind;
use super::super::slot::NODE_TOOLS;
use super::*;

/// `tools` with three short names and one that takes much of the guest's memory.
struct Wide;

const LONG: usize = 1 << 20;

fn names() -> [String; 4] {
    [
        "before".into(),
        "n".repeat(LONG),
        "between".into(),
        "ünï".into(),
    ]
}

impl World for Wide {
    fn query(&self, _kind: i32, _target: &str, _args: &str) -> Result<String, String> {
        Err("nothing is here".into())
    }

    fn child(&self, node: u32, wanted: &str) -> Option<Child> {
        let k = names().iter().position(|name| name == wanted)?;
        (node == NODE_TOOLS).then(|| Child {
            node: 1000 + k as u32,
            kind: ChildKind::Json(k.to_string()),
        })
    }

    fn names(&self, node: u32) -> Vec<String> {
        if node == NODE_TOOLS {
            names().into()
        } else {
            Vec::new()
        }
    }
}

/// The value of a cell that finds all but `left` KiB of its memory taken.
fn value_short_of_memory(body: &str, left: usize) -> String {
    // The engine makes built-in functions when they are first used: these must exist before that.
    let body = format!(
        "const all = [Reflect.ownKeys({{}}), Object.keys({{}})], hoard = []; let take = 0;
        const long = (c) => c.repeat({LONG}); long('');
        try {{ for (;;) hoard.push(new Uint8Array(65536)); }} catch {{}}
        for (let k = 0; k < {left} / 64; k++) hoard.pop();
        {body}"
    );
    Bench::with(move |mut bench| {
        let (source, file) = wrap_program(&body, "exec.js").expect("the name holds no NUL");
        bench.slot.reset(8 << 20);
        bench.ledger = Ledger::new(1, 4096);
        let work = Work::Start {
            source: &source,
            file: &file,
            globals: &[],
        };
        let epoch = stop::next_epoch();
        let verdict = bench
            .slot
            .run(bench.block, epoch, &Wide, &mut bench.ledger, work);
        assert_eq!(verdict, Verdict::Finished);
        bench.value()
    })
}

const KEYS: &str = "let keys; try { keys = Reflect.ownKeys(tools).map((key) => typeof key + key.length); } catch (error) { keys = String(error); } return keys";

#[test]
fn keys_that_do_not_fit_into_memory_are_refused() {
    assert_eq!(
        value_short_of_memory(KEYS, 512),
        r#""InternalError: out of memory""#
    );
}

#[test]
fn keys_that_do_fit_are_given() {
    assert_eq!(
        value_short_of_memory(KEYS, 4096),
        r#"["string6","string1048576","string7","string3"]"#
    );
}

/// Looking a name up takes a copy of it as UTF-8.
const LOOK_UP: &str = "const key = long('ü'), other = long('n');
        while (hoard.length < leave) try { hoard.push(new Uint8Array(65536)); } catch { break; }
        let found; try { found = [tools[key], tools[other], key in tools]; } catch (error) { found = String(error); } return found";

#[test]
fn a_name_that_does_not_fit_into_memory_is_not_called_unknown() {
    let body = LOOK_UP.replace("leave", "Infinity");
    assert_eq!(
        value_short_of_memory(&body, 4096),
        r#""InternalError: out of memory""#
    );
}

#[test]
fn a_name_that_does_fit_is_looked_up() {
    let body = LOOK_UP.replace("leave", "0");
    assert_eq!(value_short_of_memory(&body, 6144), "[null,1,false]");
}

#[test]
fn names_beyond_ascii_are_not_taken_for_others() {
    // The bytes of "ünï", each as a character: a key that the guest made itself.
    let body = "const own = { '\\u00c3\\u00bcn\\u00c3\\u00af': 1 }; return [Reflect.ownKeys(tools)[3], tools['ünï'], own]";
    assert_eq!(
        value_short_of_memory(body, 6144),
        r#"["ünï",3,{"Ã¼nÃ¯":1}]"#
    );
}
