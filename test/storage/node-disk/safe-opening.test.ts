import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type FileEntry, type FileReadResult, unseenValidator } from "../../../src/storage/file-store.ts";
import { openDiskStore } from "../../../src/storage/node-disk-store.ts";
import { openLocation } from "../../../src/storage/node-open-location.ts";
import { at, bytesOf, entriesOf, expectError, pathsOf, textOf } from "../../../src/testing/contract-case.ts";
import { descriptorCount, newFolder, openFolder, writeFiles } from "./disk-folder.ts";

const waysOfOpening = ["exact", "best_effort"] as const;

for (const safeOpen of waysOfOpening) {
  describe(`opening on disk, ${safeOpen}`, () => {
    it("refuses links in every segment, wherever they lead", async () => {
      const [root, outside] = [newFolder(), newFolder()];
      writeFiles(outside, { "secret.md": "secret" });
      writeFiles(root, { "other.md": "inside", "sub/a.md": "inside" });
      symlinkSync(join(outside, "secret.md"), join(root, "leak.md"));
      symlinkSync(outside, join(root, "out"));
      symlinkSync("other.md", join(root, "in.md"));
      symlinkSync("sub", join(root, "in"));
      symlinkSync("b", join(root, "a"));
      symlinkSync("a", join(root, "b"));
      symlinkSync("nowhere", join(root, "dangling.md"));
      const store = await openFolder(root, { safeOpen });
      const refused = { code: "permission_denied", reason: "symbolic_link" } as const;
      for (const path of ["leak.md", "out/secret.md", "in.md", "in/a.md", "a", "a/x", "dangling.md"]) {
        await expectError(store.open(at(path)), refused, `open ${path}`);
        await expectError(store.stat(at(path)), refused, `stat ${path}`);
        await expectError(store.put(at(path), bytesOf("x")), refused, `put ${path}`);
        await expectError(store.delete(at(path)), refused, `delete ${path}`);
      }
      await expectError(entriesOf(store, "out"), refused, "list a link");
      await expectError(store.put(at("out/new.md"), bytesOf("x")), refused, "create through a link");
      await expectError(store.createFolder?.(at("out/new")) as Promise<void>, refused, "a folder through a link");
      expect(existsSync(join(root, "nowhere"))).toBe(false);
      expect([readFileSync(join(outside, "secret.md"), "utf8"), existsSync(join(outside, "new.md"))]).toEqual([
        "secret",
        false,
      ]);
    });

    it("refuses to open pipes, sockets and devices, at once", async () => {
      const root = newFolder();
      if (spawnSync("mkfifo", [join(root, "pipe.md")]).status !== 0) return;
      spawnSync("mknod", [join(root, "zero"), "c", "1", "5"]);
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(join(root, "socket.md"), resolve));
      const store = await openFolder(root, { safeOpen });
      const start = performance.now();
      const special = ["pipe.md", "socket.md", ...(existsSync(join(root, "zero")) ? ["zero"] : [])];
      for (const path of [...special, "pipe.md", "pipe.md", "pipe.md"]) {
        const refused = { code: "invalid_input", reason: "not_a_file" } as const;
        await expectError(store.open(at(path)), refused, `open ${path}`);
        await expectError(store.stat(at(path)), refused, `stat ${path}`);
        await expectError(store.put(at(path), bytesOf("x")), refused, `put ${path}`);
        await expectError(store.delete(at(path)), refused, `delete ${path}`);
      }
      expect(performance.now() - start).toBeLessThan(20_000);
      server.close();
    });

    it("resolves a root that is a link once, and no longer looks at the link", async () => {
      const [real, other, place] = [newFolder(), newFolder(), newFolder()];
      writeFiles(real, { "a.md": "first" });
      writeFiles(other, { "a.md": "other" });
      symlinkSync(real, join(place, "root"));
      const store = await openFolder(join(place, "root"), { safeOpen });
      rmSync(join(place, "root"));
      symlinkSync(other, join(place, "root"));
      expect(await textOf(store, "a.md")).toBe("first");
    });

    it("reads hard links, and replaces only the name that is written", async () => {
      const root = newFolder();
      writeFiles(root, { "a.md": "shared" });
      spawnSync("ln", [join(root, "a.md"), join(root, "b.md")]);
      const store = await openFolder(root, { safeOpen });
      await store.put(at("b.md"), bytesOf("changed"));
      expect([await textOf(store, "a.md"), await textOf(store, "b.md")]).toEqual(["shared", "changed"]);
    });

    it("reads many files with the same care", async () => {
      const [root, outside] = [newFolder(), newFolder()];
      writeFiles(outside, { "d/f.md": "secret", "g.md": "secret" });
      writeFiles(root, { "a.md": "1", "d/f.md": "22", "e/h.md": "333", "g.md": "4444", "p.md": "55", "z.md": "5" });
      const store = await openFolder(root, { safeOpen });
      const entries = (await entriesOf(store, "", { recursive: true })) as FileEntry[];
      const byName = (await entriesOf(store, "", { recursive: true, namesOnly: true })) as FileEntry[];
      expect(new Set(byName.map(({ validator }) => validator))).toEqual(new Set([unseenValidator]));
      renameSync(join(root, "d"), join(root, "moved"));
      symlinkSync(join(outside, "d"), join(root, "d"));
      rmSync(join(root, "e"), { recursive: true });
      rmSync(join(root, "g.md"));
      rmSync(join(root, "p.md"));
      symlinkSync(join(outside, "g.md"), join(root, "g.md"));
      spawnSync("mkfifo", [join(root, "p.md")]);
      for (const listed of [entries, byName]) {
        const seen: string[] = [];
        await store.readFiles?.(listed, { maximumBytes: 100 }, (result: FileReadResult) => {
          if (result.status === "read") seen.push(new TextDecoder().decode(result.bytes));
          else seen.push(result.status === "gone" ? "gone" : String(result.error.details?.["reason"]));
        });
        const pipe = existsSync(join(root, "p.md")) ? "not_a_file" : "gone";
        expect(seen).toEqual(["1", "symbolic_link", "gone", "symbolic_link", pipe, "5"]);
      }
    });
  });
}

