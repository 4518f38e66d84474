//! Search over the visible entries of one catalog.
//!
//! Owns: which text of an entry is indexed and how much of it, what a query means, and in which
//! order hits come. Does not own: limits of the guest's call, nor how hits are shown.
//!
//! A [`Search`] is built once and never changes; any number of threads may query it.

mod index;
mod parameters;
mod words;

use index::{Builder, Field, Index, QueryWord, Scope};
use words::{Kind, is_stop_word, split};

use super::definition::Source;
use super::entry::Entry;
use super::ids::head;

/// How much of a query is read, in bytes. Nobody means more than the first sentences.
const MAX_QUERY_BYTES: usize = 1024;
/// How many different words of a query count.
const MAX_QUERY_WORDS: usize = 24;
/// How much of a name, an id or a label is indexed, in bytes.
const MAX_NAME_BYTES: usize = 512;
/// How much of a description is indexed, in bytes. Longer ones are manuals, or hostile.
const MAX_DESCRIPTION_BYTES: usize = 4096;

/// The index over one catalog's visible entries.
#[derive(Debug)]
pub(super) struct Search(Index);

impl Search {
    /// Indexes the visible entries; their numbers are their places in `entries`.
    pub(super) fn build(entries: &[Entry]) -> Self {
        let mut builder = Builder::new();
        for (number, entry) in (0_u32..).zip(entries) {
            if !entry.is_visible() {
                continue;
            }
            builder.entry(number);
            builder.add(Field::Name, head(&entry.name, MAX_NAME_BYTES));
            builder.add(Field::Id, telling_part(head(&entry.id, MAX_NAME_BYTES)));
            if let Some(label) = &entry.label {
                builder.add(Field::Label, head(label, MAX_NAME_BYTES));
            }
            let description = head(&entry.description, MAX_DESCRIPTION_BYTES);
            builder.add(Field::Description, description);
            if let Some(schema) = &entry.parameters {
                parameters::names(schema, |name| builder.add(Field::Parameter, name));
            }
        }
        Self(builder.finish())
    }

    /// The `limit` best entries for these words, best first, ties by number. `skip` are left out.
    pub(super) fn best(&self, query: &Query, limit: usize, skip: &[u32]) -> Vec<u32> {
        self.0.rank(&query.words, Scope::Everything, limit, skip)
    }

    /// Like [`Search::best`], but judging only by what the entries are called.
    pub(super) fn alike(&self, query: &Query, limit: usize) -> Vec<u32> {
        self.0.rank(&query.words, Scope::Naming, limit, &[])
    }
}

/// The words of a query.
#[derive(Debug)]
pub(super) struct Query {
    words: Vec<QueryWord>,
}

impl Query {
    /// Reads a query of any length. Words that say nothing count only where there is no other.
    pub(super) fn parse(text: &str) -> Self {
        let mut words: Vec<QueryWord> = Vec::new();
        split(head(text, MAX_QUERY_BYTES), |word, kind| {
            let known = || words.iter().any(|seen| seen.0 == word);
            if kind != Kind::Tail && words.len() < MAX_QUERY_WORDS && !known() {
                words.push(QueryWord(word.to_owned()));
            }
        });
        if words.iter().any(|word| !is_stop_word(&word.0)) {
            words.retain(|word| !is_stop_word(&word.0));
        }
        // Scores are sums of floats: a fixed order makes them independent of that of the words.
        words.sort_unstable();
        Self { words }
    }

    /// Whether the text had no word at all.
    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The source whose tools are meant when the query is nothing but its name. Among other words
    /// such a name means nothing: it stands in every id of that source and is not indexed.
    pub(super) fn names_source(&self) -> Option<Source> {
        match &*self.words {
            [only] => Source::from_name(&only.0),
            _ => None,
        }
    }
}

/// The part of a wrong id that says which tool is meant: its name, without source and owner.
pub(super) fn telling_name(key: &str) -> &str {
    let mut segments = key.splitn(3, ':');
    match (segments.next(), segments.next(), segments.next()) {
        (Some(source), Some(_), Some(name)) if Source::from_name(source).is_some() => name,
        _ => key,
    }
}

/// An id without the beginning that nearly every id shares and that would make nearly every tool
/// a hit for words such as `core` and `client`.
fn telling_part(id: &str) -> &str {
    for shared in ["openclaw:core:", "openclaw:", "plugin:", "client:"] {
        if let Some(rest) = id.strip_prefix(shared) {
            return rest;
        }
    }
    id
}
