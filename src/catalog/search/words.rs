//! Text → words, for names, descriptions and queries alike.
//!
//! A word ends at anything that is neither letter, digit nor mark, and at a change of case. Case,
//! compatibility forms and Latin accents are folded away. Scripts that are written without spaces
//! give overlapping pairs of characters, so that any part of a phrase can be found.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Longest word kept, in bytes; what comes after it is cut off. No word that means anything is
/// longer, and a blob of base64 must not become a key of the index.
const MAX_WORD_BYTES: usize = 64;

/// Length of the longest word that [`is_stop_word`] knows, in bytes.
const LONGEST_STOP_WORD: usize = 5;

/// How a word came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A word between separators or changes of case.
    Plain,
    /// The whole of what changes of case have split: `github` of `GitHub`.
    Compound,
    /// Two neighbours in a script without spaces, or a character that stands alone.
    Pair,
    /// The last character of a longer run of such a script. Indexed, so that it can be found alone;
    /// never part of a query, whose pairs already cover it.
    Tail,
}

/// Calls `sink` for every word of `text`, in order. The words are folded and lower case.
pub(super) fn split(text: &str, mut sink: impl FnMut(&str, Kind)) {
    let mut word = String::new();
    if text.is_ascii() {
        split_ascii(text, &mut word, &mut sink);
        return;
    }
    let folded = fold(text);
    let mut rest = folded.as_str();
    while let Some(start) = rest.find(char::is_alphanumeric) {
        rest = &rest[start..];
        let spaceless = rest.starts_with(is_spaceless);
        let (run, after) = rest.split_at(run_length(rest, spaceless));
        if spaceless {
            pairs(run, &mut sink);
        } else {
            cased(run, &mut word, &mut sink);
        }
        rest = after;
    }
}

/// The same for ASCII, where nearly every word can be handed on as it stands.
fn split_ascii(text: &str, word: &mut String, sink: &mut impl FnMut(&str, Kind)) {
    let mut rest = text;
    while let Some(start) = rest.bytes().position(|b| b.is_ascii_alphanumeric()) {
        rest = &rest[start..];
        let end = rest
            .bytes()
            .position(|b| !b.is_ascii_lowercase() && !b.is_ascii_digit())
            .unwrap_or(rest.len());
        let ends_here = !matches!(rest.as_bytes().get(end), Some(b'A'..=b'Z' | b'\''));
        if ends_here && end <= MAX_WORD_BYTES {
            sink(&rest[..end], Kind::Plain);
            rest = &rest[end..];
        } else {
            let (run, after) = rest.split_at(run_length(rest, false));
            cased(run, word, sink);
            rest = after;
        }
    }
}

/// English words that say nothing about a tool.
pub(super) fn is_stop_word(word: &str) -> bool {
    word.len() <= LONGEST_STOP_WORD
        && matches!(
            word,
            "a" | "an"
                | "and"
                | "any"
                | "are"
                | "as"
                | "at"
                | "be"
                | "by"
                | "can"
                | "do"
                | "does"
                | "for"
                | "from"
                | "how"
                | "i"
                | "if"
                | "in"
                | "into"
                | "is"
                | "it"
                | "its"
                | "me"
                | "my"
                | "of"
                | "on"
                | "or"
                | "so"
                | "such"
                | "that"
                | "the"
                | "their"
                | "them"
                | "then"
                | "there"
                | "these"
                | "they"
                | "this"
                | "to"
                | "was"
                | "we"
                | "what"
                | "when"
                | "which"
                | "will"
                | "with"
                | "you"
                | "your"
        )
}

