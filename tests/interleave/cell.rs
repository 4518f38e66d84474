//! One cell of a test program: what it was asked, what it answered, in which order.
//!
//! The order in which a cell gets its news depends on nothing but its program and number, so that a
//! cell that was saved and restored between any two of them must do exactly what one does that ran
//! through. Even numbers get answers in the order of their requests, in batches of any size, and
//! timers when nothing else is to come. Odd numbers get one piece of news at a time, in an order of
//! their own. Time stands still except when a timer fires.

use std::collections::VecDeque;
use std::fmt::Write;

use code_mode::guest::{
    Delivery, Finish, Ledger, Request, RequestKind, Verdict, Work, wrap_program,
};

use super::chance::Chance;
use super::programs::{PROGRAMS, Program};
use super::world::{self, DESK};

const MAX_IN_FLIGHT: u32 = 16;
const MAX_OUTPUT_BYTES: usize = 1 << 20;

/// In front of every program: its number, and the two ways to suspend it.
fn body(program: &Program, me: usize) -> String {
    format!(
        "const me = {me}, ask = async (v) => {{ const got = await tools.echo({{ v }}); \
         if (got.me !== me) throw new Error('the answer of cell ' + got.me); return got.v; }}, \
         refuse = (message) => tools.fail({{ message }});\n{}",
        program.source
    )
}

/// Whatever runs a slice of the cell's guest.
pub type Engine<'a> = dyn FnMut(&mut Ledger, Work<'_>) -> Verdict + 'a;

pub struct Cell {
    pub program: usize,
    /// The program's number: woven into all that it computes.
    pub me: usize,
    ledger: Ledger,
    pending: VecDeque<Request>,
    /// Due time and id.
    timers: Vec<(u64, u32)>,
    clock: u64,
    order: Chance,
    /// Requests, in order.
    asked: String,
    /// Timers set and taken back, in order. How these two lie between requests depends on the slices.
    timed: [String; 2],
    result: Option<String>,
}

impl Cell {
    pub fn new(program: usize, me: usize) -> Self {
        Self {
            program,
            me,
            ledger: Ledger::new(MAX_IN_FLIGHT, MAX_OUTPUT_BYTES),
            pending: VecDeque::new(),
            timers: Vec::new(),
            clock: 0,
            order: Chance::new((program * 1000 + me) as u64),
            asked: String::new(),
            timed: [String::new(), String::new()],
            result: None,
        }
    }

    pub fn definition(&self) -> &'static Program {
        &PROGRAMS[self.program]
    }

    /// All that the cell did, once it is over.
    pub fn result(&self) -> Option<&str> {
        self.result.as_deref()
    }

    /// Whether it ended with a value of its own.
    pub fn completed(&self) -> bool {
        matches!(self.ledger.finish, Some(Finish::Value(_)))
    }

    /// Begins the cell in an engine that has run nothing else.
    pub fn start(&mut self, engine: &mut Engine<'_>) {
        let (source, file) = wrap_program(&body(self.definition(), self.me), "exec.js")
            .expect("the name holds no NUL");
        let globals = [(c"desk".to_owned(), DESK)];
        let work = Work::Start {
            source: &source,
            file: &file,
            globals: &globals,
        };
        let verdict = engine(&mut self.ledger, work);
        self.take(verdict);
    }

    /// Gives the cell, whose state `engine` must hold, its next news: at most `most` pieces.
    pub fn go_on(&mut self, engine: &mut Engine<'_>, most: usize) {
        let news = self.news(most);
        let verdict = engine(&mut self.ledger, Work::Deliver(&news));
        self.take(verdict);
    }

    /// Runs the cell from beginning to end; how often it waited for something.
    pub fn run_through(&mut self, engine: &mut Engine<'_>) -> usize {
        let mut waits = 0;
        self.start(engine);
        while self.result.is_none() {
            waits += 1;
            self.go_on(engine, usize::MAX);
        }
        waits
    }

    /// The news that a false start may be given: the next piece, without taking it.
    pub fn preview(&self) -> Vec<Delivery> {
        match self.pending.front() {
            Some(request) => vec![self.answer(request)],
            None => self
                .timers
                .iter()
                .min()
                .map(|(_, id)| Delivery::Timer(*id))
                .into_iter()
                .collect(),
        }
    }

    fn answer(&self, request: &Request) -> Delivery {
        let (ok, text) = world::answer(self.me, request);
        Delivery::Answer {
            id: request.id,
            ok,
            text,
        }
    }

    fn news(&mut self, most: usize) -> Vec<Delivery> {
        let in_order = self.me.is_multiple_of(2);
        let choices = self.pending.len() + usize::from(!self.timers.is_empty());
        let taken = match self.pending.len() {
            0 => 0,
            waiting if in_order => waiting.min(most),
            waiting => usize::from(self.order.below(choices) < waiting),
        };
        if taken == 0 {
            return self.fire().into_iter().collect();
        }
        let first = if in_order {
            0
        } else {
            self.order.below(self.pending.len())
        };
        let requests: Vec<Request> = self.pending.drain(first..first + taken).collect();
        let calls = requests
            .iter()
            .filter(|request| request.kind != RequestKind::Yield)
            .count();
        self.ledger.in_flight = self.ledger.in_flight.saturating_sub(calls as u32);
        requests
            .iter()
            .map(|request| self.answer(request))
            .collect()
    }

    /// Takes the next timer; time moves on to it.
    fn fire(&mut self) -> Option<Delivery> {
        let next = (0..self.timers.len()).min_by_key(|k| self.timers[*k])?;
        let (due, id) = self.timers.swap_remove(next);
        self.clock = self.clock.max(due);
        self.ledger.timers = self.ledger.timers.saturating_sub(1);
        Some(Delivery::Timer(id))
    }

    /// Books what the guest did in a slice.
    fn take(&mut self, verdict: Verdict) {
        for request in self.ledger.requests.drain(..) {
            let _ = writeln!(
                self.asked,
                "{:?} {} {:?}",
                request.kind, request.target, request.payload
            );
            self.pending.push_back(request);
        }
        for (id, delay) in self.ledger.timers_set.drain(..) {
            let _ = writeln!(self.timed[0], "timer {id} in {delay}");
            self.timers.push((self.clock + delay as u64, id));
        }
        for id in self.ledger.timers_cleared.drain(..) {
            let _ = writeln!(self.timed[1], "timer {id} taken back");
            self.timers.retain(|timer| timer.1 != id);
        }
        let starved =
            verdict == Verdict::Waiting && self.pending.is_empty() && self.timers.is_empty();
        if verdict == Verdict::Waiting && !starved {
            return;
        }
        let mut output = String::new();
        self.ledger.output.write_json(0, &mut output);
        let (finish, [set, cleared]) = (&self.ledger.finish, &self.timed);
        self.result = Some(format!(
            "{verdict:?} {finish:?}\noutput {output}\n{}{set}{cleared}",
            self.asked
        ));
    }
}
