//! The inverted index of one catalog, and relevance by BM25F over it.
//!
//! Built once, then only read. Everything that depends on one entry alone (how often a word stands
//! in which field, and how long the field is) is folded into one number per posting when the index
//! is built, so that a query only adds up.

use std::collections::HashMap;

use foldhash::fast::RandomState;
use rust_stemmers::{Algorithm, Stemmer};

use super::words::{Kind, is_spaceless, is_stop_word, split};

/// The parts of an entry that are searched.
#[derive(Clone, Copy, Debug)]
pub(super) enum Field {
    Name,
    Id,
    Label,
    Description,
    Parameter,
}

const FIELDS: usize = 5;
/// How much an occurrence in a field counts, in the order of [`Field`].
const WEIGHTS: [f32; FIELDS] = [5.0, 3.0, 2.0, 1.0, 0.5];
/// How much the length of a field counts against it (BM25's `b`), in the same order.
const LENGTH_PENALTIES: [f32; FIELDS] = [0.4, 0.2, 0.4, 0.6, 0.3];
/// How soon further occurrences stop to matter (BM25's `k1`).
const SATURATION: f32 = 1.2;

/// What a word of the query is worth that matches by its stem (`tickets` for `ticket`).
const STEM_MATCH: f32 = 0.9;
/// What one is worth that is merely a beginning (`tick` for `ticket`): this much …
const PREFIX_MATCH: f32 = 0.35;
/// … and this much more for the part of the word that it covers.
const PREFIX_COVERAGE: f32 = 0.35;

/// How strongly a word marks an entry.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Posting {
    entry: u32,
    /// Over all fields.
    strength: f32,
    /// Over name, id and label only.
    naming: f32,
}

/// Which of a posting's two numbers counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    Everything,
    Naming,
}

/// The index. Entries are known by the numbers the builder was given.
#[derive(Debug)]
pub(super) struct Index {
    /// All words, sorted.
    words: Words,
    /// Where each word's postings end; they begin where the last word's end.
    ends: Vec<u32>,
    postings: Vec<Posting>,
    /// All stems, sorted, and the word each belongs to.
    stems: Words,
    stem_words: Vec<u32>,
    /// One past the highest entry number.
    slots: usize,
    entries: usize,
}

/// A word of a query, as [`Index::rank`] wants it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct QueryWord(pub(super) String);

impl Index {
    /// Adds up, for every entry, what each word of the query says about it, and gives the numbers
    /// and scores of the `limit` best, best first, ties by number. `skip` are left out.
    pub(super) fn rank(
        &self,
        query: &[QueryWord],
        scope: Scope,
        limit: usize,
        skip: &[u32],
    ) -> Vec<u32> {
        let mut scores = vec![0.0_f32; self.slots];
        let mut best = vec![0.0_f32; self.slots];
        let mut touched: Vec<u32> = Vec::new();
        for word in query {
            self.matches(&word.0, |term, worth| {
                for posting in self.postings_of(term) {
                    let strength = match scope {
                        Scope::Everything => posting.strength,
                        Scope::Naming => posting.naming,
                    };
                    if strength <= 0.0 {
                        continue;
                    }
                    let value = worth * strength / (strength + SATURATION);
                    if let Some(best) = best.get_mut(posting.entry as usize) {
                        if *best == 0.0 {
                            touched.push(posting.entry);
                        }
                        *best = best.max(value);
                    }
                }
            });
            let rarity = rarity(self.entries, touched.len());
            for &entry in &touched {
                let slot = entry as usize;
                scores[slot] += rarity * best[slot];
                best[slot] = 0.0;
            }
            touched.clear();
        }
        for &entry in skip {
            if let Some(score) = scores.get_mut(entry as usize) {
                *score = 0.0;
            }
        }
        top(&scores, limit)
    }

    /// Calls `sink` with every word of the index that a word of the query stands for, and what the
    /// match is worth. A word may come twice; the better one counts.
    fn matches(&self, query: &str, mut sink: impl FnMut(usize, f32)) {
        let from = self.words.first_at_least(query);
        let mut next = from;
        if self.words.get(next) == Some(query) {
            sink(next, 1.0);
            next += 1;
        }
        if let Some(stem) = stem(&Stemmer::create(Algorithm::English), query) {
            let mut at = self.stems.first_at_least(&stem);
            while self.stems.get(at) == Some(&*stem) {
                sink(self.stem_words[at] as usize, STEM_MATCH);
                at += 1;
            }
        }
        // One Latin letter begins too many words to mean any of them.
        let mut chars = query.chars();
        let prefix = chars
            .next()
            .is_some_and(|first| is_spaceless(first) || chars.next().is_some());
        if prefix {
            while let Some(word) = self.words.get(next).filter(|word| word.starts_with(query)) {
                #[allow(clippy::cast_precision_loss, reason = "lengths of at most 64 bytes")]
                let covered = query.len() as f32 / word.len() as f32;
                sink(next, PREFIX_MATCH + PREFIX_COVERAGE * covered);
                next += 1;
            }
        }
    }

