/** Runs the shared behaviour cases of the search of lines. */
import { describe, expect, it } from "vitest";
import { createFileContext, createMemoryStore, GraphdownError } from "../../src/node-index.ts";
import { type BehaviourCase, filesOf } from "./behaviour-case.ts";
import { loadCases } from "./shared-cases.ts";

const cases = new Map(loadCases<BehaviourCase>("behaviour.jsonl")?.map((each) => [each.id, each]));
const caseOf = (id: string): BehaviourCase => cases.get(id) as BehaviourCase;

describe.skipIf(cases.size === 0)("the shared behaviour cases of grep", () => {
  it("grep-literal-special", async () => {
    const of = caseOf("grep-literal-special");
    const context = await createFileContext({ store: createMemoryStore({ files: filesOf(of) }) });
    const patterns = [...of.call.matchAll(/'([^']+)'/g)].map((match) => match[1] as string);
    expect(patterns).toHaveLength(4);
    for (const pattern of patterns) {
      const { files } = await context.grep(pattern, { literal: true });
      expect(
        files.flatMap(({ matchingLines }) => matchingLines.map(({ lineNumber }) => lineNumber)),
        pattern,
      ).toEqual([1]);
    }
  });

  it("path-sibling-prefix", async () => {
    const of = caseOf("path-sibling-prefix");
    const context = await createFileContext({ store: createMemoryStore({ files: filesOf(of) }), prefix: "kb" });
    await expect(context.read("../kb-secret/b.md")).rejects.toMatchObject({ code: "invalid_path" });
    expect((await context.list()).entries.map(({ path }) => path)).toEqual(["a.md"]);
    expect(await context.grep("out")).toEqual({ files: [], filesSearched: 1 });
    await expect(context.grep("out", { directory: "../kb-secret" })).rejects.toBeInstanceOf(GraphdownError);
  });
});
