/** The questions of docs/sparql.md, run on a base of the test's own: their figures are those of a plain script over the texts. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import type { FileContext, SparqlRows } from "../../src/context/file-context.ts";
import { createDirectEngine } from "../query/sparql/direct-engine.ts";
import { openNotes } from "./notes.ts";

const page = readFileSync(fileURLToPath(new URL("../../docs/sparql.md", import.meta.url)), "utf8");
const questions = new Map(
  [...page.matchAll(/^### (.+)\n(?:(?!^#)[\s\S])*?```sparql\n([\s\S]*?)```/gm)].map(([, title, query]) => [
    title,
    query,
  ]),
);

/** Everything below is made from these numbers by rules of arithmetic, so that the script knows it without reading Markdown. */
const count = 40;
const numbers = Array.from({ length: count }, (_, number) => number);
const pathOf = (number: number): string =>
  number === 0 ? "guides/setup.md" : `pages/p${String(number).padStart(2, "0")}.md`;
const hasDescription = (number: number): boolean => number % 3 === 0;
const tagsOf = (number: number): string[] => ["alpha", "beta", "gamma"].filter((_, tag) => number % (tag + 2) === 0);
const authorOf = (number: number): string | undefined => [undefined, "Ada Byron", "Ödön Tóth"][number % 3];
const dateOf = (number: number): string => `${2022 + (number % 5)}-0${1 + (number % 9)}-15`;
/** The last five are alone. */
const linksOf = (number: number): number[] =>
  number >= count - 5 ? [] : [...new Set([0, number, (number * 7) % (count - 5)])];
const linksToInstall = (number: number): boolean => number < count - 5 && number % 4 === 1;
const tasksOf = (number: number): boolean[] => Array.from({ length: number % 4 }, (_, task) => task % 2 === 0);
const sitesOf = (number: number): string[] =>
  number % 2 === 0 ? ["example.org"] : ["example.org", `s${number % 7}.example`];
const wordsOf = (number: number): number => 10 + ((number * 37) % 101);

function textOf(number: number): string {
  const author = authorOf(number);
  const front = [
    ...(hasDescription(number) ? [`description: About ${number}`] : []),
    ...(author === undefined ? [] : [`author: ${author}`]),
    `tags: [${tagsOf(number).join(", ")}]`,
    `updated: ${dateOf(number)}`,
  ];
  const body = [
    `# Page ${number}`,
    ...linksOf(number).map((target) => `[link](/${pathOf(target)})`),
    ...(linksToInstall(number) ? ["[how](/guides/setup.md#install)"] : []),
    ...sitesOf(number).map((site) => `[cited](https://${site}/${number}?x=1)`),
    tasksOf(number)
      .map((open, task) => `- [${open ? " " : "x"}] task ${task}`)
      .join("\n"),
    ...(number === 0 ? ["## Install"] : []),
    "word ".repeat(wordsOf(number)).trim(),
  ];
  return `---\n${front.join("\n")}\n---\n\n${body.filter((part) => part !== "").join("\n\n")}\n`;
}

/** Rows of a table of counts, the largest first, then by name. */
function ranked(entries: Iterable<readonly [string, number]>): [string, string][] {
  return [...entries]
    .filter(([, number]) => number > 0)
    .sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1))
    .map(([name, number]) => [name, String(number)]);
}

function tally(keys: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

const sourcesOf = (target: number): number[] =>
  numbers.filter(
    (from) => from !== target && (linksOf(from).includes(target) || (target === 0 && linksToInstall(from))),
  );
const byPath = (chosen: readonly number[]): string[][] => chosen.map((number) => [pathOf(number)]).sort();

const expected: Readonly<Record<string, () => string[][]>> = {
  "Which pages have no description?": () => byPath(numbers.filter((number) => !hasDescription(number))),
  "Which pages are linked to most?": () =>
    ranked(numbers.map((number) => [pathOf(number), sourcesOf(number).length])).slice(0, 20),
  "Which tags are used how often?": () => ranked(tally(numbers.flatMap(tagsOf))),
  "Who links to a section that is to be deleted?": () => byPath(numbers.filter(linksToInstall)),
  "Who wrote how many pages?": () => ranked(tally(numbers.flatMap((number) => authorOf(number) ?? []))),
  "Which old pages do others still link to?": () =>
    numbers
      .filter((number) => dateOf(number) < "2025-01-01" && sourcesOf(number).length > 0)
      .map((number) => [pathOf(number), dateOf(number), String(sourcesOf(number).length)])
      .sort(([pathA = "", a = ""], [pathB = "", b = ""]) => (a === b ? (pathA < pathB ? -1 : 1) : a < b ? -1 : 1)),
  "Which pages are orphans?": () => byPath(numbers.slice(-5)),
  "Which pages have open tasks?": () =>
    ranked(numbers.map((number) => [pathOf(number), tasksOf(number).filter((open) => open).length])),
  "Which pages are the longest?": () => [],
  "Which sites are cited most?": () => ranked(tally(numbers.flatMap(sitesOf))).slice(0, 20),
};

let context: FileContext;
beforeAll(async () => {
  const files = Object.fromEntries(numbers.map((number) => [pathOf(number), textOf(number)]));
  context = await openNotes({ sparql: async () => createDirectEngine() }, files);
});

async function rowsOf(query: string): Promise<string[][]> {
  const { variables, rows } = (await context.sparql(query)) as SparqlRows;
  return rows.map((row) => variables.map((name) => row[name]?.value ?? ""));
}

describe("the questions of docs/sparql.md", () => {
  it("are the ten that are known here", () => {
    expect([...questions.keys()]).toEqual(Object.keys(expected));
  });

  it.each([...questions].filter(([title]) => title !== "Which pages are the longest?"))("%s", async (title, query) => {
    const rows = expected[title as string]?.() as string[][];
    expect(rows.length).toBeGreaterThan(1);
    expect(await rowsOf(query as string)).toEqual(rows);
  });

  it("Which pages are the longest?", async () => {
    const rows = await rowsOf(questions.get("Which pages are the longest?") as string);
    const words = rows.map(([, number]) => Number(number));
    expect(rows).toHaveLength(20);
    expect(words).toEqual([...words].sort((a, b) => b - a));
    // Pages differ in few words besides the counted ones.
    const order = [...numbers].sort((a, b) => wordsOf(b) - wordsOf(a)).slice(0, 4);
    expect(rows.slice(0, 8).map(([path]) => path)).toEqual(expect.arrayContaining(order.map(pathOf)));
  });
});
