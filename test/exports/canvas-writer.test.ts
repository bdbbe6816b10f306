import { describe, expect, it } from "vitest";
import { exportGraph } from "../../src/exports/export-graph.ts";
import type { ExportOptions } from "../../src/exports/graph-export.ts";
import type { KnowledgeGraph } from "../../src/graph/knowledge-graph.ts";
import { hostileTexts } from "./hostile-texts.ts";
import { graphOf, note } from "./note.ts";

interface CanvasNode {
  readonly id: string;
  readonly type: "file" | "text" | "link" | "group";
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly file?: string;
  readonly subpath?: string;
  readonly text?: string;
  readonly url?: string;
  readonly label?: string;
}

interface Canvas {
  readonly nodes: readonly CanvasNode[];
  readonly edges: readonly {
    readonly id: string;
    readonly fromNode: string;
    readonly toNode: string;
    readonly label?: string;
  }[];
}

/** Reads a canvas and holds it to the specification: what each type of node needs, distinct ids, ends that are there. */
function readCanvas(text: string): Canvas {
  const canvas = JSON.parse(text) as Canvas;
  const needed = { file: "file", text: "text", link: "url", group: "label" } as const;
  for (const node of canvas.nodes) {
    expect(node[needed[node.type]]).toBeTypeOf("string");
    for (const number of [node.x, node.y, node.width, node.height]) expect(Number.isSafeInteger(number)).toBe(true);
  }
  const ids = new Set(canvas.nodes.map(({ id }) => id));
  expect(new Set([...ids, ...canvas.edges.map(({ id }) => id)]).size).toBe(canvas.nodes.length + canvas.edges.length);
  for (const { fromNode, toNode } of canvas.edges) expect(ids.has(fromNode) && ids.has(toNode)).toBe(true);
  return canvas;
}

async function canvasOf(graph: KnowledgeGraph, options: ExportOptions = {}): Promise<Canvas> {
  const { content } = await exportGraph({
    graph,
    format: "canvas",
    options: { maximumCharacters: Infinity, ...options },
  });
  return readCanvas(content);
}

const covers = (outer: CanvasNode, inner: CanvasNode): boolean =>
  outer.x < inner.x &&
  outer.y < inner.y &&
  outer.x + outer.width > inner.x + inner.width &&
  outer.y + outer.height > inner.y + inner.height;
const meets = (a: CanvasNode, b: CanvasNode): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

describe("a canvas", () => {
  it("shows notes as files in the group of their folder, none covering another, and arrows between them", async () => {
    const documents = Array.from({ length: 23 }, (_, index) =>
      note(`${index % 3 === 0 ? "" : `f${index % 3}/`}${index}.md`, {
        links: [{ target: `${(index + 1) % 23}`, relation: "next to" }],
      }),
    );
    const { nodes, edges } = await canvasOf(graphOf(documents));
    const groups = nodes.filter(({ type }) => type === "group");
    const files = nodes.filter(({ type }) => type === "file");
    expect(groups.map(({ label }) => label)).toEqual(["f1", "f2"]);
    expect(files).toHaveLength(23);
    expect(edges).toHaveLength(23);
    expect(edges[0]?.label).toBe("next to");
    for (const [index, file] of files.entries()) {
      const folder = /^(f\d)\//.exec(file.file ?? "")?.[1];
      for (const group of groups) {
        expect(meets(group, file)).toBe(group.label === folder);
        if (group.label === folder) expect(covers(group, file)).toBe(true);
      }
      for (const other of files.slice(index + 1)) expect(meets(file, other)).toBe(false);
    }
    expect(meets(groups[0] as CanvasNode, groups[1] as CanvasNode)).toBe(false);
  });

  it("shows sections, pages elsewhere, tags and missing notes as what they are", async () => {
    const graph = graphOf([
      note("a.md", {
        headings: [[1, "Part one"]],
        tags: ["x/y"],
        links: ["gone", { target: "https://example.org/p", external: true, syntax: "markdown", lookup: "path" }],
      }),
    ]);
    const { nodes } = await canvasOf(graph, { detail: "full" });
    expect(nodes).toContainEqual(expect.objectContaining({ type: "file", file: "a.md", subpath: "#Part one" }));
    expect(nodes).toContainEqual(expect.objectContaining({ type: "link", url: "https://example.org/p" }));
    expect(nodes).toContainEqual(expect.objectContaining({ type: "text", text: "\\#x\\/y" }));
    expect(nodes).toContainEqual(expect.objectContaining({ type: "text", text: "gone" }));
  });

  it("escapes texts so that they are no Markdown, HTML or image", async () => {
    const links = hostileTexts.map((text, index) => ({ target: `missing ${index} ${text}`, text }));
    const { nodes } = await canvasOf(graphOf([note("a.md", { links })]), { detail: "full" });
    const texts = nodes.flatMap(({ type, text }) => (type === "text" ? [text as string] : []));
    expect(texts.length).toBeGreaterThan(50);
    for (const text of texts) expect(text).not.toMatch(/(?<!\\)(?:\\\\)*[!"#$%&'()*+,./:;<=>?@[\]^_`{|}~-](?<!\\.)/);
  });

  it("is valid when it is empty and wherever it is cut, and changes no id when a note comes", async () => {
    const documents = [note("a.md", { links: ["c"] }), note("f/c.md", { links: ["a"] })];
    const graph = graphOf(documents);
    expect(await canvasOf(graph, { directory: "none" })).toEqual({ nodes: [], edges: [] });
    const whole = (await exportGraph({ graph, format: "canvas" })).content;
    for (let maximumCharacters = 30; maximumCharacters < whole.length; maximumCharacters += 13) {
      const { content, cut } = await exportGraph({ graph, format: "canvas", options: { maximumCharacters } });
      expect(content.length).toBeLessThanOrEqual(maximumCharacters);
      expect(cut).toEqual({ reason: "characters" });
      readCanvas(content);
    }
    const more = await canvasOf(graphOf([...documents, note("b.md", {})]));
    const ids = new Set([...more.nodes, ...more.edges].map(({ id }) => id));
    const { nodes, edges } = readCanvas(whole);
    for (const { id } of [...nodes, ...edges]) expect(ids.has(id)).toBe(true);
  });
});
