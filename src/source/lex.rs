//! A tokenizer that is either right or says that it is not sure.
//!
//! Owns: the borders of strings, templates, regular expressions, comments and brackets, found without a
//! parser, linear in the text and without recursion. Does not own: what tokens mean (`scan`). Pure; any
//! thread.
//!
//! A slash after some tokens divides or begins a regular expression, and only a parser knows which. Where
//! the two readings could disagree about the rest of the text, the answer is [`Kind::Unsure`].

use super::Language;
use super::trivia::{self, is_line_separator, is_space_or_terminator};

/// Words after which a slash begins a regular expression.
const REGEX_AFTER: [&str; 11] = [
    "return",
    "typeof",
    "instanceof",
    "in",
    "new",
    "delete",
    "void",
    "throw",
    "case",
    "do",
    "else",
];
/// Words after which a slash can be either, depending on where they stand.
const EITHER_AFTER: [&str; 8] = [
    "await", "yield", "of", "const", "extends", "default", "as", "is",
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `(`, `[`, `{`, or `$` for `${`.
    Open(u8),
    /// `)`, `]`, `}`, or `$` for the brace that ends `${…}`.
    Close(u8),
    /// Identifier or keyword.
    Word,
    /// Number, string, regular expression.
    Literal,
    /// The end of a template literal.
    Template,
    /// Operator or punctuator: its first byte and its length.
    Operator(u8, u8),
    /// The rest of the text cannot be tokenized with certainty.
    Unsure,
    End,
}

#[derive(Clone, Copy, Debug)]
pub struct Token {
    pub kind: Kind,
    pub start: usize,
    pub end: usize,
    /// A line terminator stands between this token and the one before.
    pub after_newline: bool,
    /// The token ends an operand: an operator that follows is binary or postfix.
    pub operand: Operand,
}

/// Whether a token ends an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    Yes,
    No,
    /// Only a parser knows (`}`; some contextual words).
    Either,
}

struct Bracket {
    open: u8,
    /// A parenthesis of `if (…)`, `while (…)`, `for (…)`, `with (…)`: a statement follows.
    head: bool,
}

pub struct Lexer<'a> {
    text: &'a [u8],
    at: usize,
    typescript: bool,
    brackets: Vec<Bracket>,
    previous: Token,
    /// The last two words decide whether a parenthesis is a statement's head.
    head_word: bool,
    /// The previous token was `.`, `?.` or `#`: a word that follows is a property name.
    after_dot: bool,
    /// The text of a template has ended with a hole that has not been told yet.
    pending_hole: bool,
    /// Bytes that may still be looked at ahead for the ends of regular expressions. Without a bound, slashes
    /// on one long line would cost the square of its length.
    lookahead: usize,
}

/// Lookahead for regular expressions, as a multiple of the text.
const LOOKAHEAD_FACTOR: usize = 4;

impl<'a> Lexer<'a> {
    pub fn new(code: &'a str, language: Language) -> Self {
        Self {
            text: code.as_bytes(),
            at: 0,
            typescript: language == Language::TypeScript,
            brackets: Vec::new(),
            previous: Token {
                kind: Kind::Operator(b';', 1),
                start: 0,
                end: 0,
                after_newline: true,
                operand: Operand::No,
            },
            head_word: false,
            after_dot: false,
            pending_hole: false,
            lookahead: code.len().saturating_mul(LOOKAHEAD_FACTOR),
        }
    }

    /// The next token. After [`Kind::Unsure`] or [`Kind::End`] the lexer must not be asked again.
    pub fn next_token(&mut self) -> Token {
        let mut after_newline = false;
        if std::mem::take(&mut self.pending_hole) {
            let token = self.token(
                Kind::Open(b'$'),
                self.at.saturating_sub(2),
                false,
                Operand::No,
            );
            self.remember(token);
            return token;
        }
        let skipped = trivia::skip(self.text, self.at);
        self.at = skipped.end;
        after_newline |= skipped.newline;
        if !skipped.complete {
            return self.token(Kind::Unsure, self.at, after_newline, Operand::No);
        }
        let start = self.at;
        let Some(byte) = self.peek(0) else {
            return self.token(Kind::End, start, after_newline, Operand::No);
        };
        let (kind, operand) = match byte {
            b'(' | b'[' | b'{' => self.open(byte),
            b')' | b']' | b'}' => self.close(byte),
            b'"' | b'\'' => self.string(byte),
            b'`' => {
                self.at += 1;
                self.template()
            }
            b'0'..=b'9' => self.number(),
            b'.' if self.peek(1).is_some_and(|next| next.is_ascii_digit()) => self.number(),
            b'/' => self.slash(after_newline),
            _ if is_word_byte(byte) => self.word(),
            _ => self.operator(byte, after_newline),
        };
        let token = self.token(kind, start, after_newline, operand);
        self.remember(token);
        token
    }

