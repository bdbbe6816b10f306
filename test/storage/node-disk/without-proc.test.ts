import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { at, bytesOf, expectError, textOf } from "../../../src/testing/contract-case.ts";
import { newFolder, openFolder, writeFiles } from "./disk-folder.ts";

/** A container in which `/proc` is not mounted. */
vi.mock("node:fs", async (importActual) => {
  const actual = await importActual<typeof import("node:fs")>();
  const hidden = <Args extends readonly unknown[], Result>(work: (...args: Args) => Result) => {
    return (...args: Args): Result => {
      if (!String(args[0]).startsWith("/proc/")) return work(...args);
      throw Object.assign(new Error("ENOENT: no such file or directory"), { code: "ENOENT" });
    };
  };
  const names = [
    "readlinkSync",
    "readFileSync",
    "existsSync",
    "statSync",
    "lstatSync",
    "openSync",
    "readdirSync",
  ] as const;
  const replaced = names.map((name) => [name, hidden(actual[name] as (...args: unknown[]) => unknown)]);
  return { ...actual, ...Object.fromEntries(replaced) };
});

it("starts without /proc, says so, and still refuses links", async () => {
  const [root, outside] = [newFolder(), newFolder()];
  writeFiles(root, { "sub/a.md": "inside" });
  writeFiles(outside, { "a.md": "secret" });
  symlinkSync(outside, join(root, "out"));
  const store = await openFolder(root);
  expect(store.describe().safeOpen).toBe("best_effort");
  await store.put(at("sub/b.md"), bytesOf("b"));
  expect([await textOf(store, "sub/a.md"), await textOf(store, "sub/b.md")]).toEqual(["inside", "b"]);
  await expectError(store.open(at("out/a.md")), { code: "permission_denied", reason: "symbolic_link" }, "a link");
  expect(await store.delete(at("sub/b.md"))).toBe(true);
});
