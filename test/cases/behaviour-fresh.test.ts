/** Runs the shared behaviour cases about files that change between two questions. */
import { describe, expect, it } from "vitest";
import { GraphdownError } from "../../src/base/errors.ts";
import { createFileContext, type FileContext } from "../../src/node-index.ts";
import { createTestStore, type TestStore } from "../files/test-store.ts";
import { type BehaviourCase, filesOf } from "./behaviour-case.ts";
import { loadCases } from "./shared-cases.ts";

const cases = loadCases<BehaviourCase>("behaviour.jsonl")?.filter((each) => each.package === "fresh and fast");

interface Opened {
  readonly store: TestStore;
  readonly context: FileContext;
}

async function open(of: BehaviourCase, before?: (call: string) => void): Promise<Opened> {
  const store = createTestStore(filesOf(of), before === undefined ? {} : { before });
  return { store, context: await createFileContext({ store }) };
}

const failure = (systemCode: string) =>
  new GraphdownError({ code: "storage_failed", message: "no", details: { systemCode }, next: "no" });

/** Edges between files as the cases write them, and links to nothing. */
async function linksOf(context: FileContext): Promise<{ edges: unknown; unresolved: unknown }> {
  const graph = JSON.parse((await context.export("json")).content) as {
    nodes: { id: string; path?: string }[];
    edges: { source: string; target: string; kind: string; syntax?: string }[];
    problems: { kind: string; path: string }[];
  };
  const pathOf = (id: string) => graph.nodes.find((node) => node.id === id)?.path;
  return {
    edges: graph.edges
      .filter(({ kind }) => kind === "linksTo")
      .map(({ source, target, syntax }) => [pathOf(source), pathOf(target), syntax]),
    unresolved: graph.problems.filter(({ kind }) => kind === "broken").map(({ path }) => path),
  };
}

async function hits(context: FileContext, query: string): Promise<readonly string[]> {
  return (await context.search(query)).matches.map(({ path }) => path);
}

/** What the call of each case says in words, done step by step. */
const runs: Readonly<Record<string, (of: BehaviourCase) => Promise<void>>> = {
  async "path-unreadable-reported"(of) {
    const { documentsInclude, skipped } = of.expect.exact as {
      documentsInclude: string[];
      skipped: [string, string][];
    };
    const { context } = await open(of, (call) => {
      if (call === "open locked.md") throw failure("EACCES");
    });
    const { documentCount, skipped: told } = await context.search("a");
    expect(documentCount).toBe(documentsInclude.length);
    expect(told?.first.map(({ path, reason }) => [path, reason])).toEqual(skipped);
    const { context: failing } = await open(of, (call) => {
      if (call === "open locked.md") throw failure("EIO");
    });
    await expect(failing.search("a")).rejects.toMatchObject({ code: "storage_failed" });
  },
  async "wl-forward-reference"(of) {
    const { store, context } = await open(of);
    expect((await linksOf(context)).unresolved).toEqual(["a.md"]);
    store.set("later.md", "# Later\n");
    expect(await linksOf(context)).toMatchObject(of.expect.exact["after"] as object);
  },
  async "wl-better-match-appears"(of) {
    const { store, context } = await open(of);
    expect(await linksOf(context)).toMatchObject(of.expect.exact["before"] as object);
    store.set("plan.md", "# Plan\n");
    expect(await linksOf(context)).toMatchObject(of.expect.exact["after"] as object);
  },
  async "search-stale-after-edit"(of) {
    const sequence = of.expect.exact["hitsSequence"] as [string, string[]][];
    const { store, context } = await open(of);
    const edits = [() => {}, () => store.set("a.md", "alpha\nbeta\n"), () => store.remove("a.md")];
    // Without a document there is nothing to ask: that is said, and is no hit either.
    store.set("other.md", "gamma\n");
    for (const [step, [query, expected]] of sequence.entries()) {
      edits[step]?.();
      expect(await hits(context, query)).toEqual(expected);
    }
  },
  async "path-empty-mount"(of) {
    let isFailing = false;
    const { store, context } = await open(of, (call) => {
      if (isFailing && call.startsWith("list")) throw failure("EIO");
    });
    const steps: Readonly<Record<string, () => void>> = {
      ok: () => {
        isFailing = false;
      },
      "listing error": () => {
        isFailing = true;
      },
      "empty listing": () => store.remove("a.md"),
    };
    for (const [step, expected] of of.expect.exact["sequence"] as [string, string | string[]][]) {
      steps[step]?.();
      const answer = hits(context, "A");
      if (typeof expected === "string") await expect(answer).rejects.toMatchObject({ code: expected });
      else expect(await answer).toEqual(expected);
    }
    await expect(context.overview()).rejects.toMatchObject({
      message: expect.stringContaining("were documents before"),
    });
  },
};

describe.skipIf(cases === undefined)("the shared behaviour cases of changing files", () => {
  it.each((cases ?? []).map((each) => [each.id, each] as const))("%s", async (id, each) => {
    const run = runs[id];
    expect(run, `the case ${id} is known`).toBeDefined();
    await run?.(each);
  });
});