    /// The text of a token.
    pub fn text_of(&self, token: Token) -> &'a [u8] {
        self.text.get(token.start..token.end).unwrap_or_default()
    }

    fn token(&self, kind: Kind, start: usize, after_newline: bool, operand: Operand) -> Token {
        Token {
            kind,
            start,
            end: self.at.min(self.text.len()),
            after_newline,
            operand,
        }
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.text.get(self.at + ahead).copied()
    }

    fn remember(&mut self, token: Token) {
        self.after_dot = match token.kind {
            Kind::Operator(b'.', 1) => true,
            Kind::Operator(b'?', 2) => self.text_of(token) == b"?.",
            Kind::Operator(b'#', 1) => true,
            _ => false,
        };
        self.previous = token;
    }

    fn open(&mut self, byte: u8) -> (Kind, Operand) {
        self.at += 1;
        let head = byte == b'(' && self.head_word;
        self.head_word = false;
        self.brackets.push(Bracket { open: byte, head });
        (Kind::Open(byte), Operand::No)
    }

    fn close(&mut self, byte: u8) -> (Kind, Operand) {
        self.at += 1;
        self.head_word = false;
        let open = match byte {
            b')' => b'(',
            b']' => b'[',
            _ => b'{',
        };
        if byte == b'}' && self.brackets.last().is_some_and(|top| top.open == b'$') {
            self.brackets.pop();
            // The hole is closed; the text of the template goes on.
            let (kind, operand) = self.template();
            return match kind {
                Kind::Template => (Kind::Close(b'$'), operand),
                // `}…${`: told as the close; the next call tells the open.
                Kind::Open(_) => {
                    self.pending_hole = true;
                    (Kind::Close(b'$'), Operand::No)
                }
                other => (other, operand),
            };
        }
        let mut head = false;
        // A bracket that matches nothing is the parser's to refuse; what is open stays open.
        if self.brackets.last().is_some_and(|top| top.open == open)
            && let Some(top) = self.brackets.pop()
        {
            head = top.head;
        }
        let operand = match byte {
            b'}' => Operand::Either,
            _ if head => Operand::No,
            _ => Operand::Yes,
        };
        (Kind::Close(byte), operand)
    }

    fn string(&mut self, quote: u8) -> (Kind, Operand) {
        self.head_word = false;
        self.at += 1;
        loop {
            match self.peek(0) {
                Some(byte) if byte == quote => {
                    self.at += 1;
                    return (Kind::Literal, Operand::Yes);
                }
                Some(b'\\') => {
                    self.at += 1;
                    if self.peek(0) == Some(b'\r') && self.peek(1) == Some(b'\n') {
                        self.at += 1;
                    }
                    self.at += 1;
                }
                Some(b'\n' | b'\r') | None => return (Kind::Unsure, Operand::No),
                Some(_) => self.at += 1,
            }
        }
    }

    /// From inside a template's text to its end or to the next hole.
    fn template(&mut self) -> (Kind, Operand) {
        self.head_word = false;
        loop {
            match self.peek(0) {
                Some(b'`') => {
                    self.at += 1;
                    return (Kind::Template, Operand::Yes);
                }
                Some(b'$') if self.peek(1) == Some(b'{') => {
                    self.at += 2;
                    self.brackets.push(Bracket {
                        open: b'$',
                        head: false,
                    });
                    return (Kind::Open(b'$'), Operand::No);
                }
                Some(b'\\') => self.at += 2,
                Some(_) => self.at += 1,
                None => return (Kind::Unsure, Operand::No),
            }
        }
    }

    fn number(&mut self) -> (Kind, Operand) {
        self.head_word = false;
        let radix = self.peek(0) == Some(b'0')
            && self.peek(1).is_some_and(|byte| byte.is_ascii_alphabetic());
        let mut dotted = radix;
        loop {
            match self.peek(0) {
                Some(b'.') if !dotted => {
                    dotted = true;
                    self.at += 1;
                }
                Some(byte) if byte.is_ascii_alphanumeric() || byte == b'_' => self.at += 1,
                _ => return (Kind::Literal, Operand::Yes),
            }
        }
    }

    fn word(&mut self) -> (Kind, Operand) {
        let start = self.at;
        while let Some(byte) = self.peek(0) {
            if byte == b'\\' && self.peek(1) == Some(b'u') && self.peek(2) == Some(b'{') {
                self.at += 3;
                while self.peek(0).is_some_and(|byte| byte.is_ascii_hexdigit()) {
                    self.at += 1;
                }
                self.at += usize::from(self.peek(0) == Some(b'}'));
            } else if byte >= 0x80 && is_space_or_terminator(&self.text[self.at..]).is_some() {
                break;
            } else if is_word_byte(byte) {
                self.at += 1;
            } else {
                break;
            }
        }
        if self.at == start {
            self.at += 1;
        }
        let word = self.text.get(start..self.at).unwrap_or_default();
        let property = self.after_dot;
        // `for await (` keeps what `for` has said.
        self.head_word = !property
            && (matches!(word, b"if" | b"while" | b"for" | b"with")
                || (word == b"await" && self.head_word));
        let named = |list: &[&str]| list.iter().any(|entry| entry.as_bytes() == word);
        let operand = if property {
            Operand::Yes
        } else if named(&REGEX_AFTER) {
            Operand::No
        } else if named(&EITHER_AFTER) {
            Operand::Either
        } else {
            Operand::Yes
        };
        (Kind::Word, operand)
    }

    fn operator(&mut self, byte: u8, after_newline: bool) -> (Kind, Operand) {
        self.head_word = false;
        let rest = self.text.get(self.at..).unwrap_or_default();
        // Comments of the web's early days hide text from the parser, not from this lexer.
        if rest.starts_with(b"<!--") || (after_newline && rest.starts_with(b"-->")) {
            return (Kind::Unsure, Operand::No);
        }
        const LONG: [&[u8]; 27] = [
            b">>>=", b"...", b"===", b"!==", b"**=", b"<<=", b">>=", b"&&=", b"||=", b"??=", b"=>",
            b"==", b"!=", b"<=", b">=", b"&&", b"||", b"??", b"++", b"--", b"+=", b"-=", b"*=",
            b"%=", b"&=", b"|=", b"**",
        ];
        let alone = !rest.get(1).is_some_and(|next| b"=>.&|?+-*<".contains(next));
        let mut length = 1;
        if !alone && let Some(long) = LONG.iter().find(|long| rest.starts_with(long)) {
            length = long.len();
        }
        if rest.starts_with(b"?.") && !rest.get(2).is_some_and(u8::is_ascii_digit) {
            length = 2;
        }
        self.at += length;
        let operand = match (byte, length) {
            (b'+' | b'-', 2) if rest[1] == byte => match self.previous.operand {
                Operand::Yes => Operand::Yes,
                _ => Operand::Either,
            },
            // `x!` and the end of type arguments.
            (b'!' | b'>', 1) if self.typescript => Operand::Either,
            _ => Operand::No,
        };
        (Kind::Operator(byte, length as u8), operand)
    }

    fn slash(&mut self, after_newline: bool) -> (Kind, Operand) {
        self.head_word = false;
        if self.lookahead == 0 {
            return (Kind::Unsure, Operand::No);
        }
        let divides = match self.previous.operand {
            Operand::No => false,
            // A type may end at a line break where an expression would go on.
            Operand::Yes if !(self.typescript && after_newline) => true,
            _ => match self.regex_end() {
                None => true,
                Some(end) => {
                    let inner = self.text.get(self.at + 1..end - 1).unwrap_or_default();
                    let harmless = !inner
                        .iter()
                        .any(|byte| b"'\"`([{}])<>/*?:\\".contains(byte))
                        && !matches!(self.text.get(end), Some(b'/' | b'*'));
                    if !harmless {
                        return (Kind::Unsure, Operand::No);
                    }
                    false
                }
            },
        };
        if divides {
            let length = if self.peek(1) == Some(b'=') { 2 } else { 1 };
            self.at += length;
            return (Kind::Operator(b'/', length as u8), Operand::No);
        }
        match self.regex_end() {
            Some(end) => {
                self.at = end;
                while self
                    .peek(0)
                    .is_some_and(|byte| byte.is_ascii_alphanumeric())
                {
                    self.at += 1;
                }
                (Kind::Literal, Operand::Yes)
            }
            None => (Kind::Unsure, Operand::No),
        }
    }

    /// The byte after the slash that would end a regular expression beginning here.
    fn regex_end(&mut self) -> Option<usize> {
        let end = self.find_regex_end();
        let reached = end.unwrap_or_else(|failed| failed);
        self.lookahead = self.lookahead.saturating_sub(reached - self.at);
        end.ok()
    }

    /// As above; without an end, where that became clear.
    fn find_regex_end(&self) -> Result<usize, usize> {
        let mut class = false;
        let mut at = self.at + 1;
        loop {
            let Some(byte) = self.text.get(at) else {
                return Err(at);
            };
            match byte {
                b'\n' | b'\r' => return Err(at),
                0xE2 if is_line_separator(&self.text[at..]) => return Err(at),
                b'\\' => {
                    at += 1;
                    if matches!(self.text.get(at), None | Some(b'\n' | b'\r')) {
                        return Err(at);
                    }
                }
                b'[' => class = true,
                b']' => class = false,
                b'/' if !class => return Ok(at + 1),
                _ => {}
            }
            at += 1;
        }
    }
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'\\') || byte >= 0x80
}
