import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { portableSha256 } from "../../../src/base/hash.ts";
import type { FileStore } from "../../../src/storage/file-store.ts";
import { hashVersion, statVersion } from "../../../src/storage/file-version.ts";
import { openDiskStore } from "../../../src/storage/node-disk-store.ts";
import { at, bytesOf, expectError, fill, pathsOf, streamOfChunks, textOf } from "../../../src/testing/contract-case.ts";
import { newFolder, openFolder, temporaryNames, writeFiles } from "./disk-folder.ts";

function versionOfText(text: string): string {
  return hashVersion(portableSha256(bytesOf(text)));
}

/** The texts of the older versions of a file, newest first. */
async function oldTexts(store: FileStore, path: string): Promise<string[]> {
  const texts: string[] = [];
  for (const { version } of (await store.versions?.(at(path))) ?? []) {
    const file = await store.open(at(path), { version });
    texts.push(await new Response(file?.stream ?? null).text());
  }
  return texts;
}

/** Where the versions of the only path that has any are kept. */
function versionFiles(root: string): string[] {
  const versions = join(root, ".graphdown/versions");
  const [chain = ""] = readdirSync(versions);
  return readdirSync(join(versions, chain)).map((name) => join(versions, chain, name));
}

describe("the state folder", () => {
  it("is ignored by git, and what a person makes of that stays", async () => {
    const root = newFolder();
    const ignoreFile = join(root, ".graphdown/.gitignore");
    const store = await openFolder(root);
    await store.put(at("a.md"), bytesOf("x"));
    expect(readFileSync(ignoreFile, "utf8")).toBe("*\n");
    writeFileSync(ignoreFile, "tmp/\n");
    for (const name of ["tmp", "versions"]) rmSync(join(root, ".graphdown", name), { recursive: true });
    await store.put(at("a.md"), bytesOf("y"));
    expect(readFileSync(ignoreFile, "utf8")).toBe("tmp/\n");
    for await (const { entries } of store.list("", { recursive: true })) {
      expect(entries.map(({ path }) => path)).toEqual(["a.md"]);
    }
  });
});

describe("the modes of what is written", () => {
  const umask = process.umask(0o022);
  process.umask(umask);
  afterEach(() => {
    process.umask(umask);
  });

  it("are 0644 and 0755 less the umask, and closed to others for the state", async () => {
    for (const [mask, file, folder] of [
      [0o000, 0o644, 0o755],
      [0o022, 0o644, 0o755],
      [0o077, 0o600, 0o700],
    ] as const) {
      process.umask(mask);
      const root = newFolder();
      const store = await openFolder(root);
      await store.put(at("a/b.md"), bytesOf("x"));
      await store.createFolder?.(at("c"));
      const modeOf = (path: string): number => statSync(join(root, path)).mode & 0o7777;
      expect(["a/b.md", "a", "c"].map(modeOf)).toEqual([file, folder, folder]);
      for (const path of [".graphdown", ".graphdown/tmp", ".graphdown/versions"]) expect(modeOf(path) & 0o077).toBe(0);
      expect(statSync(versionFiles(root)[0] as string).mode & 0o077).toBe(0);
    }
  });

  it("stay as they were when a file is replaced", async () => {
    const root = newFolder();
    writeFiles(root, { "a.md": "x", "b.sh": "x" });
    chmodSync(join(root, "a.md"), 0o600);
    chmodSync(join(root, "b.sh"), 0o755);
    const store = await openFolder(root);
    for (const path of ["a.md", "b.sh"]) await store.put(at(path), bytesOf("y"));
    expect(["a.md", "b.sh"].map((path) => statSync(join(root, path)).mode & 0o7777)).toEqual([0o600, 0o755]);
  });
});

