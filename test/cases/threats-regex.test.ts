/** Runs the shared threat cases of patterns against the whole way of a call: the tool, the context, the engines. */
import { describe, expect, it } from "vitest";
import {
  createFileContext,
  createMemoryStore,
  type FileContext,
  type FileMatches,
  searchFiles,
} from "../../src/node-index.ts";
import { loadCases } from "./shared-cases.ts";
import { generatedText, type ThreatCase } from "./threat-case.ts";

const cases = loadCases<ThreatCase>("threats.jsonl")?.filter((each) => each.area === "regex");
const casesOf = (outcomes: readonly string[]): (readonly [string, ThreatCase])[] =>
  (cases ?? []).filter((each) => outcomes.includes(each.required.outcome)).map((each) => [each.id, each]);

/** The text that a recipe in words stands for. */
const recipes: Readonly<Record<string, string>> = {
  "a^60": "a".repeat(60),
  "a^50": "a".repeat(50),
  "a^40": "a".repeat(40),
  "a^1000": "a".repeat(1_000),
  "x^40": "x".repeat(40),
  "1^40x": `${"1".repeat(40)}x`,
  "word ^30 !": `${"word ".repeat(30)}!`,
};

const patternOf = ({ input }: ThreatCase): string =>
  input.kind === "gen" ? generatedText({ ...input, prefix: "" }) : (input["pattern"] as string);

/** The time that the cases allow: half as much again as the limit. */
const patience = 3_000;

async function open(text: string): Promise<FileContext> {
  return createFileContext({
    store: createMemoryStore({ files: { "a.md": `before\n${text}\nafter\n` } }),
    approvals: "none",
  });
}

async function grep(
  context: FileContext,
  pattern: string,
): Promise<{ readonly code: string; readonly data: FileMatches | undefined }> {
  const started = performance.now();
  const result = await context.runToolCall({ id: "1", name: "file_access_grep", input: { pattern } });
  expect(performance.now() - started).toBeLessThan(patience);
  return { code: result.error?.code ?? "none", data: result.data as FileMatches | undefined };
}

describe.skipIf(cases === undefined)("hostile patterns", () => {
  it.each(casesOf(["accept_or_limit"]))("%s", async (_id, each) => {
    const recipe = recipes[each.input["text_recipe"] as string];
    expect(recipe, "the recipe is known").toBeDefined();
    const { code, data } = await grep(await open(recipe as string), patternOf(each));
    expect(code).toBe("none");
    // Lines around the text of the case may match too.
    const lines = data?.files[0]?.matchingLines.map(({ lineNumber }) => lineNumber) ?? [];
    expect(lines.includes(2)).toBe(each.required["match"]);
  });

  it.each(casesOf(["reject", "reject_or_timeout"]))("%s", async (_id, each) => {
    const { code } = await grep(await open(recipes[each.input["text_recipe"] as string] ?? "a"), patternOf(each));
    expect(code).toBe("invalid_pattern");
  });

  it.each(casesOf(["limit"]).filter(([, each]) => each.input.kind === "gen"))("%s", async (_id, each) => {
    expect((await grep(await open("a"), patternOf(each))).code).toBe("invalid_pattern");
  });

  it.each(casesOf(["limit"]).filter(([, each]) => each.input.kind === "grep"))("%s", async (_id, each) => {
    expect(each.input["files"]).toBe("100 x 1 MiB");
    const text = "x\n".repeat(512 * 1024);
    const files = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`n${index}.md`, text]));
    const context = await createFileContext({ store: createMemoryStore({ files }) });
    const data = await context.grep(patternOf(each));
    expect(data.files).toHaveLength(100);
    for (const { matchingLines, cut } of data.files) {
      expect(matchingLines).toHaveLength(20);
      expect(cut).toEqual({ reason: "lines" });
    }
  });

  it.each(casesOf(["isolate"]))("%s", async (_id, each) => {
    const store = createMemoryStore({ files: { "a.md": "secret\n", "private/b.md": "secret\n" } });
    const access = { denied: ["private"], reserved: [] };
    const found = await searchFiles({ store, pattern: patternOf(each), access });
    expect(found).toMatchObject({ filesSearched: 1, files: [{ path: "a.md" }] });
    expect(JSON.stringify(found)).not.toContain("private");
  });

  it("has a test for every case", () => {
    const known = ["accept_or_limit", "reject", "reject_or_timeout", "limit", "isolate"];
    expect((cases ?? []).filter(({ required }) => !known.includes(required.outcome))).toEqual([]);
  });
});
