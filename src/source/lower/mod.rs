//! TypeScript that means something at run time, rewritten on the lines where it stands.
//!
//! Owns: enums, namespaces, parameter properties, decorators. New text goes on the line of the text it
//! replaces, so no line moves; columns to the right of it on the same line may. Does not own: erasing
//! types, which `strip` does on the way.

pub mod decorators;
pub mod enums;
pub mod namespaces;
pub mod parameter_properties;

/// A JavaScript string literal for the text.
fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => {
                out.push('\\');
                out.push(character);
            }
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\u{2028}' => out.push_str("\\u2028"),
            '\u{2029}' => out.push_str("\\u2029"),
            _ => out.push(character),
        }
    }
    out.push('"');
    out
}
