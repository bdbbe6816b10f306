/** What stands under a key, however it is written. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseLogicalPath } from "../../src/base/logical-path.ts";
import { createRemarkEngine } from "../../src/documents/engines/remark-engine.ts";
import { parseDocument } from "../../src/documents/parse-document.ts";
import { targetOfLink, type WrittenValue, writtenValues } from "../../src/documents/written-values.ts";

const engine = createRemarkEngine();

function valuesOf(text: string, key = "partof"): readonly WrittenValue[] {
  const path = parseLogicalPath("a.md");
  return writtenValues(parseDocument({ path, text, sha256: "0".repeat(64), byteLength: 1, engine }), key);
}

describe("values under a key", () => {
  it("are scalars of front matter and inline properties in the order in which they stand", () => {
    const values = valuesOf("---\npart_of: [1, {a: two, b: [three]}, null]\nPart-Of: four\n---\n\npart of:: 5\n");
    expect(values.map(({ text }) => text)).toEqual(["1", "two", "three", "four", "5"]);
    expect(values.every(({ linkNames }) => linkNames === undefined)).toBe(true);
  });

  it("that are the same link are one", () => {
    expect(valuesOf("---\npart_of: [[home]]\n---\n\n- part_of [[home]]\n- part_of [[Home]]\n")).toMatchObject([
      { text: "[[home]]" },
      { text: "[[Home]]" },
    ]);
  });

  it("are bare brackets in YAML alone", () => {
    expect(valuesOf('{"part_of": [["home"]]}\n\n# A\n')).toEqual([{ type: "text", value: "home", text: "home" }]);
    expect(valuesOf("---\npart_of: [[1, 2]]\n---\n").map(({ text }) => text)).toEqual(["1", "2"]);
  });

  it("name a link by target, path, file name and what it shows", () => {
    expect(valuesOf('---\npart_of: "[Paul L.](../people/Paul%20Lindqvist.md#Work)"\n---\n')[0]?.linkNames).toEqual([
      "../people/Paul%20Lindqvist.md#Work",
      "../people/Paul Lindqvist.md",
      "Paul Lindqvist",
      "Paul L.",
    ]);
    expect(valuesOf('---\npart_of: "[x](100%.md)"\n---\n')[0]?.linkNames).toEqual(["100%.md", "100%", "x"]);
  });

  it("show and name a wikilink alike, in quotes, without, in the text and as a relation", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "Z", "é", "水", "4"), minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(word, word, fc.option(word), (first, second, label) => {
        const link = `[[${first} ${second}${label === null ? "" : `|${label}`}]]`;
        const written = [
          `---\npart_of: ${link}\n---\n`,
          `---\npart_of: "${link}"\n---\n`,
          `---\npart_of:\n  - ${link}\n---\n`,
          `# A\n\npart_of:: ${link}\n`,
          `# A\n\n- part_of ${link}\n`,
        ];
        const names = [...new Set([`${first} ${second}`, label ?? `${first} ${second}`])];
        for (const text of written)
          expect(valuesOf(text), text).toEqual([{ type: "text", value: link, text: link, linkNames: names }]);
      }),
    );
  });
});

it.each([
  ["[[home]]", "home"],
  ["[[home#Start|Home]]", "home#Start"],
  ["[Home](home.md)", "home.md"],
  ["home", undefined],
  ["[[home]] (for now)", undefined],
  ["[[a]], [[b]]", undefined],
  ["see [[home]]", undefined],
])("the target of %j is %j", (text, target) => {
  expect(targetOfLink(text)).toBe(target);
});
