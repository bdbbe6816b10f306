import { describe, expect, it, vi } from "vitest";
import { exportGraph } from "../../src/exports/export-graph.ts";
import type { ExportOptions, GraphExport } from "../../src/exports/graph-export.ts";
import { isolateDirection } from "../../src/exports/isolate-direction.ts";
import type { KnowledgeGraph } from "../../src/graph/knowledge-graph.ts";
import { createFileContext, createMemoryStore } from "../../src/node-index.ts";
import { readFixture } from "../fixtures/fixture-files.ts";
import { hostileTexts, turningTexts, unholdableTexts } from "./hostile-texts.ts";
import { graphOf, note } from "./note.ts";
import { readXml } from "./read-xml.ts";

type Exported = Omit<GraphExport, "snapshot" | "skipped">;

function svgOf(graph: KnowledgeGraph, options: ExportOptions = {}): Promise<Exported> {
  return exportGraph({ graph, format: "svg", options: { maximumCharacters: Infinity, ...options } });
}

function chain(count: number): KnowledgeGraph {
  return graphOf(
    Array.from({ length: count }, (_, index) =>
      note(`f${index % 12}/${index}.md`, {
        title: `note ${index}`,
        links: [`${(index + 1) % count}`, `${(index * 7) % count}`],
      }),
    ),
  );
}

interface Picture {
  readonly labels: readonly string[];
  readonly arrows: number;
  readonly links: readonly string[];
}

/** What a picture shows; throws where it is not well formed, or could run something or fetch something. */
function readPicture(text: string): Picture {
  expect(text.startsWith("<svg")).toBe(true);
  const document = readXml(text);
  expect(document.documentElement.namespaceURI).toBe("http://www.w3.org/2000/svg");
  const all = [...document.getElementsByTagName("*")];
  for (const element of all) {
    expect(["svg", "g", "a", "title", "polygon", "polyline", "path", "text", "ellipse"]).toContain(element.localName);
    for (const { name } of [...element.attributes]) expect(name).not.toMatch(/^on/i);
  }
  const groups = (kind: string): Element[] => all.filter((element) => element.getAttribute("class") === kind);
  const textOf = (group: Element): string =>
    [...group.getElementsByTagName("text")]
      .map(({ textContent }) => textContent)
      .join("\n")
      .replaceAll("\u00a0", " ");
  return {
    labels: groups("node").map(textOf),
    arrows: groups("edge").length,
    links: all.flatMap((element) => element.getAttribute("xlink:href") ?? []),
  };
}

const visible = (text: string): string =>
  text
    .replaceAll("\u00a0", " ")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .join("\n");

describe("SVG", () => {
  it("draws 300 notes with all their arrows", async () => {
    const graph = chain(300);
    const exported = await svgOf(graph);
    expect(exported).toMatchObject({ nodeCount: 300, documentCount: 300 });
    expect(exported.cut).toBeUndefined();
    const { labels, arrows } = readPicture(exported.content);
    expect(new Set(labels)).toEqual(new Set(Array.from({ length: 300 }, (_, index) => `note ${index}`)));
    expect(arrows).toBe(exported.edgeCount);
  });

  it("draws every arrow where they are dense, and says nothing on the console", async () => {
    const files = Object.fromEntries(readFixture("handbook").map(({ path, bytes }) => [path, bytes]));
    const context = await createFileContext({ store: createMemoryStore({ files }) });
    const said = vi.spyOn(console, "error").mockImplementation(() => {});
    for (const maximumCharacters of [Infinity, 60_000]) {
      const { content, edgeCount, drawn } = await context.export("svg", { maximumCharacters });
      expect(readPicture(content).arrows).toBe(drawn?.edgeCount ?? edgeCount);
    }
    expect(said).not.toHaveBeenCalled();
    said.mockRestore();
  });

  it("draws 300 notes that link everywhere, which layers would take minutes for", async () => {
    const texts = Array.from({ length: 300 }, (_, at) =>
      [1, 2, 3].map((step) => `[[n${(at * step + 7) % 300}]]`).join(" "),
    );
    const files = Object.fromEntries(texts.map((links, at) => [`${at % 5}/n${at}.md`, `# N${at}\n\n${links}\n`]));
    const context = await createFileContext({ store: createMemoryStore({ files }) });
    const exported = await context.export("svg", { maximumCharacters: Infinity });
    const { labels, arrows } = readPicture(exported.content);
    expect(new Set(labels)).toEqual(new Set(texts.map((_, at) => `N${at}`)));
    expect(arrows).toBe(exported.edgeCount);
    expect(exported.cut).toBeUndefined();
  });

  it("is the same for the same notes", async () => {
    expect((await svgOf(chain(20))).content).toBe((await svgOf(chain(20))).content);
  });

  it("shows every title as it is, with one warning for what a picture can't hold", async () => {
    const texts = [...hostileTexts, ...turningTexts, ...unholdableTexts];
    const { content, warnings } = await svgOf(graphOf(texts.map((title, index) => note(`${index}.md`, { title }))));
    const expected = texts.map((text) =>
      visible(isolateDirection(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd"))),
    );
    expect(readPicture(content).labels.map(visible).sort()).toEqual(expected.sort());
    expect(warnings).toHaveLength(1);
  });

  it("links notes to their files, or as asked, and never to what could run", async () => {
    const graph = graphOf([note("a b.md", { title: "a" })]);
    expect(readPicture((await svgOf(graph)).content).links).toEqual(["a%20b.md"]);
    const { content, warnings } = await svgOf(graph, { linkTo: () => "javascript:alert(1)" });
    expect(readPicture(content).links).toEqual([]);
    expect(warnings?.[0]).toMatch(/^1 link left out: /);
  });

  it("folds what is too much to draw, within a bound on characters too, and says so", async () => {
    const graph = chain(400);
    const fewer = await svgOf(graph, { maximumEdges: 100 });
    const picture = readPicture(fewer.content);
    expect(fewer).toMatchObject({ nodeCount: 400, cut: { reason: "count" } });
    expect(picture.labels).toHaveLength((fewer.drawn?.nodeCount ?? 0) + (fewer.drawn?.foldedCount ?? 0));
    expect(picture.arrows).toBe(fewer.drawn?.edgeCount);
    expect(picture.arrows).toBeLessThanOrEqual(100);
    expect(fewer.content).toContain("<!-- truncated: ");
    for (const maximumCharacters of [45, 2_000, 60_000]) {
      const { content, cut, drawn } = await svgOf(graph, { maximumCharacters });
      expect(content.length).toBeLessThanOrEqual(maximumCharacters);
      expect(cut).toEqual({ reason: "characters" });
      const { labels } = readPicture(content);
      expect(labels).toHaveLength((drawn?.nodeCount ?? 0) + (drawn?.foldedCount ?? 0));
      if (maximumCharacters === 60_000) expect(labels.length).toBeGreaterThan(20);
    }
  });

  it("is an empty picture of an empty selection", async () => {
    const { content, cut } = await svgOf(chain(3), { directory: "none" });
    expect(readPicture(content)).toEqual({ labels: [], arrows: 0, links: [] });
    expect(cut).toBeUndefined();
  });
});
