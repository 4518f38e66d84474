//! What a text could cost the parser, estimated before the parser sees it.
//!
//! Owns: the bounds on nesting, on chains and on repeated speculation. The parser recurses on the stack of
//! its thread and gives up nothing half-way, so a text that could exhaust the stack, or that TypeScript's
//! grammar could make it read over and over, must not reach it. Does not own: whether the text is a
//! program. Linear in the text, no recursion; any thread.
//!
//! How it counts. Each bracket opens a frame. Inside a frame, tokens that make the parser (or a walk over
//! its tree) go one level deeper add to the frame until something ends them for certain: a semicolon, a
//! comma, a line break between two statements, the end of the frame. The sum over all open frames is never
//! less than the true depth; texts that people write stay far below the bounds.

use super::Language;
use super::lex::{Kind, Lexer, Operand, Token};

/// Deepest nesting of everything that recurses: brackets, prefix operators, arrows, conditionals, nested
/// statements. A level costs the parser at most 8 KiB of stack in release builds.
pub const MAX_DEPTH: u32 = 2_000;
/// Longest run of left-associative links (`a + b + …`, `a.b.c…`, `f()()…`) that nests in the tree. A link
/// costs a walk over the tree at most 1 KiB in release builds.
pub const MAX_CHAIN: u32 = 16_384;
/// How many tokens the parser may have to read a second time because TypeScript's grammar made it guess
/// wrong. A million takes it about half a second.
pub const MAX_REREAD_TOKENS: u64 = 400_000;
/// How many comparisons with enclosing labels the parser may have to make: it compares every label with
/// all that are open, so a thousand nested ones, repeated, would take seconds.
const MAX_LABEL_COMPARISONS: u64 = 4_000_000;
/// A TypeScript cell with fewer places to guess at than this is below [`MAX_REREAD_TOKENS`] whatever it is.
const HARMLESS_GUESSES: usize = 7;

/// Why a text is kept from the parser; each with the offset at which the bound was passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excess {
    Depth(usize),
    Chain(usize),
    Speculation(usize),
    /// The scan cannot follow the text, which is too large to be let through unread.
    Unclear(usize),
}

/// Counts of one bracket's inside, since the last token that ended everything pending.
#[derive(Clone, Copy, Default)]
struct Frame {
    /// Pending prefix operators, arrows, assignments, conditionals.
    run: u32,
    /// The part of `run` that stands outside of open type arguments: their commas do not end it.
    outside: u32,
    /// Pending statement heads (`if`, `else`, `for`, `do`): no comma ends them.
    heads: u32,
    /// Open `<` that may be type arguments.
    angles: u32,
    /// Left-associative links.
    chain: u32,
    /// Pending places where the parser guesses, and so reads what follows twice.
    guesses: u32,
    /// 1 if the whole frame is read twice.
    twice: u32,
    /// Pending `?` of conditionals.
    conditionals: u32,
    /// `) :` has been seen while a conditional was pending: an arrow function's return type, perhaps.
    return_type: bool,
}

struct Scan<'a> {
    lexer: Lexer<'a>,
    typescript: bool,
    frames: Vec<Frame>,
    top: Frame,
    depth: u32,
    chain: u32,
    guesses: u32,
    angles: u32,
    conditionals: u32,
    reread: u64,
    label_comparisons: u64,
}

/// Checks the text against all bounds.
pub fn scan(code: &str, language: Language) -> Result<(), Excess> {
    // Every level of nesting takes a byte at least.
    let shallow = code.len() <= MAX_DEPTH as usize;
    if shallow && (language == Language::JavaScript || guesses_at_most(code) <= HARMLESS_GUESSES) {
        return Ok(());
    }
    Scan {
        lexer: Lexer::new(code, language),
        typescript: language == Language::TypeScript,
        frames: Vec::new(),
        top: Frame::default(),
        depth: 0,
        chain: 0,
        guesses: 0,
        angles: 0,
        conditionals: 0,
        reread: 0,
        label_comparisons: 0,
    }
    .run()
}

/// Offset of the first `}` that closes nothing, if the text can be followed that far.
pub fn first_unmatched_brace(code: &str) -> Option<usize> {
    let mut lexer = Lexer::new(code, Language::JavaScript);
    let mut open = Vec::new();
    loop {
        let token = lexer.next_token();
        match token.kind {
            Kind::Open(byte) => open.push(byte),
            Kind::Close(byte) => {
                let expected = match byte {
                    b')' => b'(',
                    b']' => b'[',
                    b'$' => b'$',
                    _ => b'{',
                };
                match open.pop() {
                    Some(found) if found == expected => {}
                    None if byte == b'}' => return Some(token.start),
                    _ => return None,
                }
            }
            Kind::End | Kind::Unsure => return None,
            _ => {}
        }
    }
}

