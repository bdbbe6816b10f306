/** The resolver, which looks names up in maps, finds what a scan of all files stage by stage finds. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MarkdownDocument } from "../../../src/documents/markdown-document.ts";
import { graphOf } from "../graph-of.ts";
import { type DocumentSketch, makeLink } from "../make-document.ts";
import { type SlowResult, slowResolve } from "./slow-resolver.ts";

/** Few names, so that they meet: in case, in normal form, in separators, in escapes. */
const name = fc.constantFrom(
  "a",
  "A",
  "b",
  "a b",
  "a-b",
  "A_b",
  "\u00e1",
  "a\u0301",
  "\u00c1",
  "a%20b",
  "index",
  "README",
  "readme",
  "_index",
);
const fileName = fc
  .tuple(name, fc.constantFrom(".md", ".md", ".md", ".MD", ".mdx", ".markdown", ".png", "", ".html"))
  .map((parts) => parts.join(""));
const folder = fc.array(name, { maxLength: 3 }).map((segments) => segments.join("/"));
const path = fc.tuple(folder, fileName).map(([parent, file]) => (parent === "" ? file : `${parent}/${file}`));
const files = fc.uniqueArray(path, { maxLength: 12 });
const word = fc.oneof(name, fc.constantFrom("a/b", "C", "A B"));
const sketch = fc.record({
  title: word,
  titleSource: fc.constantFrom("frontmatter", "name"),
  aliases: fc.array(word, { maxLength: 2 }),
  addresses: fc.array(fc.oneof(word, fc.constantFrom("/a", "/a/b/", "x")), { maxLength: 2 }),
});
const segment = fc.oneof(name, fileName, fc.constantFrom("..", ".", "", "%61", "a%2Fb", "x"));
const target = fc
  .tuple(fc.constantFrom("", "", "/", "../", "./"), fc.array(segment, { minLength: 1, maxLength: 3 }))
  .map(([start, segments]) => start + segments.join("/"))
  .filter((text) => text !== "" && !/^[A-Za-z]+:/.test(text));

function result(graph: ReturnType<typeof graphOf>, from: string): SlowResult {
  const index = graph.documents.findIndex((document) => document.path === from);
  const { status, path: found, by, candidates } = graph.links[index]?.[0] ?? { status: "text" };
  const all = candidates === undefined ? {} : { candidates };
  if (status === "asset" && by === "folder") return { none: "folder" };
  if (found !== undefined) return { path: found, ...all };
  return { none: status as "missing" | "outside", ...all };
}

describe("link resolution", () => {
  it("equals a scan of all files, stage by stage", () => {
    fc.assert(
      fc.property(
        fc.record({
          paths: files,
          sketches: fc.array(sketch, { minLength: 12, maxLength: 12 }),
          from: folder,
          written: target,
          lookup: fc.constantFrom("wikilink", "path"),
          contentRoots: fc.constantFrom([], ["b"], ["a", "a/b"]),
        }),
        ({ paths, sketches, from, written, lookup, contentRoots }) => {
          const source = from === "" ? "source.md" : `${from}/source.md`;
          const link = { ...makeLink("[[x]]"), lookup, path: written, target: written } as const;
          const documents = new Map<string, DocumentSketch>([[source, { links: [link] }]]);
          const others: string[] = [];
          for (const [index, file] of paths.entries()) {
            if (/\.(?:md|mdx|markdown)$/i.test(file)) documents.set(file, sketches[index] as DocumentSketch);
            else others.push(file);
          }
          const graph = graphOf(documents, others, { contentRoots });
          const slow = slowResolve({
            documents: graph.documents as readonly MarkdownDocument[],
            otherPaths: others,
            contentRoots,
            folder: from,
            target: written,
            lookup,
          });
          expect(result(graph, source)).toEqual(slow);
        },
      ),
      { numRuns: 1_000, seed: 1 },
    );
  });

  it("does not depend on the order of the files", () => {
    fc.assert(
      fc.property(files, fc.array(target, { maxLength: 6 }), fc.nat(), (paths, targets, seed) => {
        const sketches: [string, DocumentSketch][] = paths.map((file) => [
          file,
          { links: targets.map((text) => ({ ...makeLink("[[x]]"), path: text, target: text })) },
        ]);
        const turned = [...sketches.slice(seed % 7), ...sketches.slice(0, seed % 7)].reverse();
        const [one, other] = [graphOf(new Map(sketches)), graphOf(new Map(turned))];
        expect([other.nodes, other.edges, other.links]).toEqual([one.nodes, one.edges, one.links]);
      }),
      { numRuns: 100, seed: 1 },
    );
  });
});
