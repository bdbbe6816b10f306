/** Graphs of Markdown as people write it, parsed by the reference engine. */
import { describe, expect, it } from "vitest";
import type { LogicalPath } from "../../src/base/logical-path.ts";
import { createRemarkEngine } from "../../src/documents/engines/remark-engine.ts";
import { parseDocument } from "../../src/documents/parse-document.ts";
import { buildGraph } from "../../src/graph/build-graph.ts";
import type { GraphOptions, KnowledgeGraph } from "../../src/graph/knowledge-graph.ts";
import { backlinksOf, looseDocuments } from "../../src/graph/questions/backlinks.ts";
import { problemsOf } from "../../src/graph/questions/problems.ts";
import { diagnosticsOf, resolutionsOf, targetsOf } from "./graph-of.ts";

const engine = createRemarkEngine();

function textGraph(files: Readonly<Record<string, string>>, options: Partial<GraphOptions> = {}): KnowledgeGraph {
  const paths = Object.keys(files) as LogicalPath[];
  const documents = paths
    .filter((path) => path.endsWith(".md"))
    .map((path) => {
      const text = files[path] as string;
      return parseDocument({ path, text, sha256: "0".repeat(64), byteLength: text.length, engine });
    });
  return buildGraph({ documents, otherPaths: paths.filter((path) => !path.endsWith(".md")), options });
}

/** Edges between documents, as `from type to`. */
function noteEdges(graph: KnowledgeGraph): string[] {
  return graph.edges
    .filter(({ syntax, target }) => syntax !== undefined && graph.nodes[target]?.kind === "document")
    .map(({ source, target, kind, relation, syntax }) => {
      const type = kind === "relation" ? `${syntax}:${relation}` : syntax;
      return `${graph.nodes[source]?.path} ${type} ${graph.nodes[target]?.path}`;
    });
}

describe("links in text", () => {
  it("keep their kinds apart and count their places", () => {
    const graph = textGraph({
      "log.md":
        "[[boat]] [[boat|the boat]] [b](boat.md 'title') [b][1] ![[boat]]\n\n[1]: boat.md\n\n- towed_by [[boat]]\n",
      "boat.md": "---\nup: '[[log]]'\n---\n# Boat\n",
    });
    expect(noteEdges(graph)).toEqual([
      "boat.md frontmatter:up log.md",
      "log.md wikilink boat.md",
      "log.md markdown boat.md",
      "log.md reference boat.md",
      "log.md embed boat.md",
      "log.md wikilink:towed_by boat.md",
    ]);
    expect(graph.edges.find(({ syntax }) => syntax === "wikilink")?.places.map(({ column }) => column)).toEqual([
      1, 10,
    ]);
  });

  it("decode entities and escapes, and keep parentheses", () => {
    const graph = textGraph({
      "a.md": "[x](Salt%20&amp;%20Sand.md) [[Salt & Sand]] [y](Quay_(old).md) ([z](b.md)) <https://example.org/q>\n",
      "Salt & Sand.md": "",
      "Quay_(old).md": "",
      "b.md": "",
    });
    expect(targetsOf(graph, "a.md")).toEqual(["Salt & Sand.md", "Salt & Sand.md", "Quay_(old).md", "b.md", "external"]);
  });

  it("find their fragments in headings, blocks and anchors of the text", () => {
    const graph = textGraph({
      "a.md": "[[b#Second part]] [[b#^note]] [x](b.md#second-part) [y](b.md#here) [[b#Gone]]\n",
      "b.md": '# B\n\n## Second part\n\nA line. ^note\n\n<a id="here"></a>\n',
    });
    expect(resolutionsOf(graph, "a.md").map(({ fragment }) => fragment?.status)).toEqual([
      "section",
      "anchor",
      "section",
      "anchor",
      "missing",
    ]);
    expect(diagnosticsOf(graph, "a.md")).toEqual(["broken-anchor"]);
  });

  it("are text when they hold blanks and lead nowhere", () => {
    const graph = textGraph({ "a.md": "[one](Old Mill.md) [two](No Mill.md)\n", "Old Mill.md": "" });
    expect(targetsOf(graph, "a.md")).toEqual(["Old Mill.md", "text"]);
    expect(diagnosticsOf(graph, "a.md")).toEqual(["unquoted-blank"]);
    expect(
      targetsOf(textGraph({ "a.md": "[one](Old Mill.md)\n", "Old Mill.md": "" }, { strict: true }), "a.md"),
    ).toEqual(["text"]);
  });

  it("in code lead nowhere", () => {
    const graph = textGraph({ "a.md": "`[[ghost]]`\n\n```\n[x](ghost.md)\n```\n\n[[b]]\n", "b.md": "" });
    expect(targetsOf(graph, "a.md")).toEqual(["b.md"]);
  });
});

describe("questions about text", () => {
  const graph = textGraph({
    "README.md": "# Yard\n\nSee [[crane]], [rules](docs/rules.md) and [[#Yard]].\n\n![plan](plan.svg)\n",
    "crane.md": "# Crane\n\nBack to [the yard](README.md#yard) or [[lost]].\n",
    "docs/rules.md": "---\ntitle: Rules: all\n---\n# Rules\n\n[old](../crain.md)\n",
    "alone.md": "# Alone\n\n[web](https://example.org)\n",
    "plan.svg": "",
    "unused.svg": "",
  });

  it("tell backlinks and documents without links", () => {
    const crane = graph.nodeOf("crane.md")?.index ?? -1;
    expect(backlinksOf(graph, crane).map(({ places }) => [places[0]?.path, places[0]?.line])).toEqual([
      ["README.md", 3],
    ]);
    expect(looseDocuments(graph).orphans.map((index) => graph.documents[index]?.path)).toEqual(["alone.md"]);
  });

  it("report problems at their place in the file", () => {
    expect(
      problemsOf({ graph }).problems.map(({ path, line, column, kind }) => `${path}:${line}:${column} ${kind}`),
    ).toEqual([
      "alone.md:1:1 orphan",
      "crane.md:3:39 broken",
      "docs/rules.md:2:8 invalid-frontmatter",
      "docs/rules.md:6:1 broken",
      "unused.svg:1:1 unused-asset",
    ]);
  });
});
