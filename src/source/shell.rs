//! Shell commands sent as a cell.
//!
//! Owns: recognising them by their looks, and the advice. The caller asks only about text that is no
//! program, or that cannot run because it is one expression over names that nothing declares. Pure; any
//! thread.

use swc_core::ecma::ast::{Expr, Stmt};

/// Longest first line that is looked at. Commands are short.
const MAX_LINE_BYTES: usize = 4096;
/// Most of the command that the advice repeats, in characters.
const MAX_QUOTED_CHARS: usize = 80;

/// Programs and built-ins whose name begins a command line.
const COMMANDS: &str = " ls cd pwd cat grep egrep rg ag find echo printf mkdir rmdir rm cp mv ln touch chmod chown chgrp \
    head tail less more sed awk cut sort uniq wc tr xargs tee diff patch file stat tree du df ps top kill killall \
    whoami hostname uname uptime which whereis man env export unset source alias history clear date sleep test \
    sudo su bash sh zsh fish pwsh powershell cmd node npm npx pnpm yarn bun deno tsc tsx python python3 pip pip3 uv \
    ruby gem bundle php composer perl java javac mvn gradle go cargo rustc gcc clang make cmake git gh svn curl wget \
    ssh scp rsync ping dig nslookup netstat lsof nc telnet docker podman kubectl helm terraform aws gcloud az tar gzip \
    gunzip zip unzip apt apt-get brew yum dnf apk systemctl journalctl service crontab openssl jq sqlite3 psql mysql \
    redis-cli vim vi nano code open dir type copy xcopy robocopy move del erase ren md rd cls findstr where tasklist \
    taskkill ipconfig systeminfo attrib icacls reg sc start set ";
/// Commands that are whole command lines by themselves and no likely name of anything else.
const ALONE: [&str; 9] = [
    "ls", "ll", "pwd", "dir", "cls", "whoami", "uname", "ps", "df",
];
/// First words of PowerShell's cmdlets.
const VERBS: [&str; 16] = [
    "Get", "Set", "New", "Remove", "Copy", "Move", "Select", "Invoke", "Write", "Test", "Start",
    "Stop", "Out", "Where", "ForEach", "Add",
];

/// True if the text, which does not parse, looks like a shell command.
pub fn looks_like_command(code: &str) -> bool {
    let Some(line) = first_line(code) else {
        return false;
    };
    if let Some(interpreter) = line.strip_prefix("#!") {
        return !["node", "deno", "bun", "tsx"]
            .iter()
            .any(|name| interpreter.contains(name));
    }
    let line = line
        .strip_prefix("$ ")
        .or_else(|| line.strip_prefix("> "))
        .unwrap_or(line)
        .trim_start();
    let (word, rest) = split_word(skip_assignments(line));
    if word.is_empty() {
        return false;
    }
    if is_path(word) || is_cmdlet(word) {
        return true;
    }
    // What follows a name in a broken program, and nothing that follows a command.
    let arguments = rest.trim_start();
    if rest.len() == arguments.len() && !rest.is_empty() && !rest.starts_with([';', '|', '&', '>'])
    {
        return false;
    }
    let program = [
        "=>",
        "= ",
        "==",
        "+=",
        "-=",
        "(",
        "[",
        "{",
        "?",
        ":",
        ",",
        ".then",
        "instanceof ",
        "in ",
    ];
    let program_like = program.iter().any(|start| arguments.starts_with(start))
        || (word == "type" && arguments.contains('='))
        // `echo => …`, `find item = …` and the like are attempts at a program.
        || arguments.contains(" = ")
        || arguments.ends_with('=')
        || arguments.contains(" => ");
    is_command(word) && !program_like
}

/// True if a cell that parses is one line like `ls -la`: an operator expression over undeclared names that
/// begins with a command. It could only throw a `ReferenceError`.
pub fn is_command_expression(code: &str, statements: &[Stmt]) -> bool {
    let [Stmt::Expr(statement)] = statements else {
        return false;
    };
    let line = code.trim().trim_end_matches(';');
    if line.len() > MAX_LINE_BYTES
        || line.contains('\n')
        || line.contains('(')
        || line.contains('=')
    {
        return false;
    }
    let mut leftmost = &*statement.expr;
    while let Expr::Bin(binary) = leftmost {
        leftmost = &binary.left;
    }
    if !matches!(leftmost, Expr::Ident(_)) {
        return false;
    }
    let (word, rest) = split_word(line);
    if is_cmdlet(word) {
        return true;
    }
    if rest.is_empty() {
        return ALONE.contains(&word);
    }
    // `ls -la`, `cd /tmp`; but not `ls - la`, `ls / 2`.
    let argument = rest.trim_start();
    let option = argument
        .strip_prefix('-')
        .map(|name| name.trim_start_matches('-'))
        .or_else(|| argument.strip_prefix('/'))
        .is_some_and(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()));
    is_command(word) && argument.len() < rest.len() && option
}

/// The complete message.
pub fn advice(code: &str) -> String {
    let line = first_line(code).unwrap_or_default();
    let mut quoted: String = line.chars().take(MAX_QUOTED_CHARS).collect();
    if quoted.len() < line.len() {
        quoted.push('…');
    }
    format!(
        "this looks like a shell command, not JavaScript: {quoted}\n\
         exec runs JavaScript and has no shell. Call a tool from JavaScript instead: \
         find one with `tools.search(\"run shell command\")`, then \
         `return await tools.call(id, {{ command: \"…\" }})`."
    )
}

fn first_line(code: &str) -> Option<&str> {
    let line = code
        .lines()
        .map(str::trim)
        .find(|line| !line.is_empty() && (!line.starts_with('#') || line.starts_with("#!")))?;
    (line.len() <= MAX_LINE_BYTES).then_some(line)
}

fn split_word(line: &str) -> (&str, &str) {
    let end = line
        .find(|c: char| {
            c.is_whitespace()
                || matches!(c, ';' | '|' | '&' | '>' | '<' | '(' | '=' | '[' | '{' | ',')
        })
        .unwrap_or(line.len());
    line.split_at(end)
}

/// `NAME=value command …` without the assignments.
fn skip_assignments(mut line: &str) -> &str {
    loop {
        let Some((name, rest)) = line.split_once('=') else {
            return line;
        };
        let is_name = !name.is_empty()
            && name
                .chars()
                .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
        match rest.split_once(' ') {
            Some((value, command)) if is_name && !value.is_empty() => line = command.trim_start(),
            _ => return line,
        }
    }
}

fn is_command(word: &str) -> bool {
    let word = word.strip_suffix(".exe").unwrap_or(word);
    !word.is_empty()
        && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
        && COMMANDS
            .split_ascii_whitespace()
            .any(|command| command == word)
}

fn is_path(word: &str) -> bool {
    let drive = word.as_bytes().get(1) == Some(&b':')
        && word.as_bytes().get(2) == Some(&b'\\')
        && word.as_bytes()[0].is_ascii_alphabetic();
    let roots = [
        "./", "../", "~/", ".\\", "/bin/", "/usr/", "/opt/", "/home/", "/tmp/", "/etc/",
    ];
    drive || (roots.iter().any(|root| word.starts_with(root)) && !word.ends_with('/'))
}

fn is_cmdlet(word: &str) -> bool {
    word.split_once('-').is_some_and(|(verb, noun)| {
        VERBS.contains(&verb)
            && noun.starts_with(|c: char| c.is_ascii_uppercase())
            && noun.chars().all(|c| c.is_ascii_alphanumeric())
    })
}
