/** A process is killed at each step of a change: what the next start finds must be the old state or the new one, and nothing else. */
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { bundleProgram, startCommand } from "../../storage/node-disk/child-program.ts";
import { newFolder, temporaryNames, writeFiles } from "../../storage/node-disk/disk-folder.ts";
import type { Change } from "./change.ts";
import { numberedText } from "./numbered-text.ts";
import { openFolderContext } from "./open-folder-context.ts";

type Files = Readonly<Record<string, string>>;

const programs = join(dirname(fileURLToPath(import.meta.url)), "programs");
const size = 20_000;
/** Processes are slow to start, so only each so-manieth step is tried unless this says otherwise. */
const stride = Number(process.env["GRAPHDOWN_KILL_STRIDE"] ?? 0);

const before: Files = {
  "note.md": "# Note\n\nSee [the guide](guide.md) and [[guide]].\n",
  "guide.md": "# Guide\n\nBack to [the note](note.md).\n",
  "plain.txt": numberedText(1, size),
};

/** What is asked for, the files that it makes of those before, and the steps from one that the process is killed at to the next. */
interface Attempt {
  readonly change: Change;
  readonly after: Files;
  readonly every: number;
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
    every: 5,
  },
  "a file is written over": {
    change: { kind: "write", path: "plain.txt", content: numberedText(2, size) },
    after: { ...before, "plain.txt": numberedText(2, size) },
    every: 5,
  },
  "text is replaced": {
    change: {
      kind: "replace",
      path: "plain.txt",
      edit: { oldString: "number 1", newString: "number 2", replaceAll: true },
    },
    after: { ...before, "plain.txt": numberedText(2, size) },
    every: 5,
  },
  "a file is deleted": {
    change: { kind: "delete", path: "plain.txt" },
    after: { ...note, "guide.md": guide },
    every: 3,
  },
  "a file is moved with its links": {
    change: { kind: "move", path: "guide.md", to: "deep/manual.md" },
    after: {
      "note.md": "# Note\n\nSee [the guide](deep/manual.md) and [[manual]].\n",
      "deep/manual.md": "# Guide\n\nBack to [the note](../note.md).\n",
      "plain.txt": plain,
    },
    every: 11,
  },
};

let program: string;
const place = newFolder({ quick: true });

beforeAll(async () => {
  program = await bundleProgram("one-change", programs);
});

/** Lets a process make the change on a new folder; `killed` unless it came to its end. */
async function attempt(
  root: string,
  change: Change,
  step: number,
): Promise<{ readonly killed: boolean; readonly acknowledged: boolean }> {
  mkdirSync(root);
  writeFiles(root, before);
  const args = ["--import", join(programs, "kill-at.mjs"), program, root, JSON.stringify(change)];
  const env = { ...process.env, KILL_AT: String(step) };
  const child = startCommand(process.execPath, args, { env });
  const { output, errors, code } = await child.ended;
  expect(errors).toBe("");
  return { killed: code !== 0, acknowledged: output === "acknowledged" };
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
  it.each(Object.entries(attempts))("leaves all or nothing when %s", async (name, { change, after, every }) => {
    const found = { old: 0, new: 0 };
    let step = 0;
    for (; ; step += stride || every) {
      const root = join(place, `${name}-${step}`);
      const { killed, acknowledged } = await attempt(root, change, step);
      const files = await filesAfterStart(root);
      const isOld =
        files["plain.txt"] === before["plain.txt"] && files["guide.md"] === guide && !("new/a.txt" in files);
      expect(files, `killed at step ${step}`).toEqual(isOld ? before : after);
      if (acknowledged) expect(files, `acknowledged at step ${step}`).toEqual(after);
      if (existsSync(join(root, ".graphdown/tmp"))) expect(temporaryNames(root), `step ${step}`).toEqual([]);
      found[isOld ? "old" : "new"]++;
      rmSync(root, { recursive: true });
      if (!killed) break;
    }
    // There are steps on both sides of the moment of the change.
    expect([step > 6, found.old > 0, found.new > 1]).toEqual([true, true, true]);
  });
});
