/**
 * Writes, replaces, creates, deletes and moves files for ever. Each of them holds a number, and 0 stands for a file that is not there: what a
 * file is about to hold is told before each change, and that it was acknowledged after it. To be killed.
 */
import { writeSync } from "node:fs";
import { GraphdownError } from "../../../../src/base/errors.ts";
import { nameOfNumber, numberedText } from "../numbered-text.ts";
import { openFolderContext } from "../open-folder-context.ts";

const [root = "", smallSize = "", largeSize = "", first = ""] = process.argv.slice(2);
const [small, large] = [Number(smallSize), Number(largeSize)];
const context = await openFolderContext(root);

async function tell(file: string, number: number, change: () => Promise<unknown>): Promise<void> {
  writeSync(1, `begin ${file} ${number}\n`);
  await change();
  writeSync(1, `done ${file} ${number}\n`);
}

// Not by its facts: to tell its version, the whole file would be hashed.
const isCreated = async (): Promise<boolean> => (await context.list("", { glob: "created.txt" })).entries.length > 0;

/** A life that ended right after a move was written down, and before it began, leaves the note to that move for two minutes. */
function unlessMoving(cause: unknown): void {
  if (!GraphdownError.isInstance(cause) || cause.details?.["reason"] !== "moving") throw cause;
}

const changes: readonly ((number: number) => Promise<unknown>)[] = [
  (number) =>
    tell("written", number, () => context.write("written.txt", numberedText(number, small), { overwrite: true })),
  async (number) => {
    const before = (await context.read("replaced.txt"))?.content ?? "";
    const oldString = /number \d+/.exec(before)?.[0] ?? "";
    const edit = { oldString, newString: nameOfNumber(number), replaceAll: true };
    await tell("replaced", number, () => context.replace("replaced.txt", edit));
  },
  async (number) => {
    if (await isCreated()) return;
    await tell("created", number, () => context.write("created.txt", numberedText(number, large)));
  },
  async () => {
    if (await isCreated()) await tell("created", 0, () => context.delete("created.txt"));
  },
  async (number) => {
    const [path = ""] = (await context.list("", { glob: "note-*.md" })).entries.map((entry) => entry.path);
    await tell("moved", number, () => context.move(path, `note-${number}.md`)).catch(unlessMoving);
  },
];

// A process that begins with a creation must find the place free, and one that begins with a deletion must have something to delete.
if (Number(first) % changes.length === 2) await changes[3]?.(Number(first));
if (Number(first) % changes.length === 3) await changes[2]?.(Number(first));
// What a move needs is loaded before anybody counts the milliseconds.
await context.overview();
writeSync(1, "ready\n");
// Each process begins with another kind of change, so that short lives see all of them.
for (let step = Number(first); ; step++) await changes[step % changes.length]?.(step);
