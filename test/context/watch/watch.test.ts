/** `watch` of a file context over files in memory. */
import { describe, expect, it } from "vitest";
import type { FileContextOptions } from "../../../src/context/context-options.ts";
import { createFileContext } from "../../../src/context/create-file-context.ts";
import type { FileContext } from "../../../src/context/file-context.ts";
import { createMemoryStore } from "../../../src/storage/memory-store.ts";
import { changesUntil, listen, listsOf, next } from "./listen.ts";

const quick = { intervalMs: 100 };

function open(
  files: Readonly<Record<string, string>>,
  options: Partial<FileContextOptions> = {},
): Promise<FileContext> {
  const permissions = { write: true, delete: true };
  return createFileContext({ store: createMemoryStore({ files }), permissions, approvals: "none", ...options });
}

const notes = { "a.md": "# A\n", "boats/b.md": "# B\n", "boats/plan.png": "picture" };

it("tells what is there and what changes", async () => {
  const context = await open(notes);
  const events = listen(context.watch(quick));
  const { snapshot } = await context.overview();
  expect(await next(events)).toMatchObject({ type: "state", snapshot, documentCount: 2, otherCount: 1 });
  await context.write("a.md", "# Another\n", { overwrite: true });
  const event = await next(events);
  expect(listsOf(event)).toEqual({ changed: ["a.md"] });
  expect(event).toMatchObject({ snapshot: (await context.overview()).snapshot });
  await context.move("boats/b.md", "boats/B.md");
  expect(listsOf(await next(events))).toEqual({ added: ["boats/B.md"], removed: ["boats/b.md"] });
  await context.delete("boats/plan.png");
  expect(listsOf(await next(events))).toEqual({ otherRemoved: ["boats/plan.png"] });
  await context.close();
  expect(await events.next()).toEqual({ done: true, value: undefined });
  expect(await listen(context.watch()).next()).toEqual({ done: true, value: undefined });
});

it("is a loop that can be left", async () => {
  const context = await open(notes);
  const types: string[] = [];
  for await (const { type } of context.watch(quick)) {
    types.push(type);
    if (types.length === 2) break;
    await context.write("c.md", "# C\n");
  }
  expect(types).toEqual(["state", "change"]);
  await context.close();
});

it("begins and goes on without a document", async () => {
  const context = await open({});
  const events = listen(context.watch(quick));
  expect(await next(events)).toMatchObject({ type: "state", documentCount: 0, otherCount: 0 });
  await context.write("a.md", "# A\n");
  expect(listsOf(await next(events))).toEqual({ added: ["a.md"] });
  await context.delete("a.md");
  expect(listsOf(await next(events))).toEqual({ removed: ["a.md"] });
  await context.close();
});

it("never tells of what is denied, ignored, hidden or reserved", async () => {
  const store = createMemoryStore({
    files: {
      ".gitignore": "*.log\n",
      ".env": "x",
      "a.md": "# A\n",
      "b.log": "x",
      "drafts/d.md": "x",
      "secret.md": "x",
    },
  });
  const context = await createFileContext({ store, denied: ["secret.md"], selection: { ignore: ["drafts/"] } });
  const events = listen(context.watch(quick));
  expect(await next(events)).toMatchObject({ documentCount: 1, otherCount: 1 });
  for (const path of [".env", ".git/x.md", ".hidden/x.md", "b.log", "drafts/d.md", "node_modules/x.md", "secret.md"]) {
    await store.put(path as never, new TextEncoder().encode("changed"));
  }
  await store.put("agent-file-memory/x.md" as never, new TextEncoder().encode("changed"));
  await store.put("z.md" as never, new TextEncoder().encode("# Z\n"));
  expect(await changesUntil(events, "z.md")).toEqual(["+ z.md"]);
  await context.close();
});

it("tells only of the folders that are visible", async () => {
  const context = await open(notes, { visibleFolders: () => ["boats" as never] });
  const events = listen(context.watch(quick));
  expect(await next(events)).toMatchObject({ documentCount: 1, otherCount: 1 });
  await context.close();
});

it("tells paths below the prefix", async () => {
  const context = await open(notes, { prefix: "boats" });
  const events = listen(context.watch(quick));
  expect(await next(events)).toMatchObject({ documentCount: 1, otherCount: 1 });
  await context.write("c.md", "# C\n");
  expect(listsOf(await next(events))).toEqual({ added: ["c.md"] });
  await context.close();
});

it("goes on from the snapshot of an answer", async () => {
  const context = await open(notes);
  const { snapshot } = await context.overview();
  const events = listen(context.watch({ ...quick, since: snapshot, directory: "boats" }));
  const told = next(events);
  await context.write("boats/c.md", "# C\n");
  const event = await told;
  // The write may have come before the first look.
  if (event.type === "state") expect(event).toMatchObject({ documentCount: 2, missed: true });
  else expect(listsOf(event)).toEqual({ added: ["boats/c.md"] });
  await context.close();
});

it("says what is left out", async () => {
  const context = await open({ "a.md": "# A\n", "b.md": "# long\n" }, { limits: { maximumMarkdownFileBytes: 5 } });
  const events = listen(context.watch(quick));
  expect(await next(events)).toMatchObject({
    documentCount: 1,
    otherCount: 1,
    skipped: { count: 1, first: [{ path: "b.md", reason: "too_large" }] },
  });
  await context.close();
});

describe("is refused", () => {
  it.each([
    [{ intervalMs: 99 }, { code: "invalid_input", details: { parameter: "options.intervalMs", minimum: 100 } }],
    [{ intervalMs: 3_600_001 }, { code: "invalid_input" }],
    [{ intervalMs: Number.NaN }, { code: "invalid_input" }],
    [{ intervalMs: "5" }, { code: "invalid_input", details: { parameter: "options.intervalMs" } }],
    [{ interval: 5_000 }, { code: "invalid_input", details: { parameter: "options.interval" } }],
    [{ since: 5 }, { code: "invalid_input", details: { parameter: "options.since" } }],
    [{ directory: "../x" }, { code: "invalid_path" }],
    [{ directory: ".git" }, { code: "permission_denied" }],
    [{ directory: "boat" }, { code: "not_found", details: { suggestions: ["boats"] } }],
  ])("with %j", async (options, error) => {
    const context = await open(notes);
    const watching = async (): Promise<unknown> => listen(context.watch(options as object)).next();
    await expect(watching()).rejects.toMatchObject(error);
    await context.close();
  });

  it("with a signal that has been aborted", async () => {
    const context = await open(notes);
    const reason = new Error("enough");
    await expect(listen(context.watch({ signal: AbortSignal.abort(reason) })).next()).rejects.toBe(reason);
    await context.close();
  });
});

it("does nothing when it is left before it begins", async () => {
  const context = await open(notes);
  const events = listen(context.watch());
  await events.return?.();
  expect(await events.next()).toEqual({ done: true, value: undefined });
  await context.close();
});
