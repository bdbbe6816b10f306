/** Runs the shared threat cases of what is built: paths, globs, front matter and Markdown. Disks and large files have tests of their own. */
import { describe, expect, it } from "vitest";
import { writeFile } from "../../src/files/write-file.ts";
import {
  createFileContext,
  createMemoryStore,
  type FileContext,
  type FileStore,
  GraphdownError,
  type LogicalPath,
  loadDefaultEngine,
  parseDocument,
} from "../../src/node-index.ts";
import { loadCases } from "./shared-cases.ts";
import { generatedText, type ThreatCase } from "./threat-case.ts";

const cases = loadCases<ThreatCase>("threats.jsonl");

const casesOf = (area: string, kinds: readonly string[]): (readonly [string, ThreatCase])[] =>
  (cases ?? []).filter((each) => each.area === area && kinds.includes(each.input.kind)).map((each) => [each.id, each]);

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "none";
  } catch (cause) {
    if (!GraphdownError.isInstance(cause)) throw cause;
    // What is echoed is never raw.
    expect(cause.message).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    return cause.code;
  }
}

/** A store that counts how often it is touched, and how often changed. */
function countingStore(files: Record<string, string> = {}): {
  store: FileStore;
  calls: () => number;
  changes: () => number;
} {
  let calls = 0;
  let changes = 0;
  const memory = createMemoryStore({ files });
  const store = new Proxy(memory, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      if (typeof value !== "function" || name === "describe" || name === "close") return value;
      return (...args: unknown[]) => {
        calls++;
        if (name === "put" || name === "delete" || name === "createFolder") changes++;
        return Reflect.apply(value, target, args) as unknown;
      };
    },
  });
  return { store, calls: () => calls, changes: () => changes };
}

const operations: Readonly<Record<string, (context: FileContext, store: FileStore, path: string) => Promise<unknown>>> =
  {
    read: (context, _store, path) => context.read(path),
    info: (context, _store, path) => context.info(path),
    range: (context, _store, path) => context.readRange(path),
    list: (context, _store, path) => context.list(path),
    grep: (context, _store, path) => context.grep("x", { directory: path }),
    write: (_context, store, path) => writeFile({ store, path, content: "x\n" }),
  };

const opsOf = (each: ThreatCase): readonly string[] =>
  (each.input["ops"] as string[]).filter((name) => name in operations);

