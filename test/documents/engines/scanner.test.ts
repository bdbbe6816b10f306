/** The scanner gives what the reference gives, or leaves a text to others; it takes every text. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { tests } from "commonmark-spec";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createScannerEngine } from "../../../src/documents/engines/scanner/scanner-engine.ts";
import type { MarkdownEngine, MarkdownSyntax } from "../../../src/documents/markdown-engine.ts";
import { remark, satteri, scannerAlone } from "./engines.ts";
import { anything, blocks, emphasis, lineParts, lineStarts, literals } from "./fragments.ts";
import { gfmExamples } from "./gfm-examples.ts";
import { variants } from "./variants.ts";

const examples = [...tests.map((test) => test.markdown), ...gfmExamples].flatMap(variants);

function texts(pieces: readonly string[], most: number): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: most }).map((parts) => parts.join(""));
}

/** Lines as notes have them, some with a blank one between. */
function notes(): fc.Arbitrary<string> {
  const part = fc.tuple(fc.constantFrom(...lineParts), fc.constantFrom(" ", " ", ""));
  const line = fc.tuple(
    fc.constantFrom(...lineStarts),
    fc.array(part, { maxLength: 4 }).map((parts) => parts.flat().join("")),
    fc.constantFrom("\n", "\n", "\n", "\n\n", "\r\n"),
  );
  return fc.array(line, { minLength: 1, maxLength: 9 }).map((lines) => lines.flat().join(""));
}

describe("the scanner against remark", () => {
  it("agrees on the examples of the specifications", () => {
    for (const text of examples) {
      const own = scannerAlone(text);
      if (own !== undefined) expect(own, JSON.stringify(text)).toEqual(remark.parse(text));
    }
  });

  it("reads most examples itself", () => {
    const own = examples.filter((text) => scannerAlone(text) !== undefined);
    expect(own.length / examples.length).toBeGreaterThan(0.88);
  });

  it.each([
    ["anything", texts(anything, 10), 4_000],
    ["blocks", texts(blocks, 14), 4_000],
    ["literals", texts(literals, 12), 3_000],
    ["headings with emphasis", texts(emphasis, 12).map((text) => `# ${text}`), 2_000],
    ["links with emphasis", texts(emphasis, 12).map((text) => `[${text}](u)`), 2_000],
    ["notes", notes(), 6_000],
  ])("agrees on generated texts: %s", (_name, arbitrary, numRuns) => {
    const property = fc.property(arbitrary, (text) => {
      const own = scannerAlone(text);
      if (own !== undefined) expect(own).toEqual(remark.parse(text));
    });
    fc.assert(property, { numRuns, seed: 20_261 });
  });

  it.each([
    ["parentheses at the end of a URL", "(http://q.r)(http://q.r)"],
    ["an entity in a literal within a heading", "# <b> (http://q.r)&amp;key:: v"],
    ["blanks before a hard break", "<b>1. \\\n* \n---"],
    ["a definition with blanks behind it", "[a]: b  \n\n[a]"],
    ["HTML above what would be the rest of a table", "a\n<b>\n:-"],
    ["the definition of a footnote within a paragraph", "`a\n[^1]: <b>`"],
    ["a task mark below its bullet", "-   \n    [ ] a"],
    ["quote marks in indented code that ends a quote", "> a\n>\n      > b\n      > "],
    ["delimiters beside an emoji", "![_y_😀](F)"],
    ["an item that ends in HTML", "  - * <!-- A -->\n- </m>\n"],
    ["a heading over several lines of a quote", "> *a\n> b*\n> ==="],
  ])("agrees on %s", (_name, text) => {
    const own = scannerAlone(text);
    if (own !== undefined) expect(own).toEqual(remark.parse(text));
  });
});

