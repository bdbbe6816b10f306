/** A process that changes files without a pause is killed at random, again and again, and the next one goes on from what it left. */
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FileContext } from "../../../src/context/file-context.ts";
import { bundleProgram, startProgram } from "../../storage/node-disk/child-program.ts";
import { newFolder, temporaryNames, writeFiles } from "../../storage/node-disk/disk-folder.ts";
import { numberedText, numberOf } from "./numbered-text.ts";
import { openFolderContext } from "./open-folder-context.ts";

const programs = join(dirname(fileURLToPath(import.meta.url)), "programs");
const [small, large] = [256 * 1024, 4 * 1024 * 1024];
const kills = Number(process.env["GRAPHDOWN_KILLS"] ?? (process.env["GRAPHDOWN_FULL"] === undefined ? 10 : 200));

/** How the number that a file holds is found; 0 for one that is not there, `undefined` for one that is torn. */
const numbers: Readonly<Record<string, (context: FileContext) => Promise<number | undefined>>> = {
  written: async (context) => numberOf(await wholeOf(context, "written.txt"), small),
  replaced: async (context) => numberOf(await wholeOf(context, "replaced.txt"), small),
  created: async (context) =>
    (await context.info("created.txt")) === null ? 0 : numberOf(await wholeOf(context, "created.txt"), large),
  // A note that is there twice or not at all, or whose link leads elsewhere, is half a move.
  async moved(context) {
    const [note, ...others] = (await context.list("", { glob: "note-*.md" })).entries.map(({ path }) => path);
    const hub = await wholeOf(context, "hub.md");
    const isWhole = note !== undefined && others.length === 0 && hub.includes(`(${note})`);
    return isWhole ? Number(/\d+/.exec(note)?.[0]) : undefined;
  },
};

async function wholeOf(context: FileContext, path: string): Promise<string> {
  const opened = await context.open(path);
  return opened === null ? "" : new Response(await opened.read()).text();
}

/** The last number that each file was to hold, and the last that was acknowledged. */
function readTold(output: string): Record<"begin" | "done", ReadonlyMap<string, number>> {
  const told = { begin: new Map<string, number>(), done: new Map<string, number>() };
  for (const line of output.split("\n")) {
    const [word = "", file = "", number] = line.split(" ");
    if (word === "begin" || word === "done") told[word].set(file, Number(number));
  }
  return told;
}

function isReady(output: Readable): Promise<void> {
  return new Promise((resolve) => {
    output.on("data", (chunk) => {
      if (String(chunk).includes("ready")) resolve();
    });
  });
}

describe.skipIf(process.platform === "win32")("a process that is killed at random", () => {
  it(`leaves every file old or new, loses nothing acknowledged, and no rest after the next start (${kills} times)`, {
    timeout: 60_000 + kills * 20_000,
  }, async () => {
    const program = await bundleProgram("many-changes", programs);
    const root = newFolder();
    writeFiles(root, {
      "written.txt": numberedText(1, small),
      "replaced.txt": numberedText(1, small),
      "note-1.md": "# A note\n\nBack to [the hub](hub.md).\n",
      "hub.md": "# Hub\n\nTo [a note](note-1.md).\n",
    });
    const known: Record<string, number> = { written: 1, replaced: 1, created: 0, moved: 1 };
    const damage = { torn: 0, lost: 0, orphans: 0 };
    const killed: Record<string, number> = {};
    let next = 2;
    // Short lives end within the first change; longer ones end anywhere, however slow the disk is.
    const lives = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 61, max: 400 }));
    for (const milliseconds of fc.sample(lives, kills)) {
      const { process: child, ended } = startProgram(program, [root, String(small), String(large), String(next)]);
      await Promise.race([isReady(child.stdout as Readable), ended]);
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      child.kill("SIGKILL");
      const { output, errors } = await ended;
      expect(errors).toBe("");
      const { begin, done } = readTold(output);

      const context = await openFolderContext(root);
      damage.orphans += temporaryNames(root).length;
      for (const [file, numberIn] of Object.entries(numbers)) {
        const number = await numberIn(context);
        const acknowledged = done.get(file) ?? known[file];
        if (number === undefined) damage.torn++;
        else if (number !== acknowledged && number !== begin.get(file)) damage.lost++;
        known[file] = number ?? -1;
        if (begin.get(file) !== done.get(file)) {
          const what = begin.get(file) === 0 ? "deleted" : file;
          killed[what] = (killed[what] ?? 0) + 1;
        }
      }
      await context.close();
      // The next process begins with the kind of change behind the one that this one began with.
      next = Math.max(next, ...begin.values()) + 1;
    }
    if (process.env["GRAPHDOWN_KILLS"] !== undefined) console.info({ kills, ...damage, killed });
    expect(damage).toEqual({ torn: 0, lost: 0, orphans: 0 });
    // How many lives ended within a change is for the machine to say, but not none of many.
    expect(Object.keys(killed).length).toBeGreaterThan(kills < 40 ? 0 : 1);
  });
});