    fn postings_of(&self, word: usize) -> &[Posting] {
        let end = self.ends[word] as usize;
        let start = match word {
            0 => 0,
            _ => self.ends[word - 1] as usize,
        };
        &self.postings[start..end]
    }
}

/// BM25's inverse document frequency, in the form that is never negative.
#[allow(clippy::cast_precision_loss, reason = "counts far below 2^24")]
fn rarity(entries: usize, having: usize) -> f32 {
    let (entries, having) = (entries as f32, having as f32);
    (1.0 + (entries - having + 0.5) / (having + 0.5)).ln()
}

/// The numbers of the `limit` highest scores above zero, highest first, ties by number.
fn top(scores: &[f32], limit: usize) -> Vec<u32> {
    let better = |a: &(f32, u32), b: &(f32, u32)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
    let mut found: Vec<(f32, u32)> = (0_u32..)
        .zip(scores)
        .filter(|(_, score)| **score > 0.0)
        .map(|(entry, score)| (*score, entry))
        .collect();
    if limit == 0 {
        return Vec::new();
    }
    if found.len() > limit {
        found.select_nth_unstable_by(limit - 1, better);
        found.truncate(limit);
    }
    found.sort_unstable_by(better);
    found.into_iter().map(|(_, entry)| entry).collect()
}

/// Stems are made of English words only: lower-case ASCII letters, neither tiny nor endless.
fn stem(stemmer: &Stemmer, word: &str) -> Option<String> {
    if !(3..=32).contains(&word.len()) || !word.bytes().all(|b| b.is_ascii_lowercase()) {
        return None;
    }
    let mut stem = stemmer.stem(word).into_owned();
    // The algorithm leaves `notifi` of notify and `notif` of notification.
    if stem.len() > 3 && stem.ends_with("fi") {
        stem.pop();
    }
    Some(stem)
}

/// Many short strings in one allocation.
#[derive(Debug, Default)]
struct Words {
    text: String,
    ends: Vec<u32>,
}

impl Words {
    fn push(&mut self, word: &str) {
        self.text.push_str(word);
        self.ends
            .push(u32::try_from(self.text.len()).unwrap_or(u32::MAX));
    }

    fn get(&self, index: usize) -> Option<&str> {
        let end = *self.ends.get(index)? as usize;
        let start = match index {
            0 => 0,
            _ => self.ends[index - 1] as usize,
        };
        self.text.get(start..end)
    }

    /// The first word that is not below `word`; the words must be sorted.
    fn first_at_least(&self, word: &str) -> usize {
        let (mut low, mut high) = (0, self.ends.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if self.get(middle).is_some_and(|at| at < word) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }
}

/// Takes in the entries one after the other.
pub(super) struct Builder {
    /// Seeded by chance: tool names are not to choose their buckets.
    numbers: HashMap<Box<str>, u32, RandomState>,
    /// The last hit of each word, by its number.
    last: Vec<u32>,
    hits: Vec<Hit>,
    /// The entries so far, and how many words each field of them has.
    entries: Vec<(u32, [u16; FIELDS])>,
}

struct Hit {
    word: u32,
    /// Index into `entries`.
    entry: u32,
    counts: [u8; FIELDS],
}

impl Builder {
    pub(super) fn new() -> Self {
        Self {
            numbers: HashMap::default(),
            last: Vec::new(),
            hits: Vec::new(),
            entries: Vec::new(),
        }
    }

    /// Begins the entry with this number; numbers must rise.
    pub(super) fn entry(&mut self, number: u32) {
        self.entries.push((number, [0; FIELDS]));
    }

