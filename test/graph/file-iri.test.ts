/** IRIs of documents from the ids that they give themselves. */
import { describe, expect, it } from "vitest";
import type { LogicalPath } from "../../src/base/logical-path.ts";
import { resolveExportOptions } from "../../src/exports/resolve-export-options.ts";
import { selectSubgraph } from "../../src/exports/select-subgraph.ts";
import { selectedBlocks } from "../../src/exports/select-triples.ts";
import { buildGraph } from "../../src/graph/build-graph.ts";
import type { KnowledgeGraph } from "../../src/graph/knowledge-graph.ts";
import { diffGraphs } from "../../src/graph/questions/diff/diff.ts";
import { findNode } from "../../src/graph/questions/find-node.ts";
import { problemsOf } from "../../src/graph/questions/problems.ts";
import { nodeReference } from "../../src/graph/questions/shown-node.ts";
import { quadsOf } from "../../src/graph/to-quads.ts";
import { parseAll } from "../query/sparql/parse-all.ts";
import { isValidIri } from "./valid-iri.ts";

const base = "urn:graphdown:/";

function graphOf(
  files: Readonly<Record<string, string>>,
  previous?: KnowledgeGraph,
  iri: "path" | "id" = "id",
): KnowledgeGraph {
  const documents = parseAll(files, previous?.documents);
  return buildGraph({ documents, otherPaths: ["p.png" as LogicalPath], options: { iri }, previous });
}

const irisOf = (graph: KnowledgeGraph): Record<string, string> =>
  Object.fromEntries(
    graph.nodes
      .filter(({ kind }) => kind === "document")
      .map(({ iri, path }) => [path as string, iri.replace(base, "/")]),
  );

const withId = (id: string, body = ""): string => `---\nid: ${id}\n---\n${body}`;

