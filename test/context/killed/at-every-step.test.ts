/** A process is killed at each step of a change: what the next start finds must be the old state or the new one, and nothing else. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { newFolder, temporaryNames, writeFiles } from "../../storage/node-disk/disk-folder.ts";
import type { Change } from "./change.ts";
import { buildChangeProgram, type ChangeProgram } from "./change-program.ts";
import { nameOfNumber, numberedText } from "./numbered-text.ts";
import { openFolderContext } from "./open-folder-context.ts";

type Files = Readonly<Record<string, string>>;

const size = 20_000;
/** Processes are slow to start, so only some of the steps that matter are tried, unless this is set. */
const tryAll = process.env["GRAPHDOWN_KILL_STEPS"] === "all" || process.env["GRAPHDOWN_FULL"] !== undefined;

const before: Files = {
  "note.md": "# Note\n\nSee [the guide](guide.md) and [[guide]].\n",
  "guide.md": "# Guide\n\nBack to [the note](note.md).\n",
  "plain.txt": numberedText(1, size),
};

/** What is asked for, and the files that it makes of those before. */
interface Attempt {
  readonly change: Change;
  readonly after: Files;
  /** Of the steps that matter, every so-manieth is tried; default 2. */
  readonly every?: number;
}

const {
  "guide.md": guide,
  "plain.txt": plain,
  ...note
} = before as Record<"guide.md" | "plain.txt" | "note.md", string>;

const attempts: Readonly<Record<string, Attempt>> = {
  "a file is created": {
    change: { kind: "write", path: "new/a.txt", content: numberedText(2, size) },
    after: { ...before, "new/a.txt": numberedText(2, size) },
  },
  "a file is written over": {
    change: { kind: "write", path: "plain.txt", content: numberedText(2, size) },
    after: { ...before, "plain.txt": numberedText(2, size) },
  },
  "text is replaced": {
    change: {
      kind: "replace",
      path: "plain.txt",
      edit: { oldString: nameOfNumber(1), newString: nameOfNumber(2), replaceAll: true },
    },
    after: { ...before, "plain.txt": numberedText(2, size) },
  },
  "a file is deleted": {
    change: { kind: "delete", path: "plain.txt" },
    after: { ...note, "guide.md": guide },
  },
  "a file is moved with its links": {
    change: { kind: "move", path: "guide.md", to: "deep/manual.md" },
    after: {
      "note.md": "# Note\n\nSee [the guide](deep/manual.md) and [[manual]].\n",
      "deep/manual.md": "# Guide\n\nBack to [the note](../note.md).\n",
      "plain.txt": plain,
    },
    every: 6,
  },
};

let program: ChangeProgram;
const place = newFolder({ quick: true });

beforeAll(async () => {
  program = await buildChangeProgram();
});

/** Lets a process make the change on a new folder. Its changes of the file system, or `undefined` when it was killed. */
async function attempt(root: string, change: Change, step?: number): Promise<readonly string[] | undefined> {
  mkdirSync(root);
  writeFiles(root, before);
  return program(root, change, step);
}

/** The steps to be killed at: the first, the half writes, the flushes, the moves and what comes right after those, and the last. */
function stepsOf(made: readonly string[]): readonly number[] {
  const matters = (name: string | undefined): boolean => name === "linkSync" || name === "renameSync";
  return [...made.keys()].filter((step) => {
    const name = made[step];
    const isBytes = name === "fsync" || (name === "write" && made[step - 2] === "openSync");
    return tryAll || step === 0 || step === made.length - 1 || isBytes || matters(name) || matters(made[step - 1]);
  });
}

/** The files as somebody sees them who starts afterwards. */
async function filesAfterStart(root: string): Promise<Files> {
  const context = await openFolderContext(root);
  const { entries } = await context.list("", { recursive: true });
  const files: Record<string, string> = {};
  for (const { path, type } of entries) {
    if (type === "file") files[path] = (await context.read(path))?.content ?? "";
  }
  await context.close();
  return files;
}

describe.skipIf(process.platform === "win32")("a process that is killed at a step of a change", () => {
  // At once: what takes time is that so many processes start.
  it.concurrent.each(Object.entries(attempts))(
    "leaves all or nothing when %s",
    async (name, { change, after, every = 2 }) => {
      const made = await attempt(join(place, name), change);
      expect(await filesAfterStart(join(place, name))).toEqual(after);
      const found = { old: 0, new: 0 };
      for (const [index, step] of stepsOf(made as readonly string[]).entries()) {
        if (!tryAll && index % every !== 0) continue;
        const root = join(place, `${name}-${step}`);
        expect(await attempt(root, change, step), `step ${step}`).toBeUndefined();
        const files = await filesAfterStart(root);
        const isOld =
          files["plain.txt"] === before["plain.txt"] && files["guide.md"] === guide && !("new/a.txt" in files);
        expect(files, `killed before step ${step}, ${made?.[step]}`).toEqual(isOld ? before : after);
        expect(temporaryNames(root), `step ${step}`).toEqual([]);
        found[isOld ? "old" : "new"]++;
        rmSync(root, { recursive: true });
      }
      if (tryAll) console.info(name, made?.length, found);
      expect([found.old > 1, found.new > 0]).toEqual([true, true]);
    },
  );
});
