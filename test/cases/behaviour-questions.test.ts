/** Runs the shared cases about questions to the graph: cycles of embeds, communities, and searches that are too long. */
import { describe, expect, it } from "vitest";
import { createFileContext, createMemoryStore, type FileContext } from "../../src/node-index.ts";
import { createTestStore } from "../files/test-store.ts";
import { type BehaviourCase, filesOf } from "./behaviour-case.ts";
import { loadCases } from "./shared-cases.ts";
import type { ThreatCase } from "./threat-case.ts";

/** Of the case `determinism` the part about communities. */
const casesOfQuestions: readonly string[] = ["embed-self-cycle", "embed-mutual-cycle", "determinism"];

const cases = loadCases<BehaviourCase>("behaviour.jsonl")?.filter(({ id }) => casesOfQuestions.includes(id));
const threats = loadCases<ThreatCase>("threats.jsonl");

const open = (files: Readonly<Record<string, string | Uint8Array>>): Promise<FileContext> =>
  createFileContext({ store: createMemoryStore({ files: { ...files } }) });

/** How often a text holds another. */
const countIn = (text: string, part: string): number => text.split(part).length - 1;

const runs: Readonly<Record<string, (of: BehaviourCase) => Promise<void>>> = {
  async "embed-self-cycle"(of) {
    const context = await open(filesOf(of));
    const { neighborCount, node } = await context.neighbors("loop.md", { depth: 3 });
    expect(neighborCount).toBe(0);
    expect([node.path]).toEqual(of.expect.exact["documents"]);
    const { text, passages } = await context.context("end");
    expect(passages.map(({ path }) => path)).toEqual(of.expect.exact["documents"]);
    expect(countIn(text, "end")).toBe(1);
    expect(countIn(text, "![[loop#Loop]]")).toBe(1);
  },
  async "embed-mutual-cycle"(of) {
    const context = await open(filesOf(of));
    const { text, passages } = await context.context("A1");
    expect(passages.map(({ path }) => path).sort()).toEqual(["a.md", "b.md"]);
    for (const part of ["A1", "A2", "B1", "B2"]) expect(countIn(text, part), part).toBe(1);
    const edges = [];
    for (const from of ["a.md", "b.md"]) {
      const { neighbors } = await context.neighbors(from, { depth: 3, direction: "out" });
      for (const { path, edges: ways } of neighbors) for (const { syntax } of ways) edges.push([from, path, syntax]);
    }
    expect(edges).toEqual(of.expect.exact["edges"]);
  },
  async determinism(of) {
    const files = Object.entries(filesOf(of));
    const overviews = [];
    for (const order of [files, files.toReversed()]) {
      overviews.push(await (await open(Object.fromEntries(order))).overview());
    }
    expect(overviews[1]).toEqual(overviews[0]);
    expect(overviews[0]?.communities).toEqual({ count: 1, first: [{ documents: 3, top: ["a.md", "c.md", "b.md"] }] });
  },
};

describe.skipIf(cases === undefined)("the shared behaviour cases of questions to the graph", () => {
  it.each((cases ?? []).map((each) => [each.id, each] as const))("%s", async (id, each) => {
    await runs[id]?.(each);
  });

  it("are all there", () => {
    expect((cases ?? []).map(({ id }) => id).sort()).toEqual([...casesOfQuestions].sort());
    expect(Object.keys(runs).sort()).toEqual([...casesOfQuestions].sort());
  });
});

describe.skipIf(threats === undefined)("threats to questions", () => {
  const threat = (id: string): ThreatCase => threats?.find((each) => each.id === id) as ThreatCase;

  it("graph-052: a document that is renamed while it is read is there once, whole, at the place that the answer names", async () => {
    expect(threat("graph-052").required.outcome).toBe("consistent");
    const text = `# Moving\n\n[[other]] ${"words ".repeat(500)}end\n`;
    let isMoved = false;
    const store = createTestStore(
      { "a.md": text, "other.md": "# Other\n" },
      {
        before(call) {
          if (call !== "open a.md" || isMoved) return;
          isMoved = true;
          store.remove("a.md");
          store.set("renamed.md", text);
        },
      },
    );
    const context = await createFileContext({ store });
    const { neighbors, snapshot } = await context.neighbors("other.md");
    expect(isMoved).toBe(true);
    expect(neighbors.map(({ path }) => path)).toEqual(["renamed.md"]);
    const packed = await context.context("end");
    expect(packed.snapshot).toBe(snapshot);
    expect(packed.passages.map(({ path }) => path)).toContain("renamed.md");
    expect(packed.text.trimEnd().includes("words end")).toBe(true);
  });

  it("graph-055: queries of a mebibyte or 10,000 terms are refused before anything is read", async () => {
    expect(threat("graph-055").required.outcome).toBe("limit");
    const calls: string[] = [];
    const store = createTestStore({ "a.md": "# A\n" }, { before: (call) => void calls.push(call) });
    const context = await createFileContext({ store });
    for (const query of ["x".repeat(1_048_576), "term ".repeat(10_000)]) {
      await expect(context.search(query)).rejects.toMatchObject({ code: "limit_exceeded" });
      await expect(context.context(query)).rejects.toMatchObject({ code: "limit_exceeded" });
    }
    expect(calls).toEqual([]);
  });
});
