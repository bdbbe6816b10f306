import { describe, expect, it } from "vitest";
import { exportGraph } from "../../src/exports/export-graph.ts";
import type { ExportOptions, GraphExport } from "../../src/exports/graph-export.ts";
import { isolateDirection } from "../../src/exports/isolate-direction.ts";
import type { KnowledgeGraph } from "../../src/graph/knowledge-graph.ts";
import { hostileTexts, turningTexts } from "./hostile-texts.ts";
import { graphOf, note } from "./note.ts";
import { type ReadDiagram, readMermaid } from "./read-mermaid.ts";

type Exported = Omit<GraphExport, "snapshot" | "skipped">;

function mermaidOf(graph: KnowledgeGraph, options: ExportOptions = {}): Promise<Exported> {
  return exportGraph({ graph, format: "mermaid", options });
}

async function drawn(graph: KnowledgeGraph, options: ExportOptions = {}): Promise<ReadDiagram> {
  return readMermaid((await mermaidOf(graph, options)).content);
}

/** Arrows as `source label target`, by the labels of the boxes. */
function arrows({ labels, edges }: ReadDiagram): string[] {
  return edges.map(({ source, target, label }) => `${labels.get(source)} -${label}> ${labels.get(target)}`).sort();
}

describe("Mermaid", () => {
  it("draws as many boxes and arrows with hostile titles as with plain ones", async () => {
    const titles = [...hostileTexts, ...turningTexts];
    const expected = titles.map(isolateDirection);
    const graph = graphOf(
      titles.map((title, index) => note(`${index}.md`, { title, links: [{ target: "0", relation: title }] })),
    );
    const diagram = await drawn(graph);
    expect([...diagram.labels.values()].sort()).toEqual(expected.toSorted());
    expect(diagram.edges.map(({ label }) => label).sort()).toEqual(expected.slice(1).sort());
    expect([...diagram.labels.keys()].every((id) => /^n[0-9a-f]{10}$/.test(id))).toBe(true);
    expect(diagram.links.size).toBe(0);
  });

  it("never makes an id of a file name", async () => {
    const names = ["end", "default", "click", "graph", "subgraph", "style", "o-ring", "x-ray"];
    const graph = graphOf(
      names.map((name) => note(`${name}.md`, { title: name, links: name === "end" ? names.slice(1) : [] })),
    );
    const diagram = await drawn(graph);
    expect([...diagram.labels.values()].sort()).toEqual(names.toSorted());
    expect(diagram.edges).toHaveLength(7);
  });

  it("draws one arrow between two notes, and one more for each typed relation", async () => {
    const b = { target: "b" };
    const graph = graphOf([
      note("a.md", {
        title: "a",
        links: [
          "b",
          "b",
          { ...b, syntax: "markdown" },
          { ...b, embed: true, syntax: "embed" },
          { ...b, relation: "calls(doc)" },
          "a",
        ],
      }),
      note("b.md", { title: "b" }),
    ]);
    const { content } = await mermaidOf(graph);
    expect(arrows(await readMermaid(content))).toEqual(["a -> b", "a -calls(doc)> b"]);
    expect(content).toContain('-->|"calls(doc)"|');
  });

  it("frames documents by folder", async () => {
    const diagram = await drawn(
      graphOf([
        note("top.md", { title: "top" }),
        note('sub "x"/end.md', { title: "one" }),
        note('sub "x"/deep/two.md', { title: "two" }),
      ]),
    );
    const frames = diagram.frames.map(({ label, members }) => [label, members.map((id) => diagram.labels.get(id))]);
    expect(frames.toSorted()).toEqual([
      ['sub "x"', ["one"]],
      ['sub "x"/deep', ["two"]],
    ]);
  });

  it("draws sections, and links between them, on request", async () => {
    const graph = graphOf([
      note("a.md", { title: "a", headings: [[1, "A1"]], links: [{ target: "b#part-1", section: 1 }, { target: "b" }] }),
      note("b.md", { title: "b", headings: [[1, "B1"]], tags: ["t"] }),
    ]);
    expect(arrows(await drawn(graph, { detail: "sections" }))).toEqual(["A1 -> B1", "a -> A1", "a -> b", "b -> B1"]);
    expect(arrows(await drawn(graph, { detail: "documents" }))).toEqual(["a -> b"]);
    expect(arrows(await drawn(graph, { kinds: ["taggedWith"] }))).toEqual(["b -> t"]);
  });

  it("draws every kind of node in full detail", async () => {
    const external = { target: "https://example.org/x", external: true, lookup: "path", syntax: "markdown" } as const;
    const graph = graphOf(
      [
        note("a.md", {
          title: "a",
          tags: ["t/u"],
          authors: [{ name: "Ann" }],
          links: ["nowhere", external, { target: "x.png", embed: true, lookup: "path", syntax: "markdown" }],
        }),
      ],
      { otherPaths: ["x.png"] },
    );
    expect(arrows(await drawn(graph, { detail: "full" }))).toEqual([
      "a -> Ann",
      "a -> https://example.org/x",
      "a -> nowhere",
      "a -> t/u",
      "a -> x.png",
      "t/u -> t",
    ]);
  });

  it("keeps every id when a note is added", async () => {
    const documents = [note("b.md", { links: ["d"] }), note("d.md", {})];
    const before = (await mermaidOf(graphOf(documents))).content.split("\n");
    const after = (await mermaidOf(graphOf([note("a.md", { links: ["b"] }), ...documents, note("c.md", {})]))).content;
    const lines = new Set(after.split("\n"));
    expect(before.filter((line) => !lines.has(line))).toEqual([]);
  });

  it("is the bare header when nothing is selected", async () => {
    const nothing = graphOf([]);
    expect((await mermaidOf(nothing)).content).toBe("flowchart LR\n");
    await drawn(nothing);
    const { content, nodeCount, cut } = await mermaidOf(graphOf([note("a.md")]), { tags: ["none"] });
    expect([content, nodeCount, cut]).toEqual(["flowchart LR\n", 0, undefined]);
  });

  it("links boxes only on request, and only to addresses that are safe to open", async () => {
    const graph = graphOf([note('a "b";%%{x}.md', { title: "a" }), note("javascript:alert(1).md", { title: "evil" })]);
    const links = async (linkTo: (path: string) => string): Promise<unknown> => {
      const { content, warnings } = await mermaidOf(graph, { linkTo });
      const diagram = await readMermaid(content);
      return [[...diagram.links].map(([id, address]) => [diagram.labels.get(id), address]), warnings?.length ?? 0];
    };
    expect(await links((path) => `https://example.org/${path}#L1`)).toEqual([
      [
        ["a", "https://example.org/a%20%22b%22%3B%%%7Bx%7D.md#L1"],
        ["evil", "https://example.org/javascript:alert(1).md#L1"],
      ],
      0,
    ]);
    expect(await links((path) => path)).toEqual([[["a", "a%20%22b%22%3B%%%7Bx%7D.md"]], 1]);
    expect(await links(() => "data:text/html,x")).toEqual([[], 1]);
    expect(await links(() => "")).toEqual([[], 0]);
    expect(await links((path) => `Obsidian://open?path=${path}`)).toEqual([expect.any(Array), 0]);
    expect(await links(() => "https://x/\ud800")).toEqual([
      [
        ["a", "https://x/%EF%BF%BD"],
        ["evil", "https://x/%EF%BF%BD"],
      ],
      0,
    ]);
  });

  it("links sections to their places", async () => {
    const graph = graphOf([note("a.md", { title: "a", headings: [[1, "One"]] })]);
    const options = { detail: "sections", linkTo: (path: string) => `https://example.org/${path}` } as const;
    const { links, labels } = await drawn(graph, options);
    expect([...links].map(([id, address]) => [labels.get(id), address])).toEqual([
      ["a", "https://example.org/a.md"],
      ["One", "https://example.org/a.md#part-1"],
    ]);
  });

  it("says once that characters were replaced", async () => {
    const { warnings } = await mermaidOf(
      graphOf([note("a.md", { title: "a\u0000" }), note("b.md", { title: "\u0007" })]),
    );
    expect(warnings).toEqual(["2 characters that a diagram can't hold became U+FFFD."]);
  });
});

