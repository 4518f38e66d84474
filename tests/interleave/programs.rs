//! The programs whose cells are interleaved: every kind of object in the language, asleep.

/// How a program is meant to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// With a value.
    Well,
    /// With an error of its own.
    Badly,
}

pub struct Program {
    pub name: &'static str,
    /// Body of the cell; `me`, `ask` and `refuse` stand before it (see `cell`).
    pub source: &'static str,
    pub heap_mib: u64,
    pub ends: Ends,
}

macro_rules! program {
    ($name:literal, $heap_mib:literal, $ends:ident) => {
        Program {
            name: $name,
            source: include_str!(concat!("programs/", $name, ".js")),
            heap_mib: $heap_mib,
            ends: Ends::$ends,
        }
    };
}

pub const PROGRAMS: &[Program] = &[
    program!("arguments_objects", 16, Well),
    program!("async_generators", 16, Well),
    program!("async_state", 16, Well),
    program!("big_heap", 64, Well),
    program!("bigints", 16, Well),
    program!("classes", 16, Well),
    program!("cloned", 16, Well),
    program!("closures", 16, Well),
    program!("codecs", 16, Well),
    program!("combinators", 16, Well),
    program!("crowded", 16, Well),
    program!("data_views", 16, Well),
    program!("dates", 16, Well),
    program!("deep_calls", 16, Well),
    program!("destructuring", 16, Well),
    program!("disposables", 16, Well),
    program!("errors", 16, Well),
    program!("evaluated", 16, Well),
    program!("finalization", 16, Well),
    program!("frozen", 16, Well),
    program!("generators_finally", 16, Well),
    program!("iterator_helpers", 16, Well),
    program!("json_texts", 16, Well),
    program!("labels", 16, Well),
    program!("linked", 16, Well),
    program!("maps", 16, Well),
    program!("memory_survived", 8, Well),
    program!("microtasks", 16, Well),
    program!("nested_await", 16, Well),
    program!("numbers", 16, Well),
    program!("output", 16, Well),
    program!("properties", 16, Well),
    program!("prototypes", 16, Well),
    program!("proxies", 16, Well),
    program!("regexp_positions", 16, Well),
    program!("regexp_sets", 16, Well),
    program!("resizable_buffers", 16, Well),
    program!("ropes", 16, Well),
    program!("scope", 16, Well),
    program!("sets", 16, Well),
    program!("sorting", 16, Well),
    program!("sparse_arrays", 16, Well),
    program!("stalled", 16, Badly),
    program!("strings", 16, Well),
    program!("symbols", 16, Well),
    program!("templates", 16, Well),
    program!("thenables", 16, Well),
    program!("timers", 16, Well),
    program!("typed_arrays", 16, Well),
    program!("uncaught", 16, Badly),
    program!("uncaught_tool", 16, Badly),
    program!("unhandled", 16, Badly),
    program!("weak", 16, Well),
    program!("yields", 16, Well),
];
