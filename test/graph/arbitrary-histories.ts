/** Generated knowledge bases that change file by file, with few names, so that what comes and goes meets what links ask for. */
import fc from "fast-check";
import type { LogicalPath } from "../../src/base/logical-path.ts";
import type { MarkdownDocument } from "../../src/documents/markdown-document.ts";
import type { GraphOptions } from "../../src/graph/knowledge-graph.ts";
import { graphMetadata, withMetadata } from "./arbitrary-metadata.ts";
import { type DocumentSketch, frontMatterWithId, makeAnchor, makeDocument, makeLink } from "./make-document.ts";

/** All files at one moment. Documents that did not change are the same objects as a moment ago. */
export interface FilesNow {
  readonly documents: readonly MarkdownDocument[];
  readonly otherPaths: readonly LogicalPath[];
}

/** A knowledge base with what happens to it. */
export interface History {
  readonly options: Partial<GraphOptions>;
  /** The first state, then the one after each change. */
  readonly states: readonly FilesNow[];
}

/** Names that are one another in case, normal form, separators, escapes, or by what resolution adds and takes away. */
const name = fc.constantFrom(
  "a",
  "A",
  "b",
  "a b",
  "a-b",
  "A_b",
  "\u00e1",
  "a\u0301",
  "a%20b",
  "a.md",
  "index",
  "README",
  "_index",
  "\u03b1\u03c3",
  "\u0391\u03a3",
);
const folderName = fc.constantFrom("a", "A", "b", "a b", "docs", "static", "index", "\u00e1", "a\u0301", "content");
const folder = fc.array(folderName, { maxLength: 2 }).map((segments) => segments.join("/"));
const inFolder = (file: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(folder, file).map(([parent, own]) => (parent === "" ? own : `${parent}/${own}`));
const documentPath = inFolder(
  fc.tuple(name, fc.constantFrom(".md", ".md", ".md", ".MD", ".mdx")).map((parts) => parts.join("")),
);
const otherPath = inFolder(fc.tuple(name, fc.constantFrom(".png", ".html", "", ".txt")).map((parts) => parts.join("")));

const word = fc.oneof(name, fc.constantFrom("a/b", "C", "A B", "a/", "index/a", "b/ "));
const segment = fc.oneof(
  name,
  folderName,
  fc.constantFrom("a.md", "b.html", "a.png", "..", ".", "", "%61", "a%2Fb", "index.html", "a  b"),
);
const target = fc
  .tuple(
    fc.constantFrom("", "", "", "/", "../", "./"),
    fc.array(segment, { minLength: 1, maxLength: 3 }),
    fc.constantFrom("", "", "", "/"),
  )
  .map(([start, segments, end]) => start + segments.join("/") + end);
const fragment = fc.constantFrom(undefined, undefined, "One", "two", "x", "gone", "");
const madeLink = fc
  .record({ target, fragment, isWikilink: fc.boolean(), relation: fc.constantFrom("", "", "", "up:: ", "part_of:: ") })
  .map(({ target: path, fragment: named, isWikilink, relation }) => {
    const whole = named === undefined ? path : `${path}#${named}`;
    return isWikilink ? `${relation}[[${whole}]]` : `${relation}[x](${whole})`;
  });
const fixedLink = fc.constantFrom(
  "[[a]]",
  "[[a|b]]",
  "[[gone|a]]",
  "![[a]]",
  "![x](a.png)",
  "[x](a.md#One)",
  "[[b#two]]",
  "[x](https://example.org/a b)",
  "[x](xref:id1)",
  "[x](urn:graphdown:/a.md#One)",
  "[x](urn:graphdown:/a%20b/a%2520b.md)",
  "[x](urn:graphdown:/index/b.md)",
  "[x](http://h:port/)",
  "schema:citation:: [x](https://example.org/)",
  "schema:hasPart:: [x](#one)",
  "[[dendron://vault/a]]",
);

/** Links of which so many have to be there that they decide something for all. */
const manyLinks = fc.constantFrom<readonly string[]>(
  Array.from({ length: 20 }, (_, page) => `[x](/guide/p${page})`),
  Array.from({ length: 6 }, () => "[[gone|a]]"),
  Array.from({ length: 2 }, () => "[[a|gone]]"),
);

const links = fc
  .tuple(
    fc.array(fc.oneof({ weight: 4, arbitrary: madeLink }, { weight: 1, arbitrary: fixedLink }), { maxLength: 6 }),
    fc.option(manyLinks, { nil: [], freq: 6 }),
    fc.nat(40),
  )
  .map(([some, many, loose]) =>
    [...some, ...many].map((written, at) =>
      makeLink(written, at + 1, 0, {
        ...(written.startsWith("[[dendron:") ? { external: true } : {}),
        ...(at === loose ? { onlyIfResolved: true } : {}),
      }),
    ),
  );

const plainSketch: fc.Arbitrary<DocumentSketch> = fc.record({
  links,
  title: word,
  titleSource: fc.constantFrom("name", "name", "frontmatter", "heading"),
  aliases: fc.array(word, { maxLength: 1 }),
  addresses: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    {
      weight: 1,
      arbitrary: fc.array(fc.oneof(word, fc.constantFrom("/a", "/a/b/", "id1", "/guide/x", "https://example.org/a")), {
        maxLength: 2,
      }),
    },
  ),
  headings: fc.array(fc.constantFrom("# One", "## Two", "# two"), { maxLength: 2 }),
  anchors: fc.array(
    fc.constantFrom("x", "One").map((anchor) => makeAnchor(anchor, "custom", 0)),
    { maxLength: 1 },
  ),
  tags: fc.array(fc.constantFrom("t", "T/u", "t/u/v"), { maxLength: 2 }),
  authors: fc.array(
    fc.record({ name: fc.constantFrom("Kim", "Lee"), url: fc.constantFrom("https://a.example/", "x") }),
    {
      maxLength: 1,
    },
  ),
});

