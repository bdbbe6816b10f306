/** Cases whose call is more than "build and ask": they need another option, another store, or several calls. */
import { expect } from "vitest";
import { createFileContext, createMemoryStore, GraphdownError } from "../../src/node-index.ts";
import { readMermaid } from "../exports/read-mermaid.ts";
import { type BehaviourCase, filesOf } from "./behaviour-case.ts";
import { documentsOf, openWorld } from "./world.ts";

type SpecialCase = (of: BehaviourCase) => Promise<void>;

const exactOf = <Value>(of: BehaviourCase, word: string): Value => of.expect.exact[word] as Value;

async function pathsWithIgnore(of: BehaviourCase, ignore: readonly string[]): Promise<string[]> {
  return documentsOf(await openWorld(of, { selection: { ignore } })).map(({ path }) => path);
}

export const specialCases: Readonly<Record<string, SpecialCase>> = {
  async "list-anchored-ignore"(of) {
    expect(await pathsWithIgnore(of, ["/vendor"])).toEqual(exactOf(of, "documents1"));
    expect(await pathsWithIgnore(of, ["vendor"])).toEqual(exactOf(of, "documents2"));
    expect(await pathsWithIgnore(of, ["docs/*", "!docs/c.md"])).toContain("docs/c.md");
  },
  async "list-brace-and-comma"(of) {
    const { context } = await openWorld({ ...of, files: { ...of.files } });
    for (const glob of [["*.md", "*.txt"], "{*.md,*.txt}"]) {
      const { entries } = await context.list("", { glob });
      expect(entries.map(({ path }) => path)).toEqual(exactOf(of, "listSet"));
    }
  },
  async "tree-payload"(of) {
    const { context } = await openWorld(of);
    const overview = JSON.stringify(await context.overview());
    expect(overview.length).toBeLessThanOrEqual(exactOf(of, "maxBytes"));
    expect(Object.keys(JSON.parse(overview))[0]).toBe("folders");
  },
  async "mermaid-empty-and-size"(of) {
    const { context } = await openWorld(of);
    const { nodes } = {
      nodes: (await readMermaid((await context.export("mermaid", { tags: ["nothing-has-this"] })).content)).labels,
    };
    expect(nodes.size).toBe(0);
    const big = await context.export("mermaid");
    const { edges } = await readMermaid(big.content);
    const output = exactOf<{ maxEdges: number; maxChars: number }>(of, "output");
    expect(edges.length).toBeLessThanOrEqual(output.maxEdges);
    expect(big.content.length).toBeLessThanOrEqual(output.maxChars);
    expect(big.content).toContain("%% truncated:");
    expect(big.cut).toBeDefined();
  },
  async "path-dot-in-prefix"(of) {
    const files = Object.fromEntries(Object.entries(of.files).map(([path, text]) => [`.notes/kb/${path}`, text]));
    const context = await createFileContext({ store: createMemoryStore({ files }), prefix: ".notes/kb" });
    const graph = JSON.parse((await context.export("json")).content) as { nodes: { kind: string; path: string }[] };
    expect(graph.nodes.filter(({ kind }) => kind === "document").map(({ path }) => path)).toEqual(
      exactOf(of, "documents"),
    );
  },
  async "wl-windows-separators"(of) {
    const [[key]] = exactOf<[[string]]>(of, "skipped");
    const context = await createFileContext({ store: createMemoryStore({ files: { [key]: "# G\n" } }) });
    const { entries, skipped } = await context.list();
    expect(entries).toEqual([]);
    expect(skipped).toMatchObject({ count: 1, first: [{ reason: "unaddressable" }] });
    await expect(context.overview()).rejects.toMatchObject({
      code: "no_documents",
      details: { skipped: { count: 1 } },
    });
  },
  async "read-too-large-message"(of) {
    const { context } = await openWorld(of);
    const error = await context.read("big.md").catch((cause: unknown) => cause);
    if (!GraphdownError.isInstance(error)) throw new Error("the read did not fail with our error");
    expect(error.code).toBe(exactOf(of, "error"));
    const said = `${error.message} ${error.next}`;
    for (const part of ["big.md", "file_context_read_range", "startLine", String(filesOf(of)["big.md"]?.length)]) {
      expect(said.replaceAll(/(?<=\d)[,\u202f](?=\d)/g, "")).toContain(part);
    }
  },
  async "range-giant-line"(of) {
    const maximum = exactOf<number>(of, "maxBytes");
    const store = createMemoryStore({ files: filesOf(of) });
    const context = await createFileContext({ store, limits: { maximumRangeReadBytes: maximum } });
    const text = filesOf(of)["a.md"] as string;
    const first = await context.readRange("a.md", { startLine: 1, endLine: 1 });
    expect(first).toMatchObject({ cut: { reason: exactOf(of, "cut") }, next: exactOf(of, "next") });
    let joined = first.content;
    for (let page = first; page.next !== undefined; ) {
      page = await context.readRange("a.md", {
        startLine: page.next.line,
        startColumn: page.next.column,
        version: page.version,
      });
      expect(page.content.length).toBeLessThanOrEqual(maximum);
      joined += page.content;
    }
    expect(joined).toBe(text);
  },
  async "tag-hex-in-prose"(of) {
    const tagsOf = async (hexColors: "color" | "tag") =>
      documentsOf(await openWorld(of, { documents: { hexColors } })).flatMap(({ tags }) => tags as string[]);
    const usual = await tagsOf("color");
    const { "a.md": included } = exactOf<Record<string, string[]>>(of, "tagsInclude");
    const { "a.md": excluded } = exactOf<Record<string, string[]>>(of, "tagsExclude");
    expect(usual).toEqual(expect.arrayContaining(included as string[]));
    for (const tag of excluded ?? []) expect(usual).not.toContain(tag);
    expect(await tagsOf("tag")).toEqual(expect.arrayContaining([...(included ?? []), ...(excluded ?? [])]));
  },
  async "jsonld-bad-context-ref"(of) {
    const { context, graph } = await openWorld(of);
    const { content } = await context.export("jsonld");
    const { readJsonld } = await import("../exports/read-rdf.ts");
    const triples = await readJsonld(content);
    const id = graph.nodes.find(({ kind }) => kind === "document")?.id as string;
    expect(id.endsWith("a.md")).toBe(exactOf(of, "nodeIdUnchanged"));
    expect(triples.some((triple) => triple.startsWith(JSON.stringify([id]).slice(0, -1)))).toBe(true);
    expect(triples.some((triple) => triple.includes('"evil"'))).toBe(true);
  },
};