describe("with iri: id", () => {
  it.each([
    ["plan-7", "/~doc/plan-7"],
    ["0042", "/~doc/0042"],
    ["1.50", "/~doc/1.50"],
    ["2024-03-05", "/~doc/2024-03-05"],
    ["'a/b#c?'", "/~doc/a%2Fb%23c%3F"],
    ["'..'", "/~doc/%2E%2E"],
    ["'  two   words '", "/~doc/two%20words"],
    ["知識", "/~doc/知識"],
    ["''", "/a.md"],
    ["null", "/a.md"],
    ["true", "/a.md"],
    ["[x]", "/a.md"],
    ["{x: y}", "/a.md"],
  ])("a document of the id %s is %s", (id, iri) => {
    expect(irisOf(graphOf({ "a.md": withId(id) }))).toEqual({ "a.md": iri });
    expect(isValidIri(iri.replace("/", base))).toBe(true);
  });

  it("a document without an id, or of one that others have too, keeps the IRI of its path; uid and inline fields are no ids", () => {
    const graph = graphOf({
      "a.md": withId("x"),
      "b.md": withId("' x'"),
      "c.md": withId("X"),
      "d.md": "id:: d",
      "e.md": "---\nuid: e\n---\n",
      "~doc/y.md": "",
      "f.md": withId("y.md"),
      "g.md": "---\nID: g\n---\n",
    });
    expect(irisOf(graph)).toEqual({
      "a.md": "/a.md",
      "b.md": "/b.md",
      "c.md": "/~doc/X",
      "d.md": "/d.md",
      "e.md": "/e.md",
      "f.md": "/~doc/y.md",
      "g.md": "/~doc/g",
      "~doc/y.md": "/%7Edoc/y.md",
    });
    expect(new Set(graph.nodes.map(({ iri }) => iri)).size).toBe(graph.nodes.length);
  });

  it("is not what happens without it", () => {
    expect(irisOf(graphOf({ "a.md": withId("x") }, undefined, "path"))).toEqual({ "a.md": "/a.md" });
    expect(irisOf(buildGraph({ documents: parseAll({ "a.md": withId("x") }), otherPaths: [] }))).toEqual({
      "a.md": "/a.md",
    });
  });

  it("refuses another source of IRIs", () => {
    const options = { iri: "name" as "id" };
    expect(() => buildGraph({ documents: [], otherPaths: [], options })).toThrow(
      expect.objectContaining({ code: "invalid_options", details: { option: "iri" } }),
    );
  });

  const files = {
    "a.md": withId("x", "# A\n\n## Part\n\n- [ ] todo\n\n![[p.png]] up:: [[b]]\n"),
    "b.md": "---\nid: 7\nabout: '[[a]]'\n---\n[[a#Part]] and [[a]]\n",
  };

  it("sections, links, relations, metadata and named graphs follow, and files and paths stay", () => {
    const quads = [...quadsOf(graphOf(files), { namedGraphs: true })];
    const iris = new Set(
      quads
        .flatMap(({ subject, object, graph }) => [subject, object, graph])
        .flatMap(({ termType, value }) => (termType === "NamedNode" && value.startsWith(base) ? [value] : [])),
    );
    const shown = [...iris].map((iri) => iri.replace(base, "/").replace(/(#~task-).*/, "$1")).sort();
    expect(shown).toEqual(["/", "/p.png", "/~doc/7", "/~doc/x", "/~doc/x#a", "/~doc/x#part", "/~doc/x#~task-"]);
    expect(new Set(quads.map(({ graph }) => graph.value))).toEqual(new Set(["", `${base}~doc/7`, `${base}~doc/x`]));
    const paths = quads.filter(({ predicate }) => predicate.value === "urn:graphdown:vocab:path");
    expect(paths.map(({ object }) => object.value).sort()).toEqual(["", "a.md", "b.md", "p.png"]);
    expect(
      quads
        .filter(({ subject, object }) => subject.value === `${base}~doc/7` && object.value.startsWith(`${base}~doc`))
        .map(({ predicate, object }) => `${predicate.value.replace(/.*[/:]/, "")} ${object.value.replace(base, "")}`),
    ).toEqual(["references ~doc/x#part", "references ~doc/x", "about ~doc/x"]);
  });

  it("exports put each document into the graph of its IRI", () => {
    const blocks = [
      ...selectedBlocks(selectSubgraph({ graph: graphOf(files), options: resolveExportOptions("nquads") })),
    ];
    expect(new Set(blocks.map(({ graph }) => graph))).toEqual(new Set([`${base}~doc/x`, `${base}~doc/7`, undefined]));
  });

  it("a move keeps the IRI, and nothing that others say of it is different", () => {
    const before = graphOf(files);
    const { "a.md": a, ...rest } = files;
    const after = graphOf({ ...rest, "deep/a.md": a }, before);
    expect(irisOf(after)).toEqual({ "b.md": "/~doc/7", "deep/a.md": "/~doc/x" });
    const { triples } = diffGraphs({ from: before, to: after, triples: true });
    const predicates = [...(triples.addedTriples ?? []), ...(triples.removedTriples ?? [])].map(
      ({ subject, predicate }) => [subject.replace(base, ""), predicate.replace(/.*[/:]/, "")].join(" "),
    );
    expect(new Set(predicates.filter((triple) => triple.startsWith("~doc/")))).toEqual(
      new Set(["~doc/x isPartOf", "~doc/x path"]),
    );
  });

  it("nodes are found by these IRIs, and by those of their paths too", () => {
    const graph = graphOf(files);
    for (const iri of [`${base}~doc/x`, `${base}~doc/x#part`, `${base}~doc/7`, `${base}p.png`]) {
      expect(nodeReference(graph, findNode(graph, iri)).id).toBe(iri);
      expect(graph.nodeByIri(iri)?.iri ?? iri).toBe(iri);
    }
    expect(nodeReference(graph, findNode(graph, `${base}a.md#part`)).id).toBe(`${base}~doc/x#part`);
    for (const text of [`${base}~doc/y`, `${base}~doc/x#gone`, `${base}~doc/`]) {
      expect(() => findNode(graph, text)).toThrow(expect.objectContaining({ code: "not_found" }));
    }
    const plain = graphOf(files, undefined, "path");
    expect(() => findNode(plain, `${base}~doc/x`)).toThrow(expect.objectContaining({ code: "not_found" }));
  });

  it("an id that another document takes changes what is said of the one that had it, and comes back when it is left", () => {
    const alone = graphOf(files);
    const shared = graphOf({ ...files, "c.md": withId("x") }, alone);
    expect(irisOf(shared)).toEqual({ "a.md": "/a.md", "b.md": "/~doc/7", "c.md": "/c.md" });
    expect(() => findNode(shared, `${base}~doc/x`)).toThrow(expect.objectContaining({ code: "not_found" }));
    expect(irisOf(graphOf(files, shared))).toEqual(irisOf(alone));
    // The difference knows of it, though the file of a.md and that of b.md, which links to it, are as they were.
    const { documents, triples } = diffGraphs({ from: alone, to: shared, triples: true });
    expect(documents.changed).toEqual([]);
    const removed = (triples.removedTriples ?? []).map(({ subject, object }) => `${subject} ${object}`);
    expect(removed).toContain(`${base}~doc/x a.md`);
    expect(removed).toContain(`${base}~doc/7 ${base}~doc/x#part`);
  });

  it("documents that share an id are told as problems, with the line of the id", () => {
    const shared = {
      "a.md": "---\ntitle: A\nid: x\n---\n",
      "b.md": withId("x"),
      "c.md": withId("x"),
      "d.md": withId("d"),
    };
    const { problems } = problemsOf({ graph: graphOf(shared), kinds: ["duplicate-id"] });
    expect(problems.map(({ path, line, text, candidates }) => [path, line, text, candidates])).toEqual([
      ["a.md", 3, "x", ["b.md", "c.md"]],
      ["b.md", 2, "x", ["a.md", "c.md"]],
      ["c.md", 2, "x", ["a.md", "b.md"]],
    ]);
    expect(problemsOf({ graph: graphOf(shared, undefined, "path"), kinds: ["duplicate-id"] }).problems).toEqual([]);
  });

  it("an IRI below the base that metadata writes out is still no name for a document", () => {
    const graph = graphOf({
      "a.md": withId("x"),
      "b.md": "---\nabout: ['urn:graphdown:/~doc/x', 'urn:graphdown:/~doc/y']\n---\n",
    });
    const objects = [...quadsOf(graph)].filter(
      ({ subject, object }) => subject.value === `${base}b.md` && object.value.includes("~doc"),
    );
    expect(objects).toEqual([]);
  });
});
