/** Related documents: the reasons are true, the order is the same each time, and closer ones come first. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildGraph } from "../../src/graph/build-graph.ts";
import type { KnowledgeGraph } from "../../src/graph/knowledge-graph.ts";
import { buildIndex } from "../../src/search/build-index.ts";
import { type RelatedDocument, relatedDocuments } from "../../src/search/related-documents.ts";
import { parse } from "../documents/parse.ts";
import { history } from "../graph/arbitrary-histories.ts";

function graphOfFiles(files: Readonly<Record<string, string>>): KnowledgeGraph {
  const documents = Object.entries(files).map(([path, text]) => parse({ path, text }));
  return buildGraph({ documents, otherPaths: [] });
}

function related(graph: KnowledgeGraph, path: string): readonly RelatedDocument[] {
  const index = buildIndex({ documents: graph.documents });
  const document = graph.documents.findIndex((each) => each.path === path);
  const { count, closest } = relatedDocuments({ graph, index, document, count: Number.MAX_SAFE_INTEGER });
  expect(closest).toHaveLength(count);
  expect(relatedDocuments({ graph, index, document, count: 2 })).toEqual({ count, closest: closest.slice(0, 2) });
  return closest;
}

const filler = Object.fromEntries(
  Array.from({ length: 12 }, (_, at) => [`filler/${at}.md`, `# Filler ${at}\n\nNothing of interest stands here.\n`]),
);

const graph = graphOfFiles({
  ...filler,
  "hub.md": "# Hub\n\n[[winch]] [[anchor]]\n",
  "winch.md": "# Winch\n\nThe capstan grease needs renewing. See [[rope]]. #deck #rare\n",
  "anchor.md": "# Anchor\n\nHeavy. [[rope]]\n",
  "rope.md": "# Rope\n\n[[winch]]\n",
  "tagged.md": "# Tagged\n\n#rare\n",
  "worded.md": "# Worded\n\nCapstan work: grease the capstan.\n",
});

describe("related documents", () => {
  it("come with every reason", () => {
    const found = new Map(related(graph, "winch.md").map((each) => [each.path as string, each]));
    expect(found.get("rope.md")?.reasons).toMatchObject({ links: ["out", "in"] });
    expect(found.get("hub.md")?.reasons).toMatchObject({ links: ["in"] });
    expect(found.get("anchor.md")?.reasons).toMatchObject({
      linkedTogether: { count: 1, first: ["hub.md"] },
      linkSame: { count: 1, first: ["rope.md"] },
    });
    expect(found.get("tagged.md")?.reasons).toEqual({ tags: ["rare"] });
    expect(found.get("worded.md")?.reasons).toEqual({ words: ["capstan", "grease"] });
    expect([...found.keys()].sort()).toEqual(["anchor.md", "hub.md", "rope.md", "tagged.md", "worded.md"]);
    expect([...found.keys()][0]).toBe("rope.md");
    for (const { score } of found.values()) {
      expect(score).toBeGreaterThan(0);
      expect(score).toBeLessThanOrEqual(1);
    }
  });

  it("are none for a document that shares nothing", () => {
    expect(related(graphOfFiles({ "a.md": "# One\n", "b.md": "# Two\n" }), "a.md")).toEqual([]);
  });

  it("are brought together by words as long as few enough documents hold them", () => {
    const count = 3_400;
    const words = Array.from({ length: 25 }, (_, at) => `word${String.fromCharCode(97 + at)}`);
    // A quarter of the documents holds each word: 25 of them would bring more than 20,000 together.
    const holds = (at: number, word: number): boolean => (at * 7 + word * 137) % count < count / 4 - 2;
    const files = Array.from({ length: count }, (_, at) => [
      `${at}.md`,
      words.filter((_, word) => holds(at, word)).join(" "),
    ]);
    const made = graphOfFiles({
      ...Object.fromEntries(files),
      "all.md": words.join(" "),
      ...Object.fromEntries(words.map((word) => [`only/${word}.md`, word])),
    });
    const paths = new Set(related(made, "all.md").map(({ path }) => path as string));
    expect(paths).toContain("only/worda.md");
    expect(paths).not.toContain("only/wordy.md");
  });

  it("are brought together by words of a long document however many words only it has", () => {
    const own = Array.from(
      { length: 600 },
      (_, at) => `own${[...String(at)].map((digit) => "abcdefghij"[Number(digit)]).join("")}`,
    );
    const made = graphOfFiles({
      ...filler,
      // Words of its own in two sections each weigh more than those that it shares.
      "long.md": `# Long\n\n${own.join(" ")}\n\nmillrace sluice\n\n## Again\n\n${own.join(" ")}\n`,
      "short.md": "# Short\n\nThe millrace has a sluice.\n",
    });
    const [closest] = related(made, "long.md");
    expect(closest).toMatchObject({ path: "short.md", reasons: { words: ["millrace", "sluice"] } });
  });

  it("are not what every document has", () => {
    const same = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`${at}.md`, "# Same\n\nequal words #all\n"]));
    expect(related(graphOfFiles(same), "0.md")).toEqual([]);
  });

  it("are not brought together by a page that links to everything", () => {
    const many = Array.from({ length: 1_100 }, (_, at) => `[[n${at}]]`).join(" ");
    const files = Object.fromEntries(Array.from({ length: 1_100 }, (_, at) => [`n${at}.md`, ""]));
    expect(related(graphOfFiles({ ...files, "all.md": many }), "n0.md").map(({ path }) => path)).toEqual(["all.md"]);
  });

  it("are the same on a graph that has moved and on one that is made from nothing", () => {
    fc.assert(
      fc.property(history, fc.nat(), ({ options, states }, which) => {
        let moved: KnowledgeGraph | undefined;
        for (const state of states) {
          moved = buildGraph({ ...state, options, previous: moved });
          if (moved.documents.length === 0) continue;
          const path = moved.documents[which % moved.documents.length]?.path as string;
          const turned = { documents: state.documents.toReversed(), otherPaths: state.otherPaths.toReversed() };
          const answer = related(moved, path);
          expect(answer).toEqual(related(buildGraph({ ...turned, options }), path));
          expect(answer.map((each) => each.path)).not.toContain(path);
        }
      }),
      { numRuns: 25 },
    );
  });
});