describe("writing on disk", () => {
  it("leaves no temporary file behind, whether it succeeds or fails", async () => {
    const root = newFolder();
    const store = await openFolder(root);
    await fill(store, { "a.md": "1" });
    await fill(store, { "a.md": "2", "b/c.md": "3" });
    await store.delete(at("b/c.md"));
    const abort = new AbortController();
    const endless = new ReadableStream<Uint8Array>({
      pull(controller): void {
        controller.enqueue(new Uint8Array(1_000));
        abort.abort(new Error("enough"));
      },
    });
    await expect(store.put(at("d.md"), endless, { signal: abort.signal })).rejects.toThrow("enough");
    await expect(store.put(at("d.md"), streamOfChunks([bytesOf("x")], new Error("lost")))).rejects.toThrow("lost");
    await expectError(
      store.put(at("a.md"), bytesOf("x"), { ifVersion: "sha256-0" }),
      { code: "version_conflict" },
      "put",
    );
    await expectError(
      store.put(at("e.md"), bytesOf("x"), { metadata: { actor: "x".repeat(40_000) } }),
      { code: "limit_exceeded" },
      "metadata",
    );
    expect(temporaryNames(root)).toEqual([]);
    expect(await pathsOf(store, "", { recursive: true })).toEqual(["a.md"]);
  });

  it("sweeps what dead processes left, and nothing of living ones or of other machines", async () => {
    const root = newFolder();
    const store = await openFolder(root);
    await fill(store, { "a.md": "x" });
    const temporary = join(root, ".graphdown/tmp");
    const own: string[] = [];
    const watched = store.put(
      at("b.md"),
      new ReadableStream<Uint8Array>({
        pull(controller): void {
          own.push(...readdirSync(temporary));
          controller.close();
        },
      }),
    );
    await watched;
    const [domain, pid, start] = (own[0] as string).split("-") as [string, string, string];
    const names = {
      living: `${domain}-${pid}-${start}-00`,
      dead: `${domain}-999999999-1-00`,
      reused: `${domain}-${pid}-1-00`,
      elsewhere: "0123456789abcdef-1-1-00",
      forgotten: "0123456789abcdef-1-1-11",
      strange: "strange",
    };
    for (const name of Object.values(names)) writeFileSync(join(temporary, name), "");
    utimesSync(join(temporary, names.forgotten), 1, 1);
    utimesSync(join(temporary, names.strange), 1, 1);
    await openFolder(root);
    const expected =
      process.platform === "linux" ? [names.elsewhere, names.living] : [names.elsewhere, names.living, names.reused];
    expect(temporaryNames(root).sort()).toEqual(expected.sort());
  });

  it("makes the state anew when somebody removes it", async () => {
    const root = newFolder();
    const store = await openFolder(root);
    await fill(store, { "a.md": "1" });
    rmSync(join(root, ".graphdown"), { recursive: true });
    await fill(store, { "a.md": "2" });
    expect([await textOf(store, "a.md"), await oldTexts(store, "a.md")]).toEqual(["2", ["1"]]);
  });

  it("keeps what another program wrote as a version before it replaces or deletes it", async () => {
    const root = newFolder();
    writeFiles(root, { "a.md": "from an editor" });
    const store = await openFolder(root);
    await fill(store, { "a.md": "ours" });
    writeFileSync(join(root, "a.md"), "changed in place");
    expect(await oldTexts(store, "a.md")).toEqual(["ours", "from an editor"]);
    await fill(store, { "a.md": "ours again" });
    expect(await oldTexts(store, "a.md")).toEqual(["changed in place", "ours", "from an editor"]);
    writeFileSync(join(root, "a.md"), "last words");
    await store.delete(at("a.md"));
    expect((await oldTexts(store, "a.md"))[0]).toBe("last words");
    writeFileSync(join(root, "a.md"), "risen");
    await fill(store, { "a.md": "ours for good" });
    expect((await oldTexts(store, "a.md")).slice(0, 2)).toEqual(["risen", "last words"]);
  });

  it("notices a change by another program that keeps size and time", async () => {
    const root = newFolder();
    const store = await openFolder(root);
    await fill(store, { "a.md": "12345" });
    const { atime, mtime } = statSync(join(root, "a.md"));
    writeFileSync(join(root, "a.md"), "abcde");
    utimesSync(join(root, "a.md"), atime, mtime);
    const ifVersion = versionOfText("12345");
    await expectError(store.put(at("a.md"), bytesOf("x"), { ifVersion }), { code: "version_conflict" }, "put");
    expect(readFileSync(join(root, "a.md"), "utf8")).toBe("abcde");
  });

  it("keeps no copies of what is in its own state folder", async () => {
    const root = newFolder();
    const store = await openFolder(root);
    const path = at(".graphdown/records.json");
    for (let number = 0; number < 5; number++) await store.put(path, bytesOf(`copy ${number}`.repeat(100)));
    expect(readFileSync(join(root, path), "utf8")).toContain("copy 4");
    for (const file of versionFiles(root)) expect(readFileSync(file, "utf8")).not.toContain("copy");
  });

  it("keeps history within its bounds", async () => {
    const root = newFolder();
    const few = await openFolder(root, { historyVersions: 3 });
    for (let count = 1; count <= 6; count++) await fill(few, { "a.md": String(count) });
    expect([await oldTexts(few, "a.md"), versionFiles(root).length]).toEqual([["5", "4"], 3]);
    const all = await openFolder(root, { historyVersions: Number.POSITIVE_INFINITY });
    for (let count = 7; count <= 40; count++) await fill(all, { "a.md": String(count) });
    expect((await oldTexts(all, "a.md")).length).toBe(36);
    const usual = await openFolder(root);
    await fill(usual, { "a.md": "41" });
    expect([(await oldTexts(usual, "a.md")).length, versionFiles(root).length]).toEqual([19, 20]);
    for (const file of versionFiles(root).slice(0, 15)) utimesSync(file, 1, 1);
    expect((await oldTexts(usual, "a.md")).length).toBe(4);
    await fill(usual, { "a.md": "42" });
    expect(versionFiles(root).length).toBe(6);
    const none = await openFolder(root, { historyVersions: 1 });
    await fill(none, { "a.md": "43" });
    expect([await oldTexts(none, "a.md"), versionFiles(root).length]).toEqual([[], 1]);
  });

  it("does without versions that are damaged", async () => {
    const root = newFolder();
    const store = await openFolder(root);
    for (const text of ["1", "2", "3", "4"]) await fill(store, { "a.md": text });
    const [first, second, third, fourth] = versionFiles(root) as [string, string, string, string];
    truncateSync(first, 0);
    writeFileSync(second, '{"action":"replace"}\n2');
    truncateSync(third, statSync(third).size - 1);
    writeFileSync(fourth, "no JSON");
    expect(await oldTexts(store, "a.md")).toEqual([]);
    await store.put(at("a.md"), bytesOf("5"), { ifVersion: versionOfText("4") });
    expect([await textOf(store, "a.md"), await oldTexts(store, "a.md")]).toEqual(["5", ["4"]]);
  });

  it("does not let a planted version lead anywhere else", async () => {
    const root = newFolder();
    const store = await openFolder(root);
    await fill(store, { "a.md": "1" });
    writeFiles(root, { "precious.md": "precious" });
    const [first] = versionFiles(root) as [string];
    const record = {
      action: "replace",
      path: "a.md",
      sha256: "0".repeat(64),
      size: 1,
      written: 1,
      kept: false,
      token: "../../precious.md",
    };
    writeFileSync(first.replace(/\d+$/, "0000000009"), `${JSON.stringify(record)}\n`);
    await fill(store, { "a.md": "2" });
    expect([await textOf(store, "precious.md"), await textOf(store, "a.md")]).toEqual(["precious", "2"]);
  });

  it("writes large files without keeping their bytes, and still on condition", async () => {
    const root = newFolder({ quick: true });
    const store = await openFolder(root);
    const large = new Uint8Array(9 * 1024 * 1024).fill(1);
    const entry = await store.put(at("large.bin"), large);
    await expectError(
      store.put(at("large.bin"), bytesOf("x"), { ifVersion: "stat-0" }),
      { code: "version_conflict" },
      "stat",
    );
    await expectError(
      store.delete(at("large.bin"), { ifVersion: versionOfText("x") }),
      { code: "version_conflict" },
      "hash",
    );
    await store.put(at("large.bin"), large.fill(2), { ifVersion: statVersion(entry) });
    await store.put(at("large.bin"), large.fill(3), {
      ifVersion: hashVersion(portableSha256(new Uint8Array(large.length).fill(2))),
    });
    expect(await store.versions?.(at("large.bin"))).toEqual([]);
    expect(versionFiles(root).every((file) => statSync(file).size < 1_000)).toBe(true);
    expect(statSync(join(root, "large.bin")).size).toBe(large.length);
  });

  it("writes many files of one folder at once", async () => {
    const root = newFolder({ quick: true });
    const store = await openFolder(root);
    const names = Array.from({ length: 60 }, (_, index) => `deep/er/${String(index).padStart(2, "0")}.md`);
    await Promise.all(names.map((name) => store.put(at(name), bytesOf(name))));
    expect(await pathsOf(store, "", { recursive: true })).toEqual(names);
  });

  it("lets every unconditional writer have its turn", async () => {
    const root = newFolder({ quick: true });
    const stores = await Promise.all([openFolder(root), openFolder(root), openFolder(root)]);
    await Promise.all(
      stores.flatMap((store, writer) =>
        [1, 2, 3, 4].map((count) => store.put(at("a.md"), bytesOf(`${writer}-${count}`))),
      ),
    );
    const store = stores[0] as FileStore;
    expect(new Set([...(await oldTexts(store, "a.md")), await textOf(store, "a.md")]).size).toBe(12);
  });

  it("lets one of several deletions succeed", async () => {
    const root = newFolder({ quick: true });
    const stores = await Promise.all([openFolder(root), openFolder(root), openFolder(root)]);
    for (let round = 0; round < 5; round++) {
      await fill(stores[0] as FileStore, { "a.md": String(round) });
      const outcomes = await Promise.all(stores.map((store) => store.delete(at("a.md"))));
      expect(outcomes.filter(Boolean).length).toBe(1);
      expect(existsSync(join(root, "a.md"))).toBe(false);
    }
  });

  it("tells only logical paths when it fails", async () => {
    const root = newFolder();
    writeFiles(root, { "folder/a.md": "x" });
    const store = await openFolder(root);
    const failures = [
      await expectError(store.put(at("folder"), bytesOf("x")), { code: "invalid_input" }, "put"),
      await expectError(store.put(at("folder/a.md/b"), bytesOf("x")), { code: "invalid_input" }, "below a file"),
    ];
    for (const failure of failures) expect(JSON.stringify(failure.toInfo())).not.toContain(root);
  });
});

