//! What the host says about one tool, read from its JSON without ever failing the whole catalog.
//!
//! A field of a wrong type counts as absent, text that is no valid Unicode is repaired, an element
//! that is no object is left out. The schema stays raw text: nothing in here parses it.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

/// Where a tool comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    Openclaw,
    Plugin,
    Mcp,
    Client,
}

impl Source {
    /// The wire name, which is also the first segment of an id.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Openclaw => "openclaw",
            Self::Plugin => "plugin",
            Self::Mcp => "mcp",
            Self::Client => "client",
        }
    }

    /// The source with this wire name, if there is one.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Openclaw, Self::Plugin, Self::Mcp, Self::Client]
            .into_iter()
            .find(|source| source.as_str() == name)
    }
}

/// What an MCP entry does on its server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum McpOperation {
    #[default]
    Tool,
    ResourcesList,
    ResourcesRead,
    PromptsList,
    PromptsGet,
}

impl McpOperation {
    /// The wire name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Tool => "tool",
            Self::ResourcesList => "resources_list",
            Self::ResourcesRead => "resources_read",
            Self::PromptsList => "prompts_list",
            Self::PromptsGet => "prompts_get",
        }
    }

    /// The operation with this wire name, if there is one.
    pub fn from_name(name: &str) -> Option<Self> {
        [
            Self::Tool,
            Self::ResourcesList,
            Self::ResourcesRead,
            Self::PromptsList,
            Self::PromptsGet,
        ]
        .into_iter()
        .find(|operation| operation.as_str() == name)
    }
}

/// Which part of which MCP server an entry stands for.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct McpOrigin {
    /// The server's own name.
    pub server_name: String,
    /// The name the gateway made of it, where it made one.
    pub safe_server_name: Option<String>,
    /// The tool's own name on that server.
    pub tool_name: String,
    pub operation: McpOperation,
}

/// One tool as the host describes it. The order of the fields is the order in which definitions
/// are compared when ids collide.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ToolDefinition {
    pub name: String,
    pub label: Option<String>,
    pub description: String,
    /// The JSON text of the schema object; `None` when the tool has none.
    pub parameters: Option<Box<str>>,
    /// `None` when the host does not say; see [`ToolDefinition::effective_source`].
    pub source: Option<Source>,
    pub source_name: Option<String>,
    pub mcp: Option<McpOrigin>,
    /// An id that the host has already given; taken as it is.
    pub id: Option<String>,
}

impl ToolDefinition {
    /// The source, or the best guess where the host names none: a tool with an MCP origin belongs
    /// to MCP, any other to the gateway.
    pub fn effective_source(&self) -> Source {
        match (self.source, &self.mcp) {
            (Some(source), _) => source,
            (None, Some(_)) => Source::Mcp,
            (None, None) => Source::Openclaw,
        }
    }
}

/// Reads the host's array of definitions. The number beside each is its index in that array, which
/// is how the host finds the tool again; elements that are no object have left a gap.
///
/// # Errors
///
/// The parser's message when the text as a whole is no JSON array.
pub(super) fn read_all(text: &str) -> Result<Vec<(usize, ToolDefinition)>, String> {
    // One pass when every element is a well-formed object, which is all a host ever sends.
    if let Ok(all) = serde_json::from_str::<Vec<ToolDefinition>>(text) {
        return Ok(all.into_iter().enumerate().collect());
    }
    let elements: Vec<&RawValue> = serde_json::from_str(text).map_err(|error| error.to_string())?;
    Ok(elements
        .into_iter()
        .enumerate()
        .filter_map(|(index, raw)| Some((index, serde_json::from_str(raw.get()).ok()?)))
        .collect())
}

impl<'de> Deserialize<'de> for ToolDefinition {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(DefinitionVisitor)
    }
}

struct DefinitionVisitor;

impl<'de> Visitor<'de> for DefinitionVisitor {
    type Value = ToolDefinition;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a tool definition")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ToolDefinition, A::Error> {
        let mut tool = ToolDefinition::default();
        while let Some(field) = map.next_key::<Field>()? {
            if matches!(field, Field::Other) {
                map.next_value::<IgnoredAny>()?;
                continue;
            }
            let raw = map.next_value::<&RawValue>()?.get();
            match field {
                Field::Name => tool.name = text(raw).unwrap_or_default(),
                Field::Label => tool.label = text(raw).filter(|label| !label.is_empty()),
                Field::Description => tool.description = text(raw).unwrap_or_default(),
                Field::Parameters => tool.parameters = object(raw).map(Box::from),
                Field::Source => tool.source = text(raw).and_then(|name| Source::from_name(&name)),
                Field::SourceName => tool.source_name = text(raw),
                Field::Mcp => tool.mcp = object(raw).and_then(mcp_origin),
                Field::Id => tool.id = text(raw).filter(|id| !id.is_empty()),
                Field::Other => {}
            }
        }
        Ok(tool)
    }
}

#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "camelCase")]
enum Field {
    Name,
    Label,
    Description,
    Parameters,
    Source,
    SourceName,
    Mcp,
    Id,
    #[serde(other)]
    Other,
}

