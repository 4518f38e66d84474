//! From where the engine says that something is to where the author wrote it.
//!
//! Owns: the two ways in which these differ. The engine counts columns in bytes, the author in UTF-16 units;
//! and on the lines of a lowered TypeScript construct the program's text stands elsewhere than the cell's. Does
//! not own: lines, which are the same in both (`strip::edit` sees to that). Pure; any thread.

use super::position;
use crate::error::Location;

/// Where the text of a program stands in the cell, for the lines on which that is another byte.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// In the order of the program's text.
    shifts: Vec<Shift>,
}

/// From a byte of the program's line on (up to the next shift of the same line), what stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shift {
    line: u32,
    /// Byte columns, from 0.
    program: u32,
    cell: u32,
    /// This text is not the author's: all of it stands for one place in the cell.
    added: bool,
}

impl Places {
    /// Where the author wrote what the engine found at `line` and `column` (a byte of the line, from 1).
    pub fn in_cell(&self, code: &str, line: u32, column: u32) -> Location {
        let byte = column.saturating_sub(1);
        let after = self
            .shifts
            .partition_point(|shift| (shift.line, shift.program) <= (line, byte));
        let shift = after
            .checked_sub(1)
            .and_then(|last| self.shifts.get(last))
            .filter(|shift| shift.line == line);
        let byte = match shift {
            None => byte,
            Some(shift) if shift.added => shift.cell,
            Some(shift) => shift.cell.saturating_add(byte - shift.program),
        };
        let text = position::line(code, line).unwrap_or_default();
        let units: usize = text
            .char_indices()
            .take_while(|(at, _)| *at < byte as usize)
            .map(|(_, character)| character.len_utf16())
            .sum();
        Location {
            line,
            column: u32::try_from(units + 1).unwrap_or(u32::MAX),
        }
    }
}

/// Notes shifts while a program's text is written from left to right.
#[derive(Default)]
pub struct Notes {
    places: Places,
    line: u32,
    /// Where the current line starts.
    program: usize,
    cell: usize,
    /// How far the text that is being written stands right of the cell's; `None` while it is added text.
    moved: Option<isize>,
}

impl Notes {
    pub fn new() -> Self {
        Self {
            line: 1,
            moved: Some(0),
            ..Self::default()
        }
    }

    /// A line begins at these bytes of the program and the cell.
    pub fn new_line(&mut self, program: usize, cell: usize) {
        self.line = self.line.saturating_add(1);
        (self.program, self.cell) = (program, cell);
        self.moved = Some(0);
    }

    /// The author's own text of byte `cell` is written at byte `program`.
    pub fn kept(&mut self, program: usize, cell: usize) {
        let moved = (program - self.program) as isize - (cell - self.cell) as isize;
        if self.moved != Some(moved) {
            self.note(program, cell, false);
            self.moved = Some(moved);
        }
    }

    /// Other text is written at byte `program`, because of what stands at byte `cell`.
    pub fn added(&mut self, program: usize, cell: usize) {
        if self.moved.take().is_some() {
            self.note(program, cell, true);
        }
    }

    fn note(&mut self, program: usize, cell: usize, added: bool) {
        // A cell is shorter than `u32::MAX`.
        self.places.shifts.push(Shift {
            line: self.line,
            program: (program - self.program) as u32,
            cell: (cell - self.cell) as u32,
            added,
        });
    }

    pub fn finish(self) -> Places {
        self.places
    }
}
