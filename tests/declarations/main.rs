//! Declarations made of arbitrary and hostile schemas: every file parses as TypeScript, stays within
//! its bound, and gives a type that the schema's own values have.
//!
//! `cargo test --test declarations -- --ignored` with `DECLARATIONS_OUT=<folder>` writes a corpus for
//! `tsc --strict`, in which each function is also called with a value that its schema accepts.

use std::fmt::Write as _;
use std::sync::Arc;

use code_mode::declarations::{ApiFiles, NativeTool, input_type, render::MAX_TYPE_COST};
use code_mode::namespaces::{McpProjection, McpTool, Operation};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};
use swc_core::common::{BytePos, input::StringInput};
use swc_core::ecma::parser::{Parser, Syntax, TsSyntax, lexer::Lexer};

mod schemas;

use schemas::{accepted, any_schema, hostile_text};

/// The parser's complaint about a declaration file, if it has one.
fn complaint(text: &str) -> Option<String> {
    let end = u32::try_from(text.len()).expect("a file is far below 4 GiB") + 1;
    let input = StringInput::new(text, BytePos(1), BytePos(1 + end));
    let syntax = Syntax::Typescript(TsSyntax {
        dts: true,
        ..Default::default()
    });
    let mut parser = Parser::new_from(Lexer::new(syntax, Default::default(), input, None));
    match parser.parse_module() {
        Err(error) => Some(format!("{error:?}")),
        Ok(_) => parser.take_errors().first().map(|e| format!("{e:?}")),
    }
}

fn assert_parses(path: &str, text: &str) {
    if let Some(complaint) = complaint(text) {
        panic!("{path}: {complaint}\n{text}");
    }
}

struct Case {
    server: String,
    tool: String,
    description: String,
    schema: String,
}

fn files_of(cases: &[Case]) -> Vec<(String, String)> {
    let ids: Vec<String> = (0..cases.len()).map(|n| format!("{n:06}")).collect();
    let entries = || (0u32..).zip(cases.iter().zip(&ids));
    let projection = McpProjection::build(entries().map(|(entry, (case, id))| McpTool {
        entry,
        id,
        name: &case.tool,
        description: &case.description,
        server_name: &case.server,
        safe_server_name: None,
        tool_name: &case.tool,
        operation: match entry % 7 {
            5 => Operation::ResourcesRead,
            6 => Operation::PromptsGet,
            _ => Operation::Tool,
        },
        parameters: Some(&case.schema),
    }));
    let native = entries().map(|(entry, (case, id))| NativeTool {
        entry,
        id,
        name: &case.tool,
        description: &case.description,
    });
    let files = ApiFiles::new(Arc::new(projection), native);
    let schemas = |entry: u32| cases.get(entry as usize).map(|case| case.schema.as_str());
    files
        .all(&schemas)
        .map(|(path, _, content)| (path.to_owned(), content))
        .collect()
}

proptest! {
    #![proptest_config(Config { cases: 256, ..Config::default() })]

    #[test]
    fn every_type_parses_and_is_bounded(schema in any_schema()) {
        let type_ = input_type(&schema.to_string());
        prop_assert!(type_.len() < MAX_TYPE_COST * 8);
        assert_parses("type", &format!("type T = {type_};"));
    }

    #[test]
    fn every_file_parses(
        schema in any_schema(),
        server in hostile_text(),
        tool in hostile_text(),
        description in hostile_text(),
    ) {
        let case = Case { server, tool, description, schema: schema.to_string() };
        for (path, content) in files_of(&[case]) {
            assert_parses(&path, &content);
        }
    }

    #[test]
    fn text_that_is_no_schema_is_survived(text in ".{0,200}", cut in 0usize..400, schema in any_schema()) {
        let whole = schema.to_string();
        let mut end = cut.min(whole.len());
        while !whole.is_char_boundary(end) {
            end -= 1;
        }
        for schema in [text, whole[..end].to_owned()] {
            assert_parses("type", &format!("type T = {};", input_type(&schema)));
        }
    }
}

