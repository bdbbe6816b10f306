import { describe, expect, it } from "vitest";
import { exportGraph } from "../../src/exports/export-graph.ts";
import type { ExportOptions } from "../../src/exports/graph-export.ts";
import type { KnowledgeGraph } from "../../src/graph/knowledge-graph.ts";
import { hostileTexts } from "./hostile-texts.ts";
import { graphOf, note, numberValue, textValue } from "./note.ts";

interface NodeLink {
  snapshot: string;
  nodes: Record<string, unknown>[];
  edges: Record<string, unknown>[];
  problems: Record<string, unknown>[];
}

async function jsonOf(graph: KnowledgeGraph, options: ExportOptions = {}): Promise<NodeLink> {
  const { content } = await exportGraph({
    graph,
    format: "json",
    options: { maximumCharacters: Infinity, ...options },
  });
  return JSON.parse(content) as NodeLink;
}

describe("JSON", () => {
  it("holds every node and edge with its places, and the problems", async () => {
    const graph = graphOf([
      note("a.md", {
        title: "A",
        aliases: ["First"],
        headings: [[1, "Part"]],
        properties: {
          status: textValue("draft"),
          count: numberValue("integer", 3),
          big: numberValue("integer", 2 ** 60, "1152921504606846977"),
        },
        links: [
          { target: "b#part-1", text: "see b", section: 1, line: 12, column: 3 },
          { target: "b", text: "again", line: 14 },
          { target: "b", relation: "supports", line: 15 },
          { target: "gone", line: 16 },
        ],
      }),
      note("b.md", { title: "B", headings: [[1, "There"]], tags: ["x/y"] }),
    ]);
    const { snapshot, nodes, edges, problems } = await jsonOf(graph, { snapshot: "f00d" });
    expect(snapshot).toBe("f00d");
    expect(nodes.map(({ kind, label }) => `${kind} ${label}`)).toEqual([
      "document A",
      "document B",
      "section Part",
      "section There",
      "tag x",
      "tag x/y",
      "folder /",
      "missing gone",
    ]);
    expect(nodes[0]).toMatchObject({
      id: "urn:graphdown:/a.md",
      path: "a.md",
      aliases: ["First"],
      properties: [
        { key: "status", type: "text", value: "draft", text: "draft" },
        { key: "count", type: "integer", value: 3 },
        { key: "big", type: "integer", value: "1152921504606846977" },
      ],
    });
    expect(nodes[2]).toEqual({
      id: "urn:graphdown:/a.md#part-1",
      kind: "section",
      path: "a.md",
      label: "Part",
      level: 1,
      slug: "part-1",
      headingPath: ["Part"],
      startLine: 11,
      endLine: 20,
    });
    expect(edges.find(({ kind }) => kind === "linksTo")).toEqual({
      source: "urn:graphdown:/a.md",
      target: "urn:graphdown:/b.md",
      kind: "linksTo",
      syntax: "wikilink",
      places: [
        {
          path: "a.md",
          line: 12,
          column: 3,
          text: "see b",
          target: "b#part-1",
          fragment: "part-1",
          section: "part-1",
          targetSection: "part-1",
        },
        { path: "a.md", line: 14, column: 1, text: "again", target: "b" },
      ],
    });
    expect(edges.find(({ kind }) => kind === "relation")).toMatchObject({ relation: "supports", syntax: "wikilink" });
    expect(edges).toHaveLength(graph.edges.length);
    expect(problems).toContainEqual(expect.objectContaining({ kind: "broken", path: "a.md", line: 16 }));
  });

  it("never holds a number that JSON has no form for", async () => {
    const properties = {
      a: numberValue("float", Number.NaN, ".nan"),
      b: numberValue("float", Number.POSITIVE_INFINITY, ".inf"),
    };
    const map = {
      type: "map",
      text: "",
      entries: new Map([
        ["__proto__", textValue("x")],
        ["list", { type: "list", items: [textValue("y")], text: "" }],
      ]),
    } as const;
    const { nodes } = await jsonOf(graphOf([note("a.md", { properties: { ...properties, map } })]));
    const values = (nodes[0] as { properties: { value: unknown }[] }).properties.map(({ value }) => value);
    expect(values.slice(0, 2)).toEqual([".nan", ".inf"]);
    expect(JSON.stringify(values[2])).toBe('{"__proto__":"x","list":["y"]}');
  });

  it("reads back every hostile title", async () => {
    const { nodes } = await jsonOf(
      graphOf(hostileTexts.map((title, index) => note(`${String(index).padStart(3, "0")}.md`, { title }))),
    );
    expect(nodes.slice(0, hostileTexts.length).map(({ label }) => label)).toEqual(hostileTexts);
  });

  it("is whole JSON wherever it is cut, and every edge has both its ends", async () => {
    const graph = graphOf([
      note("a.md", { title: "A", links: ["b", "gone"], tags: ["t"] }),
      note("b.md", { title: "B", links: ["a"] }),
    ]);
    const whole = (await exportGraph({ graph, format: "json" })).content;
    let longest = 0;
    for (let maximumCharacters = 60; maximumCharacters < whole.length; maximumCharacters += 11) {
      const { content, cut } = await exportGraph({ graph, format: "json", options: { maximumCharacters } });
      expect(content.length).toBeLessThanOrEqual(maximumCharacters);
      expect(cut).toEqual({ reason: "characters" });
      const { nodes, edges, problems } = JSON.parse(content) as NodeLink;
      expect(nodes.length + edges.length + problems.length).toBeGreaterThanOrEqual(longest);
      longest = nodes.length + edges.length + problems.length;
      const ids = new Set(nodes.map(({ id }) => id));
      for (const { source, target } of edges) expect(ids.has(source) && ids.has(target)).toBe(true);
    }
    expect(longest).toBeGreaterThan(8);
  });

  it("holds problems of the selected documents only", async () => {
    const graph = graphOf([note("x/a.md", { links: ["gone"] }), note("y/b.md", { links: ["lost"] })]);
    const { problems } = await jsonOf(graph, { directory: "y" });
    expect(new Set(problems.map(({ path }) => path))).toEqual(new Set(["y/b.md"]));
  });
});
