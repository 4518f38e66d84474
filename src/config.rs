//! `tools.codeMode` → the settings of one agent run.
//!
//! Owns: which fields there are, their defaults, their clamps, and which wrong values are refused.
//! Does not own: finding the values in the host's configuration (that is `node`), nor what a limit
//! means (that is the room which enforces it).
//!
//! Pure functions: any thread may call them.

use serde_json::{Map, Value};

use crate::error::{ErrorCode, Failure};

/// The one engine name that configurations may carry.
pub const RUNTIME_NAME: &str = "quickjs-wasi";
/// The one mode that configurations may carry.
pub const MODE_NAME: &str = "only";
/// Wire name of plain JavaScript cells.
pub const JAVASCRIPT: &str = "javascript";
/// Wire name of TypeScript cells.
pub const TYPESCRIPT: &str = "typescript";

/// How many characters of a refused value its message repeats.
const MAX_QUOTED_CHARS: usize = 40;

/// The numbers a cell lives under. Every value is inside its clamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Wall clock of one `exec` or `wait`, in milliseconds.
    pub timeout_ms: u64,
    /// Guest heap, in bytes.
    pub memory_limit_bytes: u64,
    /// Output items plus final value, in UTF-8 bytes of their JSON.
    pub max_output_bytes: u64,
    /// One serialised VM state, in bytes before compression.
    pub max_snapshot_bytes: u64,
    /// Nested calls in flight at once.
    pub max_pending_tool_calls: u32,
    /// How long a suspended run can be resumed, in seconds.
    pub snapshot_ttl_seconds: u64,
    /// Most hits that one search may ask for.
    pub max_search_limit: u32,
    /// Hits of a search that names no limit; never above `max_search_limit`.
    pub search_default_limit: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            timeout_ms: 10_000,
            memory_limit_bytes: 64 * 1024 * 1024,
            max_output_bytes: 64 * 1024,
            max_snapshot_bytes: 10 * 1024 * 1024,
            max_pending_tool_calls: 16,
            snapshot_ttl_seconds: 900,
            max_search_limit: 50,
            search_default_limit: 8,
        }
    }
}

/// The settings of code mode for one agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeModeConfig {
    pub enabled: bool,
    /// Whether JavaScript cells are accepted.
    pub javascript: bool,
    /// Whether TypeScript cells are accepted.
    pub typescript: bool,
    /// Wire names of the accepted languages, in the order the configuration gave them; never empty.
    pub languages: Vec<&'static str>,
    pub limits: Limits,
}

impl Default for CodeModeConfig {
    fn default() -> Self {
        Self {
            enabled: false,
            javascript: true,
            typescript: true,
            languages: vec![JAVASCRIPT, TYPESCRIPT],
            limits: Limits::default(),
        }
    }
}

impl CodeModeConfig {
    /// The object that `resolveCodeModeConfig` returns, as JSON text: all twelve fields.
    pub fn to_json(&self) -> String {
        let limits = &self.limits;
        serde_json::json!({
            "enabled": self.enabled,
            "runtime": RUNTIME_NAME,
            "mode": MODE_NAME,
            "languages": self.languages,
            "timeoutMs": limits.timeout_ms,
            "memoryLimitBytes": limits.memory_limit_bytes,
            "maxOutputBytes": limits.max_output_bytes,
            "maxSnapshotBytes": limits.max_snapshot_bytes,
            "maxPendingToolCalls": limits.max_pending_tool_calls,
            "snapshotTtlSeconds": limits.snapshot_ttl_seconds,
            "maxSearchLimit": limits.max_search_limit,
            "searchDefaultLimit": limits.search_default_limit,
        })
        .to_string()
    }
}

