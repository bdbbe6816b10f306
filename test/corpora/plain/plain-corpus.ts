/** The files of a folder, read plainly: what the answers of the graph are compared with. Nothing of the product is used here. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseDocument } from "yaml";
import { type PlainProse, proseOf } from "./plain-prose.ts";

/** One Markdown file. */
export interface PlainPage extends PlainProse {
  readonly path: string;
  /** Front matter, every scalar as the text that is written; empty where there is none or it is no map. */
  readonly meta: Readonly<Record<string, unknown>>;
}

/** A folder of files whose names do not begin with a dot. */
export interface PlainCorpus {
  readonly pages: ReadonlyMap<string, PlainPage>;
  /** Paths of all files, pages too. */
  readonly files: ReadonlySet<string>;
  /** Paths of all folders; `""` is the folder itself. */
  readonly folders: ReadonlySet<string>;
}

export function readPlainCorpus(root: string): PlainCorpus {
  const pages = new Map<string, PlainPage>();
  const files = new Set<string>();
  const folders = new Set<string>();
  const read = (folder: string): void => {
    folders.add(folder);
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (entry.name.startsWith(".")) continue;
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) read(path);
      else files.add(path);
    }
  };
  read("");
  for (const path of files) {
    if (/\.(?:md|mdx|markdown)$/i.test(path))
      pages.set(path, readPlainPage(path, readFileSync(join(root, path), "utf8")));
  }
  return { pages, files, folders };
}

function readPlainPage(path: string, source: string): PlainPage {
  const text = source.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const front = /^---[ \t]*\n([\s\S]*?)(?:^|\n)(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(text);
  const meta = front === null ? {} : metaOf(front[1] as string);
  const body = front === null || meta === undefined ? text : text.slice(front[0].length);
  return { path, meta: meta ?? {}, ...proseOf(body) };
}

/** `undefined` for a block that is no map, which is text; one that is no YAML says nothing, and is no text either. */
function metaOf(yaml: string): Record<string, unknown> | undefined {
  const document = parseDocument(yaml, { schema: "failsafe", logLevel: "silent" });
  const value: unknown = document.errors.length > 0 ? {} : document.toJS();
  if (value === null || value === "") return {};
  return typeof value === "object" && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
}
