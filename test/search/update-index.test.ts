/** An index that followed others, through any history of changes, against one that is built from nothing. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LogicalPath } from "../../src/base/logical-path.ts";
import type { MarkdownDocument } from "../../src/documents/markdown-document.ts";
import { buildGraph } from "../../src/graph/build-graph.ts";
import { buildIndex } from "../../src/search/build-index.ts";
import { compactIndex } from "../../src/search/compact-index.ts";
import { baseOf, indexFromBase } from "../../src/search/index-from-base.ts";
import { parseQuery } from "../../src/search/parse-query.ts";
import { searchGraph } from "../../src/search/search-graph.ts";
import type { SearchIndex } from "../../src/search/search-index.ts";
import { unknownWords } from "../../src/search/unknown-words.ts";
import { documentOf } from "./knowledge-base.ts";

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
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("write" as const), path: paths, text: texts }) },
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

class Files {
  private readonly files: Map<string, MarkdownDocument> = new Map();

  apply(change: Change): void {
    if (change.kind === "write") this.files.set(change.path, documentOf(change.path, change.text));
    else if (change.kind === "remove") this.files.delete(change.path);
    else if (change.kind === "rename") {
      const text = this.files.get(change.path)?.text;
      if (text === undefined) return;
      this.files.delete(change.path);
      this.files.set(change.to, documentOf(change.to, text));
    }
  }

  documents(): MarkdownDocument[] {
    const order = (path: LogicalPath): string => path;
    return [...this.files.values()].sort((left, right) => (order(left.path) < order(right.path) ? -1 : 1));
  }
}

/** Everything that an index can be asked. */
function answersOf(
  index: SearchIndex,
  documents: readonly MarkdownDocument[],
  asked: readonly string[],
  mode: "auto" | "lexical" | "graph",
): unknown {
  const graph = buildGraph({ documents, otherPaths: [] });
  return asked.map((query) => ({
    answer: searchGraph({ graph, index, query, options: { mode, count: 200 } }),
    page: searchGraph({ graph, index, query, options: { mode, count: 2, offset: 1, tags: ["boats"] } }),
    unknown: unknownWords(parseQuery({ query, maximumCharacters: 1_000 }), index),
  }));
}

describe("an index that followed others", () => {
  it("answers as one that is built from nothing, and so does one of asked words", () => {
    fc.assert(
      fc.property(
        fc.array(change, { minLength: 1, maxLength: 6 }),
        fc.array(change, { minLength: 1, maxLength: 6 }),
        fc.array(queries, { minLength: 1, maxLength: 3 }),
        modes,
        (before, history, asked, mode) => {
          const files = new Files();
          for (const step of before) files.apply(step);
          let documents: readonly MarkdownDocument[] = files.documents();
          let index = buildIndex({ documents });
          for (const step of history) {
            files.apply(step);
            const earlier = { index, documents };
            if (step.kind === "compact") index = compactIndex(index, 0);
            else if (step.kind === "store") {
              const stored = baseOf(index);
              index = indexFromBase(stored, documents) ?? index;
            } else if (step.kind === "branch")
              // Another index that follows the same one leaves it as it is.
              buildIndex({ documents: [...documents, documentOf("zz.md", "pond lock ferry quary")], previous: index });
            documents = files.documents();
            index = buildIndex({ documents, previous: index });
            expect(index.documents).toEqual(documents);
            const fresh = answersOf(buildIndex({ documents }), documents, asked, mode);
            expect(answersOf(index, documents, asked, mode)).toEqual(fresh);
            expect(index.nameWords.all()).toEqual(buildIndex({ documents }).nameWords.all());
            const onDemand = buildIndex({ documents, options: { terms: "asked" } });
            expect(answersOf(onDemand, documents, asked, mode)).toEqual(fresh);
            const again = buildIndex({ documents: earlier.documents });
            expect(answersOf(earlier.index, earlier.documents, asked, mode)).toEqual(
              answersOf(again, earlier.documents, asked, mode),
            );
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
