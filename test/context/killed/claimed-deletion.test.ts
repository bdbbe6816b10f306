/** A process is killed between claiming a deletion and making it: the file is still there, and the next change of it completes the deletion. */
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { FileContext } from "../../../src/context/file-context.ts";
import { newFolder, temporaryNames, writeFiles } from "../../storage/node-disk/disk-folder.ts";
import { buildChangeProgram, type ChangeProgram } from "./change-program.ts";
import { openFolderContext } from "./open-folder-context.ts";

const change = { kind: "delete", path: "plain.txt" } as const;

describe.skipIf(process.platform === "win32")("a deletion that a killed process claimed and did not make", () => {
  let program: ChangeProgram;
  let step: number;
  let root: string;
  let context: FileContext;
  const place = newFolder({ quick: true });

  beforeAll(async () => {
    program = await buildChangeProgram();
    const whole = join(place, "whole");
    writeFiles(whole, { "plain.txt": "text" });
    const made = (await program(whole, change)) ?? [];
    // The last link is the claim of the deletion; what follows moves the file aside.
    step = made.lastIndexOf("linkSync") + 1;
    expect(made.slice(step)).toContain("renameSync");
  });

  beforeEach(async () => {
    root = join(place, "killed");
    writeFiles(root, { "plain.txt": "text" });
    expect(await program(root, change, step)).toBeUndefined();
    context = await openFolderContext(root);
    // Nobody has said that it was deleted, and reading makes no change.
    expect((await context.read("plain.txt"))?.content).toBe("text");
  });

  afterEach(async () => {
    expect(temporaryNames(root)).toEqual([]);
    await context.close();
    rmSync(root, { recursive: true });
  });

  const isThere = (): boolean => existsSync(join(root, "plain.txt"));

  it("is completed by the next one, which finds nothing left to delete", async () => {
    expect(await context.delete("plain.txt")).toEqual({ path: "plain.txt", deleted: false });
    expect(isThere()).toBe(false);
    expect(await context.delete("plain.txt")).toEqual({ path: "plain.txt", deleted: false });
  });

  it("came before one on condition, of which there can be one only", async () => {
    const { version } = (await context.read("plain.txt")) ?? {};
    await expect(context.delete("plain.txt", { ifVersion: version })).rejects.toMatchObject({
      code: "version_conflict",
      details: { version: null },
    });
    expect(isThere()).toBe(false);
  });

  it("came before an edit of what is still to be seen, which loses nothing and makes nothing anew", async () => {
    const edit = context.replace("plain.txt", { oldString: "text", newString: "other" });
    // An edit that names no version is made again on what is there now: nothing is.
    await expect(edit).rejects.toMatchObject({ code: "not_found" });
    expect(isThere()).toBe(false);
    await context.write("plain.txt", "new");
    expect((await context.read("plain.txt"))?.content).toBe("new");
  });
});
