/** `watch` of a folder on disk. */
import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { FileContext } from "../../../src/context/file-context.ts";
import { createNodeFileContext } from "../../../src/context/node-create-file-context.ts";
import { createFolderHints } from "../../../src/context/watch/node-folder-hints.ts";
import { openDiskStore } from "../../../src/storage/node-disk-store.ts";
import { bundleProgram, startProgram } from "../../storage/node-disk/child-program.ts";
import { newFolder, writeFiles } from "../../storage/node-disk/disk-folder.ts";
import { changesUntil, type Events, listen, listsOf, next } from "./listen.ts";

function makeFolder(files: Readonly<Record<string, string>>): string {
  const root = newFolder();
  writeFiles(root, files);
  return root;
}

function put(root: string, path: string, content: string): void {
  writeFiles(root, { [path]: content });
}

/** By the clock alone, or by hints alone: then the clock would take an hour. */
const ways = [
  { way: "by the clock", intervalMs: 100, hinted: false },
  { way: "by hints", intervalMs: 3_600_000, hinted: true },
] as const;

async function watchFolder(
  root: string,
  { intervalMs, hinted }: (typeof ways)[number],
): Promise<{ context: FileContext; events: Events }> {
  const place = hinted ? { location: root } : { store: await openDiskStore({ root }) };
  const context = await createNodeFileContext({ ...place, approvals: "none" });
  const events = listen(context.watch({ intervalMs }));
  expect((await next(events)).type).toBe("state");
  return { context, events };
}

describe.each(ways)("a folder that is watched $way", (way) => {
  it("tells what is added, changed, renamed and removed", async () => {
    const root = makeFolder({ "a.md": "# A\n", "b/c.md": "# C\n", "b/d.md": "# D\n", "p.png": "x" });
    const { context, events } = await watchFolder(root, way);
    put(root, "a.md", "# B\n");
    expect(listsOf(await next(events))).toEqual({ changed: ["a.md"] });
    renameSync(join(root, "b/c.md"), join(root, "b/e.md"));
    expect((await changesUntil(events, "b/e.md")).sort()).toEqual(["+ b/e.md", "- b/c.md"]);
    rmSync(join(root, "b/d.md"));
    expect(listsOf(await next(events))).toEqual({ removed: ["b/d.md"] });
    rmSync(join(root, "p.png"));
    expect(listsOf(await next(events))).toEqual({ otherRemoved: ["p.png"] });
    await context.close();
  });

  it("tells a change that leaves size and times as they were", async () => {
    const root = makeFolder({ "a.md": "one" });
    const { context, events } = await watchFolder(root, way);
    for (const text of ["two", "six", "ten"]) {
      put(root, "a.md", text);
      expect(listsOf(await next(events))).toEqual({ changed: ["a.md"] });
    }
    await context.close();
  });

  it("tells of a folder that goes and comes back, and of what changes in it then", async () => {
    const root = makeFolder({ "a.md": "# A\n", "b/c.md": "# C\n" });
    const { context, events } = await watchFolder(root, way);
    rmSync(join(root, "b"), { recursive: true });
    expect(listsOf(await next(events))).toEqual({ removed: ["b/c.md"] });
    put(root, "b/c.md", "# C\n");
    expect(await changesUntil(events, "b/c.md")).toContain("+ b/c.md");
    if (!way.hinted) {
      put(root, "b/d.md", "# D\n");
      expect(await changesUntil(events, "b/d.md")).toEqual(["+ b/d.md"]);
    }
    await context.close();
  });

  it("ends when the folder itself is removed", async () => {
    const root = makeFolder({ "a.md": "# A\n" });
    const { context, events } = await watchFolder(root, way);
    const told = (async () => {
      for (;;) await next(events);
    })();
    rmSync(root, { recursive: true });
    await expect(told).rejects.toMatchObject({ code: "storage_failed" });
    await context.close();
  });
});

it("tells two files whose names differ by case only, and a rename to the other case", async () => {
  const root = makeFolder({ "a.md": "# A\n", "x.md": "# X\n" });
  const { context, events } = await watchFolder(root, ways[0]);
  renameSync(join(root, "a.md"), join(root, "A.md"));
  expect((await changesUntil(events, "A.md")).sort()).toEqual(["+ A.md", "- a.md"]);
  await context.close();
});

it("tells ten thousand new files as numbers and the first paths", async () => {
  const root = makeFolder({ "a.md": "# A\n" });
  const { context, events } = await watchFolder(root, ways[0]);
  const paths = Array.from({ length: 10_000 }, (_, index) => `n/${index}.md`);
  for (const path of paths) put(root, path, "x");
  let told = 0;
  while (told < paths.length) {
    const event = await next(events);
    if (event.type !== "change") throw new Error(event.type);
    told += event.counts.added;
    expect(event.added.length).toBe(Math.min(1_000, event.counts.added));
    expect(event.cut).toEqual(event.counts.added > 1_000 ? { reason: "count" } : undefined);
  }
  expect(told).toBe(paths.length);
  await context.close();
});

describe("hints", () => {
  const hinted = (
    root: string,
    recursive: boolean,
  ): { hints: ReturnType<ReturnType<typeof createFolderHints>>; heard: () => Promise<void> } => {
    let tell = (): void => {};
    const source = createFolderHints({ root, recursive });
    const hints = source(() => tell());
    return {
      hints,
      heard: () =>
        new Promise<void>((resolve) => {
          tell = resolve;
        }),
    };
  };

  it.each([true, false])("come for changes in a folder that is covered (recursive: %s)", async (recursive) => {
    const root = makeFolder({ "a/b.md": "x" });
    const { hints, heard } = hinted(root, recursive);
    hints.cover(new Set(["", "a"]));
    for (const path of ["a/b.md", "c.md"]) {
      const hint = heard();
      put(root, path, "y");
      await hint;
    }
    hints.close();
    hints.close();
  });

  it("come from a folder that has taken the place of another", async () => {
    const root = makeFolder({ "a/b.md": "x" });
    const { hints, heard } = hinted(root, false);
    hints.cover(new Set(["a"]));
    const end = heard();
    rmSync(join(root, "a"), { recursive: true });
    await end;
    let isHeard = false;
    void heard().then(() => {
      isHeard = true;
    });
    for (let text = 0; !isHeard; text++) {
      put(root, "a/b.md", String(text));
      hints.cover(new Set(["a"]));
      await new Promise((resolve) => setImmediate(resolve));
    }
    hints.close();
  });

  it("are done without where there is no such folder", () => {
    const { hints } = hinted(join(makeFolder({}), "missing"), false);
    hints.cover(new Set(["", "a"]));
    hints.cover(new Set());
    hints.close();
  });
});

it("lets the process end once nobody waits", async () => {
  const program = await bundleProgram("listen-and-leave", join(import.meta.dirname, "programs"));
  const { output, errors, code } = await startProgram(program, [makeFolder({ "a.md": "# A\n" })]).ended;
  expect({ output, errors, code }).toEqual({
    output: "left state\nbroken off state\naborted state\nenough\n",
    errors: "",
    code: 0,
  });
});
