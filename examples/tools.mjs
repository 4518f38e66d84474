// The agent's own tools, as a gateway has them: core tools, tools of two plugins, a client's tool. They
// do what they say, on the files of the workspace.

import { createHash } from "node:crypto";
import { appendFile, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { join } from "node:path";
import { brotliCompress, constants } from "node:zlib";

const compress = promisify(brotliCompress);

const text = (description) => ({ type: "string", description });

function define({ name, description, properties, required = Object.keys(properties), run, ...origin }) {
  return {
    name,
    label: name,
    description,
    parameters: { type: "object", properties, required },
    ...origin,
    async execute(_toolCallId, input, signal, onUpdate) {
      const details = await run(input, { signal, onUpdate });
      return { content: [{ type: "text", text: JSON.stringify(details) }], details };
    },
  };
}

async function walk(folder) {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name)).sort();
}

/** `gauge.peak` is the largest number of line counts that were under way at once. */
export function coreTools(workspace, gauge) {
  const origin = { source: "openclaw", sourceName: "core" };
  return [
    define({
      ...origin,
      name: "list_files",
      description: "List the files of a folder and its subfolders, with their sizes in bytes.",
      properties: { folder: text("Folder, relative to the workspace."), extension: text("Only files that end so, e.g. `.rs`.") },
      required: ["folder"],
      async run({ folder, extension = "" }) {
        const paths = (await walk(workspace.inside(folder))).filter((path) => path.endsWith(extension));
        return { files: await Promise.all(paths.map(async (path) => ({ path: workspace.name(path), bytes: (await stat(path)).size }))) };
      },
    }),
    define({
      ...origin,
      name: "count_lines",
      description: "Count the lines of a text file, and how many of them are blank.",
      properties: { path: text("File, relative to the workspace.") },
      async run({ path }) {
        gauge.now += 1;
        gauge.peak = Math.max(gauge.peak, gauge.now);
        try {
          const lines = (await readFile(workspace.inside(path), "utf8")).split("\n");
          if (lines.at(-1) === "") lines.pop();
          return { path, lines: lines.length, blank: lines.filter((line) => line.trim() === "").length };
        } finally {
          gauge.now -= 1;
        }
      },
    }),
    define({
      ...origin,
      name: "read_file",
      description: "Read a text file.",
      properties: { path: text("File, relative to the workspace.") },
      run: async ({ path }) => ({ path, text: await readFile(workspace.inside(path), "utf8") }),
    }),
    define({
      ...origin,
      name: "write_file",
      description: "Write a text file, replacing what was there.",
      properties: { path: text("File, relative to the workspace."), text: text("The whole new content.") },
      async run({ path, text }) {
        await writeFile(workspace.inside(path), text);
        return { path, bytes: Buffer.byteLength(text) };
      },
    }),
  ];
}

export function pluginTools(workspace) {
  return [
    define({
      source: "plugin",
      sourceName: "notary",
      name: "checksum_file",
      description: "SHA-256 of a file, in hexadecimal.",
      properties: { path: text("File, relative to the workspace.") },
      run: async ({ path }) => ({ path, sha256: createHash("sha256").update(await readFile(workspace.inside(path))).digest("hex") }),
    }),
    define({
      source: "plugin",
      sourceName: "press",
      name: "pack_folder",
      description: "Pack all files of a folder into one archive at the highest compression. Slow.",
      properties: { folder: text("Folder, relative to the workspace."), into: text("The archive to write, relative to the workspace.") },
      async run({ folder, into }, { signal, onUpdate }) {
        const paths = await walk(workspace.inside(folder));
        const chunks = [];
        let before = 0;
        for (const [i, path] of paths.entries()) {
          signal?.throwIfAborted();
          const bytes = await readFile(path);
          before += bytes.length;
          // One stream per file, the best of three window sizes: slow on purpose, and honest work.
          let best;
          for (const window of [16, 20, 24]) {
            const packed = await compress(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_LGWIN]: window } });
            if (best === undefined || packed.length < best.length) best = packed;
          }
          const head = Buffer.alloc(4);
          head.writeUInt32LE(best.length);
          chunks.push(head, best);
          onUpdate?.({ done: i + 1, of: paths.length });
        }
        const archive = Buffer.concat(chunks);
        await writeFile(workspace.inside(into), archive);
        return { into, files: paths.length, before, after: archive.length };
      },
    }),
  ];
}

export function clientTools(workspace) {
  return [
    define({
      source: "client",
      sourceName: "desk",
      name: "leave_note",
      description: "Leave a note on the user's desk.",
      properties: { title: text("A few words."), body: text("The note.") },
      async run({ title, body }) {
        await appendFile(workspace.inside("desk/notes.md"), `## ${title}\n\n${body}\n\n`);
        return { left: true };
      },
    }),
  ];
}
