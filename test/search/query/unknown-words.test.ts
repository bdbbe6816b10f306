/** Words of a query that stand nowhere. */
import { describe, expect, it } from "vitest";
import { buildIndex } from "../../../src/search/build-index.ts";
import { parseQuery } from "../../../src/search/query/parse-query.ts";
import { unknownWords } from "../../../src/search/query/unknown-words.ts";
import { graphOf } from "../../graph/graph-of.ts";

const { documents } = graphOf({
  "a.md": { title: "The ferry", text: "The locks open at seven.\n" },
  "b.md": { title: "Harbour", text: "Nothing but water.\n" },
});

describe.each(["all", "asked"] as const)("with the index of %s terms", (terms) => {
  const index = buildIndex({ documents, options: { terms } });
  const unknown = (query: string) => unknownWords(parseQuery({ query, maximumCharacters: 1_000 }), index);

  it("names each once, with near words of titles and names", () => {
    expect(unknown("ferry harbor ferrry harbor")).toEqual([
      { name: "harbor", near: ["harbour"] },
      { name: "ferrry", near: ["ferry"] },
    ]);
    expect(unknown("zzqq")).toEqual([{ name: "zzqq", near: [] }]);
  });

  it("takes other forms of a word, phrases and stop words for what they are", () => {
    expect(unknown("ferry the")).toEqual([]);
    expect(unknown('"ferry at seven"').map(({ name }) => name)).toEqual(["seven"]);
    expect(unknown("!!!")).toEqual([]);
  });

  it("asks a new index for nothing where the query has no word", () => {
    const query = parseQuery({ query: "!!!", maximumCharacters: 1_000 });
    expect(unknownWords(query, buildIndex({ documents, options: { terms } }))).toEqual([]);
  });

  it("stays small", () => {
    expect(unknown(Array.from({ length: 60 }, (_, number) => `zq${number}x`).join(" "))).toHaveLength(10);
  });
});
