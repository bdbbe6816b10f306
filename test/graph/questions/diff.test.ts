/** What is different between two graphs, by examples and beside the JSON exports of both. */
import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LogicalPath } from "../../../src/base/logical-path.ts";
import { loadDefaultEngine } from "../../../src/documents/engines/node-default-engine.ts";
import { parseDocument } from "../../../src/documents/parse-document.ts";
import { exportGraph } from "../../../src/exports/export-graph.ts";
import { buildGraph } from "../../../src/graph/build-graph.ts";
import type { KnowledgeGraph } from "../../../src/graph/knowledge-graph.ts";
import { diffGraphs, type GraphDifference } from "../../../src/graph/questions/diff/diff.ts";
import { isNoDifference } from "../../../src/graph/questions/diff/is-no-difference.ts";
import { quadsOf } from "../../../src/graph/to-quads.ts";

type Files = Readonly<Record<string, string>>;

const engine = await loadDefaultEngine();

function graphOf(files: Files, previous?: KnowledgeGraph): KnowledgeGraph {
  const names = Object.keys(files);
  const documents = names
    .filter((path) => path.endsWith(".md"))
    .map((path) => {
      const text = files[path] as string;
      const sha256 = createHash("sha256").update(text).digest("hex");
      // As a snapshot does: what did not change is the same object.
      const before = previous?.documents.find((document) => document.path === path && document.sha256 === sha256);
      const bytes = Buffer.byteLength(text);
      return before ?? parseDocument({ path: path as LogicalPath, text, sha256, byteLength: bytes, engine });
    });
  const otherPaths = names.filter((path) => !path.endsWith(".md")) as LogicalPath[];
  return buildGraph({ documents, otherPaths, previous });
}

function diffOf(from: Files, to: Files): GraphDifference {
  const earlier = graphOf(from);
  const [alone, moved] = [graphOf(to), graphOf(to, earlier)].map((later) => diffGraphs({ from: earlier, to: later }));
  expect(moved).toEqual(alone);
  return alone as GraphDifference;
}

const places = (links: readonly { path: string; line: number; target: string }[]): string[] =>
  links.map(({ path, line, target }) => `${path}:${line} ${target}`);

