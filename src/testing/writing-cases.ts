/** The contract of writing. */
import { portableSha256 } from "../base/hash.ts";
import { collectBytes } from "../storage/byte-streams.ts";
import type { FileEntry } from "../storage/file-store.ts";
import { hashVersion, statVersion } from "../storage/file-version.ts";
import {
  at,
  bytesOf,
  contractCase,
  expectEqual,
  expectError,
  expectTrue,
  fill,
  pathsOf,
  type StoreContractCase,
  streamOfChunks,
  textOf,
} from "./contract-case.ts";

/** The version of a text. */
function versionOfText(text: string): string {
  return hashVersion(portableSha256(bytesOf(text)));
}

/** Promises about `put`, `delete`, `createFolder` and `versions`. */
export const writingCases: readonly StoreContractCase[] = [
  contractCase("creates and replaces a file", async (store) => {
    await fill(store, { "a/b/c.md": "one" });
    expectEqual(await textOf(store, "a/b/c.md"), "one", "created");
    const entry = await store.put(at("a/b/c.md"), bytesOf("other"));
    expectEqual([entry.kind, entry.path, entry.size], ["file", "a/b/c.md", 5], "the entry");
    expectEqual(await textOf(store, "a/b/c.md"), "other", "replaced");
    expectEqual(await pathsOf(store, "", { recursive: true }), ["a/b/c.md"], "the listing");
  }),
  contractCase("writes a stream", async (store) => {
    const chunks = ["first ", "second ", "third"].map(bytesOf);
    const entry = await store.put(at("a.md"), streamOfChunks(chunks));
    expectEqual([entry.size, await textOf(store, "a.md")], [18, "first second third"], "size and text");
  }),
  contractCase("keeps nothing of a stream that fails, and the old file as it was", async (store) => {
    await fill(store, { "old.md": "old" });
    const failure = new Error("the sender went away");
    for (const path of ["old.md", "new.md"]) {
      const outcome = await store.put(at(path), streamOfChunks([bytesOf("half")], failure)).catch((error) => error);
      expectTrue(outcome === failure, `the failure for ${path}`);
    }
    expectEqual([await textOf(store, "old.md"), await textOf(store, "new.md")], ["old", null], "the files");
  }),
  contractCase("takes the bytes as they are when it is called", async (store) => {
    const bytes = bytesOf("stable");
    const written = store.put(at("a.md"), bytes);
    await written;
    bytes.fill(0);
    expectEqual(await textOf(store, "a.md"), "stable", "the text");
  }),
  contractCase("creates only where nothing is, when asked to", async (store) => {
    await store.put(at("a.md"), bytesOf("first"), { ifAbsent: true });
    const again = store.put(at("a.md"), bytesOf("second"), { ifAbsent: true });
    const error = await expectError(again, { code: "already_exists" }, "put");
    expectEqual(error.details?.["version"], versionOfText("first"), "the present version in the error");
    expectEqual(await textOf(store, "a.md"), "first", "the text");
  }),
  contractCase("lets one of many creators win", async (store) => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 16 }, (_, index) => store.put(at("a.md"), bytesOf(`writer ${index}`), { ifAbsent: true })),
    );
    const winners = outcomes.flatMap((outcome, index) => (outcome.status === "fulfilled" ? [index] : []));
    expectEqual(winners.length, 1, "winners");
    expectEqual(await textOf(store, "a.md"), `writer ${winners[0]}`, "the text");
  }),
  contractCase("replaces only the version that is named", async (store) => {
    await fill(store, { "a.md": "one" });
    await store.put(at("a.md"), bytesOf("two"), { ifVersion: versionOfText("one") });
    const error = await expectError(
      store.put(at("a.md"), bytesOf("three"), { ifVersion: versionOfText("one") }),
      { code: "version_conflict" },
      "a version that has been replaced",
    );
    expectEqual(error.details?.["version"], versionOfText("two"), "the present version in the error");
    expectEqual(await textOf(store, "a.md"), "two", "the text");
    for (const ifVersion of ["", "sha256-", "sha256-00", "another"]) {
      await expectError(store.put(at("a.md"), bytesOf("x"), { ifVersion }), { code: "version_conflict" }, ifVersion);
    }
    await expectError(
      store.put(at("missing.md"), bytesOf("x"), { ifVersion: versionOfText("one") }),
      { code: "version_conflict" },
      "a file that is missing",
    );
  }),
  contractCase("takes what a listing tells as a version too", async (store) => {
    const entry = await store.put(at("a.md"), bytesOf("one"));
    await store.put(at("a.md"), bytesOf("two"), { ifVersion: statVersion(entry) });
    await expectError(
      store.put(at("a.md"), bytesOf("three, longer"), { ifVersion: statVersion(entry) }),
      { code: "version_conflict" },
      "the old one",
    );
  }),
  contractCase("refuses a repeated conditional write too, and tells that its content is there", async (store) => {
    await fill(store, { "a.md": "one" });
    const write = (): Promise<FileEntry> => store.put(at("a.md"), bytesOf("two"), { ifVersion: versionOfText("one") });
    await write();
    // Two writers who count from the same number want the same bytes, and only one of them may succeed. Whoever repeats a call whose
    // answer was lost finds its own content in the error.
    const error = await expectError(write(), { code: "version_conflict" }, "the second time");
    expectEqual(error.details?.["version"], versionOfText("two"), "the present version in the error");
  }),
  contractCase("loses no update of writers that name the version they read", async (store) => {
    await fill(store, { "counter.txt": "0" });
    const increment = async (): Promise<void> => {
      for (;;) {
        const text = (await textOf(store, "counter.txt")) as string;
        try {
          await store.put(at("counter.txt"), bytesOf(String(Number(text) + 1)), { ifVersion: versionOfText(text) });
          return;
        } catch (error) {
          await expectError(Promise.reject(error), { code: "version_conflict" }, "an increment");
        }
      }
    };
    await Promise.all(Array.from({ length: 20 }, increment));
    expectEqual(await textOf(store, "counter.txt"), "20", "the count");
  }),
  contractCase("writes nothing when the content is not what was announced", async (store) => {
    const metadata = { sha256: portableSha256(bytesOf("announced")) };
    await store.put(at("a.md"), bytesOf("announced"), { metadata });
    await expectError(
      store.put(at("a.md"), bytesOf("something else"), { metadata }),
      { code: "invalid_input", reason: "sha256_mismatch" },
      "put",
    );
    expectEqual(await textOf(store, "a.md"), "announced", "the text");
  }),
  contractCase("does not write where a folder or a file is in the way", async (store) => {
    await fill(store, { "a/b.md": "x" });
    await expectError(store.put(at("a"), bytesOf("y")), { code: "invalid_input", reason: "is_directory" }, "a folder");
    await expectError(
      store.put(at("a/b.md/c.md"), bytesOf("y")),
      { code: "invalid_input", reason: "not_a_directory" },
      "a file",
    );
    expectEqual(await textOf(store, "a/b.md"), "x", "the text");
  }),
  contractCase("deletes a file, and says whether there was one", async (store) => {
    await fill(store, { "a/b.md": "x", "c.md": "y" });
    expectEqual(await store.delete(at("a/b.md")), true, "the first time");
    expectEqual(await store.delete(at("a/b.md")), false, "the second time");
    expectEqual(await store.delete(at("missing/d.md")), false, "what never was");
    expectEqual([await textOf(store, "a/b.md"), await textOf(store, "c.md")], [null, "y"], "the files");
    await fill(store, { "a/b.md": "again" });
    expectEqual(await textOf(store, "a/b.md"), "again", "written again");
  }),
  contractCase("deletes only the version that is named", async (store) => {
    await fill(store, { "a.md": "one" });
    await expectError(
      store.delete(at("a.md"), { ifVersion: versionOfText("other") }),
      { code: "version_conflict" },
      "another version",
    );
    expectEqual(await store.delete(at("a.md"), { ifVersion: versionOfText("one") }), true, "the present version");
    await expectError(
      store.delete(at("a.md"), { ifVersion: versionOfText("one") }),
      { code: "version_conflict" },
      "a file that is missing",
    );
  }),
  contractCase(
    "makes a folder where none is in the way",
    async (store) => {
      await fill(store, { "file.md": "x" });
      await store.createFolder?.(at("a/b"));
      await store.createFolder?.(at("a/b"));
      await fill(store, { "a/b/c.md": "y" });
      for (const path of ["file.md", "file.md/b"]) {
        const made = store.createFolder?.(at(path)) as Promise<void>;
        await expectError(made, { code: "invalid_input", reason: "not_a_directory" }, path);
      }
    },
    "createFolder",
  ),
  contractCase(
    "keeps older versions, newest first, and opens them",
    async (store) => {
      const texts = ["one", "two", "three"];
      for (const text of texts) await fill(store, { "a.md": text });
      const versions = (await store.versions?.(at("a.md"))) ?? [];
      expectEqual(
        versions.map(({ version, size }) => [version, size]),
        [
          [versionOfText("two"), 3],
          [versionOfText("one"), 3],
        ],
        "versions",
      );
      for (const text of texts) {
        const file = await store.open(at("a.md"), { version: versionOfText(text) });
        expectEqual(file && new TextDecoder().decode(await collectBytes(file.stream)), text, text);
      }
      expectTrue((await store.open(at("a.md"), { version: versionOfText("never") })) === null, "an unknown version");
      await store.delete(at("a.md"));
      expectEqual((await store.versions?.(at("a.md")))?.[0]?.version, versionOfText("three"), "after the deletion");
    },
    "versions",
  ),
  contractCase("says what it can promise", async (store) => {
    const { name, safeOpen, conditionalWrites, history, writable } = store.describe();
    expectEqual([name, writable], [store.name, true], "name and writable");
    expectEqual(history, store.versions !== undefined, "history");
    expectTrue(["exact", "best_effort", "not_applicable"].includes(safeOpen), "safeOpen");
    expectTrue(["between_processes", "within_process", "none"].includes(conditionalWrites), "conditionalWrites");
  }),
  contractCase("knows a version only of the bytes that an entry describes", async (store) => {
    const entry: FileEntry = await store.put(at("a.md"), bytesOf("one"));
    const known = store.knownVersion?.(entry);
    expectTrue(known === undefined || known === versionOfText("one"), "the version after the write");
    await store.put(at("a.md"), bytesOf("two"));
    expectTrue(store.knownVersion?.(entry) !== versionOfText("two"), "the version of an entry that is out of date");
  }),
];
