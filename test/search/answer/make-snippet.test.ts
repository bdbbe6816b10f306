import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeSnippet, maximumSnippetLength } from "../../../src/search/answer/make-snippet.ts";
import { knowledgeBase } from "../knowledge-base.ts";

function snippet(text: string, offset: number): string {
  const [document] = knowledgeBase({ "a.md": text }).documents;
  if (document === undefined) throw new Error("no document");
  return makeSnippet(document, 0, offset);
}

const filler = "lorem ipsum dolor sit amet ".repeat(30);

describe("a snippet", () => {
  it("is a short text as it is, on one line", () => {
    expect(snippet("one\ntwo\t three\r\n", 0)).toBe("one two three");
  });

  it("shows the place in a long text, with an ellipsis on each side", () => {
    const text = snippet(`${filler}needle ${filler}`, filler.length);
    expect(text).toMatch(/^….*needle.*…$/);
    expect(text.length).toBeLessThanOrEqual(maximumSnippetLength);
    expect(text.length).toBeGreaterThan(180);
  });

  it("leaves out what is hidden", () => {
    expect(snippet("see [the lock](https://example.org/a/long/address) <!-- note --> now\n", 0)).not.toMatch(
      /example|note/,
    );
  });

  it("is empty for an empty section", () => {
    expect(snippet("", 0)).toBe("");
  });

  it("never ends inside a character, whatever the text and the place", () => {
    const part = fc.constantFrom("🚀", "a", " ", "\n", "词", "𠮷", "longer ", "\u0007", "#");
    fc.assert(
      fc.property(fc.array(part, { maxLength: 500 }), fc.nat(900), (parts, place) => {
        const text = parts.join("");
        const made = snippet(text, Math.min(place, text.length));
        expect(made.length).toBeLessThanOrEqual(maximumSnippetLength);
        expect(made).not.toMatch(/[\n\r\t\u0007]/);
        expect(made).not.toMatch(/\p{Surrogate}/u);
      }),
      { numRuns: 60 },
    );
  });
});