describe("the difference of two graphs", () => {
  it("is none for what has only moved within its document", () => {
    const before = { "a.md": "# A\n\n[[b]] and [x](b.md)\n\n## One\n\none\n\n## Two\n\ntwo\n", "b.md": "# B\n" };
    const after = { ...before, "a.md": "new words\n\n# A\n\n## Two\n\ntwo [x](b.md)\n\n## One\n\none\n\n[[b]]\n" };
    const { documents, links, sections } = diffOf(before, after);
    expect(links).toEqual({ newlyBroken: [], newlyResolved: [], changed: [], added: [], removed: [] });
    expect(documents.changed).toEqual([{ path: "a.md", title: "A" }]);
    // Their own text is another; what merely stands elsewhere is the same.
    expect(sections.changed.map(({ slug }) => slug)).toEqual(["a", "two", "one"]);
    expect([sections.added, sections.removed]).toEqual([[], []]);
  });

  it("is empty between equal graphs", () => {
    const files = { "a.md": "[[b]] [[gone]]", "b.md": "# B\n\n#tag", "x.png": "" };
    const difference = diffOf(files, files);
    expect(isNoDifference(difference)).toBe(true);
    expect(difference.triples).toEqual({ added: 0, removed: 0 });
  });

  it("names links that broke and that are right again, with what they led to", () => {
    const before = { "a.md": "[[b]] [x](c.md#s)\n[y](d.md)\n![](p.png)", "b.md": "# B", "c.md": "## S", "p.png": "" };
    const after = { "a.md": "[[b]] [x](c.md#s)\n[y](d.md)\n![](p.png)", "c.md": "## T", "d.md": "# D" };
    const { links, documents } = diffOf(before, after);
    expect(places(links.newlyBroken)).toEqual(["a.md:1 b", "a.md:1 c.md#s", "a.md:3 p.png"]);
    expect(links.newlyBroken[0]).toMatchObject({
      status: "missing",
      dead: true,
      before: { status: "document", resolved: "b.md" },
    });
    expect(links.newlyBroken[1]).toMatchObject({ status: "broken-anchor", dead: true, resolved: "c.md" });
    expect(places(links.newlyResolved)).toEqual(["a.md:2 d.md"]);
    expect([links.added, links.removed, links.changed]).toEqual([[], [], []]);
    expect(documents).toMatchObject({
      added: [{ path: "d.md" }],
      removed: [{ path: "b.md" }],
      changed: [{ path: "c.md" }],
    });
  });

  it("follows a file that has moved, and says where it went when a link does not", () => {
    const before = { "a.md": "[[guide]] [x](old/guide.md)", "old/guide.md": "# Guide\n\n[up](../a.md)" };
    const after = { "a.md": "[[guide]] [x](old/guide.md)", "new/deep/guide.md": "# Guide\n\n[up](../a.md)" };
    const { documents, links, sections } = diffOf(before, after);
    expect(documents.renamed).toEqual([{ from: "old/guide.md", to: "new/deep/guide.md", title: "Guide" }]);
    expect([documents.added, documents.removed]).toEqual([[], []]);
    expect(links.newlyBroken.map(({ path, target, movedTo }) => [path, target, movedTo])).toEqual([
      ["a.md", "old/guide.md", "new/deep/guide.md"],
      ["new/deep/guide.md", "../a.md", undefined],
    ]);
    expect(links.changed).toEqual([]);
    expect(sections).toEqual({ added: [], removed: [], changed: [] });
  });

  it("pairs equal files by name before it pairs them otherwise, and empty ones not at all", () => {
    const before = { "x/a.md": "same", "x/b.md": "same", "x/empty.md": "" };
    const after = { "y/b.md": "same", "y/c.md": "same", "y/empty.md": "" };
    const { documents } = diffOf(before, after);
    expect(documents.renamed.map(({ from, to }) => `${from} ${to}`)).toEqual(["x/b.md y/b.md", "x/a.md y/c.md"]);
    expect([documents.added[0]?.path, documents.removed[0]?.path]).toEqual(["y/empty.md", "x/empty.md"]);
  });

  it("tells a link that leads elsewhere since a better note came", () => {
    const before = { "a.md": "[[plan]]", "x/y/plan.md": "# Deep" };
    const { links } = diffOf(before, { ...before, "plan.md": "# Top" });
    expect(links.changed).toMatchObject([{ target: "plan", resolved: "plan.md", before: { resolved: "x/y/plan.md" } }]);
    expect([links.newlyBroken, links.added, links.removed]).toEqual([[], [], []]);
  });

  it("counts links that are written several times", () => {
    const { links } = diffOf({ "a.md": "[[b]] [[b]]\n\n[[b]]", "b.md": "" }, { "a.md": "[[b]]\n\n[[c]]", "b.md": "" });
    expect(places(links.removed)).toEqual(["a.md:1 b", "a.md:3 b"]);
    expect(links.added).toMatchObject([{ target: "c", line: 3, status: "missing", dead: true }]);
  });

  it("lists triples when asked, with datatypes and languages", () => {
    const [from, to] = [
      graphOf({ "a.md": "---\nlang: de\n---\n# Eins" }),
      graphOf({ "a.md": "---\nlang: de\n---\n# Zwei" }),
    ];
    const { triples } = diffGraphs({ from, to, triples: true });
    expect([triples.added, triples.removed]).toEqual([triples.addedTriples?.length, triples.removedTriples?.length]);
    expect(triples.addedTriples).toContainEqual({
      subject: "urn:graphdown:/a.md",
      predicate: "https://schema.org/name",
      object: "Zwei",
      datatype: "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString",
      language: "de",
    });
  });
});

