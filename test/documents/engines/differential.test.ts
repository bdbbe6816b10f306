/** Every engine gives the same values as the reference, on examples, on generated texts and on real files. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { tests } from "commonmark-spec";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadSatteriAlone, plainRemark, remark, satteri } from "./engines.ts";
import { anything, blocks, emphasis, literals } from "./fragments.ts";
import { gfmExamples } from "./gfm-examples.ts";
import { variants } from "./variants.ts";

const satteriAlone = loadSatteriAlone();

/** Texts put together from pieces. */
function texts(pieces: readonly string[], most: number): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: most }).map((parts) => parts.join(""));
}

const examples = [...tests.map((test) => test.markdown), ...gfmExamples].flatMap(variants);

describe.skipIf(satteri === undefined)("satteri against remark", () => {
  it("agrees on the examples of the specifications", () => {
    for (const text of examples) expect(satteri!.parse(text), JSON.stringify(text)).toEqual(remark.parse(text));
  });

  it("reads nearly all examples itself", () => {
    const own = examples.filter((text) => satteriAlone!(text) !== undefined);
    expect(own.length / examples.length).toBeGreaterThan(0.95);
  });

  it.each([
    ["a host behind a dash, with delimiters after it", "a**_-www.x.y***"],
    ["blanks and a line break at the start of a link in a heading", "a [  \nx](u)\n==="],
    ["an escaped delimiter before others", "# \\**https://x.y/a_b**"],
    ["a label of an unusual blank", "[\u00a0]:{"],
    ["delimiters beside an emoji in an image", "![_y_\u{1f600}](F)"],
    ["an item that ends in HTML", "  - * <!-- A -->\n- </m>\n"],
    ["a host of emoji", "https://\u{1f600}\u00ab_\u00ab"],
  ])("agrees on %s", (_name, text) => {
    expect(satteri!.parse(text)).toEqual(remark.parse(text));
  });

  it.each([
    ["anything", texts(anything, 10)],
    ["blocks", texts(blocks, 14)],
    ["literals", texts(literals, 12)],
    ["headings with emphasis", texts(emphasis, 12).map((text) => `# ${text}`)],
  ])("agrees on generated texts: %s", (_name, arbitrary) => {
    const property = fc.property(arbitrary, (text) => {
      const own = satteriAlone!(text);
      if (own !== undefined) expect(own).toEqual(remark.parse(text));
    });
    fc.assert(property, { numRuns: 1_500, seed: 20_261 });
  });
});

describe("remark in segments and without what is not needed against plain remark", () => {
  it("agrees on short generated texts", () => {
    const property = fc.property(texts([...anything, ...blocks], 10), (text) => {
      expect(remark.parse(text)).toEqual(plainRemark.parse(text));
    });
    fc.assert(property, { numRuns: 1_500, seed: 7 });
  });

  it("agrees on long generated texts", () => {
    const long = fc
      .array(texts([...anything, ...blocks], 10), { minLength: 300, maxLength: 500 })
      .map((parts) => parts.join("\n\n"));
    const property = fc.property(long, (text) => {
      expect(remark.parse(text)).toEqual(plainRemark.parse(text));
    });
    fc.assert(property, { numRuns: 4, seed: 11, endOnFailure: true });
  });

  it("agrees on long texts that are cut at list items", () => {
    const filler = "words that fill a line ".repeat(60).trimEnd();
    const lines = [
      "- a",
      "  - b [x](y.md)",
      "* c",
      "1. d",
      "2. e",
      "- [ ] f",
      "    code",
      "```",
      "<div>",
      "</div>",
      "<!-- g",
      "-->",
    ];
    const more = [
      "",
      "",
      "",
      "text",
      "> q",
      "---",
      "- - - h",
      "- | -",
      "a | b",
      "|---|---|",
      "===",
      "[^1]: n",
      "[r]: u.md",
      "[r]",
    ];
    const line = fc.constantFrom(...lines, ...more, `- ${filler}`, filler, `  ${filler}`, `> ${filler}`);
    const property = fc.property(fc.array(line, { minLength: 20, maxLength: 60 }), (parts) => {
      const text = parts.join("\n");
      expect(remark.parse(text)).toEqual(plainRemark.parse(text));
    });
    fc.assert(property, { numRuns: 60, seed: 5, endOnFailure: true });
  });

  it("knows definitions of other segments, and code that goes on in the next one", () => {
    const filler = "Some words that fill a paragraph.\n\n".repeat(150);
    const text = `[a] [^n]\n\n${filler}\`\`\`\nopen\n\n${filler}\`\`\`\n\n# [b]\n\n${filler}[a]: /a\n[b]: /b\n\n[^n]: note\n`;
    const syntax = remark.parse(text);
    expect(syntax.links.map(({ url }) => url)).toEqual(["/a", "/b"]);
    expect(syntax).toEqual(plainRemark.parse(text));
  });
});

const corpora = process.env["GRAPHDOWN_CORPORA"];

/** Paths of the Markdown files below a folder. */
function* markdownFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* markdownFiles(path);
    else if (/\.(?:md|markdown)$/i.test(entry.name)) yield path;
  }
}

describe("real files", () => {
  if (corpora === undefined || satteri === undefined) {
    it.skip("skipped: set GRAPHDOWN_CORPORA to a folder of Markdown files, and install satteri", () => {});
    return;
  }
  it("are read alike by all engines", { timeout: 3_600_000 }, () => {
    for (const path of markdownFiles(corpora)) {
      const text = readFileSync(path, "utf8");
      const own = satteriAlone!(text);
      if (own !== undefined) expect(own, path).toEqual(remark.parse(text));
    }
  });
});