describe("protected files", () => {
  it("stay as they are (needs chattr)", async (context) => {
    const root = newFolder();
    writeFiles(root, { "a.md": "old" });
    if (spawnSync("chattr", ["+i", join(root, "a.md")]).status !== 0) return context.skip("chattr does not work here");
    try {
      const store = await openFolder(root);
      for (const operation of [store.put(at("a.md"), bytesOf("new")), store.delete(at("a.md"))]) {
        const error = await expectError(operation, { code: "storage_failed" }, "an immutable file");
        expect(error.details?.["systemCode"]).toBe("EPERM");
      }
      expect([readFileSync(join(root, "a.md"), "utf8"), temporaryNames(root)]).toEqual(["old", []]);
      spawnSync("chattr", ["-i", join(root, "a.md")]);
      await store.put(at("a.md"), bytesOf("new"), { ifVersion: versionOfText("old") });
      expect(await textOf(store, "a.md")).toBe("new");
    } finally {
      spawnSync("chattr", ["-i", join(root, "a.md")]);
    }
  });
});

describe("other devices", () => {
  function mount(folder: string): boolean {
    mkdirSync(folder, { recursive: true });
    return spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder]).status === 0;
  }

  it("below the root can be read and not written (needs to mount)", async (context) => {
    const root = newFolder();
    if (!mount(join(root, "mounted"))) return context.skip("nothing can be mounted here");
    try {
      writeFiles(root, { "mounted/a.md": "x" });
      const store = await openFolder(root);
      expect([await textOf(store, "mounted/a.md"), await pathsOf(store, "", { recursive: true })]).toEqual([
        "x",
        ["mounted/a.md"],
      ]);
      const refused = { code: "unsupported", reason: "other_device" } as const;
      await expectError(store.put(at("mounted/b.md"), bytesOf("y")), refused, "create");
      await expectError(store.put(at("mounted/a.md"), bytesOf("y")), refused, "replace");
      await expectError(store.delete(at("mounted/a.md")), refused, "delete");
      expect(await textOf(store, "mounted/a.md")).toBe("x");
      await store.close();
    } finally {
      spawnSync("umount", [join(root, "mounted")]);
    }
  });

  it("can't hold the state folder (needs to mount)", async (context) => {
    const root = newFolder();
    if (!mount(join(root, ".graphdown"))) return context.skip("nothing can be mounted here");
    try {
      await expectError(openDiskStore({ root }), { code: "invalid_options", reason: "state_folder" }, "open");
    } finally {
      spawnSync("umount", [join(root, ".graphdown")]);
    }
  });

  it("that are full leave the old file whole (needs to mount)", async (context) => {
    const root = newFolder();
    if (!mount(root)) return context.skip("nothing can be mounted here");
    try {
      const store = await openFolder(root);
      await fill(store, { "a.md": "old" });
      const error = await expectError(
        store.put(at("a.md"), new Uint8Array(2 * 1024 * 1024)),
        { code: "storage_failed" },
        "put",
      );
      expect(error.details?.["systemCode"]).toBe("ENOSPC");
      expect([await textOf(store, "a.md"), temporaryNames(root)]).toEqual(["old", []]);
      await fill(store, { "a.md": "new" });
      expect(await textOf(store, "a.md")).toBe("new");
      await store.close();
    } finally {
      spawnSync("umount", [root]);
    }
  });
});