/// Scripts in which words are not set apart by spaces, and Hangul, whose particles are not.
pub(super) fn is_spaceless(c: char) -> bool {
    matches!(u32::from(c),
        0x0E00..=0x0EFF     // Thai, Lao
        | 0x1000..=0x109F   // Myanmar
        | 0x1100..=0x11FF   // Hangul letters
        | 0x1780..=0x17FF   // Khmer
        | 0x2E80..=0x2FDF   // radicals
        | 0x3005..=0x3007
        | 0x3040..=0x312F   // Hiragana, Katakana, Bopomofo
        | 0x31F0..=0x31FF
        | 0x3400..=0x4DBF
        | 0x4E00..=0x9FFF   // Han
        | 0xAC00..=0xD7AF   // Hangul syllables
        | 0xF900..=0xFAFF
        | 0x2_0000..=0x3_FFFF)
}

/// Folds compatibility forms, Latin accents and a few letters that do not decompose. Case stays:
/// its changes are borders.
fn fold(text: &str) -> String {
    let decomposed = text.nfkd().filter(|&c| {
        !matches!(
            c,
            '\u{300}'..='\u{36f}' | '\u{ad}' | '\u{200c}' | '\u{200d}' | '\u{2060}' | '\u{feff}'
        )
    });
    let mut folded = String::with_capacity(text.len());
    for c in decomposed.nfc() {
        match c {
            'ł' | 'Ł' => folded.push('l'),
            'ø' | 'Ø' => folded.push('o'),
            'đ' | 'Đ' => folded.push('d'),
            'ı' => folded.push('i'),
            'ς' => folded.push('σ'),
            'ß' | 'ẞ' => folded.push_str("ss"),
            'æ' | 'Æ' => folded.push_str("ae"),
            'œ' | 'Œ' => folded.push_str("oe"),
            _ => folded.push(c),
        }
    }
    folded
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’')
}

/// How many bytes of `text` belong to the run that its first character begins.
fn run_length(text: &str, spaceless: bool) -> usize {
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let inside = if c.is_alphanumeric() {
            is_spaceless(c) == spaceless
        } else if is_apostrophe(c) {
            // Inside a word only: `user's` is one word, a closing quote is none.
            !spaceless && chars.peek().is_some_and(|(_, next)| next.is_alphanumeric())
        } else {
            !c.is_ascii() && is_combining_mark(c)
        };
        if !inside {
            return at;
        }
    }
    text.len()
}

fn pairs(run: &str, sink: &mut impl FnMut(&str, Kind)) {
    let mut starts = run.char_indices().map(|(at, _)| at).peekable();
    let mut alone = true;
    while let Some(start) = starts.next() {
        let Some(&second) = starts.peek() else {
            let kind = if alone { Kind::Pair } else { Kind::Tail };
            sink(&run[start..], kind);
            return;
        };
        alone = false;
        let end = run[second..]
            .chars()
            .next()
            .map_or(run.len(), |c| second + c.len_utf8());
        sink(&run[start..end], Kind::Pair);
    }
}

/// Splits a run at its changes of case: `getHTTPResponse` is `get`, `http`, `response`.
fn cased(run: &str, word: &mut String, sink: &mut impl FnMut(&str, Kind)) {
    let mut start = 0;
    let mut pieces = 0;
    let mut before = None::<char>;
    let mut chars = run.char_indices();
    while let Some((at, c)) = chars.next() {
        let border = match before {
            Some(previous) if c.is_uppercase() => {
                !previous.is_uppercase() || begins_word(chars.as_str())
            }
            _ => false,
        };
        if border {
            emit(&run[start..at], word, Kind::Plain, sink);
            pieces += 1;
            start = at;
        }
        before = Some(c);
    }
    emit(&run[start..], word, Kind::Plain, sink);
    if pieces > 0 {
        emit(run, word, Kind::Compound, sink);
    }
}

/// Whether a capital that follows a capital begins a word, judged by what comes after it: it does
/// in `HTTPServer`, but a mere plural (`URLs`, `IDsOf`) belongs to the capitals.
fn begins_word(after: &str) -> bool {
    let mut chars = after.chars();
    match chars.next() {
        Some('s') => chars.next().is_some_and(char::is_lowercase),
        Some(c) => c.is_lowercase(),
        None => false,
    }
}

