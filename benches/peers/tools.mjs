// The tools that ours and the peers call, and the catalog of 5,000.

/** The tool of all nested-call rows: real enough to be asynchronous, cheap enough not to be measured. */
export const nop = {
  name: "nop",
  label: "nop",
  description: "Answers with its input.",
  parameters: { type: "object", properties: { a: { type: "number" } } },
  execute: async (_toolCallId, input) => {
    const details = { ok: true, a: input.a ?? null };
    return { content: [{ type: "text", text: JSON.stringify(details) }], details };
  },
};

const VERBS = ["create", "list", "update", "delete", "search", "archive", "assign", "export", "merge", "notify"];
const NOUNS = ["issue", "invoice", "contact", "calendar_event", "message", "repository", "deployment", "ticket", "document", "payment"];
const AREAS = ["github", "stripe", "gmail", "jira", "slack", "notion", "linear", "hubspot", "drive", "zendesk"];

/** A tool whose schema has the size and shape of a usual one: about 1 KiB of JSON. */
function usualTool(i) {
  const verb = VERBS[i % 10];
  const noun = NOUNS[Math.floor(i / 10) % 10];
  const area = AREAS[Math.floor(i / 100) % 10];
  const name = `${area}_${verb}_${noun}_${i}`;
  return {
    name,
    label: name,
    description: `${verb} a ${noun} in ${area}. Needs a linked ${area} account; answers the ${noun} as stored, with its id, its state and the time of its last change.`,
    parameters: {
      type: "object",
      required: ["id", "title"],
      properties: {
        id: { type: "string", description: `Identifier of the ${noun}.`, minLength: 1, maxLength: 128 },
        title: { type: "string", description: "Title shown to people." },
        body: { type: "string", description: "Markdown body, at most 64 KiB." },
        state: { type: "string", enum: ["open", "closed", "draft", "archived"], description: "State to set." },
        labels: { type: "array", items: { type: "string" }, maxItems: 32, description: "Labels to put on it." },
        limit: { type: "integer", minimum: 1, maximum: 200, default: 20, description: "Page size." },
        assignee: {
          type: "object",
          properties: { login: { type: "string" }, email: { type: "string", format: "email" }, team: { type: "string" } },
          description: "Person who gets it.",
        },
        dryRun: { type: "boolean", description: "Check only, change nothing." },
      },
    },
    execute: nop.execute,
  };
}

/** `count` tools, `nop` among them. */
export function catalogOf(count) {
  return [...Array.from({ length: count - 1 }, (_, i) => usualTool(i)), nop];
}
