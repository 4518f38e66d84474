//! Which entry a name stands for, among those the guest can see.

use std::collections::HashMap;
use std::sync::Arc;

use super::entry::Entry;

/// Names that `tools` has for itself, and keys that no object of the guest may be given: with a `then`
/// it would be a promise to the language, and `await tools` a call.
const RESERVED: [&str; 8] = [
    "search",
    "describe",
    "call",
    "callValue",
    "__proto__",
    "constructor",
    "prototype",
    "then",
];

/// The visible entries by name.
#[derive(Debug)]
pub(super) struct Names {
    by_name: HashMap<Arc<str>, Vec<u32>>,
    /// Length of the longest name, so that a longer key is never hashed.
    longest: usize,
}

impl Names {
    pub(super) fn build(entries: &[Entry]) -> Self {
        let mut by_name: HashMap<Arc<str>, Vec<u32>> = HashMap::with_capacity(entries.len());
        let mut longest = 0;
        for (number, entry) in (0_u32..).zip(entries) {
            if entry.is_visible() {
                longest = longest.max(entry.name.len());
                by_name
                    .entry(Arc::clone(&entry.name))
                    .or_default()
                    .push(number);
            }
        }
        Self { by_name, longest }
    }

    /// All visible entries of this name, in id order.
    pub(super) fn of(&self, name: &str) -> &[u32] {
        if name.len() > self.longest {
            return &[];
        }
        self.by_name.get(name).map_or(&[], Vec::as_slice)
    }

    /// The entry that `tools.<name>` calls.
    pub(super) fn convenience(&self, name: &str) -> Option<u32> {
        match self.of(name) {
            [only] if is_convenient(name) => Some(*only),
            _ => None,
        }
    }
}

/// Whether a name can be a property of `tools`.
pub(super) fn is_convenient(name: &str) -> bool {
    let mut bytes = name.bytes();
    let first = bytes
        .next()
        .is_some_and(|b| b.is_ascii_alphabetic() || b == b'_' || b == b'$');
    first
        && bytes.all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'$')
        && !RESERVED.contains(&name)
}