#[test]
fn escapes_of_lone_surrogates_in_every_place_parse() {
    let schema = r#"{"properties":{"\ud800":{"enum":["\udfff","a\ud800"],"description":"\ud800*/"}},"required":["\udc00"]}"#;
    let case = Case {
        server: "s".to_owned(),
        tool: "t".to_owned(),
        description: "d".to_owned(),
        schema: schema.to_owned(),
    };
    for (path, content) in files_of(&[case]) {
        assert_parses(&path, &content);
    }
}

/// Names that mean something to the TypeScript compiler in one place or another.
const AWKWARD: &str = "abstract accessor any api as assert asserts async await bigint boolean \
    constructor declare default delete enum eval export from function get global infer import in \
    index interface intrinsic is keyof let module namespace never new null number object of out \
    override package prompts private promise proto prototype readonly record require resources \
    satisfies set static string super symbol this type typeof undefined unique unknown using void \
    yield 9_promise 9_record 9_mcpToolResult 9_mcpApiHeader 9_toolEntry 9_array $api __proto__ \
    $serverName tools text search call describe callValue ToolCallResult";

#[test]
fn awkward_names_parse() {
    let cases: Vec<Case> = AWKWARD
        .split_whitespace()
        .flat_map(|name| {
            ["plain", name].map(|server| Case {
                server: server.to_owned(),
                tool: name.to_owned(),
                description: name.to_owned(),
                schema: json!({"type": "object", "properties": {name: {"const": name}}})
                    .to_string(),
            })
        })
        .collect();
    for (path, content) in files_of(&cases) {
        assert_parses(&path, &content);
    }
}

#[test]
#[ignore = "writes files for tsc: set DECLARATIONS_OUT to an empty folder"]
fn corpus_for_the_compiler() {
    let out = std::env::var("DECLARATIONS_OUT").expect("DECLARATIONS_OUT names a folder");
    let out = std::path::Path::new(&out);
    let count: usize = std::env::var("DECLARATIONS_COUNT")
        .ok()
        .and_then(|count| count.parse().ok())
        .unwrap_or(300);
    let mut runner = TestRunner::deterministic();
    let mut draw = |strategy: &BoxedStrategy<Value>| {
        strategy
            .new_tree(&mut runner)
            .expect("the strategy never gives up")
            .current()
    };

    // Types with values that they must accept.
    let pairs = accepted().boxed();
    let mut checks = String::new();
    let mut sources = String::new();
    for n in 0..count {
        let pair = draw(&pairs);
        let type_ = input_type(&pair["schema"].to_string());
        let value = &pair["value"];
        writeln!(
            checks,
            "type T{n} = {type_};\nexport const v{n}: T{n} = {value};"
        )
        .expect("a string takes everything");
        writeln!(sources, "{n} {}", pair["schema"]).expect("a string takes everything");
    }
    std::fs::write(out.join("accepted.ts"), checks).expect("the folder can be written");
    std::fs::write(out.join("schemas.txt"), sources).expect("the folder can be written");

    // Files of servers and tools with hostile schemas and awkward names.
    let hostile = any_schema().boxed();
    let mut cases: Vec<Case> = Vec::new();
    for (n, name) in AWKWARD.split_whitespace().cycle().take(count).enumerate() {
        cases.push(Case {
            server: if n % 2 == 0 { "plain" } else { name }.to_owned(),
            tool: name.to_owned(),
            description: format!("{name} */ `${{1}}`\u{2028}@param x"),
            schema: draw(&hostile).to_string(),
        });
    }
    for (path, content) in files_of(&cases) {
        let path = out.join(path);
        std::fs::create_dir_all(path.parent().expect("paths have a folder")).expect("writable");
        std::fs::write(path, content).expect("writable");
    }
    let config = json!({
        "compilerOptions": {"strict": true, "noEmit": true, "target": "es2022", "types": [], "skipLibCheck": false},
        "include": ["**/*.ts"],
    });
    std::fs::write(out.join("tsconfig.json"), config.to_string()).expect("writable");
}
