/** Exit codes and words of every kind of failure. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { type ErrorCode, errorCodes, GraphdownError } from "../../../src/base/errors.ts";
import { asCommands } from "../../../src/faces/cli/command-hint.ts";
import { exitCodeOf } from "../../../src/faces/cli/exit-code.ts";
import { describeFailure } from "../../../src/faces/cli/report-failure.ts";
import { handbook, run } from "./run-program.ts";

const contextModule = "../../../src/context/node-create-file-context.ts";

afterEach(() => {
  vi.doUnmock(contextModule);
  vi.resetModules();
});

/** Runs a command on a context whose calls fail as given. */
async function runFailing(argv: readonly string[], failure: unknown, closing: () => Promise<void> = async () => {}) {
  vi.resetModules();
  vi.doMock(contextModule, () => ({
    createNodeFileContext: async () => ({
      read: () => Promise.reject(failure),
      runToolCall: () => Promise.reject(failure),
      list: async () => ({ entries: [] }),
      close: closing,
    }),
  }));
  const fresh = await import("./run-program.ts");
  return fresh.run(argv);
}

describe("exit codes", () => {
  const expected: Readonly<Record<number, readonly ErrorCode[]>> = {
    1: ["not_found", "already_exists", "version_conflict", "edit_conflict", "limit_exceeded", "no_documents"],
    2: ["invalid_path", "invalid_input", "invalid_pattern", "invalid_query", "invalid_options"],
    3: ["pattern_timeout", "operation_timeout", "cancelled", "unsupported", "not_acceptable", "storage_failed"],
    4: ["unauthorized", "permission_denied", "approval_required", "approval_denied"],
  };

  it("stand for every code", () => {
    expect(Object.values(expected).flat().sort()).toEqual([...errorCodes].sort());
    for (const [exit, codes] of Object.entries(expected)) {
      for (const code of codes) expect(exitCodeOf(code), code).toBe(Number(exit));
    }
  });

  it.each(errorCodes)("%s ends a run with its exit code, message and advice", async (code) => {
    const failure = new GraphdownError({ code, message: "This is wrong.", next: "Do that." });
    const result = await runFailing(["read", "a.md"], failure);
    expect(result).toEqual({
      code: exitCodeOf(code),
      output: "",
      errors: `graphdown: This is wrong. [${code}]\n  Do that.\n`,
    });
  });

  it.each([
    [["ls", "--glob", "[a"], 2, "invalid_pattern"],
    [["read", "../x"], 2, "invalid_path"],
    [["read", "nothing.md"], 1, "not_found"],
    [["read", ".git/config"], 4, "permission_denied"],
    [["search", " "], 2, "invalid_input"],
    [["search", "x".repeat(1_001)], 1, "limit_exceeded"],
    [["search", "x", "--mode", "semantic"], 3, "unsupported"],
    [["search", "x", "--cursor", "5"], 2, "invalid_input"],
    [["search", "x", "--glob", "{a"], 2, "invalid_pattern"],
    [["problems", "nofolder"], 1, "not_found"],
    [["problems", "-k", "brokn"], 2, "invalid_input"],
    [["overview", "--depth", "99"], 2, "invalid_input"],
    [["read", "index.md:0"], 2, "invalid_input"],
    [["read", "index.md:9-3"], 2, "invalid_input"],
  ])("%j ends with %d", async (argv, exit, code) => {
    const { code: got, output, errors } = await run([...argv, "--root", handbook]);
    expect({ got, output }).toEqual({ got: exit, output: "" });
    expect(errors).toContain(`[${code}]\n  `);
  });
});

describe("unexpected failures", () => {
  it("tell their kind and no path of the host", async () => {
    const result = await runFailing(["read", "a.md"], new TypeError("open '/home/ada/notes/a.md'"));
    expect(result.code).toBe(3);
    expect(result.errors).toBe(
      "graphdown: Unexpected failure (TypeError). [storage_failed]\n  Run it again with GRAPHDOWN_DEBUG=1 to see where, and report that.\n",
    );
    const json = await runFailing(["read", "a.md", "--json"], "/home/ada");
    expect(JSON.parse(json.output)).toMatchObject({
      ok: false,
      error: { code: "storage_failed", details: { kind: "string" } },
    });
    expect(json.output).not.toContain("/home");
  });

  it("tell where with GRAPHDOWN_DEBUG", async () => {
    const input = (): Promise<string> => Promise.reject(new TypeError("the pipe broke"));
    const { errors } = await run(["call", "file_access_ls", "-"], { input, environment: { GRAPHDOWN_DEBUG: "1" } });
    expect(errors).toMatch(/TypeError: the pipe broke\n\s+at /);
  });

  it("are not hidden by a failure to close", async () => {
    const failure = new GraphdownError({ code: "not_found", message: "The first." });
    const result = await runFailing(["read", "a.md"], failure, () => Promise.reject(new Error("The second.")));
    expect(result).toMatchObject({ code: 1, errors: "graphdown: The first. [not_found]\n" });
  });

  it("while closing end a run that was fine till then", async () => {
    const full = new GraphdownError({ code: "storage_failed", message: "Not flushed." });
    const result = await runFailing(["ls"], undefined, () => Promise.reject(full));
    expect(result).toMatchObject({ code: 3, errors: "graphdown: Not flushed. [storage_failed]\n" });
  });
});

describe("a run that is stopped", () => {
  it("is cancelled, in words and as JSON", async () => {
    const signal = AbortSignal.abort();
    expect(await run(["overview", "--root", handbook], { signal })).toEqual({
      code: 3,
      output: "",
      errors: "graphdown: Stopped before the end. [cancelled]\n",
    });
    const json = await run(["overview", "--json", "--root", handbook], { signal });
    expect(json.code).toBe(3);
    expect(JSON.parse(json.output)).toMatchObject({ ok: false, error: { code: "cancelled" } });
  });

  it("is told from other failures", () => {
    expect(describeFailure(new Error("x")).code).toBe("storage_failed");
    expect(describeFailure(new Error("x"), AbortSignal.abort()).code).toBe("cancelled");
  });
});

describe("advice of the library", () => {
  it.each([
    ['Call file_context_info with {"path":"a.md"} for its size.', "Run graphdown info a.md for its size."],
    ['Call file_context_info with {"path":"a b\'s {x}.md"} for it.', "Run graphdown info 'a b'\\''s {x}.md' for it."],
    [
      'First call file_context_read_range with {"path":"a.md","startLine":1,"lineCount":200}.',
      "First run graphdown read a.md:1-200.",
    ],
    [
      "List the folder with file_access_ls to see what there is.",
      "List the folder with graphdown ls to see what there is.",
    ],
    ["Call file_access_unknown with {}.", "Call file_access_unknown with {}."],
    ["Did you mean file_access_read?", "Did you mean graphdown read?"],
  ])("%s", (advice, expected) => {
    expect(asCommands(advice)).toBe(expected);
  });
});
