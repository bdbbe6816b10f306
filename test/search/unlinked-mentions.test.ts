/** Mentions without a link: whole words of a title or an alias, outside of what is linked already or no prose. */
import { describe, expect, it } from "vitest";
import { buildGraph } from "../../src/graph/build-graph.ts";
import { buildIndex } from "../../src/search/build-index.ts";
import { type UnlinkedMentions, unlinkedMentions } from "../../src/search/unlinked-mentions.ts";
import { parse } from "../documents/parse.ts";

function mentions(files: Readonly<Record<string, string>>, maximum = 50): UnlinkedMentions {
  const documents = Object.entries(files).map(([path, text]) => parse({ path, text }));
  const graph = buildGraph({ documents, otherPaths: [] });
  const document = graph.documents.findIndex(({ path }) => path === "target.md");
  const index = buildIndex({ documents: graph.documents });
  return unlinkedMentions({ graph, index, document, maximum });
}

const shown = ({ first }: UnlinkedMentions): string[] =>
  first.map(({ path, line, column, text }) => `${path}:${line}:${column} ${text}`);

const target = "---\naliases: [C++, Zürich office, 東京]\n---\n# Lock Gate\n\nThe lock gate itself.\n";

describe("unlinked mentions", () => {
  it("are whole words, in any case and width of blanks", () => {
    const found = mentions({
      "target.md": target,
      "a.md":
        "# A\n\nThe lock  gate and the LOCK\ngate, but no lock gates, no unlock gate.\n\n## Deep\n\nc++ and C++11 and ZÜRICH Office.\n",
      "b.md": "行こう東京都へ\n",
    });
    expect(found.names).toEqual(["Lock Gate", "C++", "Zürich office", "東京"]);
    expect(shown(found)).toEqual([
      "a.md:3:5 lock gate",
      "a.md:3:24 LOCK gate",
      "a.md:8:1 c++",
      "a.md:8:19 ZÜRICH Office",
      "b.md:1:4 東京",
    ]);
    expect(found.count).toBe(5);
    expect(found.first[2]).toMatchObject({ heading: "Deep", context: "c++ and C++11 and ZÜRICH Office." });
  });

  it("stand outside links, front matter, comments and addresses", () => {
    const found = mentions({
      "target.md": target,
      "a.md":
        "---\nabout: lock gate\n---\n[[target|Lock Gate]], [lock gate](x.md) <!-- lock gate --> https://x.example/lock gate\n",
    });
    expect(shown(found)).toEqual([]);
  });

  it("are counted beyond those that are shown", () => {
    const found = mentions({ "target.md": "# Gate\n", "a.md": "gate ".repeat(30), "b.md": "gate\n" }, 4);
    expect(found.count).toBe(31);
    expect(found.first.map(({ column }) => column)).toEqual([1, 6, 11, 16]);
  });

  it("are none for a name without a word", () => {
    expect(mentions({ "target.md": "# !!!\n", "a.md": "!!! !!!\n" })).toEqual({ names: [], count: 0, first: [] });
  });
});