/// Resolves the settings of one agent.
///
/// `base` is the value of `config.tools.codeMode`, `overlay` that of the agent's own entry; each is
/// `None` when absent. A field that the overlay has replaces that of the base, even when its value
/// is of a wrong type. Both are read as JSON values, exactly as the host holds them.
///
/// # Errors
///
/// `invalid_config` for a `runtime` or `mode` that is a string and not the one name there is. Every
/// other wrong value counts as absent.
pub fn resolve(base: Option<&Value>, overlay: Option<&Value>) -> Result<CodeModeConfig, Failure> {
    let fields = Fields {
        base: Layer::of(base),
        overlay: Layer::of(overlay),
    };
    fields.only_name("runtime", RUNTIME_NAME)?;
    fields.only_name("mode", MODE_NAME)?;

    let default = Limits::default();
    let max_search_limit = fields.count("maxSearchLimit", default.max_search_limit, 1, 50);
    let limits = Limits {
        timeout_ms: fields.number("timeoutMs", default.timeout_ms, 100, 60_000),
        memory_limit_bytes: fields.number(
            "memoryLimitBytes",
            default.memory_limit_bytes,
            1024 * 1024,
            1024 * 1024 * 1024,
        ),
        max_output_bytes: fields.number(
            "maxOutputBytes",
            default.max_output_bytes,
            1024,
            10 * 1024 * 1024,
        ),
        max_snapshot_bytes: fields.number(
            "maxSnapshotBytes",
            default.max_snapshot_bytes,
            1024,
            256 * 1024 * 1024,
        ),
        max_pending_tool_calls: fields.count(
            "maxPendingToolCalls",
            default.max_pending_tool_calls,
            1,
            128,
        ),
        snapshot_ttl_seconds: fields.number(
            "snapshotTtlSeconds",
            default.snapshot_ttl_seconds,
            1,
            86_400,
        ),
        max_search_limit,
        search_default_limit: fields.count(
            "searchDefaultLimit",
            default.search_default_limit,
            1,
            max_search_limit,
        ),
    };

    let languages = fields.languages();
    Ok(CodeModeConfig {
        enabled: fields.get("enabled") == Some(&Value::Bool(true)),
        javascript: languages.contains(&JAVASCRIPT),
        typescript: languages.contains(&TYPESCRIPT),
        languages,
        limits,
    })
}

/// One place that may set fields; the shorthand `true`/`false` sets only `enabled`.
enum Layer<'a> {
    Absent,
    Switch(Value),
    Object(&'a Map<String, Value>),
}

impl<'a> Layer<'a> {
    fn of(value: Option<&'a Value>) -> Self {
        match value {
            Some(Value::Bool(enabled)) => Self::Switch(Value::Bool(*enabled)),
            Some(Value::Object(fields)) => Self::Object(fields),
            _ => Self::Absent,
        }
    }

    fn get(&self, name: &str) -> Option<&Value> {
        match self {
            Self::Absent => None,
            Self::Switch(enabled) => (name == "enabled").then_some(enabled),
            Self::Object(fields) => fields.get(name),
        }
    }
}

struct Fields<'a> {
    base: Layer<'a>,
    overlay: Layer<'a>,
}

impl Fields<'_> {
    fn get(&self, name: &str) -> Option<&Value> {
        self.overlay.get(name).or_else(|| self.base.get(name))
    }

    fn only_name(&self, field: &str, only: &str) -> Result<(), Failure> {
        match self.get(field) {
            Some(Value::String(name)) if name != only => {
                let mut quoted: String = name.chars().take(MAX_QUOTED_CHARS).collect();
                if quoted.len() < name.len() {
                    quoted.push('…');
                }
                Err(Failure::new(
                    ErrorCode::InvalidConfig,
                    format!("tools.codeMode.{field} must be {only:?}, not {quoted:?}."),
                ))
            }
            _ => Ok(()),
        }
    }

    fn number(&self, name: &str, default: u64, min: u64, max: u64) -> u64 {
        self.get(name)
            .and_then(positive_integer)
            .unwrap_or(default)
            .clamp(min, max)
    }

    fn count(&self, name: &str, default: u32, min: u32, max: u32) -> u32 {
        let clamped = self.number(name, default.into(), min.into(), max.into());
        u32::try_from(clamped).unwrap_or(max)
    }

    fn languages(&self) -> Vec<&'static str> {
        let mut languages = Vec::with_capacity(2);
        if let Some(Value::Array(items)) = self.get("languages") {
            for item in items {
                let known = match item.as_str() {
                    Some(JAVASCRIPT) => JAVASCRIPT,
                    Some(TYPESCRIPT) => TYPESCRIPT,
                    _ => continue,
                };
                if !languages.contains(&known) {
                    languages.push(known);
                }
            }
        }
        if languages.is_empty() {
            languages.extend([JAVASCRIPT, TYPESCRIPT]);
        }
        languages
    }
}