describe("a Mermaid diagram that is too large", () => {
  /** A hub that every note links to, in ten folders, and a chain. */
  function large(count: number, title = (index: number): string => `note ${index}`): KnowledgeGraph {
    return graphOf(
      Array.from({ length: count }, (_, index) =>
        note(`f${index % 10}/${index}.md`, { title: title(index), links: ["0", String((index * 7) % count)] }),
      ),
    );
  }

  it("keeps the most important notes and folds the others by folder", async () => {
    const exported = await mermaidOf(large(5_000));
    const { content, cut, nodeCount, edgeCount } = exported;
    expect(cut).toEqual({ reason: "count" });
    expect([nodeCount, edgeCount]).toEqual([5_000, 9_997]);
    expect(content).toMatch(
      /^flowchart LR\n%% truncated: the \d+ most important of 5000 nodes are drawn, the others are folded into \d+ boxes, with the strongest links between these\n/,
    );
    const { labels, edges } = await readMermaid(content);
    expect(edges.length).toBeLessThanOrEqual(500);
    expect(labels.size).toBeGreaterThan(40);
    const shown = [...labels.values()];
    expect(shown).toContain("note 0");
    const folded = shown
      .map((label) => /^(\d+) more in f\d$/.exec(label)?.[1])
      .filter((number) => number !== undefined);
    expect(folded).toHaveLength(10);
    expect(folded.reduce((sum, number) => sum + Number(number), 0)).toBe(5_000 - (shown.length - 10));
  });

  it("stays within the bound on characters", async () => {
    const { content, cut } = await mermaidOf(
      large(400, (index) => `${index} ${"long ".repeat(40)}`),
      { maximumEdges: 5_000 },
    );
    expect(cut).toEqual({ reason: "characters" });
    expect(content.length).toBeLessThanOrEqual(50_000);
    const { labels } = await readMermaid(content);
    expect(labels.size).toBeGreaterThan(50);
  });

  it("is whole when the bounds are lifted", async () => {
    const lifted = { maximumEdges: 20_000, maximumDiagramCharacters: Infinity, maximumCharacters: Infinity };
    const { content, cut } = await mermaidOf(large(1_000), lifted);
    expect(cut).toBeUndefined();
    expect(content.match(/-->/g)?.length).toBeGreaterThan(1_900);
  });

  it("folds whole trees where there are more folders than room", async () => {
    const documents = Array.from({ length: 3_000 }, (_, index) =>
      note(`top${index % 3}/folder ${index}/note.md`, {
        title: `note ${index}`,
        links: [`folder ${(index * 13) % 3_000}/note`],
      }),
    );
    const { labels, edges } = await drawn(graphOf(documents));
    expect(edges.length).toBeLessThanOrEqual(500);
    expect([...labels.values()].filter((label) => / more in top\d$/.test(label))).toHaveLength(3);
    expect(labels.size).toBeGreaterThan(50);
  });

  it("does not let one endless title crowd out the others", async () => {
    const endless = note("endless.md", { title: "x".repeat(60_000), links: ["a"] });
    const others = ["a", "b", "c"].map((name) => note(`${name}.md`, { title: name, links: ["endless", "a"] }));
    const { labels } = await drawn(graphOf([endless, ...others]));
    expect([...labels.values()].sort()).toEqual(["1 more", "a", "b", "c"]);
  });

  it("folds sections into their documents, and other nodes by kind", async () => {
    const documents = Array.from({ length: 160 }, (_, index) =>
      note(`${index}.md`, {
        title: `note ${index}`,
        headings: [
          [1, `part ${index}`],
          [2, `other ${index}`],
        ],
        tags: [`tag ${index}`],
        links: [{ target: `${(index * 3 + 1) % 160}#part-1`, section: 1 }],
      }),
    );
    const { labels, edges } = await drawn(graphOf(documents), { detail: "full" });
    expect(edges.length).toBeLessThanOrEqual(500);
    const shown = [...labels.values()];
    expect(shown.filter((label) => /^\d+ more/.test(label)).map((label) => label.replace(/\d+/, "N"))).toEqual([
      "N more tags",
    ]);
    expect(shown.filter((label) => label.startsWith("note"))).toHaveLength(160);
  });

  it("renders at every bound, down to the bare header", async () => {
    const graph = large(60);
    for (const maximumCharacters of [13, 60, 150, 400, 900, 2_000]) {
      const { content, cut } = await mermaidOf(graph, { maximumCharacters });
      expect(content.length).toBeLessThanOrEqual(maximumCharacters);
      expect(cut).toBeDefined();
      await readMermaid(content);
    }
    for (const maximumEdges of [1, 5, 20]) {
      const { content } = await mermaidOf(graph, { maximumEdges });
      expect((await readMermaid(content)).edges.length).toBeLessThanOrEqual(maximumEdges);
    }
    await expect(mermaidOf(graph, { maximumCharacters: 12 })).rejects.toMatchObject({ code: "invalid_input" });
  });
});
