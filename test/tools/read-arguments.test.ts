/** How arguments of models are read. */

import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { GraphdownError } from "../../src/base/errors.ts";
import type { ToolDefinition } from "../../src/context/file-context.ts";
import { createTool } from "../../src/tools/create-tool.ts";
import { readArguments } from "../../src/tools/read-arguments.ts";
import { openNotes } from "./open-notes.ts";

const probe = createTool({
  name: "probe",
  title: "Probe",
  description: "Takes one of everything.",
  effect: "read",
  input: {
    path: z.string(),
    words: z.array(z.string()).min(1).max(3).optional(),
    glob: z.union([z.string(), z.array(z.string())]).optional(),
    count: z.number().int().optional(),
    ratio: z.number().optional(),
    deep: z.boolean().optional(),
    mode: z.enum(["lexical", "graph"]).optional(),
    edit: z.object({ line: z.number(), text: z.string() }).optional(),
    edits: z.array(z.object({ line: z.number() })).optional(),
    nothing: z.string().nullable().optional(),
  },
  aliases: { file_path: "path", top_k: "count", constructor_name: "path" },
  output: z.object({}),
  handler: async () => ({}),
  summarise: () => "done",
});

function read(input: unknown, tool: ToolDefinition = probe): unknown {
  return readArguments(tool, input);
}

function refusal(input: unknown, tool: ToolDefinition = probe): GraphdownError {
  try {
    readArguments(tool, input);
  } catch (cause) {
    return cause as GraphdownError;
  }
  throw new Error("It was accepted.");
}

describe("arguments that are accepted", () => {
  it.each([
    [
      "as they are",
      { path: "a.md", words: ["x"], count: 3, deep: true },
      { path: "a.md", words: ["x"], count: 3, deep: true },
    ],
    ["under another spelling", { file_path: "a.md", top_k: 2 }, { path: "a.md", count: 2 }],
    ["all as JSON text", '{"path": "a.md"}', { path: "a.md" }],
    ["all as JSON text with a byte order mark", '\ufeff{"path": "a.md"}', { path: "a.md" }],
    ["a list as JSON text", { path: "a", words: '["x", "y, z"]' }, { path: "a", words: ["x", "y, z"] }],
    ["a list of words", { path: "a", words: "x, y,,z " }, { path: "a", words: ["x", "y", "z"] }],
    ["one word as a list", { path: "a", words: "x" }, { path: "a", words: ["x"] }],
    ["a whole number as text", { path: "a", count: "12" }, { path: "a", count: 12 }],
    ["a negative number as text", { path: "a", count: " -20 " }, { path: "a", count: -20 }],
    ["a fraction as text", { path: "a", ratio: "0.5" }, { path: "a", ratio: 0.5 }],
    ["a truth value as text", { path: "a", deep: "False" }, { path: "a", deep: false }],
    [
      "an object as JSON text",
      { path: "a", edit: '{"line": 1, "text": "x"}' },
      { path: "a", edit: { line: 1, text: "x" } },
    ],
    ["objects as JSON text", { path: "a", edits: '[{"line": 1}]' }, { path: "a", edits: [{ line: 1 }] }],
    ["a glob with a comma as one text", { path: "a", glob: "{a,b}.md" }, { path: "a", glob: "{a,b}.md" }],
    ["a glob that begins with a bracket", { path: "a", glob: "[ab].md" }, { path: "a", glob: "[ab].md" }],
    ["globs as JSON text", { path: "a", glob: '["a", "b"]' }, { path: "a", glob: ["a", "b"] }],
    ["text that reads like JSON where text is meant", { path: '{"a": 1}' }, { path: '{"a": 1}' }],
    ["text that reads like a number where text is meant", { path: "12" }, { path: "12" }],
    ["null for what is left out", { path: "a", count: null, words: null }, { path: "a" }],
    ["null where null is meant", { path: "a", nothing: null }, { path: "a", nothing: null }],
    ["undefined for what is left out", { path: "a", count: undefined }, { path: "a" }],
  ])("%s", (_what, given, expected) => {
    expect(read(given)).toEqual(expected);
  });

  it.each([undefined, null, "", " ", "{}", {}])("nothing at all as %j", async (input) => {
    const ls = (await openNotes()).tools().find(({ name }) => name === "file_access_ls") as ToolDefinition;
    expect(read(input, ls)).toEqual({});
  });
});

it("text that reads like JSON stays text where any value may be set", async () => {
  const context = await openNotes({ permissions: { write: true } }, { "a.md": "# A\n" });
  for (const value of ["[1,2]", "[[1]]", '{"a":1}', "12", "true"]) {
    const input = { path: "a.md", key: "k", value };
    expect((await context.runToolCall({ id: "1", name: "file_context_set_property", input })).ok).toBe(true);
    const { properties } = await context.outline("a.md");
    expect(properties[0]?.value).toBe(value);
  }
});

