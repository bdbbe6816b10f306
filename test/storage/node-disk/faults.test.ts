/** Every system call that a change makes is made to fail, one after the other: what is left must be the old state or the new one. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { GraphdownError } from "../../../src/base/errors.ts";
import type { FileStore } from "../../../src/storage/file-store.ts";
import { openDiskStore } from "../../../src/storage/node-disk-store.ts";
import { at, bytesOf, entriesOf, textOf } from "../../../src/testing/contract-case.ts";
import { newFolder } from "./disk-folder.ts";

/** The fault to come: the code, and how many calls pass before it. `made` counts the calls. */
const fault = vi.hoisted(() => ({ code: "", left: -1, made: 0, only: "" }));

vi.mock("node:fs", async (importActual) => {
  const actual = await importActual<Record<string, unknown>>();
  const { promisify } = await import("node:util");
  const failure = (name: string): Error | undefined => {
    if (fault.code === "" || (fault.only !== "" && fault.only !== name)) return undefined;
    fault.made++;
    if (fault.left-- !== 0) return undefined;
    return Object.assign(new Error(`${fault.code}: made up, ${name} '/secret/root/a.md'`), {
      code: fault.code,
      syscall: name,
    });
  };
  const synchronous =
    (name: string) =>
    (...args: unknown[]) => {
      const error = failure(name);
      if (error !== undefined) throw error;
      return (actual[name] as (...all: unknown[]) => unknown)(...args);
    };
  const asynchronous = (name: string) => {
    const run = promisify(actual[name] as typeof import("node:fs").fsync) as (...all: unknown[]) => unknown;
    const replacement = (): void => undefined;
    return Object.assign(replacement, {
      [promisify.custom]: async (...args: unknown[]) => {
        const error = failure(name);
        if (error !== undefined) throw error;
        return run(...args);
      },
    });
  };
  // Not closing and not removing: what cleans up after a fault must work for its outcome to be judged.
  const names = [
    "openSync",
    "fstatSync",
    "lstatSync",
    "statSync",
    "readSync",
    "readdirSync",
    "mkdirSync",
    "linkSync",
    "renameSync",
    "fchmodSync",
  ];
  return {
    ...actual,
    ...Object.fromEntries(names.map((name) => [name, synchronous(name)])),
    ...Object.fromEntries(["read", "write", "fsync"].map((name) => [name, asynchronous(name)])),
  };
});

const place = newFolder({ quick: true });

afterEach(() => {
  fault.code = "";
  fault.only = "";
});

interface Operation {
  readonly name: string;
  readonly run: (store: FileStore) => Promise<unknown>;
  /** The texts of `a.md` and `new/b.md` that may be found afterwards. */
  readonly outcomes: readonly (readonly [a: string | null, b: string | null])[];
}

const before = ["old", null] as const;
const operations: readonly Operation[] = [
  {
    name: "creating",
    run: (store) => store.put(at("new/b.md"), bytesOf("b"), { ifAbsent: true }),
    outcomes: [before, ["old", "b"]],
  },
  { name: "replacing", run: (store) => store.put(at("a.md"), bytesOf("new")), outcomes: [before, ["new", null]] },
  { name: "deleting", run: (store) => store.delete(at("a.md")), outcomes: [before, [null, null]] },
];

let folders = 0;

async function prepare(): Promise<{ readonly root: string; readonly store: FileStore }> {
  const root = join(place, String(folders++));
  mkdirSync(root);
  writeFileSync(join(root, "a.md"), "first");
  const store = await openDiskStore({ root });
  await store.put(at("a.md"), bytesOf("old"));
  return { root, store };
}

for (const { name, run, outcomes } of operations) {
  for (const code of ["EIO", "ENOSPC", "EACCES"]) {
    describe(`${name} while the n-th system call fails with ${code}`, () => {
      it("leaves the old state or the new one, says so, and stands in nobody's way", async () => {
        let calls = 0;
        for (let left = 0; ; left++) {
          const { root, store } = await prepare();
          Object.assign(fault, { code, left, made: 0 });
          const error: unknown = await run(store).then(
            () => undefined,
            (reason) => reason,
          );
          const wasReached = fault.left < 0;
          calls = fault.made;
          fault.code = "";
          if (error !== undefined) {
            const isOurs = GraphdownError.isInstance(error);
            expect(isOurs ? [error.code, error.details?.["systemCode"]] : error, `call ${left}`).toEqual([
              "storage_failed",
              code,
            ]);
            expect(JSON.stringify(isOurs && error.toInfo())).not.toContain("/secret");
          }
          const again = await openDiskStore({ root });
          const found = [await textOf(again, "a.md"), await textOf(again, "new/b.md")];
          expect(outcomes, `after call ${left}`).toContainEqual(found);
          if (error === undefined) expect(found, `acknowledged in spite of call ${left}`).toEqual(outcomes[1]);
          expect((await entriesOf(again, "", { recursive: true })).length).toBe(
            found.filter((text) => text !== null).length,
          );
          await again.put(at("a.md"), bytesOf("next"));
          await again.put(at("new/b.md"), bytesOf("next"));
          expect([await textOf(again, "a.md"), await textOf(again, "new/b.md")]).toEqual(["next", "next"]);
          await again.close();
          await store.close();
          rmSync(root, { recursive: true });
          if (!wasReached) break;
        }
        expect(calls).toBeGreaterThan(20);
      });
    });
  }
}

describe("faults after a change has become visible", () => {
  it("say that it may not last when the folder can't be flushed", async () => {
    for (const operation of operations.slice(0, 2)) {
      const { root, store } = await prepare();
      // The last flush of a change is that of the folder it is visible in.
      Object.assign(fault, { code: "EIO", left: operation.name === "creating" ? 2 : 1, made: 0, only: "fsync" });
      const error: unknown = await operation.run(store).catch((reason) => reason);
      fault.code = "";
      expect(GraphdownError.isInstance(error) && error.details, operation.name).toEqual({
        operation: "write",
        systemCode: "EIO",
        durability: "unknown",
      });
      expect([await textOf(store, "a.md"), await textOf(store, "new/b.md")]).toEqual(operation.outcomes[1]);
      await store.close();
      rmSync(root, { recursive: true });
    }
  });
});

describe("faults while reading", () => {
  it("fail a listing as a whole, and one file of many by itself", async () => {
    const { store } = await prepare();
    await store.put(at("b.md"), bytesOf("b"));
    const entries = await entriesOf(store, "", { recursive: true });
    Object.assign(fault, { code: "EIO", left: 0, only: "readdirSync" });
    await expect(entriesOf(store, "", { recursive: true })).rejects.toMatchObject({
      code: "storage_failed",
      details: { systemCode: "EIO" },
    });
    Object.assign(fault, { code: "EIO", left: 0, only: "readSync" });
    const seen: string[] = [];
    const files = entries.filter((entry) => entry.kind === "file");
    await store.readFiles?.(files, { maximumBytes: 100 }, (result) => {
      seen.push(result.status === "failed" ? String(result.error.details?.["systemCode"]) : result.status);
    });
    expect(seen).toEqual(["EIO", "read"]);
    await store.close();
  });
});
