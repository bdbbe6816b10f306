/** A store for trials reads as the other one does, and never changes anything. */
import { expect, it } from "vitest";
import { createMemoryStore } from "../../src/storage/memory-store.ts";
import { createTrialStore } from "../../src/storage/trial-store.ts";
import { at, bytesOf, expectError, pathsOf, textOf } from "../../src/testing/contract-case.ts";

const files = { "a.md": "one\n", "folder/b.md": "two\n", ".graphdown/moves.json": "[]" };

it("reads what is there, but for our own records", async () => {
  const store = createMemoryStore({ files });
  const trial = createTrialStore(store);
  expect(await pathsOf(trial, "")).toEqual(await pathsOf(store, ""));
  expect(await textOf(trial, "a.md")).toBe("one\n");
  expect((await trial.stat(at("folder/b.md")))?.size).toBe(4);
  expect(await store.stat(at(".graphdown/moves.json"))).not.toBeNull();
  expect([await trial.stat(at(".graphdown/moves.json")), await trial.open(at(".graphdown/moves.json"))]).toEqual([
    null,
    null,
  ]);
  expect(trial.describe()).toEqual(store.describe());
});

it("changes nothing", async () => {
  const store = createMemoryStore({ files });
  const trial = createTrialStore(store);
  const refused = { code: "permission_denied", reason: "dry_run" } as const;
  await expectError(trial.put(at("a.md"), bytesOf("x")), refused, "put");
  await expectError(trial.delete(at("a.md")), refused, "delete");
  await expectError(trial.createFolder?.(at("new")) as Promise<void>, refused, "createFolder");
  expect(await textOf(store, "a.md")).toBe("one\n");
});