/// A number that JavaScript would call an integer above zero. A host's number may arrive as a float
/// (`1e4`, or beyond 2^64); the conversion saturates, which the clamps then cut.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "positive, whole and saturating"
)]
fn positive_integer(value: &Value) -> Option<u64> {
    let Value::Number(number) = value else {
        return None;
    };
    if let Some(whole) = number.as_u64() {
        return (whole > 0).then_some(whole);
    }
    let float = number.as_f64()?;
    (float > 0.0 && float.is_finite() && float.fract() == 0.0).then_some(float as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn resolved(base: Value) -> CodeModeConfig {
        resolve(Some(&base), None).expect("valid configuration")
    }

    #[test]
    fn nothing_configured_gives_the_defaults_switched_off() {
        let config = resolve(None, None).unwrap();
        assert_eq!(config, CodeModeConfig::default());
        assert!(!config.enabled);
    }

    #[test]
    fn json_form_has_the_twelve_fields_with_their_defaults() {
        let shown: Value = serde_json::from_str(&CodeModeConfig::default().to_json()).unwrap();
        assert_eq!(
            shown,
            json!({
                "enabled": false, "runtime": "quickjs-wasi", "mode": "only",
                "languages": ["javascript", "typescript"],
                "timeoutMs": 10000, "memoryLimitBytes": 67108864, "maxOutputBytes": 65536,
                "maxSnapshotBytes": 10485760, "maxPendingToolCalls": 16,
                "snapshotTtlSeconds": 900, "maxSearchLimit": 50, "searchDefaultLimit": 8,
            })
        );
    }

    #[test]
    fn only_the_literal_true_enables() {
        assert!(resolved(json!(true)).enabled);
        assert!(resolved(json!({ "enabled": true })).enabled);
        for other in [
            json!(false),
            json!("true"),
            json!(1),
            json!(null),
            json!([true]),
            json!({}),
            json!({ "enabled": "true" }),
            json!({ "enabled": 1 }),
            json!({ "timeoutMs": 500, "languages": ["javascript"] }),
        ] {
            assert!(!resolved(other.clone()).enabled, "{other}");
        }
    }

    #[test]
    fn every_number_is_clamped_at_both_ends_and_kept_between() {
        for (field, under, low, inside, high, over) in [
            (
                "timeoutMs",
                1_u64,
                100_u64,
                2_500_u64,
                60_000_u64,
                60_001_u64,
            ),
            (
                "memoryLimitBytes",
                1,
                1_048_576,
                2_000_000,
                1_073_741_824,
                1_073_741_825,
            ),
            ("maxOutputBytes", 1023, 1024, 9_999, 10_485_760, 10_485_761),
            (
                "maxSnapshotBytes",
                1023,
                1024,
                9_999,
                268_435_456,
                268_435_457,
            ),
            ("maxPendingToolCalls", 1, 1, 7, 128, 129),
            ("snapshotTtlSeconds", 1, 1, 60, 86_400, 86_401),
            ("maxSearchLimit", 1, 1, 20, 50, 51),
        ] {
            let read = |given: u64| -> u64 {
                let mut object = Map::new();
                object.insert(field.to_owned(), json!(given));
                let shown = resolved(Value::Object(object)).to_json();
                serde_json::from_str::<Value>(&shown).unwrap()[field]
                    .as_u64()
                    .unwrap()
            };
            assert_eq!(read(under), low.max(under.min(high)), "{field} under");
            assert_eq!(read(inside), inside, "{field} inside");
            assert_eq!(read(high), high, "{field} high");
            assert_eq!(read(over), high, "{field} over");
            assert_eq!(read(u64::MAX), high, "{field} far over");
        }
    }

    #[test]
    fn a_number_that_is_no_positive_integer_counts_as_absent() {
        for wrong in [
            json!(0),
            json!(-5),
            json!(1.5),
            json!("500"),
            json!(null),
            json!(true),
            json!([500]),
        ] {
            let limits = resolved(json!({ "timeoutMs": wrong })).limits;
            assert_eq!(limits.timeout_ms, 10_000, "{wrong}");
        }
    }

    #[test]
    fn a_whole_float_is_an_integer_as_in_javascript() {
        assert_eq!(
            resolved(json!({ "timeoutMs": 2500.0 })).limits.timeout_ms,
            2500
        );
        assert_eq!(
            resolved(json!({ "timeoutMs": 1e300 })).limits.timeout_ms,
            60_000
        );
    }

    #[test]
    fn default_search_limit_never_exceeds_the_maximum() {
        let limits = resolved(json!({ "maxSearchLimit": 5 })).limits;
        assert_eq!(
            (limits.search_default_limit, limits.max_search_limit),
            (5, 5)
        );
        let limits = resolved(json!({ "maxSearchLimit": 20, "searchDefaultLimit": 30 })).limits;
        assert_eq!(limits.search_default_limit, 20);
        let limits = resolved(json!({ "maxSearchLimit": 20, "searchDefaultLimit": 15 })).limits;
        assert_eq!(limits.search_default_limit, 15);
    }

    #[test]
    fn languages_lose_unknown_and_repeated_names_and_keep_their_order() {
        let config = resolved(
            json!({ "languages": ["typescript", "python", 7, "typescript", "javascript"] }),
        );
        assert_eq!(config.languages, ["typescript", "javascript"]);
        let config = resolved(json!({ "languages": ["typescript"] }));
        assert!(!config.javascript && config.typescript);
        for none_left in [
            json!(["python"]),
            json!([]),
            json!("typescript"),
            json!(null),
        ] {
            let config = resolved(json!({ "languages": none_left }));
            assert_eq!(config.languages, ["javascript", "typescript"]);
        }
    }

    #[test]
    fn overlay_replaces_field_by_field() {
        let base = json!({ "enabled": true, "timeoutMs": 500, "maxPendingToolCalls": 4 });
        let overlay = json!({ "timeoutMs": 700 });
        let config = resolve(Some(&base), Some(&overlay)).unwrap();
        assert!(config.enabled);
        assert_eq!(config.limits.timeout_ms, 700);
        assert_eq!(config.limits.max_pending_tool_calls, 4);

        let off = resolve(Some(&base), Some(&json!(false))).unwrap();
        assert!(!off.enabled);
        assert_eq!(off.limits.timeout_ms, 500);

        let odd = resolve(Some(&base), Some(&json!("yes"))).unwrap();
        assert!(odd.enabled, "an overlay that is no object counts as absent");
    }

    #[test]
    fn another_runtime_or_mode_is_refused() {
        for bad in [
            json!({ "runtime": "node" }),
            json!({ "mode": "mixed" }),
            json!({ "mode": "" }),
        ] {
            let failure = resolve(Some(&bad), None).unwrap_err();
            assert_eq!(failure.code, ErrorCode::InvalidConfig, "{bad}");
        }
        let long = json!({ "runtime": "x".repeat(1 << 20) });
        assert!(resolve(Some(&long), None).unwrap_err().message.len() < 200);
    }

    #[test]
    fn the_one_runtime_and_mode_and_values_that_are_no_string_are_fine() {
        for good in [
            json!({ "runtime": "quickjs-wasi", "mode": "only" }),
            json!({ "runtime": 7, "mode": null }),
        ] {
            assert!(resolve(Some(&good), None).is_ok(), "{good}");
        }
    }
}
