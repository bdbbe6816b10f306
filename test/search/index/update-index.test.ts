/** An index that followed others, through any history of changes, against one that is built from nothing. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareCodePoints } from "../../../src/base/compare-code-points.ts";
import type { MarkdownDocument } from "../../../src/documents/markdown-document.ts";
import { buildGraph } from "../../../src/graph/build-graph.ts";
import type { KnowledgeGraph } from "../../../src/graph/knowledge-graph.ts";
import { buildIndex } from "../../../src/search/build-index.ts";
import { compactIndex } from "../../../src/search/index/compact-index.ts";
import { baseOf, indexFromBase } from "../../../src/search/index/index-from-base.ts";
import { parseQuery } from "../../../src/search/query/parse-query.ts";
import { unknownWords } from "../../../src/search/query/unknown-words.ts";
import { searchGraph } from "../../../src/search/search-graph.ts";
import type { SearchIndex } from "../../../src/search/search-index.ts";
import { documentOf } from "../knowledge-base.ts";

const scraps = fc.constantFrom(
  "lock",
  "Locks",
  "locking",
  "lock lock lock",
  "gate-keeper",
  "gateKeeper",
  "ferry",
  "ferries",
  "fery",
  "ADR-016",
  "C++",
  "café",
  "水車小屋",
  "ภาษาไทย",
  "Häuser",
  "🚀",
  "&copy;lo&shy;ck",
  "un**lock**ed",
  "[lock](n1.md)",
  "[[n2|ferry lock]]",
  "#tag/lock",
  "<!-- quay -->",
  "\n\n",
  "\n\n# Lock gate\n\n",
  "\n\n## ferry quay\n\n",
  "\n\n### pond\n\n",
  "the",
);
const texts = fc
  .tuple(
    fc.constantFrom(
      "",
      "---\nlang: de\n---\n",
      "---\ntitle: Lock\nlang: fi\n---\n",
      "---\ntitle: The ferry quay\naliases: [Mill pond, lock-gate]\ntags: [boats]\ndescription: A pond\nstate: open\n---\n",
    ),
    fc.array(scraps, { maxLength: 12 }),
  )
  .map(([start, parts]) => start + parts.join(" "));
/** Few enough that each is parsed once: nearly all of the time would go into parsing otherwise. */
/** GRAPHDOWN_HISTORIES for more. */
const histories = Number(process.env["GRAPHDOWN_HISTORIES"] ?? 300);

const pool = fc.sample(texts, { seed: 20_261_130, numRuns: 60 });
/** Paths sort around each other, differ by case alone, and give words that no text holds. */
const paths = fc.constantFrom(
  "a.md",
  "A.md",
  "b/lock-gate.md",
  "b.md",
  "n1.md",
  "n2.md",
  "night_ferry.md",
  "z/quay.md",
);

type Change =
  | { readonly kind: "write"; readonly path: string; readonly text: string }
  | { readonly kind: "remove"; readonly path: string }
  | { readonly kind: "rename"; readonly path: string; readonly to: string }
  | { readonly kind: "compact" | "store" | "branch" };

const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant("write" as const), path: paths, text: fc.constantFrom(...pool) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("remove" as const), path: paths }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("rename" as const), path: paths, to: paths }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom("compact" as const, "store" as const, "branch" as const) }),
  },
);

