import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { checksumOf } from "../../../src/base/checksum.ts";
import type { LogicalPath } from "../../../src/base/logical-path.ts";
import { loadDefaultEngine } from "../../../src/documents/engines/node-default-engine.ts";
import type { MarkdownDocument } from "../../../src/documents/markdown-document.ts";
import type { MarkdownEngine } from "../../../src/documents/markdown-engine.ts";
import { ByteWriter } from "../../../src/documents/packed/byte-writer.ts";
import { DamagedBytes } from "../../../src/documents/packed/damaged-bytes.ts";
import { packDocument } from "../../../src/documents/packed/pack-document.ts";
import { unpackDocument } from "../../../src/documents/packed/packed-document.ts";
import { parseDocument } from "../../../src/documents/parse-document.ts";

let engine: MarkdownEngine;
beforeAll(async () => {
  engine = await loadDefaultEngine();
});

const parse = (text: string, path = "a/b.md") =>
  parseDocument({ path: path as LogicalPath, text, sha256: "ab".repeat(32), byteLength: text.length, engine });

function pack(document: MarkdownDocument): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter();
  packDocument(writer, document);
  return writer.finish();
}

/** As if the bytes were what was written, so that what reads them has to notice. */
const unpack = (
  bytes: Uint8Array,
  { path, text } = { path: "a/b.md" as LogicalPath, text: "" },
  sum = checksumOf(bytes),
) => {
  const pack = {
    read: (start: number, end: number) => bytes.subarray(start, end),
    places: Uint32Array.of(0, bytes.length),
    sums: Uint32Array.of(sum),
    text: () => text,
  };
  return unpackDocument(path, pack, 0);
};

// Every field that a document may have; what is absent reads as undefined.
const fields = Object.keys({
  path: 0,
  sha256: 0,
  byteLength: 0,
  lineCount: 0,
  text: 0,
  title: 0,
  titleSource: 0,
  description: 0,
  language: 0,
  aliases: 0,
  addresses: 0,
  tags: 0,
  published: 0,
  modified: 0,
  authors: 0,
  frontMatter: 0,
  statements: 0,
  properties: 0,
  sections: 0,
  links: 0,
  anchors: 0,
  tasks: 0,
  observations: 0,
  wordCount: 0,
  hidden: 0,
  readings: 0,
  diagnostics: 0,
} satisfies Record<keyof MarkdownDocument, 0>) as (keyof MarkdownDocument)[];

const plain = (document: MarkdownDocument) => Object.fromEntries(fields.map((field) => [field, document[field]]));

const rich = [
  "---\ntitle: Ünder 🜁\naliases: [x, /y]\ntags: [a, b/c]\nauthors: [{name: N, url: https://e.org}, '[[People/Ada]]', Bob]\ndate: 2026-01-31\nupdated: 2026-01-31T10:00:00+02:00",
  "lang: de\ndescription: D\nn: 1\nf: 1.50\nb: true\nz: null\nl: [1, {k: v}]\nbig: 123456789012345678901\nlink: '[[t]]'\n---",
  "lead #tag [[T|alias]] and `code` &amp; max\\_count zo**rk**",
  "# One\n\n## Two ^id\n\n#### Four\n\n# One",
  "- [x] done 📅 2026-01-31\n- [ ] open due:: 2026-02-01\n- [/] half\n- [-] dropped 📅 2026-01-31",
  "- [idea] an observation #t (why)",
  "key:: [v](../w.md#frag?q) ![[e.png]]",
  '<a id="n"></a> <a href="h.md">h</a> [r][ref]\n\n[ref]: z.md#%20x \'T\'',
  "> | a | b |\n> |---|---|\n> | [[c\\|d]] | https://e.org/x |",
  "%% hidden %% $x^2$ [a](b c.md) [[\ud800]] [m](javascript:alert(1))",
];

describe("a packed document", () => {
  it("reads as it was, in every field", () => {
    const samples = [
      ...rich,
      rich.join("\n\n"),
      "",
      "# H",
      "\ud83d",
      "x".repeat(100_000),
      `${"ü".repeat(30_000)}`,
      "---\na: [\n---\n",
    ];
    for (const text of samples) {
      const document = parse(text);
      expect(plain(unpack(pack(document), document))).toEqual(plain(document));
    }
  });

  it("reads as it was, for any text", () => {
    const piece = fc.oneof(
      fc.constantFrom(...rich),
      fc.string({ unit: "binary", maxLength: 40 }),
      fc.string({ maxLength: 40 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 5 }), (pieces) => {
        const document = parse(pieces.join("\n\n"));
        expect(plain(unpack(pack(document), document))).toEqual(plain(document));
      }),
      { numRuns: 300 },
    );
  });

  it("reads as it was, for every bundled note", () => {
    const folder = join(import.meta.dirname, "../../../fixtures");
    const notes = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md"));
    expect(notes.length).toBeGreaterThan(0);
    for (const name of notes) {
      const document = parse(readFileSync(join(folder, name), "utf8"), name.replaceAll("\\", "/"));
      expect(plain(unpack(pack(document), document))).toEqual(plain(document));
    }
  });

  it("can be packed again from what was packed", () => {
    const document = parse(rich.join("\n\n"));
    const bytes = pack(document);
    expect(pack(unpack(bytes, document))).toEqual(bytes);
  });

  it("fails in one way, and soon, where bytes were changed or lost", () => {
    const bytes = pack(parse(rich.join("\n\n")));
    const readAll = (damaged: Uint8Array): unknown => {
      try {
        return plain(unpack(damaged));
      } catch (cause) {
        if (cause instanceof DamagedBytes) return undefined;
        throw cause;
      }
    };
    for (let length = 0; length < bytes.length; length += 7) readAll(bytes.slice(0, length));
    for (let at = 0; at < bytes.length; at++) {
      for (const value of [0, 0x7f, 0xff]) readAll(bytes.with(at, value));
    }
    expect(() => plain(unpack(new Uint8Array(0)))).toThrow(DamagedBytes);
    const before = checksumOf(bytes);
    expect(() => unpack(bytes.with(40, 0x21), undefined, before).title).toThrow(DamagedBytes);
  });
});
