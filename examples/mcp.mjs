// A real MCP server in a process of its own, spoken to over stdio with the official SDK, and its tools
// as the gateway would list them.

import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { readFileSync } from "node:fs";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const SERVER = "@modelcontextprotocol/server-filesystem";

/** The program that a package of the npm registry installs. */
function programOf(name) {
  const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
  const { bin } = JSON.parse(readFileSync(manifest, "utf8"));
  return join(dirname(manifest), typeof bin === "string" ? bin : Object.values(bin)[0]);
}

/** Starts the server on one folder. */
export async function startFilesystemServer(folder) {
  const transport = new StdioClientTransport({ command: process.execPath, args: [programOf(SERVER), folder], stderr: "ignore" });
  const client = new Client({ name: "code-mode-example", version: "1.0.0" });
  await client.connect(transport);
  const { tools } = await client.listTools();
  return {
    about: client.getServerVersion(),
    pid: transport.pid,
    tools: tools.map((tool) => ({
      name: `filesystem__${tool.name}`,
      label: tool.title ?? tool.name,
      description: tool.description,
      parameters: tool.inputSchema,
      source: "mcp",
      sourceName: "filesystem",
      mcp: { serverName: "filesystem", toolName: tool.name },
      execute: (_toolCallId, input, signal) => client.callTool({ name: tool.name, arguments: input }, undefined, { signal }),
    })),
    close: () => client.close(),
  };
}