/// Upper bound of the places in the text where the TypeScript parser may guess.
fn guesses_at_most(code: &str) -> usize {
    let bytes = code.as_bytes();
    bytes
        .iter()
        .enumerate()
        .filter(|&(at, &byte)| match byte {
            b'<' | b'?' => true,
            b'i' => bytes[at..].starts_with(b"infer"),
            _ => false,
        })
        .count()
}

/// True for words that another word can follow inside one statement, even on the next line.
fn joins_next_word(word: &[u8]) -> bool {
    const JOINING: &str = " abstract accessor async asserts await class const declare default enum export extends \
        from function get global implements import infer interface is keyof let module namespace of out override \
        private protected public readonly satisfies set static type unique using var yield asserts ";
    let Ok(word) = std::str::from_utf8(word) else {
        return true;
    };
    // Spelled with escapes it could be any of them.
    word.contains('\\') || JOINING.split_ascii_whitespace().any(|entry| entry == word)
}

impl Scan<'_> {
    fn run(mut self) -> Result<(), Excess> {
        let mut previous = Token {
            kind: Kind::Operator(b';', 1),
            start: 0,
            end: 0,
            after_newline: true,
            operand: Operand::No,
        };
        let mut before_previous: &[u8] = b"";
        loop {
            let token = self.lexer.next_token();
            let text = self.lexer.text_of(token);
            let previous_text = self.lexer.text_of(previous);
            self.end_statements(previous, previous_text, token, text);
            match token.kind {
                Kind::End => return Ok(()),
                Kind::Unsure => return Err(Excess::Unclear(token.start)),
                Kind::Open(byte) => self.open(byte, previous),
                Kind::Close(byte) => self.close(byte),
                Kind::Word => self.word(text, before_previous),
                Kind::Literal => {}
                Kind::Template => self.link(),
                Kind::Operator(byte, length) => {
                    self.operator(byte, length, text, previous, previous_text);
                }
            }
            if self.depth > MAX_DEPTH || self.label_comparisons > MAX_LABEL_COMPARISONS {
                return Err(Excess::Depth(token.start));
            }
            if self.chain > MAX_CHAIN {
                return Err(Excess::Chain(token.start));
            }
            if self.typescript {
                let twice = (1_u64 << self.guesses.min(20)) - 1;
                self.reread = self
                    .reread
                    .saturating_add(twice)
                    .saturating_add(u64::from(self.angles));
                if self.reread > MAX_REREAD_TOKENS {
                    return Err(Excess::Speculation(token.start));
                }
            }
            before_previous = previous_text;
            previous = token;
        }
    }

    /// Ends what is pending in this frame if a new statement begins with this token.
    fn end_statements(&mut self, previous: Token, previous_text: &[u8], token: Token, text: &[u8]) {
        // What these words go on with is still pending: an `if`, a `do`, a `try`.
        let goes_on = matches!(text, b"else" | b"while" | b"catch" | b"finally");
        if goes_on {
            return;
        }
        if previous.kind == Kind::Operator(b';', 1) {
            self.reset();
            return;
        }
        if !token.after_newline || token.kind != Kind::Word {
            return;
        }
        // Two operands cannot stand side by side: the line break has ended a statement (or a member).
        let extends_operand = matches!(
            text,
            b"in"
                | b"instanceof"
                | b"as"
                | b"satisfies"
                | b"of"
                | b"is"
                | b"extends"
                | b"implements"
        );
        let ended = match previous.kind {
            Kind::Literal | Kind::Template => true,
            Kind::Close(b'$') | Kind::Open(_) => false,
            Kind::Close(_) => previous.operand != Operand::No,
            Kind::Word => previous.operand == Operand::Yes && !joins_next_word(previous_text),
            _ => false,
        };
        if ended && !extends_operand {
            self.reset();
        }
    }

    fn reset(&mut self) {
        let top = self.top;
        self.depth -= top.run + top.outside + top.heads + top.angles;
        self.chain -= top.chain;
        self.guesses -= top.guesses;
        self.angles -= top.angles;
        self.conditionals -= top.conditionals;
        self.top = Frame {
            twice: top.twice,
            ..Frame::default()
        };
    }

    /// A comma ends the expressions of its frame, unless it may stand between type arguments.
    fn comma(&mut self) {
        if self.top.angles > 0 {
            return;
        }
        let top = &mut self.top;
        self.depth -= top.run;
        self.chain -= top.chain;
        self.guesses -= top.guesses;
        self.conditionals -= top.conditionals;
        top.run = 0;
        top.chain = 0;
        top.guesses = 0;
        top.conditionals = 0;
        top.return_type = false;
    }

    /// One level deeper, until a comma.
    fn deeper(&mut self) {
        self.top.run += 1;
        self.depth += 1;
    }

    /// One level deeper, until the statement ends.
    fn deeper_statement(&mut self) {
        self.top.heads += 1;
        self.depth += 1;
    }

    fn link(&mut self) {
        self.top.chain += 1;
        self.chain += 1;
    }

    fn guess(&mut self) {
        self.top.guesses += 1;
        self.guesses += 1;
    }

    fn open(&mut self, byte: u8, previous: Token) {
        let after_angle = matches!(previous.kind, Kind::Operator(b'>', _));
        let twice = u32::from(self.typescript && matches!(byte, b'(' | b'$') && after_angle);
        self.depth += 1;
        self.guesses += twice;
        self.frames.push(self.top);
        self.top = Frame {
            twice,
            ..Frame::default()
        };
    }

    fn close(&mut self, byte: u8) {
        self.reset();
        if let Some(outer) = self.frames.pop() {
            self.depth -= 1;
            self.guesses -= self.top.twice;
            self.top = outer;
        }
        // `f()()`, `a[0][0]`, `T[][]`; a block is no link.
        if byte != b'}' {
            self.link();
        }
    }

    fn word(&mut self, word: &[u8], before_previous: &[u8]) {
        match word {
            b"if" | b"else" | b"for" | b"while" | b"with" | b"do" => self.deeper_statement(),
            b"typeof" | b"void" | b"delete" | b"new" | b"await" | b"yield" | b"class"
            | b"keyof" | b"unique" | b"readonly" | b"infer" | b"asserts" | b"is" | b"abstract"
            | b"async" | b"throw" | b"return" | b"case" | b"function" | b"declare" => self.deeper(),
            b"extends" => {
                self.deeper();
                // `infer U extends …` is tried as a constraint and then read again.
                if self.typescript && before_previous == b"infer" {
                    self.guess();
                }
            }
            b"in" | b"instanceof" | b"as" | b"satisfies" => self.link(),
            _ => {}
        }
    }

    fn operator(
        &mut self,
        byte: u8,
        length: u8,
        text: &[u8],
        previous: Token,
        previous_text: &[u8],
    ) {
        match (byte, length) {
            (b',', _) => self.comma(),
            (b';', _) => {}
            (b'=', 2) if text == b"=>" => {
                self.deeper();
                if self.typescript && self.top.return_type {
                    self.top.return_type = false;
                    self.guess();
                }
            }
            (b'?', 1) => {
                self.deeper();
                self.top.conditionals += 1;
                self.conditionals += 1;
            }
            (b':', _) => {
                self.deeper();
                // A label, or the key of an object.
                if previous.kind == Kind::Word && self.top.conditionals == 0 {
                    self.label_comparisons += u64::from(self.depth);
                }
                if self.conditionals > 0 && previous.kind == Kind::Close(b')') {
                    self.top.return_type = true;
                }
            }
            (b'<', _) if self.typescript => self.open_angles(length, previous, previous_text),
            (b'>', _) if self.typescript => {
                let closed = self
                    .top
                    .angles
                    .min(text.iter().filter(|&&b| b == b'>').count() as u32);
                self.top.angles -= closed;
                self.angles -= closed;
                self.depth -= closed;
                if self.top.angles == 0 {
                    self.top.run += self.top.outside;
                    self.top.outside = 0;
                }
                self.link();
                if length > 1 {
                    self.deeper();
                }
            }
            // `!` after an operand asserts, before one negates.
            (b'!' | b'+' | b'-', 1) if previous.operand == Operand::Yes => self.link(),
            (b'=' | b'~' | b'@', 1) | (b'+' | b'-' | b'!', _) | (b'*', 2..) | (b'.', 3) => {
                self.deeper();
                self.link();
            }
            (_, 2..)
                if text.ends_with(b"=")
                    && !matches!(text, b"<=" | b">=" | b"==" | b"!=" | b"===" | b"!==") =>
            {
                self.deeper();
            }
            _ => self.link(),
        }
    }

    fn open_angles(&mut self, length: u8, previous: Token, previous_text: &[u8]) {
        let count = if length == 1 { 1 } else { u32::from(length) };
        // Whatever is pending stays so until the angles are closed.
        self.top.outside += self.top.run;
        self.top.run = 0;
        self.top.angles += count;
        self.angles += count;
        self.depth += count;
        self.link();
        if previous.operand != Operand::Yes || previous_text == b"async" {
            self.guess();
        }
    }
}
