/** The file of `--output`: long results, and what is left after a failure. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openOutputFile } from "../../../src/faces/cli/output-file.ts";
import { makeFolder, removeFolder } from "./run-program.ts";

let folder = "";
beforeAll(() => {
  folder = makeFolder({});
});
afterAll(() => removeFolder(folder));

describe("openOutputFile", () => {
  it("writes many pieces that each fill the buffer, without a warning about listeners", async () => {
    const warnings: string[] = [];
    const note = (warning: Error): void => void warnings.push(warning.name);
    process.on("warning", note);
    try {
      const target = join(folder, "long.txt");
      const output = await openOutputFile(target);
      const pieces = Array.from({ length: 40 }, (_, index) => String(index % 10).repeat(100_000));
      for (const piece of pieces) await output.sink.write(piece);
      await output.close();
      await new Promise(setImmediate);
      expect(readFileSync(target, "utf8") === pieces.join("")).toBe(true);
    } finally {
      process.off("warning", note);
    }
    expect(warnings).toEqual([]);
  });

  it("leaves nothing of a result that was abandoned", async () => {
    const target = join(folder, "none.txt");
    const output = await openOutputFile(target);
    await output.sink.write("x".repeat(100_000));
    await output.abandon();
    expect([existsSync(target), readdirSync(folder).filter((name) => name.includes("none"))]).toEqual([false, []]);
  });
});
