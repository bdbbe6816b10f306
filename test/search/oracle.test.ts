/** The index against a slow ranking that looks at every section for every word, and the two kinds of index against each other. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MarkdownDocument } from "../../src/documents/markdown-document.ts";
import { buildIndex } from "../../src/search/build-index.ts";
import {
  bodyLengthFactor,
  coverageFactor,
  fieldWeights,
  formWeight,
  headingWeights,
  nameLengthFactor,
  rarityOf,
  saturated,
} from "../../src/search/ranking/scoring.ts";
import { searchGraph } from "../../src/search/search-graph.ts";
import { stemEnglish } from "../../src/search/words/stem-english.ts";
import { knowledgeBase } from "./knowledge-base.ts";

const vocabulary = ["lock", "locks", "locked", "gate", "gates", "mill", "milling", "pond", "ferry", "ferries", "quay"];
const word = fc.constantFrom(...vocabulary);
const sentence = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(" "));
/** Titles and headings hold words that are never asked for, so that no step of names hides the sums. */
const name = fc.tuple(fc.option(word, { nil: "" }), fc.constant("zzz")).map((words) => words.join(" ").trim());
const file = fc
  .record({ title: name, lead: sentence, headings: fc.array(fc.tuple(name, sentence), { maxLength: 3 }) })
  .map(
    ({ title, lead, headings }) =>
      `---\ntitle: ${title}\n---\n${lead}\n${headings.map(([heading, text]) => `\n## ${heading}\n\n${text}\n`).join("")}`,
  );
const files = fc
  .array(file, { minLength: 1, maxLength: 6 })
  .map((texts) => Object.fromEntries(texts.map((text, index) => [`n${index}.md`, text])));

function countIn(text: string, asked: string): number {
  let count = 0;
  for (const found of text.split(/[^a-z]+/)) {
    if (found === asked) count += 1;
    else if (found !== "" && stemEnglish(found) === stemEnglish(asked)) count += formWeight;
  }
  return count;
}

interface SlowSection {
  readonly document: number;
  readonly key: string;
  readonly body: string;
  readonly heading: string;
  readonly bodyFactor: number;
  readonly headingFactor: number;
}

function slowSections(documents: readonly MarkdownDocument[]): SlowSection[] {
  const all = documents.flatMap((document, number) =>
    document.sections.map((section) => ({
      document: number,
      key: `${document.path}:${section.startLine}`,
      body: document.text.slice(section.own.start, section.own.end),
      // A heading that repeats the title counts as the title alone.
      heading: section.text === document.title ? "" : section.text,
      headingLength: section.text.length,
    })),
  );
  const averageBody = averageOf(all.map(({ body }) => body.length));
  const averageHeading = averageOf(all.map(({ headingLength }) => headingLength));
  return all.map((section) => ({
    ...section,
    // Factors are kept in single precision.
    bodyFactor: Math.fround(bodyLengthFactor(section.body.length, averageBody)),
    headingFactor: Math.fround(nameLengthFactor(section.headingLength, averageHeading)),
  }));
}

/** Empty texts do not count. */
function averageOf(lengths: readonly number[]): number {
  const filled = lengths.filter((length) => length > 0);
  return filled.length === 0 ? 0 : filled.reduce((sum, length) => sum + length, 0) / filled.length;
}

/** Score of every section that holds a word, by its place. */
function slowScores(documents: readonly MarkdownDocument[], query: readonly string[]): Map<string, number> {
  const sections = slowSections(documents);
  const averageTitle = averageOf(documents.map(({ title }) => title.length));
  const scores = new Map<string, { sum: number; found: number }>();
  for (const asked of query) {
    const inTitle = documents.map(
      ({ title }) =>
        (fieldWeights[0] as number) * countIn(title, asked) * Math.fround(nameLengthFactor(title.length, averageTitle)),
    );
    const inSection = sections.map(
      ({ body, heading, bodyFactor, headingFactor }) =>
        (headingWeights[0] as number) * countIn(heading, asked) * headingFactor + countIn(body, asked) * bodyFactor,
    );
    const holding = documents.filter(
      (_, number) =>
        (inTitle[number] as number) > 0 ||
        sections.some(({ document }, at) => document === number && (inSection[at] as number) > 0),
    ).length;
    sections.forEach(({ key, document }, at) => {
      const count = (inTitle[document] as number) + (inSection[at] as number);
      if (count === 0) return;
      const before = scores.get(key) ?? { sum: 0, found: 0 };
      scores.set(key, {
        sum: before.sum + rarityOf(holding, documents.length) * saturated(count),
        found: before.found + 1,
      });
    });
  }
  return new Map(
    [...scores].map(([key, { sum, found }]) => [key, sum * coverageFactor(found / query.length, query.length)]),
  );
}

