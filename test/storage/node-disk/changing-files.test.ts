/** Files that other programs change in place while we read them: what is answered is one state or a conflict, never a mix. */
import { appendFileSync, closeSync, openSync, rmSync, truncateSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { FileEntry, FileReadResult, FileStore } from "../../../src/storage/file-store.ts";
import { at, entriesOf, expectError, textOf } from "../../../src/testing/contract-case.ts";
import { newFolder, openFolder, writeFiles } from "./disk-folder.ts";

/** What happens right after each synchronous read of a file's bytes. */
const hook = vi.hoisted(() => ({ afterRead: undefined as (() => void) | undefined }));

vi.mock("node:fs", async (importActual) => {
  const actual = await importActual<typeof import("node:fs")>();
  return {
    ...actual,
    readSync(...args: Parameters<typeof actual.readSync>): number {
      const count = actual.readSync(...args);
      hook.afterRead?.();
      return count;
    },
  };
});

afterEach(() => {
  hook.afterRead = undefined;
});

/** Writes over the beginning of a file, as an editor does that keeps the file. */
function overwrite(path: string, text: string): void {
  const descriptor = openSync(path, "r+");
  writeSync(descriptor, text, 0);
  closeSync(descriptor);
}

/** Makes a change the first `times` times that something is read. */
function changeWhileReading(times: number, change: (round: number) => void): void {
  let round = 0;
  hook.afterRead = () => {
    if (round < times) change(round++);
  };
}

describe("a short file that changes while it is opened", () => {
  it.each([1, 15])("is read again when it has changed %i times", async (times) => {
    const root = newFolder();
    writeFiles(root, { "a.md": "before" });
    const store = await openFolder(root);
    changeWhileReading(times, (round) => appendFileSync(join(root, "a.md"), `, ${round}`));
    const file = await store.open(at("a.md"));
    const expected = `before, ${Array.from({ length: times }, (_, round) => round).join(", ")}`;
    expect([file?.entry.size, await new Response(file?.stream).text()]).toEqual([expected.length, expected]);
  });

  it("is a conflict when it does not come to rest", async () => {
    const root = newFolder();
    writeFiles(root, { "a.md": "before" });
    const store = await openFolder(root);
    changeWhileReading(16, (round) => appendFileSync(join(root, "a.md"), `, ${round}`));
    await expectError(store.open(at("a.md")), { code: "version_conflict" }, "open");
  });

  it("is never padded when it shrinks", async () => {
    const root = newFolder();
    writeFiles(root, { "a.md": "a long text" });
    const store = await openFolder(root);
    changeWhileReading(1, () => truncateSync(join(root, "a.md"), 3));
    expect(await textOf(store, "a.md")).toBe("a l");
  });

  it("is a conflict for a caller who wants it as it was listed", async () => {
    const root = newFolder();
    writeFiles(root, { "a.md": "before" });
    const store = await openFolder(root);
    const listed = await store.stat(at("a.md"));
    changeWhileReading(1, () => overwrite(join(root, "a.md"), "beside"));
    await expectError(store.open(at("a.md"), { validator: listed?.validator }), { code: "version_conflict" }, "open");
  });
});

describe("a long file that changes while its stream is read", () => {
  const large = Buffer.alloc(700_000, "a");

  it("fails the stream before its end", async () => {
    const changes: Readonly<Record<string, (path: string) => void>> = {
      overwritten: (path) => overwrite(path, "b"),
      grown: (path) => appendFileSync(path, "b"),
      shrunk: (path) => truncateSync(path, 300_000),
    };
    for (const [name, change] of Object.entries(changes)) {
      const root = newFolder();
      writeFiles(root, { "large.bin": large });
      const store = await openFolder(root);
      const reader = (await store.open(at("large.bin")))?.stream.getReader();
      await reader?.read();
      change(join(root, "large.bin"));
      const rest = (async () => {
        for (let next = await reader?.read(); next?.done === false; next = await reader?.read());
      })();
      await expectError(rest, { code: "version_conflict" }, name);
    }
  });

  it("fails a stream that had to be opened again, when it is another file or none", async () => {
    for (const isMadeAnew of [true, false]) {
      const root = newFolder();
      writeFiles(root, { "large.bin": large, "other.bin": large });
      const store = await openFolder(root, { maximumHeldFiles: 1 });
      const reader = (await store.open(at("large.bin")))?.stream.getReader();
      await reader?.read();
      // Only one file may be held, so this one takes the descriptor of the first.
      const other = await store.open(at("other.bin"));
      rmSync(join(root, "large.bin"));
      if (isMadeAnew) writeFiles(root, { "large.bin": large });
      await expectError(reader?.read() as Promise<unknown>, { code: "version_conflict" }, `made anew: ${isMadeAnew}`);
      await other?.stream.cancel();
    }
  });

  it("lets a stream be cancelled in the middle of a read", async () => {
    const root = newFolder();
    writeFiles(root, { "large.bin": large });
    const store = await openFolder(root);
    const reader = (await store.open(at("large.bin")))?.stream.getReader();
    const reading = reader?.read().catch(() => undefined);
    await reader?.cancel();
    await reading;
    expect((await store.stat(at("large.bin")))?.size).toBe(large.length);
  });
});

describe("many files that are read while they change", () => {
  async function results(store: FileStore, namesOnly: boolean, prepare: () => void): Promise<string[]> {
    const entries = (await entriesOf(store, "", { recursive: true, namesOnly })) as FileEntry[];
    prepare();
    const seen: string[] = [];
    await store.readFiles?.(entries, { maximumBytes: 1_000 }, (result: FileReadResult) => {
      if (result.status === "read") {
        expect(result.entry.size).toBe(result.bytes.length);
        seen.push(new TextDecoder().decode(result.bytes));
      } else seen.push(result.status === "failed" ? result.error.code : result.status);
    });
    return seen;
  }

  for (const namesOnly of [false, true]) {
    it(`are read again, and given up when they keep changing (listed by ${namesOnly ? "name" : "stat"})`, async () => {
      const root = newFolder();
      writeFiles(root, { "a.md": "one", "b.md": "two" });
      const store = await openFolder(root);
      const once = await results(store, namesOnly, () =>
        changeWhileReading(1, () => appendFileSync(join(root, "a.md"), ", more")),
      );
      expect(once).toEqual(["one, more", "two"]);
      const sameSize = await results(store, namesOnly, () =>
        changeWhileReading(1, () => overwrite(join(root, "b.md"), "TWO")),
      );
      expect(sameSize, "the change comes while the first file is read").toEqual(["one, more", "TWO"]);
      const ownSize = await results(store, namesOnly, () =>
        changeWhileReading(1, () => overwrite(join(root, "a.md"), "ONE")),
      );
      expect(ownSize).toEqual(["ONE, more", "TWO"]);
      const always = await results(store, namesOnly, () =>
        changeWhileReading(1_000, (round) => appendFileSync(join(root, "a.md"), String(round))),
      );
      expect(always).toEqual(["version_conflict", "TWO"]);
    });
  }

  it("are read as they are when they were exchanged since they were listed", async () => {
    const root = newFolder();
    writeFiles(root, { "a.md": "one", "b.md": "two" });
    const store = await openFolder(root);
    const seen = await results(store, false, () => {
      rmSync(join(root, "a.md"));
      writeFileSync(join(root, "a.md"), "uno, y mas");
      writeFileSync(join(root, "b.md"), "x".repeat(2_000));
    });
    expect(seen).toEqual(["uno, y mas", "limit_exceeded"]);
  });
});