const name = fc.constantFrom("a", "b", "A", "a b", "index");
const path = fc
  .tuple(fc.constantFrom("", "x/", "x/y/"), name, fc.constantFrom(".md", ".md", ".md", ".png"))
  .map((parts) => parts.join(""));
const line = fc.constantFrom(
  "# A",
  "## b",
  "[[a]]",
  "[[b]]",
  "[[a#b]]",
  "[x](a.md)",
  "[x](../a.md#a)",
  "[y](x/b.md)",
  "![](a.png)",
  "![[a]]",
  "up:: [[b]]",
  "- part_of [[A]]",
  "#tag",
  "[e](https://example.org/)",
  "[[index|text]]",
  "[z](x/)",
  "text",
  "[s](#a)",
  "^block",
);
const text = fc.array(line, { maxLength: 5 }).map((lines) => lines.join("\n\n"));
const files = fc
  .array(fc.tuple(path, text), { minLength: 1, maxLength: 7 })
  .map((pairs) => Object.fromEntries(pairs) as Files);

/** One knowledge base, and what somebody made of it. */
const change = fc.tuple(files, files, fc.array(fc.tuple(path, path), { maxLength: 2 })).map(([from, over, moves]) => {
  const to: Record<string, string> = { ...from };
  for (const [old, now] of moves) {
    const moved = to[old];
    if (moved === undefined || old.slice(-3) !== now.slice(-3)) continue;
    delete to[old];
    to[now] = moved;
  }
  // Some of the others come, some go.
  for (const [each, content] of Object.entries(over)) {
    if (each in to && content.length % 2 === 0) delete to[each];
    else to[each] = content;
  }
  return [from, to] as const;
});

interface ExportedGraph {
  readonly nodes: readonly { readonly id: string; readonly kind: string; readonly path?: string }[];
  readonly edges: readonly {
    readonly target: string;
    readonly syntax?: string;
    readonly relation?: string;
    readonly places: readonly { readonly path: string; readonly target: string }[];
  }[];
  readonly problems: readonly {
    readonly kind: string;
    readonly path: string;
    readonly text?: string;
    readonly message: string;
  }[];
}

async function exported(graph: KnowledgeGraph): Promise<ExportedGraph> {
  const { content } = await exportGraph({ graph, format: "json", options: { maximumCharacters: 10_000_000 } });
  return JSON.parse(content) as ExportedGraph;
}

/** What is in one bag and not in the other, as often as it is there more often. */
function less(bag: readonly string[], other: readonly string[]): string[] {
  const left = [...other];
  return bag
    .filter((item) => {
      const at = left.indexOf(item);
      if (at !== -1) left.splice(at, 1);
      return at === -1;
    })
    .sort();
}

/** Every link to a file, as the export tells it. */
function linksIn({ nodes, edges }: ExportedGraph, pathNow: (path: string) => string): string[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return edges.flatMap(({ target, syntax, relation, places: at }) => {
    const node = byId.get(target);
    if (syntax === undefined || node?.path === undefined || node.kind === "folder") return [];
    const resolved = pathNow(node.path);
    return at.map((place) => [pathNow(place.path), syntax, relation ?? "", place.target, resolved].join(" | "));
  });
}

/** Every link to nowhere. */
function deadIn({ problems }: ExportedGraph, pathNow: (path: string) => string): string[] {
  return problems
    .filter(
      ({ kind, message }) =>
        kind === "broken" || kind === "broken-anchor" || (kind === "ambiguous" && message.includes("none is taken")),
    )
    .map(({ path: at, text: target }) => `${pathNow(at)} | ${target}`);
}

function tripleKeys(graph: KnowledgeGraph): string[] {
  const keys = Array.from(quadsOf(graph), ({ subject, predicate, object }) => {
    const kind = object.termType === "Literal" ? `${object.datatype.value}@${object.language}` : "";
    return [subject.value, predicate.value, object.value, kind].join(" ");
  });
  return [...new Set(keys)];
}