fn emit(piece: &str, word: &mut String, kind: Kind, sink: &mut impl FnMut(&str, Kind)) {
    word.clear();
    for c in piece.chars() {
        if word.len() >= MAX_WORD_BYTES {
            break;
        }
        if c.is_ascii() {
            if c != '\'' {
                word.push(c.to_ascii_lowercase());
            }
        } else if c != '’' {
            word.extend(c.to_lowercase());
        }
    }
    if !word.is_empty() {
        sink(word, kind);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> Vec<String> {
        let mut words = Vec::new();
        split(text, |word, kind| {
            if kind == Kind::Plain {
                words.push(word.to_owned());
            }
        });
        words
    }

    fn all(text: &str) -> Vec<String> {
        let mut words = Vec::new();
        split(text, |word, _| words.push(word.to_owned()));
        words
    }

    #[test]
    fn separators_split() {
        for text in [
            "create issue",
            "create_issue",
            "create-issue",
            "create.issue",
            "create/issue",
            "create:issue",
            " __create -- ISSUE!",
            "create\u{a0}issue\u{3000}",
        ] {
            assert_eq!(plain(text), ["create", "issue"], "{text}");
        }
    }

    #[test]
    fn changes_of_case_split_and_leave_the_compound_too() {
        assert_eq!(plain("createIssue"), ["create", "issue"]);
        assert_eq!(plain("getHTTPResponse"), ["get", "http", "response"]);
        assert_eq!(plain("listURLsOfIDs"), ["list", "urls", "of", "ids"]);
        assert_eq!(plain("base64Encode"), ["base64", "encode"]);
        assert_eq!(plain("ŻółwŻółty"), ["zolw", "zolty"]);
        assert_eq!(all("GitHub"), ["git", "hub", "github"]);
        assert_eq!(plain("ISSUE"), ["issue"]);
    }

    #[test]
    fn apostrophes_stay_inside_words() {
        assert_eq!(
            plain("the user's 'quoted' don’t"),
            ["the", "users", "quoted", "dont"]
        );
    }

    #[test]
    fn accents_compatibility_forms_and_invisible_characters_are_folded() {
        assert_eq!(plain("Résumé re\u{301}sume\u{301}"), ["resume", "resume"]);
        assert_eq!(
            plain("ｆｕｌｌ ﬁle so\u{ad}ft Straße"),
            ["full", "file", "soft", "strasse"]
        );
        assert_eq!(plain("ΟΔΟΣ οδος"), ["οδοσ", "οδοσ"]);
    }

    #[test]
    fn scripts_without_spaces_give_pairs() {
        assert_eq!(all("検索する"), ["検索", "索す", "する", "る"]);
        assert_eq!(all("写"), ["写"]);
        assert_eq!(all("日本abc語"), ["日本", "本", "abc", "語"]);
        assert_eq!(all("파일"), ["파일", "일"]);
    }

    #[test]
    fn words_of_other_scripts_stay_whole() {
        assert_eq!(plain("создать Задачу"), ["создать", "задачу"]);
        assert_eq!(plain("हिन्दी").len(), 1);
    }

    #[test]
    fn text_without_letters_or_digits_has_no_words() {
        for text in [
            "",
            "  ",
            "***",
            "\u{0}\u{1}",
            "🎫🎫",
            "'",
            "—…",
            "\u{301}\u{302}",
        ] {
            assert!(all(text).is_empty(), "{text:?}");
        }
    }

    #[test]
    fn long_words_are_cut() {
        assert_eq!(plain(&"x".repeat(1000)), ["x".repeat(64)]);
        assert!(plain(&"ж".repeat(1000))[0].len() <= 66);
    }

    #[test]
    fn stacked_marks_and_odd_characters_do_no_harm() {
        let stacked = format!("a{}b", "\u{301}\u{20dd}".repeat(5000));
        assert!(!all(&stacked).is_empty());
        all("\u{fdfa}\u{1f600}\u{e0001}\u{ffff}\u{10ffff}İǅ");
    }
}
