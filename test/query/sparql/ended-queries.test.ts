/** Queries that are ended in a process of their own: nothing of it may take the process along. */
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { isBuilt } from "../../faces/cli/run-program.ts";

const program = fileURLToPath(new URL("programs/end-queries.mjs", import.meta.url));
const rounds = 6;

describe.skipIf(!isBuilt)("queries that are ended (of the built package)", () => {
  // Without care for V8 11 and 12 five of six such processes were aborted.
  it("leave the process alive, and the next query its answer", async () => {
    const child = spawn(process.execPath, [program, String(rounds)], { stdio: ["ignore", "pipe", "pipe"] });
    const [output, errors, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise<number | null>((resolve) => child.on("exit", resolve)),
    ]);
    expect({ errors, code }).toEqual({ errors: "", code: 0 });
    const { ended, answered } = JSON.parse(output) as { ended: number; answered: number };
    expect(ended + answered).toBe(2 * rounds);
  }, 120_000);
});
