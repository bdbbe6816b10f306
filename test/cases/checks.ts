/** What each word of a case's exact expectations means, checked against the library's real answers. */
import { expect } from "vitest";
import { GraphdownError } from "../../src/node-index.ts";
import type { BehaviourCase } from "./behaviour-case.ts";
import { checkOutput } from "./check-output.ts";
import { documentsOf, readablePath, type World } from "./world.ts";

/** Compares one expectation; fails like any test. */
export type Check = (world: World, expected: never, of: BehaviourCase) => Promise<void> | void;

type Pairs = readonly (readonly [string, string])[];
type Triples = readonly (readonly [string, string, string])[];

const sorted = <Value>(values: Iterable<Value>): Value[] =>
  [...values].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

const problemsOf = (world: World, kind: string) => world.graph.problems.filter((problem) => problem.kind === kind);

/** Places of edges between two documents, both with and without a typed relation. */
function placesBetween(world: World, from: string, to: string) {
  return world.graph.edges
    .filter(
      ({ source, target, syntax }) =>
        syntax !== undefined && world.node(source)?.path === from && world.node(target)?.path === to,
    )
    .flatMap(({ places }) => places);
}

async function hitsOf(world: World, query: string): Promise<string[]> {
  const scoped = /^(.*)@(.+\/)$/.exec(query);
  const { matches } =
    scoped === null
      ? await world.context.search(query)
      : await world.context.search(scoped[1] as string, { directory: scoped[2] as string, count: 5 });
  return [...new Set(matches.map(({ path }) => path as string))];
}

/** The words of the cases for what is wrong with a call, and our codes for them. */
export const codeOfWord: Readonly<Record<string, string>> = {
  invalid_argument: "invalid_input",
  limit_exceeded: "limit_exceeded",
  invalid_path: "invalid_path",
};

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "no error";
  } catch (cause) {
    return GraphdownError.isInstance(cause) ? cause.code : String(cause);
  }
}

/** `path:startLine:count` as a range read; a bare path as a whole read. */
async function readNamed(world: World, name: string): Promise<string | undefined> {
  const range = /^(.*):(-?\d+):(-?\d+)$/.exec(name);
  if (range === null) return (await world.context.read(name))?.content;
  const [, path, startLine, lineCount] = range;
  return (await world.context.readRange(path as string, { startLine: Number(startLine), lineCount: Number(lineCount) }))
    .content;
}

