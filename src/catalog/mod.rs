//! The catalog: the tools that one agent run may use, hidden from the model.
//!
//! Owns: reading the host's definitions, ids, the compact form of an entry, lookup by id or name,
//! search, and which names `tools` has functions for. Does not own: the tools themselves (the host
//! keeps them and is told their index), the MCP namespace, declarations, nor any call.
//!
//! A [`Catalog`] is built once, on whichever thread, and never changes; it is shared by `Arc`
//! between all threads that host guests. What only some runs need (names, the search index) is
//! built by the first thread that asks, while others that ask wait for it.
//!
//! Names, descriptions and schemas come from servers that nobody here wrote, keys and queries from
//! model code: all of them are hostile.

mod definition;
mod entry;
mod ids;
mod names;
mod search;
#[cfg(test)]
mod tests;

use std::ops::Range;
use std::sync::OnceLock;

use crate::error::{ErrorCode, Failure};

pub use definition::{McpOperation, McpOrigin, Source, ToolDefinition};
pub use entry::Entry;
pub use ids::nested_tool_call_id;

use ids::head;
use names::Names;
use search::{Query, Search};

/// Most tools of one catalog.
pub const MAX_TOOLS: usize = 20_000;
/// Longest JSON text of all definitions together, in bytes.
pub const MAX_DEFINITIONS_BYTES: usize = 32 << 20;
/// How many tools a message suggests.
const MAX_SUGGESTIONS: usize = 3;
/// Longest id that a message suggests, in bytes; longer ones are not worth their place.
const MAX_SUGGESTED_BYTES: usize = 200;
/// How much of a wrong key a message repeats, in bytes.
const MAX_QUOTED_BYTES: usize = 200;

/// How many entries come from where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SourceCounts {
    pub openclaw: usize,
    pub plugin: usize,
    pub mcp: usize,
    pub client: usize,
}

/// The tools of one agent run. Entries are known by their number, which is their place in id order.
#[derive(Debug)]
pub struct Catalog {
    entries: Vec<Entry>,
    counts: SourceCounts,
    /// The visible entries' compact forms as one array, then those of the others.
    compact: String,
    /// Where in `compact` the array of visible entries ends.
    visible_end: usize,
    /// Where in `compact` each entry stands.
    places: Vec<Range<usize>>,
    names: OnceLock<Names>,
    search: OnceLock<Search>,
}

impl Catalog {
    /// Builds a catalog of these tools. The number under which the host finds a tool again
    /// ([`Entry::origin`]) is its place in `definitions`.
    pub fn build(definitions: Vec<ToolDefinition>) -> Self {
        let origins = (0..definitions.len()).collect();
        Self::assemble(origins, definitions)
    }

    /// Builds a catalog of the host's JSON array of `{ name, label?, description?, parameters?,
    /// source?, sourceName?, mcp?, id? }`. Odd elements degrade or are left out; they never spoil
    /// the others. [`Entry::origin`] counts all elements of the array, left out or not.
    ///
    /// # Errors
    ///
    /// `internal_error` when the text is no JSON array: hosts write it with `JSON.stringify`.
    /// `invalid_input` when it is too long, or has too many elements.
    pub fn from_json(text: &str) -> Result<Self, Failure> {
        check_size(0, text.len())?;
        let all = definition::read_all(text).map_err(|message| {
            Failure::new(
                ErrorCode::InternalError,
                format!("code mode catalog is no JSON array: {message}"),
            )
        })?;
        check_size(all.len(), text.len())?;
        let (origins, definitions) = all.into_iter().unzip();
        Ok(Self::assemble(origins, definitions))
    }