describe("ranking by words", () => {
  it("gives each section the score that the formula gives", () => {
    fc.assert(
      fc.property(files, fc.uniqueArray(word, { minLength: 2, maxLength: 4 }), (given, query) => {
        const { documents, search } = knowledgeBase(given);
        const slow = slowScores(documents, query);
        const { matches } = search(`${query.join(" ")}`, { mode: "lexical", count: 200 });
        for (const { path, startLine, score, why } of matches) {
          // A section that names speak for in full stands a step higher: its score is not the sum alone.
          const named = why.fields.filter(({ field }) => field === "title" || field === "headings");
          const inNames = new Set(named.flatMap(({ terms }) => terms));
          if (inNames.size < query.length) expect(score).toBeCloseTo(slow.get(`${path}:${startLine}`) as number, 8);
        }
        const scores = matches.map(({ score }) => score);
        expect(scores).toEqual(scores.toSorted((left, right) => right - left));
        if (matches.every(({ more }) => more === undefined))
          for (const { path, startLine } of matches) expect(slow.has(`${path}:${startLine}`)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
});

const scraps = fc.constantFrom(
  "lock",
  "Locks",
  "locking",
  "gate-keeper",
  "gateKeeper",
  "ADR-016",
  "C++",
  "C",
  "café",
  "cafe",
  "naïve",
  "用Python写",
  "水車小屋",
  "물레방아",
  "ｶﾞｽ",
  "ภาษาไทย",
  "Київ",
  "2026.4.10",
  "don't",
  "🚀",
  "[lock](gate.md)",
  "`code lock`",
  "#tag/lock",
  "<b>lock</b>",
  "<!-- lock -->",
  "\n",
  "\n\n",
  "# Lock gate\n\n",
  "## ferry\n\n",
  "the",
  "of",
  "flocks",
  "loc",
  "[[n1|ferry lock]]",
  "\u00adlock",
  "lo\u00adck",
  "lock\u3000gate",
);
const scrapFile = fc
  .tuple(
    fc.constantFrom("", "---\nlang: de\n---\n", "---\ntitle: Lock\nlang: fi\n---\n"),
    fc.array(scraps, { maxLength: 25 }),
  )
  .map(([start, parts]) => start + parts.join(" "));
const queryParts = fc.constantFrom(
  "lock",
  "locked",
  "gatekeeper",
  "gateKeeper",
  "ADR-016",
  "C++",
  "cafe",
  "python",
  "車小",
  "水",
  "물레",
  "ガス",
  "ภาษา",
  "київ",
  "2026",
  "🚀",
  "loc",
  "ferr",
  "lokc",
  "flock",
  "tag",
  '"lock gate"',
  "-ferry",
  '-"code lock"',
  "tag:tag",
  "the",
);

describe("an index of asked words", () => {
  it("answers as the index of all words does, whatever was asked before", () => {
    fc.assert(
      fc.property(
        fc.array(scrapFile, { minLength: 1, maxLength: 5 }),
        fc.array(fc.array(queryParts, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
        fc.constantFrom("auto" as const, "lexical" as const),
        (texts, queries, mode) => {
          const { documents, graph, index } = knowledgeBase(
            Object.fromEntries(texts.map((text, at) => [`n${at}.md`, text])),
          );
          const asked = buildIndex({ documents, options: { terms: "asked" } });
          for (const parts of queries) {
            const question = { graph, query: parts.join(" "), options: { mode, count: 200 } };
            expect(searchGraph({ ...question, index: asked })).toEqual(searchGraph({ ...question, index }));
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});