export const checks: Readonly<Record<string, Check>> = {
  edges: (world, expected: Triples) => expect(sorted(world.edges)).toEqual(sorted(expected)),
  edgesInclude: (world, expected: Triples) => expect(world.edges).toEqual(expect.arrayContaining([...expected])),
  occurrences(world, expected: readonly (readonly [string, string, number])[]) {
    for (const [from, to, count] of expected) expect(placesBetween(world, from, to)).toHaveLength(count);
  },
  unresolved(world, expected: Pairs) {
    const broken = problemsOf(world, "broken").map(({ path, text = "" }) => [path, readablePath(text)]);
    expect(sorted(broken)).toEqual(sorted(expected));
  },
  maxUnresolved(world, expected: number) {
    expect(problemsOf(world, "broken").length).toBeLessThanOrEqual(expected);
  },
  unresolvedLines(world, expected: readonly (readonly [string, string, number])[]) {
    const broken = problemsOf(world, "broken").map(({ path, text = "", line }) => [path, readablePath(text), line]);
    expect(sorted(broken)).toEqual(sorted(expected));
  },
  ambiguous(world, expected: readonly (readonly [string, string, readonly string[]])[]) {
    const found = problemsOf(world, "ambiguous").map(({ path, text = "", candidates = [] }) => [
      path,
      readablePath(text),
      candidates,
    ]);
    expect(sorted(found)).toEqual(sorted(expected));
  },
  anchors(world, expected: Triples) {
    for (const [from, to, anchor] of expected) {
      const fragments = linksOf(world, from)
        .filter(({ path }) => path === to)
        .map(({ fragment }) => fragment);
      expect(fragments).toContain(anchor);
      expect(problemsOf(world, "broken-anchor")).toEqual([]);
    }
  },
  brokenAnchors(world, expected: Pairs) {
    const broken = problemsOf(world, "broken-anchor").map(({ path, text }) => [path, text]);
    expect(sorted(broken)).toEqual(sorted(expected));
  },
  backlinks(world, expected: Readonly<Record<string, readonly string[]>>) {
    for (const [path, sources] of Object.entries(expected)) {
      const found = new Set(world.edges.filter(([, to]) => to === path).map(([from]) => from));
      expect(sorted(found)).toEqual(sorted(sources));
    }
  },
  orphans: (world, expected: readonly string[]) =>
    expect(sorted(problemsOf(world, "orphan").map(({ path }) => path))).toEqual(sorted(expected)),
  async headings(world, expected: Readonly<Record<string, readonly unknown[]>>) {
    for (const [path, headings] of Object.entries(expected)) {
      const outline = await world.context.outline(path);
      expect(outline.headings.map(({ level, text, slug }) => [level, text, slug])).toEqual(headings);
    }
  },
  async sectionText(world, expected: string, of) {
    const [path] = Object.keys(of.files) as [string];
    const heading = (await world.context.outline(path)).headings[0];
    const range = await world.context.readRange(path, { startLine: heading?.startLine, endLine: heading?.endLine });
    expect(range.content).toBe(expected);
  },
  titles(world, expected: Readonly<Record<string, string>>) {
    const titles = Object.fromEntries(documentsOf(world).map(({ path, label }) => [path, label]));
    expect(titles).toMatchObject(expected);
  },
  tags(world, expected: Readonly<Record<string, readonly string[]>>) {
    for (const document of documentsOf(world)) {
      const tags = expected[document.path];
      if (tags !== undefined) expect(document["tags"]).toEqual(tags);
    }
  },
  tagsInclude(world, expected: Readonly<Record<string, readonly string[]>>) {
    for (const { path, tags } of documentsOf(world))
      expect(tags).toEqual(expect.arrayContaining([...(expected[path] ?? [])]));
  },
  tagsExclude(world, expected: Readonly<Record<string, readonly string[]>>) {
    for (const { path, tags } of documentsOf(world))
      for (const tag of expected[path] ?? []) expect(tags).not.toContain(tag);
  },
  async tagCounts(world, expected: Readonly<Record<string, number>>) {
    const { tags } = await world.context.overview();
    expect(Object.fromEntries(tags.first.map(({ tag, documents }) => [tag, documents]))).toEqual(expected);
  },
  async meta(world, expected: Readonly<Record<string, Record<string, unknown>>>) {
    for (const [path, values] of Object.entries(expected)) {
      const { properties } = await world.context.outline(path);
      expect(Object.fromEntries(properties.map(({ key, value }) => [key, value]))).toEqual(values);
    }
  },
  async categories(world, expected: Readonly<Record<string, readonly string[]>>) {
    for (const { path, observations } of documentsOf(world)) {
      expect((observations as { category: string }[]).map(({ category }) => category)).toEqual(expected[path]);
    }
  },
  async diagnostics(world, expected: readonly (readonly [string, string, (string | number)?])[]) {
    for (const [path, kind, detail] of expected) {
      const found = problemsOf(world, kind).filter((problem) => problem.path === path);
      expect(found, `${kind} in ${path}`).not.toEqual([]);
      if (typeof detail === "number") expect(found.map(({ line }) => line)).toContain(detail);
      if (typeof detail === "string") expect(found.map(({ text }) => text)).toContain(detail);
    }
  },
  external(world, expected: Pairs) {
    const found = world.graph.edges
      .filter(({ target }) => world.node(target)?.kind === "external")
      .flatMap(({ places }) => places.map(({ path, target }) => [path, target]));
    expect(sorted(found)).toEqual(sorted(expected));
  },
  linkText(world, expected: Triples) {
    for (const [from, target, text] of expected) {
      const texts = linksOf(world, from)
        .filter(({ path, written }) => path === target || written === target)
        .map((link) => link.text);
      expect(texts).toContain(text);
    }
  },
  documents: (world, expected: readonly string[]) =>
    expect(documentsOf(world).map(({ path }) => path)).toEqual(sorted(expected)),
  distinctIds(world, expected: number) {
    expect(new Set(documentsOf(world).map(({ id }) => id)).size).toBe(expected);
  },
  distinctIris(world, expected: readonly string[]) {
    const iris = documentsOf(world).map(({ id }) => id);
    expect(sorted(iris.map((iri) => iri.slice(iri.lastIndexOf("/") + 1)))).toEqual(sorted(expected));
    expect(sorted(iris.map((iri) => decodeURIComponent(iri.slice(iri.lastIndexOf("/") + 1))))).toEqual(
      sorted(documentsOf(world).map(({ path }) => path)),
    );
  },
  async hits(world, expected: Readonly<Record<string, readonly string[]>>) {
    for (const [query, paths] of Object.entries(expected)) expect(await hitsOf(world, query)).toEqual(paths);
  },
  async hitsSet(world, expected: Readonly<Record<string, readonly string[]>>) {
    for (const [query, paths] of Object.entries(expected))
      expect(sorted(await hitsOf(world, query))).toEqual(sorted(paths));
  },
  async hitsFirst(world, expected: Readonly<Record<string, string>>) {
    for (const [query, path] of Object.entries(expected)) expect((await hitsOf(world, query))[0]).toBe(path);
  },
  async hitsMax(world, expected: Readonly<Record<string, number>>) {
    for (const [query, most] of Object.entries(expected))
      expect((await hitsOf(world, query)).length).toBeLessThanOrEqual(most);
  },
  async hitLines(world, expected: Readonly<Record<string, Pairs>>) {
    for (const [query, lines] of Object.entries(expected)) {
      const { matches } = await world.context.search(query);
      expect(matches.map(({ path, line }) => [path, line])).toEqual(lines);
    }
  },
  async read(world, expected: Readonly<Record<string, string>>) {
    for (const [name, text] of Object.entries(expected)) expect(await readNamed(world, name)).toBe(text);
  },
  async errors(world, expected: Readonly<Record<string, string>>) {
    for (const [name, word] of Object.entries(expected)) {
      const isRange = /:-?\d+:-?\d+$/.test(name);
      expect(await codeOf(isRange ? readNamed(world, name) : world.context.search(name)), name).toBe(codeOfWord[word]);
    }
  },
  async noErrorFor(world, expected: readonly string[]) {
    for (const query of expected) expect(await codeOf(world.context.search(query))).toBe("no error");
  },
  async unchanged(world, expected: readonly string[], of) {
    for (const path of expected) {
      const opened = await world.store.open(path as never);
      const text = await new Response(opened?.stream).arrayBuffer();
      expect(new TextDecoder("utf-8", { ignoreBOM: true }).decode(text)).toBe(of.files[path]);
    }
  },
  output: checkOutput,
};

/** The links of a document as written, with the document that each leads to. */
function linksOf(
  world: World,
  from: string,
): readonly { path?: string | undefined; text: string; fragment?: string | undefined; written: string }[] {
  return world.graph.edges
    .filter(({ syntax, source }) => syntax !== undefined && world.node(source)?.path === from)
    .flatMap(({ target, places }) =>
      places.map((place) => ({
        path: world.node(target)?.path,
        text: place.text,
        fragment: place.fragment,
        written: readablePath(place.target),
      })),
    );
}