    fn assemble(origins: Vec<usize>, definitions: Vec<ToolDefinition>) -> Self {
        let ids = ids::assign(&definitions);
        let mut entries: Vec<Entry> = origins
            .into_iter()
            .zip(ids)
            .zip(definitions)
            .map(|((origin, id), tool)| Entry::new(origin, id, tool))
            .collect();
        entries.sort_unstable_by(|a, b| a.id.cmp(&b.id));

        let mut counts = SourceCounts::default();
        for entry in &entries {
            *match entry.source {
                Source::Openclaw => &mut counts.openclaw,
                Source::Plugin => &mut counts.plugin,
                Source::Mcp => &mut counts.mcp,
                Source::Client => &mut counts.client,
            } += 1;
        }

        let mut json = vec![b'['];
        let mut places = vec![0..0; entries.len()];
        for (place, entry) in places.iter_mut().zip(&entries) {
            if entry.is_visible() {
                if json.len() > 1 {
                    json.push(b',');
                }
                let start = json.len();
                entry.write_compact(&mut json);
                *place = start..json.len();
            }
        }
        json.push(b']');
        let visible_end = json.len();
        for (place, entry) in places.iter_mut().zip(&entries) {
            if !entry.is_visible() {
                let start = json.len();
                entry.write_compact(&mut json);
                *place = start..json.len();
            }
        }

        Self {
            entries,
            counts,
            compact: String::from_utf8(json)
                .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()),
            visible_end,
            places,
            names: OnceLock::new(),
            search: OnceLock::new(),
        }
    }

    /// How many tools there are, MCP included.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The entry with this number.
    ///
    /// # Panics
    ///
    /// On a number that no method of this catalog gave out.
    pub fn entry(&self, index: u32) -> &Entry {
        &self.entries[index as usize]
    }

    /// The entry with this number, if there is one.
    pub fn get(&self, index: u32) -> Option<&Entry> {
        self.entries.get(index as usize)
    }

    /// All entries by id, MCP included.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub fn counts(&self) -> SourceCounts {
        self.counts
    }

    /// The entry as `{ id, name, label?, description, source, sourceName? }`; `{}` for a number that
    /// no method of this catalog gave out.
    pub fn compact_json(&self, index: u32) -> &str {
        self.places
            .get(index as usize)
            .and_then(|place| self.compact.get(place.clone()))
            .unwrap_or("{}")
    }

    /// `ALL_TOOLS`: the compact forms of all entries but MCP's, as one JSON array in id order.
    pub fn all_tools_json(&self) -> &str {
        self.compact.get(..self.visible_end).unwrap_or("[]")
    }

    /// The compact entry with its `parameters`, `{}` if it has none.
    pub fn describe_json(&self, index: u32) -> String {
        let compact = self.compact_json(index);
        let parameters = self
            .get(index)
            .and_then(|entry| entry.parameters.as_deref())
            .unwrap_or("{}");
        let mut json = String::with_capacity(compact.len() + parameters.len() + 16);
        json.push_str(compact.strip_suffix('}').unwrap_or(compact));
        if json.len() > 1 {
            json.push(',');
        }
        json.push_str("\"parameters\":");
        json.push_str(parameters);
        json.push('}');
        json
    }

    /// The number of the entry with this id, MCP included.
    pub fn by_id(&self, id: &str) -> Option<u32> {
        let place = self
            .entries
            .binary_search_by(|entry| (*entry.id).cmp(id))
            .ok()?;
        u32::try_from(place).ok()
    }

    /// The visible entry that guest code means: the one with exactly this id, else the only one of
    /// this name.
    ///
    /// # Errors
    ///
    /// The complete message of the catchable error: unknown (MCP entries always are), or ambiguous.
    pub fn lookup(&self, key: &str) -> Result<u32, String> {
        if let Some(index) = self.visible_by_id(key) {
            return Ok(index);
        }
        match self.names().of(key) {
            [only] => Ok(*only),
            [] => Err(self.unknown(key)),
            _ => Err(format!(
                "Ambiguous tool name: {}; use an exact tool id.",
                quoted(key)
            )),
        }
    }

    /// The visible entries that fit the query, best first, at most `limit`.
    ///
    /// An exact id or name comes first, then relevance, ties in id order. A query without words
    /// gives everything in id order, one that fits nothing gives nothing. The first search of a
    /// catalog builds its index.
    pub fn search(&self, query: &str, limit: usize) -> Vec<u32> {
        let limit = limit.min(self.entries.len());
        let key = query.trim();
        let mut found: Vec<u32> = self.visible_by_id(key).into_iter().collect();
        for &index in self.names().of(key) {
            if !found.contains(&index) {
                found.push(index);
            }
            if found.len() >= limit {
                break;
            }
        }
        found.truncate(limit);
        if found.len() == limit {
            return found;
        }

        let query = Query::parse(query);
        if query.is_empty() {
            self.fill(&mut found, limit, |_| true);
        } else {
            let more = limit - found.len();
            let best = self.index().best(&query, more, &found);
            found.extend(best);
            if let Some(source) = query.names_source() {
                self.fill(&mut found, limit, |entry| entry.source == source);
            }
        }
        found
    }

    /// The entry that `tools.<name>(input)` calls: the only visible one of a name that is an
    /// identifier and that `tools` does not need for itself.
    pub fn convenience(&self, name: &str) -> Option<u32> {
        self.names().convenience(name)
    }

    /// All names for which there is a convenience function, and their entries, in id order.
    pub fn convenience_names(&self) -> impl Iterator<Item = (&str, u32)> {
        let names = self.names();
        (0_u32..)
            .zip(&self.entries)
            .filter_map(move |(index, entry)| {
                (names.convenience(&entry.name) == Some(index)).then_some((&*entry.name, index))
            })
    }

    fn visible_by_id(&self, id: &str) -> Option<u32> {
        self.by_id(id)
            .filter(|&index| self.entry(index).is_visible())
    }

    /// Adds visible entries in id order up to `limit`, without repeating one.
    fn fill(&self, found: &mut Vec<u32>, limit: usize, wanted: impl Fn(&Entry) -> bool) {
        let first = found.len();
        for (index, entry) in (0_u32..).zip(&self.entries) {
            if found.len() >= limit {
                return;
            }
            if entry.is_visible() && wanted(entry) && !found[..first].contains(&index) {
                found.push(index);
            }
        }
    }

    fn names(&self) -> &Names {
        self.names.get_or_init(|| Names::build(&self.entries))
    }

    fn index(&self) -> &Search {
        self.search.get_or_init(|| Search::build(&self.entries))
    }

    fn unknown(&self, key: &str) -> String {
        let suggestions = self.suggestions(key);
        let hint = if suggestions.is_empty() {
            String::new()
        } else {
            format!(" Did you mean: {}?", suggestions.join(", "))
        };
        format!(
            "Unknown tool id: {}.{hint} Use tools.search to find a tool, tools.describe to inspect \
             it, then tools.call with the exact id or name.",
            quoted(key)
        )
    }

    /// Ids of tools that are called alike.
    fn suggestions(&self, key: &str) -> Vec<&str> {
        let query = Query::parse(search::telling_name(key));
        if query.is_empty() {
            return Vec::new();
        }
        self.index()
            .alike(&query, MAX_SUGGESTIONS)
            .into_iter()
            .filter_map(|index| self.get(index))
            .map(|entry| &*entry.id)
            .filter(|id| id.len() <= MAX_SUGGESTED_BYTES)
            .collect()
    }
}

/// Whether a catalog may have that many tools, and definitions that long.
///
/// # Errors
///
/// `invalid_input`, saying how many or how long they may be.
pub fn check_size(tools: usize, bytes: usize) -> Result<(), Failure> {
    let message = if tools > MAX_TOOLS {
        format!("code mode catalog has {tools} tools; at most {MAX_TOOLS} are allowed.")
    } else if bytes > MAX_DEFINITIONS_BYTES {
        format!(
            "code mode catalog is too large: names, descriptions and schemas of its tools may take \
             {MAX_DEFINITIONS_BYTES} bytes together."
        )
    } else {
        return Ok(());
    };
    Err(Failure::new(ErrorCode::InvalidInput, message))
}

/// A key as a message repeats it.
fn quoted(key: &str) -> String {
    let shown = head(key, MAX_QUOTED_BYTES);
    if shown.len() == key.len() {
        key.to_owned()
    } else {
        format!("{shown}…")
    }
}
