import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRanges } from "../../src/documents/opaque-ranges.ts";
import { findTags } from "../../src/documents/tags.ts";
import { type ParseInput, parse } from "./parse.ts";

function tagsOf(input: string | ParseInput): string[] {
  return parse(input).tags.map(({ name }) => name);
}

describe("tags", () => {
  it.each([
    ["#canal", ["canal"]],
    ["#Canal and #canal", ["Canal"]],
    ["(#water) ,#lock. #gate!", ["water", "lock", "gate"]],
    ["#water/lock/gate #a/ #b//c #1//d", ["water/lock/gate", "a", "b"]],
    ["_#it_ __#bold__ _see #this_ ___#both___, _#a_b_", ["it", "bold", "this", "both", "a_b"]],
    ["#own_ _done_ #own2_ snake_case #own3_ \\_#own4_ (_#own5", ["own_", "own2_", "own3_", "own4_", "own5"]],
    ["#two-words #two_words #2024-plan #1st", ["two-words", "two_words", "2024-plan", "1st"]],
    ["#naïve #Київ #運河 #नहर #القناة #❤️ #🚀go", ["naïve", "Київ", "運河", "नहर", "القناة", "❤️", "🚀go"]],
    ["#cafe\u0301 and #caf\u00e9", ["cafe\u0301"]],
    ["#NoBlank heading\n# Blank #inside heading", ["NoBlank", "inside"]],
    ["- #a\n- [ ] #b\n> #c\n\n| #d |\n|---|\n", ["a", "b", "c", "d"]],
    ["{#open ends here\n} {word #inner} {} #after {#name, and words}", ["open", "inner", "after", "name"]],
    ["**#bold** [#text](x.md)", ["bold", "text"]],
  ])("are found in %j", (text, tags) => expect(tagsOf(text)).toEqual(tags));

  it.each([
    "#123 #1/2 #- #_ # x #/x",
    "word#no 1#no é#no 字#no",
    "\\#no &#35; &#x41; &#xe9;",
    "##no ###no",
    "[[#no]] [[a#no|#no]] [x](a.md#no) [x](#no) ![x](<#no>)",
    "https://example.org/#no http://example.org/a?b=#no www.example.org/#no <https://example.org/#no>",
    "ftp://example.org/#no example.org/page/#no",
    "`#no` ``` #no ```",
    "<!-- #no --> <b title='#no'> %% #no %% $#no$",
    "    #no",
    "[r]: a.md#no '#no'",
    "[text](some path #no.md)",
    "```\n#no\n```",
    "<div>\n#no\n</div>",
    "# Weir {#no}\n\n## Gate {#no .wide}\n\n### Race {: .wide #no width=3 }\n",
    "A paragraph {#no}\n\nAnother one\n{: #no}\n\nA third ![x](y.png){#no width='5 %'}",
  ])("are not found in %j", (text) => expect(tagsOf(text)).toEqual([]));

  it("are colours with 6 or 8 hexadecimal digits, one of them decimal, unless told otherwise", () => {
    const text = "#FA4616 #0033cc #0033ccff #face #facade #decade2 #12ab #abc1234";
    expect(tagsOf(text)).toEqual(["face", "facade", "decade2", "12ab", "abc1234"]);
    expect(tagsOf({ text, options: { hexColors: "tag" } })).toEqual([
      "FA4616",
      "0033cc",
      "0033ccff",
      "face",
      "facade",
      "decade2",
      "12ab",
      "abc1234",
    ]);
  });

  it("come after those of front matter, once each, with their place", () => {
    const text = "---\ntags: [Canal, lock]\n---\n# H\n\nüöä 😀 #LOCK #weir\n";
    expect(parse(text).tags).toEqual([
      expect.objectContaining({ name: "Canal", source: "frontmatter" }),
      expect.objectContaining({ name: "lock", source: "frontmatter" }),
      { name: "weir", source: "body", line: 6, column: 13, section: 1 },
    ]);
  });

  it("equal those of a pattern on text without addresses", () => {
    const pattern = /(?<![\p{L}\p{N}\p{M}#&\\/.])#([\p{L}\p{N}\p{M}-]+(?:\/[\p{L}\p{N}\p{M}-]+)*)/gu;
    const piece = fc.constantFrom("#", "a", "é", "字", "1", "-", " ", "\n", "(", "/", "\u0301");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
        const text = pieces.join("");
        const expected = [...text.matchAll(pattern)]
          .map((match) => match[1] as string)
          .filter((name) => /\p{L}/u.test(name));
        const found = findTags({ text, from: 0, mask: createRanges(), hexColors: "tag" }).filter(
          ({ offset }) => text[offset - 1] !== "/",
        );
        expect(found.map(({ name }) => name)).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });
});
