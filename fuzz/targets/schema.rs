//! Schemas, names and descriptions of tools that nobody here wrote: as types, as API files, as defaults of an
//! input, in a catalog and its search.
#![no_main]

use code_mode::catalog::Catalog;
use code_mode::declarations;
use code_mode::namespaces;
use code_mode::run::CatalogView;
use libfuzzer_sys::fuzz_target;
use serde_json::json;

/// Longest type of one schema, longest file: far above what the bounds allow, far below what hurts.
const MAX_TYPE: usize = 1 << 20;
const MAX_FILE: usize = 8 << 20;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let mut parts = text.splitn(3, '\0');
    let schema = parts.next().unwrap_or("");
    let input = parts.next().unwrap_or("{}");
    let words = parts.next().unwrap_or(schema);

    assert!(declarations::input_type(schema).len() <= MAX_TYPE);
    if let Ok(prepared) = namespaces::prepare_input(Some(schema), Some(input)) {
        assert!(prepared.len() <= input.len() + MAX_TYPE * 2);
    }

    let parameters =
        serde_json::from_str(schema).unwrap_or_else(|_| json!({ "description": words }));
    let cut = |text: &str, chars: usize| text.chars().take(chars).collect::<String>();
    let tools = json!([
        { "name": cut(words, 40), "description": words, "source": "plugin", "sourceName": cut(input, 20), "parameters": parameters },
        { "name": cut(input, 40), "description": input, "source": "mcp", "sourceName": cut(words, 20), "parameters": parameters,
          "mcp": { "serverName": cut(words, 20), "toolName": cut(input, 40) } },
        { "name": "plain", "description": words, "source": "openclaw", "parameters": parameters },
    ]);
    let Ok(catalog) = Catalog::from_json(&tools.to_string()) else {
        return;
    };
    for index in 0..catalog.len() as u32 {
        let _: serde_json::Value =
            serde_json::from_str(&catalog.describe_json(index)).expect("a description is JSON");
    }
    let _: serde_json::Value =
        serde_json::from_str(catalog.all_tools_json()).expect("the list is JSON");
    assert!(catalog.search(words, 50).len() <= catalog.len());
    let _ = catalog.lookup(words);
    let view = CatalogView::new(catalog);
    let schema_of = |_: u32| Some(schema);
    if let Ok(list) = view.files().list(None, &schema_of) {
        assert!(list.len() <= MAX_FILE);
        let list: serde_json::Value = serde_json::from_str(&list).expect("the list is JSON");
        for file in list.as_array().into_iter().flatten() {
            if let Some(path) = file["path"].as_str().or(file.as_str()) {
                if let Ok(text) = view.files().read(path, &schema_of) {
                    assert!(text.len() <= MAX_FILE);
                }
            }
        }
    }
    let _ = view.files().read(words, &schema_of);
});
