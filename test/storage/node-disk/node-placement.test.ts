/** The races of placing and removing, each made to happen at its one moment. */
import { existsSync, linkSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Directory } from "../../../src/storage/node-disk/node-directory.ts";
import { identityOfStats } from "../../../src/storage/node-disk/node-file-stamp.ts";
import { createInPlace, removeExactly, replaceInPlace } from "../../../src/storage/node-disk/node-placement.ts";
import { newFolder } from "./disk-folder.ts";

/** What happens right before the next rename. */
const hook = vi.hoisted(() => ({ beforeRename: undefined as (() => void) | undefined }));

vi.mock("node:fs", async (importActual) => {
  const actual = await importActual<typeof import("node:fs")>();
  return {
    ...actual,
    renameSync(from: string, to: string): void {
      const before = hook.beforeRename;
      hook.beforeRename = undefined;
      before?.();
      actual.renameSync(from, to);
    },
  };
});

let root: string;
let temporary: Directory;
let folder: Directory;

beforeEach(() => {
  root = newFolder({ quick: true });
  for (const name of ["tmp", "notes"]) mkdirSync(join(root, name));
  temporary = heldFolder(`${root}/tmp/`);
  folder = heldFolder(`${root}/notes/`);
  writeFileSync(join(root, "tmp/token"), "new");
});

const heldFolder = (prefix: string): Directory => ({ prefix, plainPrefix: prefix, close: () => {} });
const request = (): Parameters<typeof createInPlace>[0] => ({ temporary, token: "token", folder, name: "a.md" });
const path = (): string => join(root, "notes/a.md");
const text = (): string => readFileSync(path(), "utf8");
const identity = (): string => identityOfStats(lstatSync(path(), { bigint: true }));

describe("placing a prepared file", () => {
  it("happens once, whoever does it", () => {
    expect([createInPlace(request()), createInPlace(request()), replaceInPlace(request())]).toEqual([
      "placed",
      "placed",
      "placed",
    ]);
    expect([text(), existsSync(join(root, "tmp/token"))]).toEqual(["new", false]);
    writeFileSync(path(), "newer");
    expect([createInPlace(request()), replaceInPlace(request()), text()]).toEqual(["placed", "placed", "newer"]);
  });

  it("is finished where somebody linked it and went no further", () => {
    linkSync(join(root, "tmp/token"), path());
    expect([createInPlace(request()), existsSync(join(root, "tmp/token"))]).toEqual(["placed", false]);
  });

  it("does not replace what it should create beside", () => {
    writeFileSync(path(), "from an editor");
    expect([createInPlace(request()), text(), existsSync(join(root, "tmp/token"))]).toEqual([
      "occupied",
      "from an editor",
      true,
    ]);
  });

  it("tells that the folder is gone", () => {
    rmSync(join(root, "notes"), { recursive: true });
    expect([createInPlace(request()), replaceInPlace(request())]).toEqual(["homeless", "homeless"]);
  });
});

describe("removing one certain file", () => {
  it("removes it, and finds it removed", () => {
    writeFileSync(path(), "old");
    const meant = identity();
    expect([removeExactly(request(), meant), existsSync(path())]).toEqual([true, false]);
    expect(removeExactly(request(), meant)).toBe(true);
  });

  it("leaves another one alone", () => {
    writeFileSync(path(), "old");
    expect([removeExactly(request(), "another"), text()]).toEqual([false, "old"]);
  });

  it("puts back what took its place at the last moment", () => {
    writeFileSync(path(), "old");
    const meant = identity();
    hook.beforeRename = () => {
      rmSync(path());
      writeFileSync(path(), "newer, and longer");
    };
    expect([removeExactly(request(), meant), text()]).toEqual([false, "newer, and longer"]);
  });

  it("puts back a folder that took its place", () => {
    writeFileSync(path(), "old");
    const meant = identity();
    hook.beforeRename = () => {
      rmSync(path());
      mkdirSync(path());
      writeFileSync(join(path(), "inside.md"), "x");
    };
    expect([removeExactly(request(), meant), existsSync(join(path(), "inside.md"))]).toEqual([false, true]);
  });

  it("finds it removed at the last moment", () => {
    writeFileSync(path(), "old");
    const meant = identity();
    hook.beforeRename = () => rmSync(path());
    expect(removeExactly(request(), meant)).toBe(true);
  });
});
