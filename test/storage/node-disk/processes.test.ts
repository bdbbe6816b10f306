import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { at, textOf } from "../../../src/testing/contract-case.ts";
import { bundleProgram, startProgram } from "./child-program.ts";
import { newFolder, openFolder, temporaryNames } from "./disk-folder.ts";

/** Processes are slow to start, so few are, unless this is set. */
const isFull = process.env["GRAPHDOWN_FULL"] !== undefined;

describe("several processes that write to one folder", () => {
  let increment: string;
  beforeAll(async () => {
    increment = await bundleProgram("increment");
  });

  it("lose no update of those that name the version they read, and keep every one as a version", async () => {
    const root = newFolder({ quick: true });
    writeFileSync(join(root, "counter.txt"), "0");
    const [processes, times] = isFull ? [8, 25] : [4, 12];
    const programs = Array.from({ length: processes }, (_, writer) =>
      startProgram(increment, [root, String(times), String(writer)]),
    );
    let conflicts = 0;
    for (const { ended } of programs) {
      const { output, errors } = await ended;
      expect(errors).toBe("");
      conflicts += Number(output);
    }
    const store = await openFolder(root, { historyVersions: Number.POSITIVE_INFINITY });
    expect(await textOf(store, "counter.txt")).toBe(String(processes * times));
    // Everything that was acknowledged but the present version is in the history once, and so is what was there before.
    const versions = (await store.versions?.(at("counter.txt"))) ?? [];
    const writes = versions.flatMap(({ metadata }) => metadata?.writeId ?? []);
    expect([versions.length, new Set(writes).size]).toEqual([processes * times, processes * times - 1]);
    expect(temporaryNames(root)).toEqual([]);
    expect(conflicts).toBeGreaterThan(0);
  });
});

describe("a process that is killed while it writes", () => {
  it("leaves the old file or the new one, loses nothing acknowledged, and no rest after the next start", async () => {
    const program = await bundleProgram("rewrite");
    const root = newFolder({ quick: true });
    const size = 100_000;
    writeFileSync(join(root, "rewritten.bin"), new Uint8Array(size));
    // The number whose bytes the file held when the last process had ended.
    let known = 0;
    let next = 1;
    for (let round = 0; round < (isFull ? 48 : 6); round++) {
      const { process: child, ended } = startProgram(program, [root, String(size), String(next)]);
      await new Promise<void>((resolve) => child.stdout?.once("data", () => resolve()));
      await new Promise((resolve) => setTimeout(resolve, (round * 13) % 60));
      child.kill("SIGKILL");
      const { output, errors } = await ended;
      expect(errors).toBe("");
      const lines = output
        .trim()
        .split("\n")
        .map((line) => line.split(" ") as [string, string]);
      const last = (what: string): number => Number(lines.findLast(([word]) => word === what)?.[1] ?? known);
      const [begun, rewritten, created, deleted] = ["begin", "rewritten", "created", "deleted"].map(last) as [
        number,
        number,
        number,
        number,
      ];

      const store = await openFolder(root);
      expect(temporaryNames(root), "rests of the dead process").toEqual([]);
      const bytes = readFileSync(join(root, "rewritten.bin"));
      expect(bytes.length).toBe(size);
      expect(new Set(bytes).size, "one version, not a mix").toBe(1);
      expect([rewritten % 251, begun % 251], "what was acknowledged, or what was on its way").toContain(bytes[0]);
      const files = existsSync(join(root, "created")) ? readdirSync(join(root, "created")) : [];
      expect(files.length).toBeLessThanOrEqual(1);
      for (const name of files) {
        expect(Number.parseInt(name, 10)).toBeGreaterThan(deleted);
        const content = readFileSync(join(root, "created", name));
        expect([content.length, new Set(content).size]).toEqual([size, 1]);
        // `false` where the dead process had announced the deletion, which this one then finishes first.
        await store.delete(at(`created/${name}`));
        expect(existsSync(join(root, "created", name))).toBe(false);
      }
      if (created > deleted) expect(files.length === 1 || begun === created).toBe(true);
      known = bytes[0] === begun % 251 ? begun : rewritten;
      next = begun + 1;
      await store.close();
    }
  });
});
