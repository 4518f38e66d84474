//! The rules for registering a plugin namespace, and for seeing one.
//!
//! Owns: the checks of contract §10 with their exact messages, as pure functions. Does not own: the
//! registry, which is one per process and lives with the host. Any thread may call it.

use super::identifiers::{is_ascii_identifier, is_guest_builtin, is_reserved_word};

/// Every message about namespaces begins so.
const PREFIX: &str = "Code mode namespace ";

/// What no plugin may shadow: everything that programs take for granted.
const INTRINSICS: &[&str] = &[
    "AggregateError",
    "Array",
    "ArrayBuffer",
    "Atomics",
    "BigInt",
    "BigInt64Array",
    "BigUint64Array",
    "Boolean",
    "DataView",
    "Date",
    "Error",
    "EvalError",
    "FinalizationRegistry",
    "Float16Array",
    "Float32Array",
    "Float64Array",
    "Function",
    "Infinity",
    "Int16Array",
    "Int32Array",
    "Int8Array",
    "Intl",
    "Iterator",
    "JSON",
    "Map",
    "Math",
    "NaN",
    "Number",
    "Object",
    "Promise",
    "Proxy",
    "RangeError",
    "ReferenceError",
    "Reflect",
    "RegExp",
    "Set",
    "SharedArrayBuffer",
    "String",
    "Symbol",
    "SyntaxError",
    "TypeError",
    "URIError",
    "Uint16Array",
    "Uint32Array",
    "Uint8Array",
    "Uint8ClampedArray",
    "WeakMap",
    "WeakRef",
    "WeakSet",
    "WebAssembly",
    "arguments",
    "decodeURI",
    "decodeURIComponent",
    "encodeURI",
    "encodeURIComponent",
    "eval",
    "globalThis",
    "isFinite",
    "isNaN",
    "parseFloat",
    "parseInt",
    "undefined",
];

/// Other names that the guest's global object has, or that a guest of a later engine may have.
const OTHER_GLOBALS: &[&str] = &[
    "AsyncDisposableStack",
    "AsyncFunction",
    "AsyncIterator",
    "DOMException",
    "DisposableStack",
    "GeneratorFunction",
    "InternalError",
    "SuppressedError",
    "Temporal",
    "__defineGetter__",
    "__defineSetter__",
    "__lookupGetter__",
    "__lookupSetter__",
    "__proto__",
    "clearInterval",
    "constructor",
    "escape",
    "global",
    "hasOwnProperty",
    "isPrototypeOf",
    "navigator",
    "performance",
    "print",
    "process",
    "propertyIsEnumerable",
    "require",
    "self",
    "setInterval",
    "toLocaleString",
    "toString",
    "unescape",
    "valueOf",
    "window",
];

/// Names that begin so belong to code mode itself.
const INTERNAL_PREFIX: &str = "__openclaw";

/// A registration as the host received it. What is missing or no string is an empty string; what is
/// no array is an empty list.
#[derive(Clone, Copy, Debug, Default)]
pub struct Registration<'a> {
    pub plugin_id: &'a str,
    pub id: &'a str,
    pub global_name: &'a str,
    pub create_scope_is_function: bool,
    /// `None` stands for an element that is no string.
    pub required_tool_names: &'a [Option<&'a str>],
    /// The host found the name on a global object that guests inherit from.
    pub is_global: bool,
}

/// A registration that is already there.
#[derive(Clone, Copy, Debug)]
pub struct Registered<'a> {
    pub id: &'a str,
    pub global_name: &'a str,
}

/// Checks a registration against the rules and against those already there. The error is the exact
/// message. Ids and names count without the white space around them: the host stores them trimmed.
pub fn check_registration(new: &Registration<'_>, there: &[Registered<'_>]) -> Result<(), String> {
    let id = new.id.trim();
    let name = new.global_name.trim();
    if new.plugin_id.trim().is_empty() {
        return refused("pluginId must be non-empty.");
    }
    if id.is_empty() {
        return refused("id must be non-empty.");
    }
    check_global_name(name, new.is_global)?;
    if !new.create_scope_is_function {
        return refused("createScope must be a function.");
    }
    if new.required_tool_names.is_empty() {
        return refused("requiredToolNames must include at least one tool name.");
    }
    let blank = |name: &Option<&str>| name.is_none_or(|name| name.trim().is_empty());
    if new.required_tool_names.iter().any(blank) {
        return refused("requiredToolNames must be non-empty strings.");
    }
    if there.iter().any(|other| other.id == id) {
        return refused(&format!("id \"{id}\" is already registered."));
    }
    if let Some(other) = there.iter().find(|other| other.global_name == name) {
        return refused(&format!(
            "globalName \"{name}\" is already registered by \"{}\".",
            other.id
        ));
    }
    Ok(())
}