describe.skipIf(cases === undefined)("hostile paths", () => {
  it.each(casesOf("path", ["path"]))("%s", async (_id, each) => {
    const path = each.input["path"] as string;
    const { outcome } = each.required;
    for (const name of opsOf(each)) {
      const { store, calls, changes } = countingStore();
      const context = await createFileContext({ store, approvals: "none" });
      const run = operations[name] as (typeof operations)[string];
      const code = await codeOf(run(context, store, path));
      if (outcome === "reject") {
        // Whether a name may be created depends on whether it is there already, so that rule looks before it refuses.
        const touched = "storage_writes" in each.required ? changes() : calls();
        expect([name, code, touched]).toEqual([name, "invalid_path", 0]);
      } else if (outcome === "deny") expect([name, code, calls()]).toEqual([name, "permission_denied", 0]);
      else if (outcome === "reject_for_files")
        expect([name, code]).toEqual([name, name === "list" || name === "grep" ? "none" : "invalid_path"]);
      else if (name === "write" && String(each.required["note"]).includes("creating it is invalid_path")) {
        expect([name, code, changes()]).toEqual([name, "invalid_path", 0]);
      } else if (outcome === "literal" || outcome === "accept") {
        expect([name, code]).toEqual([name, name === "range" ? "not_found" : "none"]);
        if (name === "write") expect((await store.stat(path as LogicalPath))?.path).toBe(path);
      } else expect(["none", "not_found", "invalid_path"]).toContain(code);
    }
  });

  it.each(casesOf("path", ["gen"]))("%s", async (_id, each) => {
    const context = await createFileContext({ store: createMemoryStore(), approvals: "none" });
    const path = generatedText(each.input);
    const started = performance.now();
    expect(await codeOf(context.read(path))).toBe("invalid_path");
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it.each(casesOf("path", ["json_value"]))("%s", async (_id, each) => {
    const context = await createFileContext({ store: createMemoryStore(), approvals: "none" });
    const input = { path: each.input["path"] };
    const { ok, error } = await context.runToolCall({ id: "1", name: "file_access_read", input });
    expect([ok, error?.code]).toEqual([false, "invalid_input"]);
  });

  it.each(casesOf("path", ["mcp"]))("%s", async (_id, each) => {
    const context = await createFileContext({ store: createMemoryStore(), approvals: "none" });
    const { error } = await context.runToolCall({ id: "1", name: "file_access_read", input: each.input["args"] });
    expect(error?.code).toBe("invalid_path");
  });
});

describe.skipIf(cases === undefined)("hostile globs", () => {
  it.each(casesOf("glob", ["glob"]))("%s", async (_id, each) => {
    const glob = each.input["pattern"] as string;
    const names = (each.input["file_names"] as string[] | undefined) ?? ["a".repeat(120), "x/y.md"];
    const context = await createFileContext({
      store: createMemoryStore({ files: Object.fromEntries(names.map((name) => [name, ""])) }),
    });
    const started = performance.now();
    let listed: readonly string[] = [];
    const code = await codeOf(
      context.list("", { glob, recursive: true }).then(({ entries }) => {
        listed = entries.map(({ path }) => path);
      }),
    );
    expect(performance.now() - started).toBeLessThan(10 * Number(each.required["max_ms"] ?? 50));
    expect(code).toBe(each.required.outcome === "reject" ? "invalid_pattern" : "none");
    if (each.required["match"] === false) expect(listed).toEqual([]);
  });
});

async function parse(text: string) {
  const engine = await loadDefaultEngine();
  return parseDocument({ path: "a.md" as LogicalPath, text, sha256: "0".repeat(64), byteLength: text.length, engine });
}

describe.skipIf(cases === undefined)("hostile front matter", () => {
  it.each(casesOf("frontmatter", ["frontmatter"]))("%s", async (_id, each) => {
    const { input, required } = each;
    const yaml =
      (input["yaml"] as string | undefined) ??
      (input["gen"] === undefined ? undefined : generatedText({ kind: "", ...(input["gen"] as object) }));
    const text = yaml === undefined ? (input["text"] as string) : `---\n${yaml}\n---\n# Heading\n\n[[link]]\n`;
    const started = performance.now();
    const document = await parse(text);
    expect(performance.now() - started).toBeLessThan(10 * Number(required["max_ms"] ?? 500));
    expect(({} as Record<string, unknown>)["admin"] ?? ({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    expect(await Promise.resolve(document)).toBe(document);
    const invalid = document.diagnostics.some(({ kind }) => kind === "invalid-frontmatter");
    if (required.outcome === "limit" || required.outcome === "reject") expect(invalid).toBe(true);
    else if (yaml !== undefined) expect(invalid).toBe(false);
    // The rest of the note works in every case.
    if (yaml !== undefined) {
      expect(document.sections.map((section) => section.text)).toContain("Heading");
      expect(document.links.map((link) => link.path)).toContain("link");
    }
  });
});

/** Inputs whose recipe is in words. */
const describedInputs: Readonly<Record<string, (times: number) => string>> = {
  "nested strong emph": (times) => `${"*a **a ".repeat(times)}b${" a** a*".repeat(times)}`,
  "issue #389": (times) => "*a ".repeat(times) + "_a*_ ".repeat(times),
  "openers and closers multiple of 3": (times) => `a**b${"c* ".repeat(times)}`,
  "deeply nested lists": (times) => Array.from({ length: times }, (_, depth) => `${"  ".repeat(depth)}* a\n`).join(""),
  backticks: (times) => Array.from({ length: times }, (_, count) => `e${"`".repeat(count)}`).join(""),
  "unclosed <!--": (times) => `</${"<!--".repeat(times)}`,
  "empty lines in deeply nested lists": (times) => `${"- ".repeat(times)}x${"\n".repeat(times)}`,
  "emph in deep blockquote": (times) => ">".repeat(times) + "a*".repeat(times),
  "nested inlines (commonmark writer)": (times) => `${"*".repeat(times)}a${"*".repeat(times)}`,
};

describe.skipIf(cases === undefined)("hostile Markdown", () => {
  it.each(casesOf("markdown", ["gen"]))("%s", async (_id, each) => {
    const { input, required } = each;
    const described = describedInputs[input["cmark_case"] as string];
    const text = described === undefined ? generatedText({ ...input, rest: "" }) : described(input["times"] as number);
    await parse("warm");
    const started = performance.now();
    const document = await parse(text);
    expect(document.text).toBe(text);
    expect(performance.now() - started).toBeLessThan(10 * Number(required["max_ms"]));
  });
});
