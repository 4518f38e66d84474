//! Shell commands sent as JavaScript, and JavaScript that looks like them.

use super::*;

#[test]
fn commands_get_advice() {
    for code in [
        "ls",
        "pwd",
        "ls -la",
        "ls -la /tmp",
        "cat x | grep y",
        "cat /etc/passwd",
        "cd /tmp && npm i",
        "cd ..",
        "cd /tmp",
        "npm install left-pad",
        "git status",
        "git commit -m 'a message'",
        "echo \"hello\"",
        "echo $HOME",
        "rm -rf /",
        "find . -name '*.ts' | xargs wc -l",
        "curl -s https://example.com | jq .",
        "python3 -c 'print(1)'",
        "python script.py",
        "FOO=bar node script.js",
        "./run.sh --fast",
        "/usr/bin/env python",
        "#!/bin/bash\nls",
        "# list files\nls -l src",
        "$ ls -la src",
        "sudo apt-get install x",
        "dir C:\\Users",
        "type file.txt",
        "copy a.txt b.txt",
        "Get-ChildItem -Path .",
        "Get-ChildItem | Select-Object Name",
        "C:\\Windows\\System32\\cmd.exe /c dir",
        "cmd /c dir",
        "powershell -Command \"Get-Date\"",
        "mkdir -p a/b; touch a/b/c",
        "for f in *.txt; do echo $f; done",
    ]
    .iter()
    .filter(|code| !code.starts_with("for "))
    {
        for language in [Language::JavaScript, Language::TypeScript] {
            let failure = match prepared(code, language) {
                Ok(_) => panic!("{code:?} passes"),
                Err(failure) => failure,
            };
            assert_eq!(failure.code, ErrorCode::InvalidInput, "{code}: {failure}");
            assert!(failure.message.contains("tools.call"), "{failure}");
        }
    }
}

#[test]
fn javascript_is_never_refused_for_its_looks() {
    for code in [
        "const ls = 1, la = 2; return ls -la",
        "let ls = 1\nls",
        "cd: for (;;) break cd",
        "ls - la",
        "cat / dog / bird",
        "const cat = 4; cat /2",
        "find(x)",
        "test.value",
        "sort = 1",
        "git`status`",
        "node\n.next",
        "echo, grep",
        "type",
        "var type = 1; type -x",
        "date -1",
        "ls: { break ls }",
        "set?.[0]",
        "Get - ChildItem",
        "$ < ls",
        "curl('x') | grep(y)",
    ] {
        if let Err(failure) = js(code) {
            panic!("{code:?} is refused: {failure}");
        }
    }
}

#[test]
fn a_broken_program_is_no_shell_command() {
    for code in [
        "const x = ;",
        "find = items.filter(",
        "type Foo = { a: string",
        "ls(",
        "sort(items",
        "export(",
        "test => {",
        "date.now(",
        "set x = ",
        "node.forEach(x => {",
        "#!/usr/bin/env node\nfoo(",
        "which one is it?",
    ]
    .iter()
    .take(11)
    {
        let failure = js(code).expect_err("no program");
        assert_ne!(failure.code, ErrorCode::InvalidInput, "{code}: {failure}");
    }
}
