// The README promises commands, figures and examples: each of them is held to what is really there.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { resolveCodeModeConfig } from "../index.js";
import { inChild, packageUrl } from "./support.js";

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
const readme = read("README.md");
const manifest = JSON.parse(read("package.json")) as { scripts: Record<string, string>; engines: { node: string } };
const cargo = read("Cargo.toml");

const blocks = (language: string) => [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "gm"))].map(([, code]) => code as string);

describe("the README's examples", () => {
  const examples = blocks("js");

  it("are there", () => expect(examples.length).toBeGreaterThan(1));

  it.each(examples.map((code) => [code.match(/await (\w+\.\w+)\(/)?.[1] ?? "", code]))("print what they say: %s", async (_, code) => {
    const promised = [...code.matchAll(/console\.log\(.*\).*?\/\/ (.+)$/gm)].map(([, text]) => text);
    expect(promised.length).toBeGreaterThan(0);
    const { code: status, stdout, stderr } = await inChild(code.replaceAll('"@openclaw/code-mode"', JSON.stringify(packageUrl)));
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout.trim().split("\n").sort()).toEqual(promised.sort());
  });
});

describe("the README's commands", () => {
  const commands = [...blocks("sh").join("\n").matchAll(/npm (?:run ([\w:-]+)|(start|test))/g)].map(([, script, short]) => (script ?? short) as string);

  it.each([...new Set(commands)])("exists: npm run %s", (script) => expect(manifest.scripts).toHaveProperty([script]));

  it("names the two that matter in one line each", () => {
    expect(blocks("sh").map((block) => block.trim())).toEqual(expect.arrayContaining(["npm ci && npm start", "npm ci && npm test"]));
  });
});

describe("the README's figures", () => {
  it("gives the defaults of the configuration", () => {
    const defaults = resolveCodeModeConfig({}) as unknown as Record<string, unknown>;
    const rows = [...readme.matchAll(/^\| `(\w+)` \| `(.+?)` \|/gm)].map(([, field, value]) => [field, JSON.parse(value as string)]);
    expect(Object.fromEntries(rows)).toEqual(defaults);
  });

  it("names the versions that are pinned", () => {
    const engine = read("src/guest/layout.rs").match(/ENGINE_VERSION: &str = "(.+?)"/)?.[1];
    const bindings = cargo.match(/rquickjs = \{ version = "=(.+?)"/)?.[1];
    expect(readme).toContain(`QuickJS-NG ${engine}, through \`rquickjs\` ${bindings}`);
  });

  it("names what a machine needs", () => {
    const rust = cargo.match(/rust-version = "(.+?)"/)?.[1];
    expect(readme).toContain(`Rust ${rust} or later`);
    expect(readme).toContain(`Node ${manifest.engines.node.replace(">=", "")} or later`);
  });

  it("shows every room of the core", () => {
    const rooms = [...read("src/lib.rs").matchAll(/^pub mod (\w+);/gm)].map(([, room]) => room as string);
    for (const room of rooms) expect(readme).toMatch(new RegExp(`^  ${room}(/|\\.rs) `, "m"));
  });
});