describe("what the scanner reads itself", () => {
  it.each([
    ["headings", "# a *b* `c`\n\nd\n===\n\n### [e](f) ~ &amp; \\# #\n"],
    ["lists and tasks", "- a\n  - b\n\n    c\n- [x] d\n\n1. e\n2. f\n   > g\n"],
    ["quotes with lazy lines", "> a\nb\n> c\n\nd\n"],
    ["code", "```js\na\n```\n\n    b\n\n- c\n\n      d\n\n~~~\ne"],
    ["HTML", "<div>\na\n</div>\n\n<!-- b\n\nc -->\n\nd <e f='g'> h\n"],
    ["tables", "a\n\n| b | c |\n|---|:-:|\n| [d](e) | `f` |\ng | h\n"],
    ["links and images", 'a [b *c*](d "e") ![f](<g h>) [![i](j)](k) <https://l.m> [n\no](p)\n'],
    ["references", "[a] [b][a] [A][] ![a] [c]\n\n[a]: d 'e'\n"],
    ["literals", "a www.b.c https://d.e/f?g=h, (http://i.j/k) l@m.no.\n"],
    ["wikilinks and tags", "[[a|b]] ![[c]] #d key:: e ^f\n"],
    ["characters of all lengths", "# é 中 😀\n\n[ü](ö) 😀 [中](é)\n"],
    ["line ends of two characters", "# a\r\n\r\nb [c](d)\r\n- e\r\n\r\n```\r\nf\r\n```\r\n"],
  ])("%s", (_name, text) => {
    expect(scannerAlone(text)).toEqual(remark.parse(text));
  });

  it("leaves what is unusual to others", () => {
    for (const text of ["a[^1]", "a\u0000", "\ufeffa", "a\ud800", "a\rb", "# ~~a~~", "> a\n<b>"]) {
      expect(scannerAlone(text), JSON.stringify(text)).toBeUndefined();
    }
  });
});

describe("the scanner's engine", () => {
  const bytes = readFileSync(new URL("../../../src/documents/engines/scanner/scanner.wasm", import.meta.url));
  const empty: MarkdownSyntax = { headings: [], links: [], definitions: [], opaque: [], containers: [] };
  const fallback: MarkdownEngine = { name: "none", parse: () => empty };

  it("takes the module as bytes or compiled", () => {
    for (const module of [new Uint8Array(bytes), new WebAssembly.Module(bytes)]) {
      const engine = createScannerEngine({ module, fallback });
      expect(engine.parse("# a").headings).toEqual([{ start: 0, end: 3, depth: 1, text: "a" }]);
      expect(engine.parse("a[^1]")).toBe(empty);
    }
  });

  it("reads one long line, and short texts after it as before", () => {
    const engine = createScannerEngine({ module: new Uint8Array(bytes), fallback });
    const count = 100_000;
    const { links, opaque } = engine.parse(`${"a [b](c.md) `d` word ".repeat(count)}\n`);
    expect([links.length, opaque.length]).toEqual([count, count]);
    expect(links.at(-1)).toMatchObject({ url: "c.md", text: "b" });
    const text = "- [ ] [e](f)\n\n| g |\n| - |\n| h |\n";
    expect(engine.parse(text)).toEqual(remark.parse(text));
  });

  it("leaves texts to the fallback that are longer than its bound", () => {
    const engine = createScannerEngine({ module: new Uint8Array(bytes), fallback });
    expect(engine.parse("a".repeat((1 << 24) + 1))).toBe(empty);
  });

  it("does not end in an error on floods", () => {
    const pieces = [
      "[",
      "]",
      "![",
      "[a](",
      "[a](<",
      "[a](b (",
      "`",
      "*",
      "_",
      "~",
      "<",
      "<a ",
      "<!--",
      "&",
      "\\",
      "|",
      "a@",
    ];
    const lines = [
      ...pieces,
      "www.",
      "http://",
      ">",
      "- ",
      "> - ",
      "1. ",
      "\t",
      "#",
      "=\n",
      "|-",
      "[a]: b\n",
      "- a\n",
      "[a] ",
    ];
    for (const piece of lines) {
      const text = `[a]: b\n\n${piece.repeat(10_000)}\n\n# c\n`;
      const own = scannerAlone(text);
      if (own !== undefined && satteri !== undefined) expect(own, piece).toEqual(satteri.parse(text));
    }
  });
});

const corpora = process.env["GRAPHDOWN_CORPORA"];

function* markdownFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* markdownFiles(path);
    else if (/\.(?:md|markdown)$/i.test(entry.name)) yield path;
  }
}

describe.skipIf(corpora === undefined)("real files", () => {
  it("are read by the scanner as by the other engines", { timeout: 3_600_000 }, () => {
    const other = satteri ?? remark;
    for (const path of markdownFiles(corpora!)) {
      const text = readFileSync(path, "utf8");
      const own = scannerAlone(text);
      if (own !== undefined) expect(own, path).toEqual(other.parse(text));
    }
  });
});
