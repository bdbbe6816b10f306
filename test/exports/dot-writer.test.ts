import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exportGraph } from "../../src/exports/export-graph.ts";
import type { ExportOptions, GraphExport } from "../../src/exports/graph-export.ts";
import { isolateDirection } from "../../src/exports/isolate-direction.ts";
import type { KnowledgeGraph } from "../../src/graph/knowledge-graph.ts";
import { hostileTexts, turningTexts, unholdableTexts } from "./hostile-texts.ts";
import { graphOf, note } from "./note.ts";
import { clustersOf, drawDot } from "./read-dot.ts";

type Exported = Omit<GraphExport, "snapshot" | "skipped">;

function dotOf(graph: KnowledgeGraph, options: ExportOptions = {}): Promise<Exported> {
  return exportGraph({ graph, format: "dot", options: { maximumCharacters: Infinity, ...options } });
}

/** Notes with these titles, each with a relation of that name to the first. */
function titled(titles: readonly string[]): KnowledgeGraph {
  return graphOf(
    titles.map((title, index) => note(`${index}.md`, { title, links: [{ target: "0", relation: title }] })),
  );
}

/** A text as a picture can tell it: without lines that have nothing on them; Graphviz keeps blanks apart by U+00A0. */
function visible(text: string): string {
  return text
    .replaceAll("\u00a0", " ")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .join("\n");
}

async function expectDrawn(titles: readonly string[], expected: readonly string[]): Promise<Exported> {
  const exported = await dotOf(titled(titles));
  const { labels, edges } = await drawDot(exported.content);
  expect([...labels.values()].map(visible).sort()).toEqual(expected.map(visible).sort());
  expect(edges).toHaveLength(Math.max(0, titles.length - 1));
  expect(edges.map(({ label }) => visible(label)).sort()).toEqual(expected.slice(1).map(visible).sort());
  return exported;
}

describe("DOT", () => {
  it("draws every hostile title as it is", async () => {
    const exported = await expectDrawn(hostileTexts, hostileTexts);
    expect(exported.warnings).toBeUndefined();
    expect(exported.nodeCount).toBe(hostileTexts.length);
  });

  it("isolates what turns the direction of writing", async () => {
    await expectDrawn(turningTexts, turningTexts.map(isolateDirection));
  });

  it("draws U+FFFD for control characters and warns once", async () => {
    const expected = unholdableTexts.map((text) => text.replace(/[\u0000-\u001f\ufffe\uffff]/g, "\ufffd"));
    const { warnings } = await expectDrawn(unholdableTexts, expected);
    expect(warnings).toHaveLength(1);
    expect(warnings?.[0]).toMatch(/^\d+ characters that a diagram can't hold became U\+FFFD\.$/);
  });

  it("draws any title", async () => {
    const unit = fc.constantFrom(..."abN01 .-_:;#%&\"'`<>[]{}()|\\/\n*+=~@$^!?é");
    const title = fc.string({ unit, minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(title, { minLength: 1, maxLength: 20 }), async (titles) => {
        await expectDrawn(titles, titles);
      }),
      { numRuns: 12 },
    );
  });

  it("takes no name of a file for a keyword or a number", async () => {
    const names = ["node", "edge", "graph", "strict", "digraph", "subgraph", "05Nov2002", "-1.2.3"];
    const documents = names.map((name) => note(`${name}.md`, { title: name }));
    const graph = graphOf([...documents, note("index.md", { title: "index", links: names })]);
    const { labels, edges } = await drawDot((await dotOf(graph)).content);
    expect([...labels.values()].sort()).toEqual([...names, "index"].sort());
    expect(edges).toHaveLength(names.length);
  });

  it("puts documents into clusters by folder", async () => {
    const graph = graphOf([
      note("top.md", { title: "top" }),
      note('a "b"/one.md', { title: "one" }),
      note('a "b"/two.md', { title: "two" }),
      note('a "b"/c/three.md', { title: "three" }),
    ]);
    const { content } = await dotOf(graph);
    expect(await clustersOf(content)).toEqual({ 'a "b"': ["one", "two"], 'a "b"/c': ["three"] });
    expect((await drawDot(content)).clusters).toEqual(['a "b"', 'a "b"/c']);
  });

  it("keeps a large folder in one cluster", async () => {
    const documents = Array.from({ length: 250 }, (_, index) => note(`f/${index}.md`, { title: `note ${index}` }));
    const clusters = await clustersOf((await dotOf(graphOf(documents))).content);
    expect(clusters["f"]).toHaveLength(250);
  });

  it("links boxes to their files, or as asked, and only to addresses that are safe to open", async () => {
    const graph = graphOf([note("a b.md", { title: "a" }), note('javascript:alert("1").md', { title: "evil" })]);
    const plain = await drawDot((await dotOf(graph)).content);
    expect([...plain.links].map(([id, address]) => [plain.labels.get(id), address])).toEqual([
      ["a", "a%20b.md"],
      ["evil", "javascript%3Aalert(%221%22).md"],
    ]);
    expect((await dotOf(graph)).content).toContain('tooltip="a b.md"');
    const safe = await dotOf(graph, { linkTo: (path) => `https://example.org/\\N/${path}?a="b"&amp;` });
    const { links, labels } = await drawDot(safe.content);
    expect([...links].map(([id, address]) => [labels.get(id), address])).toEqual([
      ["a", "https://example.org/%5CN/a%20b.md?a=%22b%22&amp%3B"],
      ["evil", "https://example.org/%5CN/javascript:alert(%221%22).md?a=%22b%22&amp%3B"],
    ]);
    const bare = await dotOf(graph, { linkTo: (path) => path });
    expect(bare.content).not.toContain('URL="javascript:');
    expect(bare.warnings?.[0]).toMatch(/^1 link left out: /);
  });

  it("is valid when it is empty and wherever it is cut", async () => {
    const graph = graphOf([
      note("a.md", { title: 'a "quoted" title', links: ["b", "f/c"] }),
      note("b.md", { title: "b", links: [{ target: "a", relation: "knows" }] }),
      note("f/c.md", { title: "c" }),
    ]);
    const whole = (await dotOf(graph)).content;
    expect((await drawDot((await dotOf(graph, { directory: "none" })).content)).labels.size).toBe(0);
    for (let maximumCharacters = 11; maximumCharacters < whole.length; maximumCharacters += 23) {
      const { content, cut } = await dotOf(graph, { maximumCharacters });
      expect(content.length).toBeLessThanOrEqual(maximumCharacters);
      expect(cut).toEqual({ reason: "characters" });
      await drawDot(content);
      // Only where there is no room for more than an empty graph does it not say so.
      if (maximumCharacters > 150) expect(content).toContain("  // truncated: 3 boxes and 3 arrows in all\n}\n");
    }
    expect(await dotOf(graph, { maximumCharacters: whole.length })).toMatchObject({ content: whole });
  });
});
