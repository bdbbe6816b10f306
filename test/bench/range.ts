/**
 * `npm run bench` compiles it; then `node node_modules/.cache/graphdown-bench/range.js [FILES]`
 *
 * Reads 200 lines from anywhere in files of 500 KB, beside reading the bytes of the same files whole: in a running process, medians. `first` meets
 * each file for the first time, which takes its hash for the version; `again` reads other lines of it, and `changed` after it was written anew. The answers are compared
 * with a slice of the split text.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFileContext } from "../../src/node-index.ts";

const files = Number(process.argv[2] ?? 40);
const lines = 200;
const bytes = 500_000;
const rounds = 25;
/** Younger files are hashed at each look, since the clock does not tell two changes apart. */
const untilTrustedMs = 2_500;
const root = mkdtempSync(join(tmpdir(), "graphdown-range-"));
const nameOf = (at: number): string => `note-${at}.md`;

/** Lines of different lengths, so that no offset can be guessed. */
function textOf(at: number): string {
  let text = `# Note ${at}\n`;
  for (let line = 0; text.length < bytes; line++)
    text += `${line} ${"harbour tide ".repeat((line * 7 + at) % 11)}ferry\n`;
  return text;
}

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] as number;

try {
  for (let at = 0; at < files; at++) writeFileSync(join(root, nameOf(at)), textOf(at));
  await new Promise((resolve) => setTimeout(resolve, untilTrustedMs));
  const context = await createFileContext({ location: root });
  const startOf = (at: number, round: number): number => 1 + ((at * 613 + round * 1_709) % 5_000);
  const read = async (at: number, round: number): Promise<number> => {
    const startLine = startOf(at, round);
    const started = performance.now();
    const { content } = await context.readRange(nameOf(at), { startLine, endLine: startLine + lines - 1 });
    const took = performance.now() - started;
    const expected = textOf(at)
      .split("\n")
      .slice(startLine - 1, startLine - 1 + lines);
    if (content !== `${expected.join("\n")}\n`) throw new Error(`${nameOf(at)}: another answer`);
    return took;
  };
  const whole = (at: number): number => {
    const started = performance.now();
    readFileSync(join(root, nameOf(at)));
    return performance.now() - started;
  };
  const all = Array.from({ length: files }, (_, at) => at);
  const times: Record<string, number[]> = { limit: [], first: [], again: [], changed: [] };
  // What is compiled in the first calls is no part of any figure.
  for (const at of all.slice(0, 20)) whole(at);
  for (const at of all) times["first"]?.push(await read(at, 0));
  for (let round = 1; round <= rounds; round++) {
    for (const at of all) {
      times["limit"]?.push(whole(at));
      times["again"]?.push(await read(at, round));
    }
  }
  for (const at of all) {
    writeFileSync(join(root, nameOf(at)), textOf(at));
    times["changed"]?.push(await read(at, rounds + 1));
  }
  const limit = median(times["limit"] as number[]);
  for (const [name, taken] of Object.entries(times)) {
    const [middle, worst] = [median(taken), taken.toSorted((a, b) => a - b)[Math.floor(taken.length * 0.99)] as number];
    console.log(
      `${name.padEnd(8)} ${middle.toFixed(3)} ms median, ${worst.toFixed(3)} ms p99: ${(middle / limit).toFixed(2)} × reading the bytes`,
    );
  }
  await context.close();
} finally {
  rmSync(root, { recursive: true });
}
