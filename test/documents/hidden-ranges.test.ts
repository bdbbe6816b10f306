import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "./parse.ts";

function hiddenOf(text: string): string[] {
  return parse(text).hidden.map(({ start, end }) => text.slice(start, end));
}

describe("hidden ranges", () => {
  it("are destinations, labels and definitions", () => {
    expect(hiddenOf("[a](b.md 'c') ![d](<e f>) [g][h] [h] [h][] <https://x.org>\n\n[h]: i.md\n")).toEqual([
      "(b.md 'c')",
      "(<e f>)",
      "[h]",
      "[]",
      "[h]: i.md",
    ]);
  });

  it("find the destination of a link that holds other brackets", () => {
    expect(hiddenOf("[![a](b.png)](c.md) [d](e 'see [f](g)') [h](<i](j>) [`](k)`](l)")).toEqual([
      "(b.png)",
      "(c.md)",
      "(e 'see [f](g)')",
      "(<i](j>)",
      "(l)",
    ]);
  });

  it.each([
    ["a [[Target|shown]] b", "a shown b"],
    ["[[Bare]]s, ![[Whole]] and ![[x.png|30]]", "Bares, Whole and 30"],
    ["[[Note#Part]] [[Note|]] [[[Note]]]", "Note#Part Note [Note]"],
    ["| [[a\\|b]] | [[c\\|]] |\n|---|---|\n", "| b | c |\n|---|---|\n"],
    ["`[[code]]` [[open", "`[[code]]` [[open"],
  ])("of %j leave what wikilinks show", (text, shown) => {
    let rest = "";
    let from = 0;
    for (const { start, end } of parse(text).hidden) {
      rest += text.slice(from, start);
      from = end;
    }
    expect(rest + text.slice(from)).toBe(shown);
  });

  it("are comments and the marks of front matter, not math", () => {
    expect(hiddenOf("---\ntitle: x\n---\nbody %% c %% $m$ <!-- h -->")).toEqual([
      "---\n",
      "---\n",
      "%% c %%",
      "<!-- h -->",
    ]);
  });

  it("never overlap and stay in the text", () => {
    const piece = fc.constantFrom(
      "[a](b)",
      "[[a|b]]",
      "%%",
      "<b>",
      "<!-- x -->",
      "`",
      "$",
      "[r]",
      "\n\n",
      "[r]: u\n",
      "![[",
      "]]",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const text = pieces.join(" ");
        let last = 0;
        for (const { start, end } of parse(text).hidden) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});