const queries = fc
  .array(
    fc.constantFrom(
      "lock",
      "locked",
      "unlocked",
      "gatekeeper",
      "gateKeeper",
      "ferry",
      "ferr",
      "loc",
      "lokc",
      "qauy",
      "quary",
      "night-ferry",
      "nihgt-ferry",
      "nigth_ferry",
      "boat",
      "pondd",
      "adr",
      "C++",
      "cafe",
      "車小",
      "ภาษา",
      "haus",
      "🚀",
      "©",
      "the",
      '"lock gate"',
      '"ferry quay"',
      "-ferry",
      "-pond",
      '-"lock lock"',
      "tag:boats",
      "-tag:tag",
      "path:b/",
      "title:lock",
      "prop:state=open",
      "link:[[n2]]",
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => parts.join(" "));

const modes = fc.constantFrom("auto" as const, "lexical" as const, "graph" as const);

/** The same text at the same path is the same object, also when it comes back after it was gone. */
const parsed: Map<string, MarkdownDocument> = new Map();

function parsedOnce(path: string, text: string): MarkdownDocument {
  const key = `${path}\0${text}`;
  const known = parsed.get(key) ?? documentOf(path, text);
  parsed.set(key, known);
  return known;
}

class Files {
  private readonly files: Map<string, MarkdownDocument> = new Map();

  apply(change: Change): void {
    if (change.kind === "write") this.files.set(change.path, parsedOnce(change.path, change.text));
    else if (change.kind === "remove") this.files.delete(change.path);
    else if (change.kind === "rename") {
      const text = this.files.get(change.path)?.text;
      if (text === undefined) return;
      this.files.delete(change.path);
      this.files.set(change.to, parsedOnce(change.to, text));
    }
  }

  documents(): MarkdownDocument[] {
    return [...this.files.values()].sort((left, right) => compareCodePoints(left.path, right.path));
  }
}

interface Question {
  readonly query: string;
  readonly mode: "auto" | "lexical" | "graph";
}

/** What an index says to a question, and to one for a later page that is narrowed by a tag. */
function answerOf(index: SearchIndex, graph: KnowledgeGraph, { query, mode }: Question): string {
  return JSON.stringify({
    answer: searchGraph({ graph, index, query, options: { mode, count: 200 } }),
    page: searchGraph({ graph, index, query, options: { mode, count: 2, offset: 1, tags: ["boats"] } }),
    unknown: unknownWords(parseQuery({ query, maximumCharacters: 1_000 }), index),
  });
}

interface Moment {
  readonly index: SearchIndex;
  readonly documents: readonly MarkdownDocument[];
}

function expectAsFromNothing({ index, documents }: Moment, questions: readonly Question[]): void {
  const graph = buildGraph({ documents, otherPaths: [] });
  const fresh = buildIndex({ documents });
  const asked = buildIndex({ documents, options: { terms: "asked" } });
  expect(index.documents.every((document, number) => document === documents[number])).toBe(true);
  expect(index.documents).toHaveLength(documents.length);
  expect(index.nameWords.all()).toEqual(fresh.nameWords.all());
  expect(asked.nameWords.all()).toEqual(fresh.nameWords.all());
  for (const question of questions) {
    const answer = answerOf(fresh, graph, question);
    expect(answerOf(index, graph, question)).toBe(answer);
    expect(answerOf(asked, graph, question)).toBe(answer);
  }
  expect(baseOf(index)).toEqual(baseOf(fresh));
}

/** The index that a step leads to. */
function follow(index: SearchIndex, kind: Change["kind"], documents: readonly MarkdownDocument[]): SearchIndex {
  if (kind === "compact") return compactIndex(index, 0);
  if (kind === "store") {
    const base = baseOf(index);
    return base === undefined ? index : indexFromBase(base, index.documents);
  }
  // Another index that follows the same one leaves it as it is.
  if (kind === "branch")
    buildIndex({ documents: [...documents, parsedOnce("zz.md", "pond lock ferry quary")], previous: index });
  return buildIndex({ documents, previous: index });
}

describe("an index that followed others", () => {
  it("answers as one that is built from nothing, and so does one of asked words", () => {
    fc.assert(
      fc.property(
        fc.array(change, { minLength: 1, maxLength: 6 }),
        fc.array(change, { minLength: 1, maxLength: 6 }),
        fc.array(fc.record({ query: queries, mode: modes }), { minLength: 1, maxLength: 2 }),
        fc.nat({ max: 6 }),
        (first, history, questions, looked) => {
          const files = new Files();
          for (const step of first) files.apply(step);
          const documents = files.documents();
          const moments: Moment[] = [{ index: buildIndex({ documents }), documents }];
          for (const step of history) {
            files.apply(step);
            const { index } = moments.at(-1) as Moment;
            moments.push({ index: follow(index, step.kind, files.documents()), documents: files.documents() });
          }
          expectAsFromNothing(moments.at(-1) as Moment, questions);
          // What came later has changed nothing for those who still hold an earlier index.
          expectAsFromNothing(moments[looked % moments.length] as Moment, questions);
        },
      ),
      { numRuns: histories },
    );
  });
});

describe("an index that is asked between changes", () => {
  it("knows the words of names that came after it was asked", () => {
    const first = documentOf("a.md", "# Harbour\n\nwater\n");
    const unknown = (index: SearchIndex, query: string): unknown =>
      unknownWords(parseQuery({ query, maximumCharacters: 1_000 }), index);
    const before = buildIndex({ documents: [first] });
    const second = documentOf("b.md", "# Lantern\n\nlight\n");
    const middle = buildIndex({ documents: [first, second], previous: before });
    expect(unknown(middle, "lantrn beakon")).toEqual([
      { name: "lantrn", near: ["lantern"] },
      { name: "beakon", near: [] },
    ]);
    const third = documentOf("c.md", "# Beacon\n\nfire\n");
    const last = buildIndex({ documents: [second, third], previous: middle });
    expect(unknown(last, "lantrn beakon harbur")).toEqual([
      { name: "lantrn", near: ["lantern"] },
      { name: "beakon", near: ["beacon"] },
      { name: "harbur", near: [] },
    ]);
    expect(unknown(middle, "beakon harbur")).toEqual([
      { name: "beakon", near: [] },
      { name: "harbur", near: ["harbour"] },
    ]);
  });

  it("is the same one when nothing has changed, in whatever order documents are given", () => {
    const documents = [documentOf("a.md", "one\n"), documentOf("b.md", "two\n")];
    const index = buildIndex({ documents });
    expect(buildIndex({ documents: [...documents], previous: index })).toBe(index);
    expect(buildIndex({ documents: documents.toReversed(), previous: index })).toBe(index);
    expect(compactIndex(index, 0)).toBe(index);
  });

  it("takes nothing over from an index of asked words, and stays one of all words", () => {
    const documents = [documentOf("a.md", "one\n"), documentOf("b.md", "two\n")];
    const asked = buildIndex({ documents, options: { terms: "asked" } });
    expect(asked.parts).toBeUndefined();
    expect(baseOf(asked)).toBeUndefined();
    expect(compactIndex(asked, 0)).toBe(asked);
    const all = buildIndex({ documents, previous: asked });
    expect(all.parts).toBeDefined();
    expect(
      buildIndex({ documents: documents.slice(1), options: { terms: "asked" }, previous: all }).parts,
    ).toBeDefined();
  });

  it("folds an overlay that has grown large by itself, and a smaller one when it is asked to", () => {
    const documents = Array.from({ length: 16 }, (_, number) => documentOf(`a${number}.md`, `word${number}\n`));
    const sorted = documents.toSorted((left, right) => compareCodePoints(left.path, right.path));
    let index = buildIndex({ documents: sorted });
    const replaced = (count: number): MarkdownDocument[] =>
      sorted.map((document, at) => (at < count ? documentOf(document.path, `changed${count} quay\n`) : document));
    index = buildIndex({ documents: replaced(1), previous: index });
    expect(index.parts?.overlay.documentCount).toBe(1);
    expect(compactIndex(index, 1)).toBe(index);
    expect(compactIndex(index).parts?.overlay.documentCount).toBe(0);
    for (let step = 0; step < 300; step++) index = buildIndex({ documents: replaced((step % 2) + 1), previous: index });
    expect(index.parts?.overlay.documentCount).toBeLessThan(300);
    expect(baseOf(index)).toEqual(baseOf(buildIndex({ documents: index.documents })));
  });
});