fn check_global_name(name: &str, is_global: bool) -> Result<(), String> {
    // `undefined` and the like are valid identifiers to the grammar; their own message says more.
    let reserved = is_guest_builtin(name)
        || INTRINSICS.binary_search(&name).is_ok()
        || name.starts_with(INTERNAL_PREFIX);
    if !is_ascii_identifier(name) || (is_reserved_word(name) && !reserved) {
        return refused("globalName must be a JavaScript identifier.");
    }
    if reserved {
        return refused(&format!("globalName \"{name}\" is reserved."));
    }
    if is_global || OTHER_GLOBALS.binary_search(&name).is_ok() {
        return refused(&format!("globalName \"{name}\" collides with a global."));
    }
    Ok(())
}

/// Checks the tool name of `createCodeModeNamespaceTool`.
pub fn check_tool_name(tool_name: &str) -> Result<(), String> {
    if tool_name.trim().is_empty() {
        return refused("toolName must be non-empty.");
    }
    Ok(())
}

fn refused(what: &str) -> Result<(), String> {
    Err(format!("{PREFIX}{what}"))
}

/// Whether a namespace is visible: the run's catalog has every required tool, owned by the plugin
/// that registered the namespace. `tools` gives (name, sourceName) of the catalog's entries.
pub fn is_visible<'a>(
    plugin_id: &str,
    required_tool_names: &[impl AsRef<str>],
    tools: impl Iterator<Item = (&'a str, Option<&'a str>)>,
) -> bool {
    let mut missing: Vec<&str> = required_tool_names.iter().map(AsRef::as_ref).collect();
    if missing.is_empty() {
        return false;
    }
    for (name, source_name) in tools {
        if source_name == Some(plugin_id) {
            missing.retain(|required| *required != name);
            if missing.is_empty() {
                return true;
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: Registration<'static> = Registration {
        plugin_id: "github",
        id: "github-issues",
        global_name: "Issues",
        create_scope_is_function: true,
        required_tool_names: &[Some("list_issues")],
        is_global: false,
    };
    const THERE: [Registered<'static>; 1] = [Registered {
        id: "there",
        global_name: "There",
    }];

    fn refusal(change: impl FnOnce(&mut Registration<'static>)) -> String {
        let mut registration = GOOD;
        change(&mut registration);
        let message = check_registration(&registration, &THERE).unwrap_err();
        message.strip_prefix(PREFIX).unwrap().to_owned()
    }

    #[test]
    fn a_good_registration_passes() {
        assert_eq!(check_registration(&GOOD, &THERE), Ok(()));
    }

    #[test]
    fn lists_are_sorted_for_binary_search() {
        assert!(INTRINSICS.is_sorted());
        assert!(OTHER_GLOBALS.is_sorted());
    }

    #[test]
    fn each_fault_has_its_message() {
        assert_eq!(refusal(|r| r.id = " "), "id must be non-empty.");
        assert_eq!(refusal(|r| r.plugin_id = ""), "pluginId must be non-empty.");
        assert_eq!(
            refusal(|r| r.create_scope_is_function = false),
            "createScope must be a function."
        );
        assert_eq!(
            refusal(|r| r.required_tool_names = &[]),
            "requiredToolNames must include at least one tool name."
        );
        for names in [&[Some("a"), None][..], &[Some(" ")]] {
            assert_eq!(
                refusal(|r| r.required_tool_names = names),
                "requiredToolNames must be non-empty strings."
            );
        }
        assert_eq!(
            refusal(|r| r.id = "there"),
            "id \"there\" is already registered."
        );
        assert_eq!(
            refusal(|r| r.global_name = "There"),
            "globalName \"There\" is already registered by \"there\"."
        );
        assert_eq!(
            check_tool_name(" ").unwrap_err(),
            "Code mode namespace toolName must be non-empty."
        );
    }

    #[test]
    fn a_global_name_is_an_identifier() {
        for name in ["", "a-b", "1a", "class", "await", "é", "a b"] {
            assert_eq!(
                refusal(|r| r.global_name = name),
                "globalName must be a JavaScript identifier."
            );
        }
    }

    #[test]
    fn code_modes_own_names_and_intrinsics_are_reserved() {
        for name in [
            "tools",
            "MCP",
            "ALL_TOOLS",
            "yield_control",
            "console",
            "Promise",
            "globalThis",
            "undefined",
            "eval",
            "__openclaw",
            "__openclawBridge",
        ] {
            assert_eq!(
                refusal(|r| r.global_name = name),
                format!("globalName \"{name}\" is reserved.")
            );
        }
    }

    #[test]
    fn other_globals_collide() {
        assert_eq!(
            refusal(|r| r.global_name = "escape"),
            "globalName \"escape\" collides with a global."
        );
        assert_eq!(
            refusal(|r| r.is_global = true),
            "globalName \"Issues\" collides with a global."
        );
    }

    #[test]
    fn a_namespace_is_visible_with_all_its_tools_of_its_own_plugin() {
        let tools = [
            ("a", Some("github")),
            ("b", Some("github")),
            ("c", Some("other")),
            ("d", None),
        ];
        let visible = |names: &[&str]| is_visible("github", names, tools.into_iter());
        assert!(visible(&["a", "b"]));
        assert!(visible(&["a", "a"]));
        assert!(!visible(&["a", "c"]));
        assert!(!visible(&["d"]));
        assert!(!visible(&["a", "x"]));
        assert!(!visible(&[]));
    }
}