/// The origin, unless the object names no server.
fn mcp_origin(raw: &str) -> Option<McpOrigin> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Wire<'a> {
        #[serde(borrow, default)]
        server_name: Option<&'a RawValue>,
        #[serde(borrow, default)]
        safe_server_name: Option<&'a RawValue>,
        #[serde(borrow, default)]
        tool_name: Option<&'a RawValue>,
        #[serde(borrow, default)]
        operation: Option<&'a RawValue>,
    }
    let wire: Wire<'_> = serde_json::from_str(raw).ok()?;
    let read = |field: Option<&RawValue>| {
        field
            .and_then(|raw| text(raw.get()))
            .filter(|value| !value.is_empty())
    };
    Some(McpOrigin {
        server_name: read(wire.server_name)?,
        safe_server_name: read(wire.safe_server_name),
        tool_name: read(wire.tool_name).unwrap_or_default(),
        operation: read(wire.operation)
            .and_then(|name| McpOperation::from_name(&name))
            .unwrap_or_default(),
    })
}

fn object(raw: &str) -> Option<&str> {
    raw.starts_with('{').then_some(raw)
}

/// The text of a JSON string; lone surrogates, which Rust text cannot hold, become U+FFFD.
fn text(raw: &str) -> Option<String> {
    if !raw.starts_with('"') {
        return None;
    }
    serde_json::from_str(raw)
        .ok()
        .or_else(|| Some(serde_json::from_str::<Repaired>(raw).ok()?.0))
}

struct Repaired(String);

impl<'de> Deserialize<'de> for Repaired {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Bytes;
        impl Visitor<'_> for Bytes {
            type Value = Repaired;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Repaired, E> {
                Ok(Repaired(String::from_utf8_lossy(bytes).into_owned()))
            }
        }
        deserializer.deserialize_bytes(Bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> ToolDefinition {
        let mut all = read_all(&format!("[{text}]")).expect("an array");
        assert_eq!(all.len(), 1);
        all.remove(0).1
    }

    #[test]
    fn every_field_is_read() {
        let tool = one(
            r#"{"name":"n","label":"l","description":"d","parameters":{"type":"object"},"id":"x:y:z",
               "source":"mcp","sourceName":"s","extra":[1,{"a":2}],
               "mcp":{"serverName":"sn","safeServerName":"ssn","toolName":"tn","operation":"prompts_get","z":1}}"#,
        );
        assert_eq!(tool.name, "n");
        assert_eq!(tool.label.as_deref(), Some("l"));
        assert_eq!(tool.parameters.as_deref(), Some(r#"{"type":"object"}"#));
        assert_eq!(tool.source, Some(Source::Mcp));
        assert_eq!(tool.id.as_deref(), Some("x:y:z"));
        let mcp = tool.mcp.expect("an origin");
        assert_eq!(
            (&*mcp.server_name, &*mcp.tool_name, mcp.operation),
            ("sn", "tn", McpOperation::PromptsGet)
        );
    }

    #[test]
    fn fields_of_a_wrong_type_count_as_absent() {
        let tool = one(
            r#"{"name":7,"label":null,"description":{},"parameters":"x","source":"moon","sourceName":[],"mcp":true,"id":{}}"#,
        );
        assert_eq!(tool, ToolDefinition::default());
    }

    #[test]
    fn elements_that_are_no_object_leave_a_gap_and_spoil_nothing() {
        let all = read_all(r#"[null,{"name":"a"},"x",[[]],3,{"name":"b"}]"#).unwrap();
        let found: Vec<_> = all.iter().map(|(i, tool)| (*i, &*tool.name)).collect();
        assert_eq!(found, [(1, "a"), (5, "b")]);
    }

    #[test]
    fn lone_surrogates_are_repaired() {
        let tool = one(r#"{"name":"a\ud800b","description":"\udc00","parameters":{"\ud800":1}}"#);
        assert!(tool.name.starts_with('a') && tool.name.ends_with('b'));
        assert!(tool.name.contains('\u{fffd}'));
        assert_eq!(tool.parameters.as_deref(), Some(r#"{"\ud800":1}"#));
    }

    #[test]
    fn a_schema_nested_a_hundred_thousand_deep_is_carried_unread() {
        let deep = format!("{}1{}", r#"{"a":"#.repeat(100_000), "}".repeat(100_000));
        let tool = one(&format!(r#"{{"name":"deep","parameters":{deep}}}"#));
        assert_eq!(tool.parameters.as_deref(), Some(&*deep));
    }

    #[test]
    fn text_that_is_no_array_is_an_error() {
        for bad in ["", "{}", "[", "[{]", "null", r#"[{"name":"a"}"#] {
            assert!(read_all(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn source_is_guessed_only_where_the_host_names_none() {
        assert_eq!(one("{}").effective_source(), Source::Openclaw);
        let mcp = r#""mcp":{"serverName":"s","toolName":"t"}"#;
        assert_eq!(one(&format!("{{{mcp}}}")).effective_source(), Source::Mcp);
        let named = one(&format!(r#"{{"source":"plugin",{mcp}}}"#));
        assert_eq!(named.effective_source(), Source::Plugin);
    }
}