    /// Adds a text to a field of the entry begun last. Bounding its length is the caller's work.
    pub(super) fn add(&mut self, field: Field, text: &str) {
        let Some(entry) = self.entries.len().checked_sub(1) else {
            return;
        };
        let at = field as usize;
        let mut length = self.entries[entry].1[at];
        let number = u32::try_from(entry).unwrap_or(u32::MAX);
        split(text, |word, kind| {
            if matches!(field, Field::Description) && is_stop_word(word) {
                return;
            }
            if !matches!(kind, Kind::Compound | Kind::Tail) {
                length = length.saturating_add(1);
            }
            self.hit(word, number, at);
        });
        self.entries[entry].1[at] = length;
    }

    fn hit(&mut self, word: &str, entry: u32, field: usize) {
        let next = u32::try_from(self.hits.len()).unwrap_or(u32::MAX);
        let word = if let Some(&word) = self.numbers.get(word) {
            if let Some(hit) = self.hits.get_mut(self.last[word as usize] as usize)
                && hit.entry == entry
            {
                hit.counts[field] = hit.counts[field].saturating_add(1);
                return;
            }
            self.last[word as usize] = next;
            word
        } else {
            let number = u32::try_from(self.last.len()).unwrap_or(u32::MAX);
            self.numbers.insert(word.into(), number);
            self.last.push(next);
            number
        };
        let mut counts = [0; FIELDS];
        counts[field] = 1;
        self.hits.push(Hit {
            word,
            entry,
            counts,
        });
    }

    pub(super) fn finish(self) -> Index {
        let norms = norms(&self.entries);

        let mut sorted: Vec<(&str, u32)> = self
            .numbers
            .iter()
            .map(|(word, &number)| (&**word, number))
            .collect();
        sorted.sort_unstable();

        // Counting sort of the hits by word; within a word they stay in the order of the entries.
        let mut place = vec![0_u32; sorted.len()];
        let mut counts = vec![0_u32; sorted.len()];
        for hit in &self.hits {
            counts[hit.word as usize] += 1;
        }
        let mut words = Words::default();
        let mut ends = Vec::with_capacity(sorted.len());
        let mut total = 0;
        for &(word, number) in &sorted {
            words.push(word);
            place[number as usize] = total;
            total += counts[number as usize];
            ends.push(total);
        }
        let mut postings = vec![
            Posting {
                entry: 0,
                strength: 0.0,
                naming: 0.0
            };
            self.hits.len()
        ];
        for hit in &self.hits {
            let slot = &mut place[hit.word as usize];
            let entry = hit.entry as usize;
            postings[*slot as usize] = posting(self.entries[entry].0, &hit.counts, &norms[entry]);
            *slot += 1;
        }

        let stemmer = Stemmer::create(Algorithm::English);
        let mut stemmed: Vec<(String, u32)> = (0_u32..)
            .zip(&sorted)
            .filter_map(|(at, (word, _))| Some((stem(&stemmer, word)?, at)))
            .collect();
        stemmed.sort_unstable();
        let mut stems = Words::default();
        for (stem, _) in &stemmed {
            stems.push(stem);
        }

        Index {
            words,
            ends,
            postings,
            stems,
            stem_words: stemmed.into_iter().map(|(_, word)| word).collect(),
            slots: self.entries.last().map_or(0, |last| last.0 as usize + 1),
            entries: self.entries.len(),
        }
    }
}

fn posting(entry: u32, counts: &[u8; FIELDS], norms: &[f32; FIELDS]) -> Posting {
    let mut strength = 0.0;
    let mut naming = 0.0;
    for (at, norm) in norms.iter().enumerate() {
        let value = f32::from(counts[at]) * norm;
        strength += value;
        if at <= Field::Label as usize {
            naming += value;
        }
    }
    Posting {
        entry,
        strength,
        naming,
    }
}

/// What one occurrence in each field of each entry counts: the field's weight, less for a field
/// that is longer than it usually is.
#[allow(clippy::cast_precision_loss, reason = "counts far below 2^24")]
fn norms(entries: &[(u32, [u16; FIELDS])]) -> Vec<[f32; FIELDS]> {
    let mut average = [0.0_f32; FIELDS];
    for (at, average) in average.iter_mut().enumerate() {
        let total: u64 = entries
            .iter()
            .map(|(_, lengths)| u64::from(lengths[at]))
            .sum();
        *average = (total as f32 / entries.len().max(1) as f32).max(1.0);
    }
    entries
        .iter()
        .map(|(_, lengths)| {
            std::array::from_fn(|at| {
                let penalty = LENGTH_PENALTIES[at];
                let relative = f32::from(lengths[at]) / average[at];
                WEIGHTS[at] / (1.0 - penalty + penalty * relative)
            })
        })
        .collect()
}
