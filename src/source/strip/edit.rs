//! A list of edits to the cell's text, and the text they give.
//!
//! Owns: the promise that edits keep every line, and every column that they can. Erased text becomes
//! spaces, one per UTF-16 unit. New text takes the room of the text it replaces; what does not fit pushes
//! the rest of its line to the right, until erased text further on gives the room back. Pure; any thread.

use crate::source::places::{Notes, Places};
use crate::source::position::is_line_terminator;

/// Edits of one text, in any order. Offsets are bytes; ranges end at character borders.
#[derive(Default)]
pub struct Edits {
    blanks: Vec<(usize, usize)>,
    /// Characters that take the place of one character each.
    puts: Vec<(usize, char)>,
    /// New text before a byte; several at one place stand in the order they came.
    inserts: Vec<(usize, String)>,
    /// Ends of statements that have no semicolon of their own.
    open_ends: Vec<usize>,
}

impl Edits {
    pub fn is_empty(&self) -> bool {
        self.blanks.is_empty() && self.puts.is_empty() && self.inserts.is_empty()
    }

    /// Erases the range.
    pub fn blank(&mut self, lo: usize, hi: usize) {
        if lo < hi {
            self.blanks.push((lo, hi));
        }
    }

    /// Replaces the character at the offset.
    pub fn put(&mut self, at: usize, character: char) {
        self.puts.push((at, character));
    }

    /// Adds text before the offset.
    pub fn insert(&mut self, at: usize, text: impl Into<String>) {
        self.inserts.push((at, text.into()));
    }

    /// Erases the range and writes the text in its room.
    pub fn replace(&mut self, lo: usize, hi: usize, text: impl Into<String>) {
        self.insert(lo, text);
        self.blank(lo, hi);
    }

    /// Says that a statement ends here without a semicolon. If its last words are erased, what follows on
    /// the next line could go on with it, so it gets one.
    pub fn open_end(&mut self, at: usize) {
        self.open_ends.push(at);
    }

    /// The edited text, and where its parts stand in `code`, whose lines end in LF (with or without CR).
    pub fn render(mut self, code: &str) -> (String, Places) {
        let blanks = self.merged_blanks();
        self.close_ends(&blanks);
        self.puts.sort_by_key(|&(at, _)| at);
        self.inserts.sort_by_key(|&(at, _)| at);
        let added: usize = self.inserts.iter().map(|(_, text)| text.len()).sum();
        let mut out = Writer {
            text: String::with_capacity(code.len() + added),
            debt: 0,
            notes: Notes::new(),
        };
        let mut inserts = self.inserts.iter().peekable();
        let mut puts = self.puts.iter().peekable();
        let mut blanks = blanks.iter().peekable();
        for (at, character) in code.char_indices() {
            while let Some((_, text)) = inserts.next_if(|(place, _)| *place <= at) {
                out.insert(text, at);
            }
            while blanks.next_if(|&&(_, hi)| hi <= at).is_some() {}
            let erased = blanks.peek().is_some_and(|&&(lo, _)| lo <= at);
            let mut put = None;
            while let Some(&(_, replacement)) = puts.next_if(|&&(place, _)| place <= at) {
                put = Some(replacement);
            }
            out.character(at, character, erased, put);
        }
        for (_, text) in inserts {
            out.insert(text, code.len());
        }
        (out.text, out.notes.finish())
    }

    fn merged_blanks(&mut self) -> Vec<(usize, usize)> {
        self.blanks.sort_unstable();
        let mut merged: Vec<(usize, usize)> = Vec::with_capacity(self.blanks.len());
        for &(lo, hi) in &self.blanks {
            match merged.last_mut() {
                Some(last) if lo <= last.1 => last.1 = last.1.max(hi),
                _ => merged.push((lo, hi)),
            }
        }
        merged
    }

    fn close_ends(&mut self, blanks: &[(usize, usize)]) {
        for &end in &self.open_ends {
            let found = blanks.binary_search_by(|&(_, hi)| hi.cmp(&end));
            if let Some(&(lo, _)) = found.ok().and_then(|index| blanks.get(index)) {
                self.puts.push((lo, ';'));
            }
        }
    }
}

struct Writer {
    text: String,
    /// Columns by which the rest of the line stands too far right.
    debt: usize,
    notes: Notes,
}

impl Writer {
    fn insert(&mut self, text: &str, at: usize) {
        self.notes.added(self.text.len(), at);
        self.text.push_str(text);
        self.debt += text.chars().map(char::len_utf16).sum::<usize>();
    }

    fn character(&mut self, at: usize, character: char, erased: bool, put: Option<char>) {
        if is_line_terminator(character) && put.is_none() {
            self.text.push(character);
            self.debt = 0;
            if character == '\n' {
                self.notes.new_line(self.text.len(), at + 1);
            }
            return;
        }
        let width = character.len_utf16();
        if let Some(replacement) = put {
            self.notes.kept(self.text.len(), at);
            self.text.push(replacement);
            self.spaces(width - 1);
        } else if erased {
            self.spaces(width);
        } else {
            self.notes.kept(self.text.len(), at);
            self.text.push(character);
        }
    }

    fn spaces(&mut self, count: usize) {
        for _ in 0..count {
            // A space that separates two words stays.
            let needless = self.text.ends_with(|last: char| {
                last.is_whitespace()
                    || matches!(last, ';' | ',' | '(' | ')' | '{' | '}' | '[' | ']' | '"')
            });
            if self.debt > 0 && needless {
                self.debt -= 1;
            } else {
                self.text.push(' ');
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(code: &str, edit: impl FnOnce(&mut Edits)) -> String {
        let mut edits = Edits::default();
        edit(&mut edits);
        edits.render(code).0
    }

    #[test]
    fn erased_text_keeps_lines_and_utf16_width() {
        let out = edited("a:\u{1F600}é\r\n\u{2028}x;", |e| e.blank(1, 12));
        assert_eq!(out, "a    \r\n\u{2028}x;");
    }

    #[test]
    fn overlapping_blanks_are_one() {
        let out = edited("abcdef", |e| {
            e.blank(3, 5);
            e.blank(1, 4);
        });
        assert_eq!(out, "a    f");
    }

    #[test]
    fn new_text_takes_the_room_of_what_it_replaces() {
        assert_eq!(
            edited("long name;", |e| e.replace(0, 9, "x()")),
            "x()      ;"
        );
    }

    #[test]
    fn what_does_not_fit_is_given_back_by_later_blanks() {
        let out = edited("f(a: T) {g()}", |e| {
            e.insert(2, "xy");
            e.blank(3, 6);
        });
        assert_eq!(out.find("{g()}"), Some(8).map(|_| out.len() - 5));
        assert!(out.len() <= 15);
    }

    #[test]
    fn an_open_end_behind_erased_text_gets_a_semicolon() {
        let out = edited("x as T\n(y)", |e| {
            e.blank(1, 6);
            e.open_end(6);
        });
        assert_eq!(out, "x;    \n(y)");
    }

    #[test]
    fn an_open_end_behind_kept_text_is_left_alone() {
        let out = edited("x\n(y)", |e| e.open_end(1));
        assert_eq!(out, "x\n(y)");
    }
}