describe("arguments that are refused", () => {
  it.each([
    [
      "an unknown parameter, naming the nearest",
      { path: "a", cuont: 1 },
      'probe has no parameter "cuont".',
      "Did you mean count?",
    ],
    [
      "a spelling near to an accepted one",
      { filepath: "a" },
      'probe has no parameter "filepath".',
      "Did you mean path?",
    ],
    [
      "an unknown parameter that is near to none",
      { path: "a", zebra: 1 },
      'probe has no parameter "zebra".',
      "Its parameters are: path, words, glob, count, ratio, deep, mode, edit, edits, nothing.",
    ],
    ["names of every object", { path: "a", constructor: 1 }, 'probe has no parameter "constructor".', undefined],
    ["a missing parameter", {}, "probe: the parameter path is missing.", undefined],
    ["a required parameter that is null", { path: null }, "probe: the parameter path is missing.", undefined],
    ["a number where text is meant", { path: 3 }, "probe: the parameter path must be text, but got 3.", undefined],
    [
      "a list where text is meant",
      { path: ["a"] },
      "probe: the parameter path must be text, but got a list of 1.",
      undefined,
    ],
    [
      "text where a number is meant",
      { path: "a", count: "few" },
      'probe: the parameter count must be a number, but got the text "few".',
      undefined,
    ],
    [
      "a fraction where a whole number is meant",
      { path: "a", count: 1.5 },
      "probe: the parameter count must be a whole number, but got 1.5.",
      undefined,
    ],
    [
      "the same as text",
      { path: "a", count: "1.5" },
      "probe: the parameter count must be a whole number, but got 1.5.",
      undefined,
    ],
    ["a number too large to be exact", { path: "a", count: 1e21 }, /count must be/, undefined],
    [
      "a number where a truth value is meant",
      { path: "a", deep: 1 },
      "probe: the parameter deep must be true or false, but got 1.",
      undefined,
    ],
    [
      "a word that is none of those known",
      { path: "a", mode: "lexcal" },
      'probe: the parameter mode must be one of lexical, graph, but got the text "lexcal".',
      "Did you mean lexical?",
    ],
    [
      "too many items",
      { path: "a", words: ["a", "b", "c", "d"] },
      "probe: the parameter words takes at most 3, but got a list of 4.",
      undefined,
    ],
    [
      "no items",
      { path: "a", words: [] },
      "probe: the parameter words needs at least 1, but got a list of 0.",
      undefined,
    ],
    [
      "a wrong item",
      { path: "a", words: ["a", 2] },
      "probe: the parameter words.1 must be text, but got 2.",
      undefined,
    ],
    [
      "neither text nor list",
      { path: "a", glob: 5 },
      "probe: the parameter glob must be text or a list of texts, but got 5.",
      undefined,
    ],
    [
      "a parameter given twice",
      { path: "a", file_path: "b" },
      'probe: the parameter path was given twice, also as "file_path".',
      "Give path once.",
    ],
    ["a list that is no JSON", { path: "a", words: "[a, b]" }, /parameter words looks like JSON/, undefined],
    ["an object that is no JSON", { path: "a", edit: "{line: 1}" }, /parameter edit looks like JSON/, undefined],
    ["a list instead of an object", [1], "probe: the arguments must be a JSON object, but got a list of 1.", undefined],
    ["a number instead of an object", 5, "probe: the arguments must be a JSON object, but got 5.", undefined],
    ["JSON text of a list", "[]", "probe: the arguments must be a JSON object, but got a list of 0.", undefined],
    ["text that is no JSON", "path=a", /The JSON can't be read/, undefined],
    ["JSON text with a key twice", '{"path": "a", "path": "b"}', /"path" twice/, undefined],
  ])("%s", (_what, given, message, next) => {
    const error = refusal(given);
    expect(error.code).toBe("invalid_input");
    if (typeof message === "string") expect(error.message).toBe(message);
    else expect(error.message).toMatch(message);
    expect(error.next).toBeTypeOf("string");
    if (next !== undefined) expect(error.next).toBe(next);
  });

  it("lists every fault, and shows no more of a value than its start", () => {
    const error = refusal({ path: 1, count: "x".repeat(500), mode: "\u001b[31m" });
    expect(error.details).toMatchObject({
      parameter: "path",
      issues: [{ parameter: "path" }, { parameter: "count" }, { parameter: "mode" }],
    });
    expect(JSON.stringify(error.toInfo()).length).toBeLessThan(800);
    expect(JSON.stringify(error.toInfo())).not.toContain("\\u001b[");
  });
});
