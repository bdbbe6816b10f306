/** The context pack: within its budget, every line once, under citations that hold. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildGraph } from "../../src/graph/build-graph.ts";
import type { KnowledgeGraph } from "../../src/graph/knowledge-graph.ts";
import { buildIndex } from "../../src/search/build-index.ts";
import { type ContextPack, packContext } from "../../src/search/context-pack.ts";
import { searchGraph } from "../../src/search/search-graph.ts";
import { tokensAtMost } from "../../src/search/tokens-at-most.ts";
import { parse } from "../documents/parse.ts";

function graphOfFiles(files: Readonly<Record<string, string>>): KnowledgeGraph {
  return buildGraph({ documents: Object.entries(files).map(([path, text]) => parse({ path, text })), otherPaths: [] });
}

function pack(graph: KnowledgeGraph, query: string, tokenBudget = 4_000): ContextPack {
  const index = buildIndex({ documents: graph.documents });
  const { matches } = searchGraph({ graph, index, query, options: { count: 100 } });
  return packContext({ graph, matches, tokenBudget });
}

/** What every pack must be. */
function expectSound(graph: KnowledgeGraph, made: ContextPack, tokenBudget: number): void {
  expect(made.tokenCount).toBeLessThanOrEqual(tokenBudget);
  expect(tokensAtMost(made.text)).toBe(made.tokenCount);
  const lines = new Set<string>();
  const texts = made.passages.map(({ path, startLine, endLine, headingPath }) => {
    for (let line = startLine; line <= endLine; line++) {
      expect(lines.has(`${path}:${line}`), `${path}:${line} once`).toBe(false);
      lines.add(`${path}:${line}`);
    }
    const text = graph.documents.find((each) => each.path === path)?.text ?? "";
    const content = text
      .split("\n")
      .slice(startLine - 1, endLine)
      .join("\n")
      .trimEnd();
    return `[${path}:${startLine}-${endLine}] ${headingPath.join(" › ")}\n${content}`;
  });
  expect(made.text).toBe(texts.join("\n\n").trimEnd());
}

const notes = {
  "release.md":
    "---\ntags: [ops]\n---\n# Release\n\nWe release on Mondays.\n\n## Checklist\n\nTag it, then see [[rollback#Steps]].\n\n## Owners\n\nAda and Kim.\n",
  "rollback.md":
    "# Rollback\n\nWhen a release fails.\n\n## Steps\n\nPush the old tag again.\n\n## History\n\nLong ago.\n",
  "other.md": "# Gardening\n\nTomatoes.\n",
};

describe("a context pack", () => {
  it("holds the best sections with what stands around them and what they link to, by document", () => {
    const graph = graphOfFiles(notes);
    const made = pack(graph, "checklist");
    expectSound(graph, made, 4_000);
    expect(made.passages.map(({ path, startLine, endLine, why }) => `${path}:${startLine}-${endLine} ${why}`)).toEqual([
      "release.md:4-14 match",
      "rollback.md:5-8 linked",
    ]);
    expect(made.text).toContain("[release.md:4-14] Release\n# Release");
    expect(made.text).toContain("[rollback.md:5-8] Rollback › Steps\n## Steps\n\nPush the old tag again.");
    expect(made.text).not.toContain("Tomatoes");
    expect(made.leftOut).toEqual({ count: 0, first: [] });
  });

  it("says what had no room, and cuts the best section around its match", () => {
    const long = `# Long\n\n${"Words without end.\n".repeat(400)}needle here\n${"More words.\n".repeat(400)}`;
    const graph = graphOfFiles({ "long.md": long, "short.md": "# Short\n\nThe needle, too.\n" });
    const made = pack(graph, "needle", 300);
    expectSound(graph, made, 300);
    const cut = made.passages.find(({ path }) => path === "long.md");
    expect(cut).toMatchObject({ why: "match", cut: true });
    expect(made.text).toContain("needle here");
    const tight = pack(graph, "needle", 40);
    expectSound(graph, tight, 40);
    expect(tight.leftOut.first).toEqual([
      expect.objectContaining({ path: "long.md", startLine: 1, endLine: 803, tokens: expect.any(Number) }),
    ]);
  });

  it("is empty where nothing matches or nothing fits", () => {
    const graph = graphOfFiles(notes);
    expect(pack(graph, "zebra")).toEqual({ text: "", tokenCount: 0, passages: [], leftOut: { count: 0, first: [] } });
    const none = pack(graph, "release", 3);
    expect(none).toMatchObject({ text: "", passages: [] });
    expect(none.leftOut.count).toBeGreaterThan(0);
  });

  it("finds what to read of a document that is found by its name or front matter alone", () => {
    const graph = graphOfFiles({ "plan.md": "---\nstatus: frozen\n---\n\n# First\n\nText.\n", "b.md": "x\n" });
    expect(pack(graph, "frozen").passages[0]).toMatchObject({ path: "plan.md", headingPath: ["First"] });
  });

  it("is sound for any notes and budget", () => {
    const word = fc.constantFrom("alpha", "beta", "gamma", "[[a]]", "[[b#Two]]", "![[c]]", "\n\n", "日本", "x1y2");
    const section = fc
      .tuple(fc.constantFrom("# One", "## Two", "### Three", ""), fc.array(word, { maxLength: 30 }))
      .map(([heading, words]) => `${heading}\n\n${words.join(" ")}\n`);
    const text = fc.array(section, { maxLength: 5 }).map((sections) => sections.join("\n"));
    fc.assert(
      fc.property(fc.tuple(text, text, text), fc.integer({ min: 1, max: 600 }), ([a, b, c], budget) => {
        const graph = graphOfFiles({ "a.md": a, "b.md": b, "c.md": c });
        for (const query of ["alpha", "beta gamma", "a"]) expectSound(graph, pack(graph, query, budget), budget);
      }),
      { numRuns: 40 },
    );
  });
});

describe("the bound on tokens", () => {
  it.each([
    ["", 0],
    ["a word", 2],
    ["internationalisation", 5],
    ["12345", 2],
    ["\n\n\n", 1],
    ["--------", 2],
    ["f(x) = y;", 7],
    ["東京", 3],
    ["Привет", 3],
    ["😀", 3],
  ])("of %j is %i", (text, tokens) => {
    expect(tokensAtMost(text)).toBe(tokens);
  });

  it("of two texts on lines of their own is no more than that of both", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (a, b) => {
        expect(tokensAtMost(`${a}\n${b}`)).toBeLessThanOrEqual(tokensAtMost(`${a}\n`) + tokensAtMost(b));
      }),
    );
  });
});
