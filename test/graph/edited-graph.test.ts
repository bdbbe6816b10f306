/** A graph over edited documents equals one that is made from nothing, and is made over the links of the one before where it may be. */
import { describe, expect, it } from "vitest";
import type { LogicalPath } from "../../src/base/logical-path.ts";
import type { MarkdownDocument } from "../../src/documents/markdown-document.ts";
import { buildGraph } from "../../src/graph/build-graph.ts";
import { editedGraph } from "../../src/graph/edited-graph.ts";
import { GraphLineage } from "../../src/graph/graph-lineage.ts";
import type { KnowledgeGraph } from "../../src/graph/knowledge-graph.ts";
import { type PackedGraph, packGraph } from "../../src/graph/packed/pack-graph.ts";
import { unpackGraph } from "../../src/graph/packed/unpack-graph.ts";
import { parse } from "../documents/parse.ts";
import { seenOf } from "./seen-of.ts";

const notes: Readonly<Record<string, string>> = {
  "a.md":
    "---\ntags: [x]\nauthor: Kim\n---\n# A\n\nSee [[Second]], [[Third]] and [b](b.md#part).\n\n## Own\n\n[here](#own) ![p](p.png)\n",
  "b.md": "# Second\n\nText.\n\n## Part\n\n[[a]]\n",
  "c.md": "---\ntitle: C\n---\nNothing.\n",
};

function documentsOf(texts: Readonly<Record<string, string>>): MarkdownDocument[] {
  return Object.entries(texts).map(([path, text]) => parse({ path, text }));
}

/** The graph of these notes as another process gets it. */
function keptGraph(texts: Readonly<Record<string, string>>): KnowledgeGraph {
  const otherPaths = ["p.png" as LogicalPath];
  const graph = buildGraph({ documents: documentsOf(texts), otherPaths });
  const { documents } = graph;
  return unpackGraph(packGraph(graph, documents) as PackedGraph, { documents, otherPaths, options: {} });
}

/** The graph after notes got other texts, and whether its links were taken over. */
function edited(
  changes: Readonly<Record<string, string>>,
  texts: Readonly<Record<string, string>> = notes,
): { readonly graph: KnowledgeGraph; readonly isCarried: boolean } {
  const kept = keptGraph(texts);
  const now = documentsOf({ ...texts, ...changes });
  const documents = now.map((document) =>
    changes[document.path] === undefined
      ? (kept.documents.find(({ path }) => path === document.path) ?? document)
      : document,
  );
  const { otherPaths } = kept;
  const graph = buildGraph({ documents, otherPaths, previous: kept });
  expect(seenOf(graph)).toEqual(seenOf(buildGraph({ documents, otherPaths })));
  return { graph, isCarried: GraphLineage.of(graph) === undefined };
}

describe("a graph over edited documents", () => {
  it.each([
    ["a word more", { "b.md": "# Second\n\nText, and more.\n\n## Part\n\n[[a]]\n" }],
    ["a link that moved down", { "b.md": "# Second\n\nText.\n\n## Part\n\nOne.\n\nTwo.\n\n[[a]]\n" }],
    ["other metadata", { "c.md": "---\ntitle: C\nstatus: done\ndescription: New\n---\nNothing.\n" }],
    ["several notes", { "b.md": "# Second\n\n## Part\n\n[[a]]\n", "c.md": "---\ntitle: C\n---\nSomething.\n" }],
  ])("takes links over: %s", (_, changes) => {
    expect(edited(changes).isCarried).toBe(true);
  });

  it.each([
    ["a title that another note calls it by", { "b.md": "# Renamed\n\n## Part\n\n[[a]]\n" }],
    ["an alias that another note calls", { "c.md": "---\ntitle: C\naliases: [Third]\n---\nNothing.\n" }],
    ["a title that another note calls", { "c.md": "---\ntitle: Third\n---\nNothing.\n" }],
    ["a heading that another note names", { "b.md": "# Second\n\n## Portion\n\n[[a]]\n" }],
    ["a link more", { "b.md": "# Second\n\n## Part\n\n[[a]] [[c]]\n" }],
    ["a link that leads elsewhere", { "b.md": "# Second\n\n## Part\n\n[[c]]\n" }],
    ["a link that is a relation now", { "b.md": "# Second\n\n## Part\n\nup:: [[a]]\n" }],
  ])("resolves links again: %s", (_, changes) => {
    expect(edited(changes).isCarried).toBe(false);
  });

  it.each([
    ["a tag more", { "c.md": "---\ntitle: C\ntags: [new/one]\n---\nNothing.\n" }],
    ["a tag less", { "a.md": (notes["a.md"] as string).replace("tags: [x]\n", "") }],
    ["no author", { "a.md": (notes["a.md"] as string).replace("author: Kim\n", "") }],
    ["a tag of an observation", { "c.md": "---\ntitle: C\n---\n- [fact] true #seen\n" }],
  ])("counts what documents share anew: %s", (_, changes) => {
    edited(changes);
  });

  it("goes on from one edit to the next", () => {
    const { graph } = edited({ "b.md": "# Second\n\nOnce.\n\n## Part\n\n[[a]]\n" });
    const [twice] = documentsOf({ "b.md": "# Second\n\nTwice.\n\n## Part\n\n[[a]]\n" });
    const documents = graph.documents.map((document) =>
      document.path === "b.md" ? (twice as MarkdownDocument) : document,
    );
    const next = editedGraph(graph, { documents, otherPaths: graph.otherPaths }, graph.options);
    expect(next && seenOf(next)).toEqual(seenOf(buildGraph({ documents, otherPaths: graph.otherPaths })));
  });

  it("rests on the first one however many edits there are", () => {
    let graph = keptGraph(notes);
    const { otherPaths, options } = graph;
    // So many calls can't be nested.
    for (let wordCount = 0; wordCount < 15_000; wordCount++) {
      const documents = graph.documents.map((document) =>
        document.path === "b.md" ? { ...document, wordCount } : document,
      );
      graph = editedGraph(graph, { documents, otherPaths }, options) as KnowledgeGraph;
    }
    const { documents } = graph;
    expect(seenOf(graph)).toEqual(seenOf(buildGraph({ documents, otherPaths })));
  });

  it("is not made over other files or with other options", () => {
    const kept = keptGraph(notes);
    const { documents, otherPaths, options } = kept;
    expect(editedGraph(kept, { documents: documents.slice(1), otherPaths }, options)).toBeUndefined();
    expect(editedGraph(kept, { documents, otherPaths: ["q.png" as LogicalPath] }, options)).toBeUndefined();
    expect(editedGraph(kept, { documents, otherPaths: [] }, options)).toBeUndefined();
    expect(
      editedGraph(kept, { documents, otherPaths }, { ...options, baseIri: "https://example.org/" }),
    ).toBeUndefined();
    const renamed = documentsOf({ "a.md": "", "b.md": "", "d.md": "" });
    expect(editedGraph(kept, { documents: renamed, otherPaths }, options)).toBeUndefined();
  });
});