describe("the root of a disk store", () => {
  it("stays the folder that was opened when another one takes its name", async () => {
    const place = newFolder();
    writeFiles(place, { "root/a.md": "first" });
    const exact = await openFolder(join(place, "root"));
    const bestEffort = await openFolder(join(place, "root"), { safeOpen: "best_effort" });
    renameSync(join(place, "root"), join(place, "old"));
    writeFiles(place, { "root/a.md": "second", "root/b.md": "second" });
    if (exact.describe().safeOpen === "exact") {
      expect([await textOf(exact, "a.md"), await pathsOf(exact, "", { recursive: true })]).toEqual(["first", ["a.md"]]);
      await exact.put(at("c.md"), bytesOf("x"));
      expect([existsSync(join(place, "old/c.md")), existsSync(join(place, "root/c.md"))]).toEqual([true, false]);
    }
    await expectError(bestEffort.stat(at("a.md")), { code: "storage_failed", reason: "root_changed" }, "best effort");
  });

  it("says how safely it opens", async () => {
    const root = newFolder();
    const isLinux = process.platform === "linux" && existsSync("/proc/self/fd");
    expect((await openFolder(root)).describe().safeOpen).toBe(isLinux ? "exact" : "best_effort");
    expect((await openFolder(root, { safeOpen: "best_effort" })).describe().safeOpen).toBe("best_effort");
  });

  it("must exist and be a folder, unless it may be made", async () => {
    const place = newFolder();
    writeFiles(place, { "file.md": "x" });
    symlinkSync("loop", join(place, "loop"));
    for (const root of ["missing", "file.md", "loop", "missing/deeper", "file.md/x"]) {
      const error = await expectError(
        openDiskStore({ root: join(place, root) }),
        { code: "invalid_options", reason: "root" },
        root,
      );
      expect(error.details?.["option"]).toBe("root");
    }
    await expectError(openDiskStore({ root: place, prefix: at("no/such") }), { code: "invalid_options" }, "prefix");
    await expectError(
      openDiskStore({ root: join(place, "file.md"), createRoot: true }),
      { code: "invalid_options" },
      "a file",
    );
    const made = await openFolder(join(place, "new/root"), { prefix: at("deep/notes"), createRoot: true });
    await made.put(at("a.md"), bytesOf("x"));
    expect(existsSync(join(place, "new/root/deep/notes/a.md"))).toBe(true);
  });

  it("shows only the folder of its prefix, and refuses a link on the way there", async () => {
    const root = newFolder();
    writeFiles(root, { "work/a.md": "a", "workspace/b.md": "b", "c.md": "c" });
    symlinkSync("workspace", join(root, "link"));
    const store = await openFolder(root, { prefix: at("work") });
    expect(await pathsOf(store, "", { recursive: true })).toEqual(["a.md"]);
    expect(await textOf(store, "b.md")).toBeNull();
    await store.put(at("d.md"), bytesOf("d"));
    expect(existsSync(join(root, "work/.graphdown"))).toBe(true);
    await expectError(openDiskStore({ root, prefix: at("link") }), { code: "permission_denied" }, "a link");
  });

  it("refuses a prefix with a denied name, whether it exists or not, and makes none", async () => {
    const root = newFolder();
    writeFiles(root, { ".git/config": "x", ".env/a.md": "x" });
    for (const prefix of [".git", ".env", ".ENV.local", "a/.ssh", "git~1", ".graphdown/x"]) {
      const refused = { code: "permission_denied", reason: "denied_name" } as const;
      await expectError(openDiskStore({ root, prefix: at(prefix), createRoot: true }), refused, prefix);
      await expectError(openLocation({ location: root, prefix }), refused, prefix);
      await expectError(openLocation({ location: "memory:", prefix: `${prefix}/` }), refused, prefix);
    }
    expect(existsSync(join(root, "a"))).toBe(false);
  });

  it.each(waysOfOpening)("fails once the root is removed, rather than being empty: %s", async (safeOpen) => {
    const root = newFolder();
    writeFiles(root, { "work/a.md": "a" });
    const store = await openFolder(root, { safeOpen, prefix: at("work") });
    rmSync(join(root, "work"), { recursive: true });
    await expectError(entriesOf(store, "", { recursive: true }), { code: "storage_failed" }, "list");
    await expectError(store.stat(at("a.md")), { code: "storage_failed" }, "stat");
    await expectError(store.put(at("a.md"), bytesOf("x")), { code: "storage_failed" }, "put");
  });

  it("takes sound options only", async () => {
    const root = newFolder();
    for (const option of ["historyVersions", "historyDays", "pageSize", "maximumHeldFiles"]) {
      const error = await expectError(openDiskStore({ root, [option]: -1 }), { code: "invalid_options" }, option);
      expect(error.details?.["option"]).toBe(option);
    }
  });

  it("creates nothing by reading", async () => {
    const root = newFolder();
    writeFiles(root, { "a.md": "x" });
    const store = await openFolder(root);
    await pathsOf(store, "", { recursive: true });
    await textOf(store, "a.md");
    await store.versions?.(at("a.md"));
    await store.delete(at("missing.md"));
    expect(existsSync(join(root, ".graphdown"))).toBe(false);
  });

  it("starts only with a state folder that it can use", async () => {
    const [linked, blocked] = [newFolder(), newFolder()];
    symlinkSync(newFolder(), join(linked, ".graphdown"));
    writeFileSync(join(blocked, ".graphdown"), "");
    for (const root of [linked, blocked]) {
      await expectError(openDiskStore({ root }), { code: "invalid_options", reason: "state_folder" }, root);
    }
  });

  it("is of no use after it was closed", async () => {
    const root = newFolder();
    writeFiles(root, { "a.md": "x", "large.bin": new Uint8Array(500_000) });
    const before = descriptorCount();
    const store = await openDiskStore({ root });
    const file = await store.open(at("large.bin"));
    await store.close();
    await store.close();
    await expectError(store.stat(at("a.md")), { code: "storage_failed", reason: "closed" }, "stat");
    await expectError(
      file?.stream.getReader().read() as Promise<unknown>,
      { code: "storage_failed", reason: "closed" },
      "read",
    );
    expect(descriptorCount()).toBe(before);
  });
});

describe("names on a Windows host", () => {
  it("are refused in every operation where Windows would open something else", async () => {
    const root = newFolder();
    writeFiles(root, { "aux.md": "x", "ok.md": "x" });
    const store = await openFolder(root, { host: "windows" });
    for (const path of ["aux.md", "con", "ab:c", "x.", "sub/nul.txt/y"]) {
      await expectError(store.open(at(path)), { code: "invalid_path", reason: "not_portable" }, path);
      await expectError(store.put(at(path), bytesOf("x")), { code: "invalid_path" }, path);
      await expectError(store.delete(at(path)), { code: "invalid_path" }, path);
    }
    for (const path of ["PROGRA~1/x", "notes~2.md"]) {
      await expectError(store.stat(at(path)), { code: "permission_denied", reason: "short_name" }, path);
    }
    expect(await textOf(store, "ok.md")).toBe("x");
    const elsewhere = await openFolder(root, { host: "posix" });
    expect(await textOf(elsewhere, "aux.md")).toBe("x");
    mkdirSync(join(root, "sub"));
  });
});
