//! Where a cell threw a value that is no `Error`: such a value has no stack.
//!
//! Owns: finding the one `throw` that it can have been. A guess that could be wrong is not made.

use super::Language;
use super::lex::{Kind, Lexer};
use super::position::locate;
use crate::error::Location;

/// The place of the cell's only `throw`; `None` where there is none or more, where something else may
/// have rejected, or where the text cannot be followed.
pub fn only_throw(code: &str, language: Language) -> Option<Location> {
    let mut lexer = Lexer::new(code, language);
    let mut found = None;
    let mut made = false;
    loop {
        let token = lexer.next_token();
        let after_new = std::mem::replace(
            &mut made,
            token.kind == Kind::Word && lexer.text_of(token) == b"new",
        );
        match token.kind {
            Kind::End => return Some(locate(code, found?)),
            Kind::Unsure => return None,
            Kind::Word => match lexer.text_of(token) {
                b"throw" if found.is_some() => return None,
                b"throw" => found = Some(token.start),
                // These reject, too, with whatever they are given.
                b"reject" | b"withResolvers" | b"eval" | b"Function" => return None,
                b"Promise" if after_new => return None,
                _ => {}
            },
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(code: &str) -> Option<(u32, u32)> {
        only_throw(code, Language::JavaScript).map(|at| (at.line, at.column))
    }

    #[test]
    fn the_only_throw_is_found_where_it_stands() {
        assert_eq!(place("const a = 1;\n  throw 'x'"), Some((2, 3)));
        assert_eq!(place("// throw\nlet s = 'throw'; throw s"), Some((2, 18)));
    }

    #[test]
    fn what_could_have_been_another_is_not_guessed() {
        assert_eq!(place("if (a) throw 'x'; throw 'y'"), None);
        assert_eq!(place("await Promise.reject('x'); throw 'y'"), None);
        assert_eq!(place("new Promise((_, no) => no(1)); throw 'y'"), None);
        assert_eq!(place("await Promise.all([]); throw 'y'"), Some((1, 24)));
        assert_eq!(place("return 1"), None);
    }
}