/** Few ids, so that documents take them from one another. */
const ownId: fc.Arbitrary<DocumentSketch> = fc
  .constantFrom("x", "x", "X", "a b", " a  b", "")
  .map((id) => ({ frontMatter: frontMatterWithId({ type: "text", value: id, text: id }) }));

const sketch: fc.Arbitrary<DocumentSketch> = fc
  .tuple(plainSketch, graphMetadata, fc.option(ownId, { nil: {} }))
  .map(([plain, metadata, id]) => ({ ...withMetadata(plain, metadata), ...id }));

/** Which file of those that are there, as a share of them. */
const which = fc.nat({ max: 999 });

type Change =
  | { readonly kind: "put"; readonly path: string; readonly sketch: DocumentSketch }
  | { readonly kind: "putOther"; readonly path: string }
  | { readonly kind: "edit"; readonly which: number; readonly sketch: Partial<DocumentSketch> }
  | { readonly kind: "remove" | "removeOther" | "touch" | "unmark"; readonly which: number }
  | { readonly kind: "rename"; readonly which: number; readonly path: string }
  | { readonly kind: "recase"; readonly which: number };

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ kind: fc.constant("put" as const), path: documentPath, sketch }),
  fc.record({ kind: fc.constant("putOther" as const), path: otherPath }),
  fc.record({
    kind: fc.constant("edit" as const),
    which,
    sketch: fc.oneof(
      sketch,
      fc.record({ headings: fc.constantFrom(["# One"], ["# New", "# One"], []) }),
      fc.record({ title: word, titleSource: fc.constant("frontmatter" as const) }),
      fc.record({ aliases: fc.tuple(word) }),
      ownId,
      graphMetadata.map((metadata) => withMetadata({}, metadata)),
      fc.record({ addresses: fc.tuple(word) }),
    ),
  }),
  fc.record({ kind: fc.constantFrom("remove", "removeOther", "touch", "unmark"), which }),
  fc.record({ kind: fc.constant("rename" as const), which, path: documentPath }),
  fc.record({ kind: fc.constant("recase" as const), which }),
);

/** Files by path; what is in the one is not in the other. */
interface World {
  readonly documents: Map<string, { readonly sketch: DocumentSketch; readonly document: MarkdownDocument }>;
  readonly others: Set<string>;
}

function put({ documents, others }: World, path: string, given: DocumentSketch): void {
  others.delete(path);
  documents.set(path, { sketch: given, document: makeDocument(path, given) });
}

function apply(world: World, next: Change): void {
  const { documents, others } = world;
  if (next.kind === "put") put(world, next.path, next.sketch);
  if (next.kind === "putOther" && !documents.has(next.path)) others.add(next.path);
  if (next.kind === "put" || next.kind === "putOther") return;
  const among = [...(next.kind === "removeOther" ? others : documents.keys())];
  const path = among[next.which % Math.max(1, among.length)];
  if (path === undefined) return;
  const { sketch: old = {} } = documents.get(path) ?? {};
  if (next.kind === "removeOther") others.delete(path);
  else if (next.kind === "edit") put(world, path, { ...old, ...next.sketch });
  else if (next.kind === "touch") put(world, path, old);
  else {
    documents.delete(path);
    if (next.kind === "unmark") others.add(path);
    else if (next.kind === "rename") put(world, next.path, old);
    else if (next.kind === "recase")
      put(world, path === path.toLowerCase() ? path.toUpperCase() : path.toLowerCase(), old);
  }
}

function stateOf({ documents, others }: World, isTurned: boolean): FilesNow {
  const state = {
    documents: Array.from(documents.values(), ({ document }) => document),
    otherPaths: [...others] as LogicalPath[],
  };
  const order = (a: string, b: string): number => (a < b ? -1 : 1);
  state.documents.sort((a, b) => order(a.path, b.path));
  state.otherPaths.sort(order);
  return isTurned ? { documents: state.documents.reverse(), otherPaths: state.otherPaths.reverse() } : state;
}

/** Histories of one to six changes, each of one or several files. */
export const history: fc.Arbitrary<History> = fc
  .record({
    first: fc.array(fc.tuple(documentPath, sketch), { maxLength: 9 }),
    others: fc.array(otherPath, { maxLength: 4 }),
    changes: fc.array(fc.tuple(fc.array(change, { minLength: 1, maxLength: 2 }), fc.nat(19)), {
      minLength: 1,
      maxLength: 6,
    }),
    options: fc.record({
      iri: fc.constantFrom("path", "id"),
      contentRoots: fc.constantFrom("auto", "auto", "auto", ["b"], ["a", "a/b"]),
      wikilinkOrder: fc.constantFrom("auto", "auto", "auto", "text-first"),
      resolveAliases: fc.constantFrom(true, true, false),
      strict: fc.constantFrom(false, false, true),
    }),
  })
  .map(({ first, others, changes, options }) => {
    const world: World = { documents: new Map(), others: new Set() };
    for (const path of others) apply(world, { kind: "putOther", path });
    for (const [path, given] of first) put(world, path, given);
    const states = [stateOf(world, false)];
    for (const [several, turn] of changes) {
      for (const next of several) apply(world, next);
      states.push(stateOf(world, turn === 0));
    }
    return { options, states } as History;
  });
