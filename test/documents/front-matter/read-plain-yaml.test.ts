import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readPlainYaml } from "../../../src/documents/front-matter/read-plain-yaml.ts";
import { readFullYaml } from "../../../src/documents/front-matter/read-yaml.ts";

/** Mostly what notes hold, now and then something odd. */
function mostly(usual: readonly string[], odd: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 15, arbitrary: fc.constantFrom(...usual) },
    { weight: 1, arbitrary: fc.constantFrom(...odd) },
  );
}

const key = mostly(
  [..."abcdefghijklm", "title", "ms.date", "see_also", "Module Name", "日本", "a#b"],
  ["x:y", "-x", '"q"', "'q'", "a #b", "[a", "?", "...", "123", "null"],
);
const plainText = mostly(
  [
    ...[
      "word",
      "two words",
      "1.10",
      "012",
      "true",
      "~",
      "no",
      "2024-03-05",
      "-5",
      ".5",
      "a:b",
      "a#b",
      "x,y",
      "(x)",
      "é",
      "日本語",
    ],
    ...["https://example.org/x#y", "/x", "$x", "+x", "_", "😀", "x\u00a0", "\u2028", "it's", 'say "x"', "[[x"],
  ],
  [
    ...[
      "- 5",
      "a: b",
      "a #b",
      "<x>",
      "x]",
      "[x",
      "{x}",
      "@x",
      "`x`",
      "%x",
      "!x",
      "&x",
      "*x",
      "|x",
      ">x",
      "?x",
      "? x",
      "+",
      "-",
      "--",
    ],
    ...["---", "...", "~x", "x:", ":x", "\ud800", "\ufeff", "\u0085", "a\tb", "#x", "\\", "*", "&", "!"],
  ],
);
const quoted = mostly(
  [`"x"`, `'x'`, `"a: b"`, `""`, `''`, `'#'`, `"[[Home]]"`],
  [`'it''s'`, `"a\\tb"`, `"x`, `'x`, `"x" y`, `"x" # c`],
);
const flowItem = fc.oneof(
  { weight: 4, arbitrary: plainText },
  { weight: 3, arbitrary: quoted },
  { weight: 1, arbitrary: mostly(["[x]", "[[x]]", "[]"], ["{}", "", " ", "a: b"]) },
);
const flow = fc
  .tuple(
    fc.array(flowItem, { maxLength: 4 }),
    mostly([",", ", "], [" , ", ",,"]),
    mostly(["]", " ]", ",]"], ["", "] # c", "]x"]),
  )
  .map(([items, comma, close]) => `[${items.join(comma)}${close}`);
const wikilink = fc.constantFrom("[[Home]]", "[[A b#H|x]]", "[[2024-01-05]]", "[[a, b]]", "[[1, 2]]");
const inline = fc.oneof({ weight: 4, arbitrary: plainText }, { weight: 2, arbitrary: quoted }, flow, wikilink);
const colon = mostly([": "], [":", ":  ", " : "]);
const end = mostly(["\n"], [" \n", "\r\n", "\n\n", "\n \n", "\n# c\n", "\n  # c\n", ""]);

/** Lines of a mapping, indented by two blanks a level. */
function mapping(level: number): fc.Arbitrary<string> {
  const indent = mostly(["  ".repeat(level)], ["", " ", "  ", "   "]);
  const entry = fc.tuple(indent, key, colon, inline, end);
  const empty = fc.tuple(indent, key, fc.constant(":"), end);
  const folded = fc.tuple(indent, key, colon, plainText, fc.constant("\n "), indent, plainText, end);
  const mark = mostly(["|", "|-", ">", ">-"], ["|+", "> ", "|2", ">x"]);
  const block = fc.tuple(
    indent,
    key,
    colon,
    mark,
    fc.constant("\n "),
    indent,
    plainText,
    end,
    fc.constant(" "),
    indent,
    plainText,
    end,
  );
  const items = fc.array(fc.tuple(indent, mostly(["- "], ["-", "-   ", "- - "]), inline, end), {
    minLength: 1,
    maxLength: 3,
  });
  const list = fc.tuple(
    indent,
    key,
    fc.constant(":\n"),
    items.map((all) => all.flat().join("")),
  );
  const lines: fc.Arbitrary<readonly string[]>[] = [entry, entry, entry, empty, folded, block, list];
  if (level < 2) {
    lines.push(fc.tuple(indent, key, fc.constant(":\n"), mapping(level + 1)));
    const dashed = mapping(level + 1).map((text) => text.replace(/^( *) {2}/, "$1- "));
    lines.push(fc.tuple(indent, key, fc.constant(":\n"), dashed));
  }
  const line = fc.oneof(...lines).map((parts) => parts.join(""));
  return fc.array(line, { minLength: 1, maxLength: 4 }).map((all) => all.join(""));
}

const source = mapping(0).map((text) => text.replace(/\r(?!\n)/g, "\n"));

describe("readPlainYaml", () => {
  it("equals the full parser on everything that it accepts", () => {
    let accepted = 0;
    fc.assert(
      fc.property(source, (text) => {
        const plain = readPlainYaml(text);
        if (plain === undefined) return;
        accepted++;
        expect(plain).toEqual(readFullYaml(text));
      }),
      { numRuns: 4_000, seed: 7 },
    );
    expect(accepted).toBeGreaterThan(700);
  });

  it.each([
    "title: Lock gate\ntags: [canal, 'lock gate', \"x: y\"]\ndate: 2024-03-05\n",
    "# remark\n\ntitle: It's 10:30 at example.org/x#y\nempty:\nlast: ~\n",
    "tags:\n  - canal\n  - water/lock\naliases:\n- One\n- 'Two, too'\n",
    "description: A text that\n  goes on over\n  three lines\nlevel: 3\n",
    "summary: >-\n  folded\n  text\nbody: |\n  literal\n  text\n\nlast: 1\n",
    "parent: [[Home]]\nrelated:\n  - [[A|b]]\n  - '[[C]]'\n",
    "hero:\n  title: x\n  actions:\n    - text: Go\n      link: ./a.md\n    - text: Stay\n",
    "title: x\r\ntags: [a]\r\n",
    "",
    "\n# nothing\n",
  ])("reads the plain block %j itself", (text) => {
    expect(readPlainYaml(text)).toEqual(readFullYaml(text));
  });

  it.each([
    ["an escape", 'a: "x\\ty"\n'],
    ["an anchor", "a: &x 1\n"],
    ["a tag", "a: !x 1\n"],
    ["a key that occurs twice", "a: 1\na: 2\n"],
    ["a flow map", "a: {b: 1}\n"],
    ["a remark behind a value", "a: b # c\n"],
    ["a tab", "a:\tb\n"],
    ["a colon in a title", "title: Locks: part two\n"],
    ["a list that goes on over lines", "a: [b,\n  c]\n"],
    ["prose", "Hello weir\n"],
    ["a list", "- a\n"],
    ["a document mark", "--- a: b\n"],
  ])("leaves %s to the full parser", (_name, text) => {
    expect(readPlainYaml(text)).toBeUndefined();
  });
});