describe("the difference beside the JSON exports of both graphs", () => {
  it("is exactly what the exports differ in", async () => {
    await fc.assert(
      fc.asyncProperty(change, async ([before, after]) => {
        const earlier = graphOf(before);
        const later = graphOf(after, earlier);
        const difference = diffGraphs({ from: earlier, to: later });
        expect(difference).toEqual(diffGraphs({ from: graphOf(before), to: graphOf(after) }));
        const { documents, links, triples } = difference;
        const [from, to] = [await exported(earlier), await exported(later)];

        const paths = (given: Files): string[] => Object.keys(given).filter((each) => each.endsWith(".md"));
        const moved = new Map<string, string>(documents.renamed.map((each) => [each.from, each.to]));
        for (const [old, now] of moved) expect(after[now]).toBe(before[old]);
        const pathNow = (each: string): string => moved.get(each) ?? each;
        const added = paths(after).filter((each) => !(each in before));
        const removed = paths(before).filter((each) => !(each in after));
        expect(
          documents.added
            .map((each) => each.path as string)
            .concat([...moved.values()])
            .sort(),
        ).toEqual(added.sort());
        expect(
          documents.removed
            .map((each) => each.path as string)
            .concat([...moved.keys()])
            .sort(),
        ).toEqual(removed.sort());
        const other = paths(after).filter((each) => each in before && before[each] !== after[each]);
        expect(documents.changed.map((each) => each.path as string).sort()).toEqual(other.sort());

        type Link = GraphDifference["links"]["added"][number];
        const isFile = (resolved: string | undefined, given: Files): boolean =>
          resolved !== undefined && resolved in given;
        const alive = (list: readonly Link[], given: Files, now = (each: string) => each): string[] =>
          list
            .filter(({ resolved }) => isFile(resolved, given))
            .map((link) =>
              [now(link.path), link.syntax, link.relation ?? "", link.target, now(link.resolved as string)].join(" | "),
            );
        const rewritten = [...links.newlyBroken, ...links.newlyResolved, ...links.changed];
        const then = rewritten.map(({ before: was, ...link }) => ({
          ...link,
          path: was.path,
          resolved: was.resolved,
        })) as Link[];
        const same = (each: string): string => each;
        const [had, has] = [linksIn(from, pathNow), linksIn(to, same)];
        // A link whose target only got or lost its anchor leads to the same file in both.
        const came = [...alive(links.added, after), ...alive(rewritten, after)];
        const went = [...alive(links.removed, before, pathNow), ...alive(then, before, pathNow)];
        expect(less(came, went)).toEqual(less(has, had));
        expect(less(went, came)).toEqual(less(had, has));

        const key = ({ path: at, target }: Link): string => `${at} | ${target}`;
        const isDead = (link: Link): boolean => link.dead === true;
        const wasDead = links.removed.filter(isDead).map((link) => `${pathNow(link.path)} | ${link.target}`);
        const died = [...links.newlyBroken, ...links.added.filter(isDead)].map(key);
        const healed = [...links.newlyResolved.map(key), ...wasDead];
        const [dead, deadBefore] = [deadIn(to, same), deadIn(from, pathNow)];
        expect(less(died, healed)).toEqual(less(dead, deadBefore));
        expect(less(healed, died)).toEqual(less(deadBefore, dead));

        const [oldTriples, newTriples] = [tripleKeys(earlier), tripleKeys(later)];
        const [olds, news] = [new Set(oldTriples), new Set(newTriples)];
        expect(triples).toEqual({
          added: newTriples.filter((each) => !olds.has(each)).length,
          removed: oldTriples.filter((each) => !news.has(each)).length,
        });
      }),
      { numRuns: 100 },
    );
  });
});
