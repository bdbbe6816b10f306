/** What is searched is what readers see: entities, escapes and emphasis do not stand between a word and its search. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asShown } from "../../src/search/words/shown-document.ts";
import { knowledgeBase } from "./knowledge-base.ts";

describe("words that are written with marks", () => {
  const { search, paths } = knowledgeBase({
    "cafe.md": "# One\n\nfirst line\n\nan old caf&eacute; at AT&amp;T\n",
    "plain.md": "# Two\n\nthe zo**rk** of max\\_retry\\_count\n\n[link](x.md) and **gr**ue\n",
    "code.md": "# Three\n\n```html\nna&iuml;ve\n```\n\n`bl*or*b`\n",
    "hidden.md": "# Four\n\n&amp;&amp; <!-- x --> [see](a&amp;b.md) <b>blue</b>\n\n## Five\n\n&lt;i&gt; quagga\n",
  });

  it.each([
    ["caf\u00e9", "cafe.md", 5],
    ["cafe", "cafe.md", 5],
    ['"AT&T"', "cafe.md", 5],
    ["zork", "plain.md", 3],
    ['"zork of max_retry_count"', "plain.md", 3],
    ["max_retry_count", "plain.md", 3],
    ["grue", "plain.md", 5],
    ["quagga", "hidden.md", 7],
    ['"i quagga"', "hidden.md", 7],
  ])("%s is found in %s at line %i", (query, path, line) => {
    const [match] = search(query).matches;
    expect([match?.path, match?.line]).toEqual([path, line]);
    expect(match?.snippet).not.toBe("");
  });

  it("stay as they are in code, and say nothing of their entities", () => {
    expect(paths("na\u00efve")).toEqual([]);
    expect(paths("blorb")).toEqual([]);
    expect(paths('"amp"')).toEqual([]);
    expect(paths("iuml")).toEqual(["code.md"]);
  });

  it("are found on their lines, whatever stands around them", () => {
    const word = fc.constantFrom(
      "caf\u00e9",
      "stra\u00dfe",
      "zork",
      "\u0434\u043e\u043c",
      "plain",
      "AT&T",
      "x<y>z",
      "a_b",
    );
    const style = fc.constantFrom("plain", "numbers", "names", "emphasis");
    const line = fc.array(fc.tuple(word, style), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), (lines) => {
        const written = lines.map((words) => words.map(([text, how]) => write(text, how)).join(" [a](b&amp;c.md) "));
        const { documents } = knowledgeBase({ "a.md": `# H\n\n${written.join("\n\n")}\n` });
        const document = documents[0] as (typeof documents)[0];
        const shown = asShown(document);
        expect(shown.text.split("\n").length).toBe(document.text.split("\n").length);
        lines.forEach((words, index) => {
          const seen = shown.text.split("\n")[2 * index + 2]?.replaceAll(/\[a\]\(b&amp;c\.md\)/g, "");
          for (const [text] of words) expect(seen?.replaceAll("**", "")).toContain(text);
        });
        for (const [index, { start, end }] of shown.hidden.entries()) {
          const { start: from, end: to } = document.hidden[index] as (typeof document.hidden)[0];
          expect(shown.text.slice(start, end)).toBe(document.text.slice(from, to));
        }
        for (const { index, own } of shown.sections)
          expect(shown.text.slice(own.start, own.end).startsWith("#")).toBe(index > 0);
      }),
      { numRuns: 200, seed: 3 },
    );
  });
});

function write(text: string, style: string): string {
  if (style === "numbers") return [...text].map((character) => `&#${character.codePointAt(0)};`).join("");
  const named = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  if (style === "names") return named.replaceAll("\u00e9", "&eacute;").replaceAll("\u00df", "&szlig;");
  if (style === "emphasis" && /^\p{L}{4}/u.test(text)) return `${text.slice(0, 2)}**${text.slice(2)}**`;
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
