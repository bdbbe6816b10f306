import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareCodePoints } from "../../../src/base/compare-code-points.ts";
import type { FileEntry, UnlistedName } from "../../../src/storage/file-store.ts";
import { entriesOf, pagesOf, pathsOf } from "../../../src/testing/contract-case.ts";
import { descriptorCount, newFolder, openFolder, writeFiles } from "./disk-folder.ts";

/** The paths of all files, as slowly as one can list them. */
function slowPaths(root: string, directory = ""): string[] {
  const paths: string[] = [];
  for (const name of readdirSync(join(root, directory))) {
    const path = directory === "" ? name : `${directory}/${name}`;
    if (statSync(join(root, path)).isDirectory()) paths.push(...slowPaths(root, path));
    else paths.push(path);
  }
  return paths.sort(compareCodePoints);
}

async function unlistedOf(root: string, options: Parameters<typeof openFolder>[1] = {}): Promise<UnlistedName[]> {
  const store = await openFolder(root, options);
  return (await pagesOf(store, "", { recursive: true })).flatMap((page) => page.unlisted);
}

describe("listing a folder on disk", () => {
  it("lists generated trees in the order of whole paths, with any size of page", async () => {
    const name = fc.constantFrom("a", "b", "a-", "a.md", "a0", "B", "\uff5e", "\u{1f600}", "\u00e9", "e\u0301");
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(path, { maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        async (paths, pageSize) => {
          const root = mkdtempSync(join(newFolder(), "tree-"));
          for (const each of paths) {
            // A path below a file that was written before is left out.
            try {
              writeFiles(root, { [each]: each });
            } catch {}
          }
          const store = await openFolder(root, { pageSize });
          expect(await pathsOf(store, "", { recursive: true })).toEqual(slowPaths(root));
          await store.close();
          rmSync(root, { recursive: true });
        },
      ),
      { numRuns: 60 },
    );
  });

  it("tells of each file what the system tells", async () => {
    const root = newFolder();
    writeFiles(root, { "a/b.md": "12345" });
    const [entry] = (await entriesOf(await openFolder(root), "", { recursive: true })) as FileEntry[];
    const stats = statSync(join(root, "a/b.md"));
    expect([entry?.path, entry?.size, entry?.modified]).toEqual(["a/b.md", 5, Math.floor(stats.mtimeMs)]);
  });

  it("walks through folders that are deeper than it keeps open", async () => {
    const root = newFolder();
    const deep = Array.from({ length: 200 }, () => "d").join("/");
    writeFiles(root, { [`${deep}/z.md`]: "", "d/d/e.md": "", [`${deep.slice(0, 200)}x.md`]: "", "z.md": "" });
    const store = await openFolder(root, { pageSize: 1 });
    expect(await pathsOf(store, "", { recursive: true })).toEqual(slowPaths(root));
  });

  it("leaves out links, pipes and sockets, and says why", async () => {
    const root = newFolder();
    writeFiles(root, { "a.md": "", "sub/b.md": "" });
    symlinkSync("/etc/passwd", join(root, "file-link"));
    symlinkSync(".", join(root, "sub/loop"));
    symlinkSync("nowhere", join(root, "dangling"));
    const expected = [
      { shown: "dangling", reason: "symbolic_link" },
      { shown: "file-link", reason: "symbolic_link" },
      { shown: "sub/loop", reason: "symbolic_link" },
    ];
    const hasPipe = spawnSync("mkfifo", [join(root, "pipe.md")]).status === 0;
    if (hasPipe) expected.push({ shown: "pipe.md", reason: "not_a_file" });
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(root, "socket"), resolve));
    expected.push({ shown: "socket", reason: "not_a_file" });
    try {
      for (const safeOpen of ["exact", "best_effort"] as const) {
        const unlisted = await unlistedOf(root, { safeOpen });
        expect(unlisted.sort((a, b) => compareCodePoints(a.shown, b.shown))).toEqual(
          [...expected].sort((a, b) => compareCodePoints(a.shown, b.shown)),
        );
        expect(await pathsOf(await openFolder(root, { safeOpen }), "", { recursive: true })).toEqual([
          "a.md",
          "sub/b.md",
        ]);
      }
    } finally {
      server.close();
    }
  });

  it("counts names that are no UTF-8 or no logical path, and still lists one that holds U+FFFD", async () => {
    const root = newFolder();
    writeFiles(root, {
      "ok.md": "",
      "\ufffd.md": "",
      "a\\b.md": "",
      "line\nbreak.md": "",
      "in\u202evoice.md": "",
      " /x.md": "",
    });
    writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff, 0x7a, 0x2e, 0x6d, 0x64])]), "");
    const store = await openFolder(root);
    expect(await pathsOf(store, "", { recursive: true })).toEqual(["ok.md", "\ufffd.md"]);
    const unlisted = (await pagesOf(store, "", { recursive: true })).flatMap((page) => page.unlisted);
    expect(new Set(unlisted.map(({ shown }) => shown))).toEqual(
      new Set(["\\xffz.md", "a\\b.md", "line\\u{a}break.md", "in\\u{202e}voice.md", " /"]),
    );
    expect(unlisted.every(({ reason }) => reason === "unaddressable")).toBe(true);
  });

  it("never lists the state folder, at any depth", async () => {
    const root = newFolder();
    writeFiles(root, { ".graphdown/tmp/x": "", "a/.graphdown/versions/y": "", "a/b.md": "" });
    expect(await pathsOf(await openFolder(root), "", { recursive: true })).toEqual(["a/b.md"]);
    expect(await pathsOf(await openFolder(root), "")).toEqual(["a/"]);
  });

  it("enters only the folders that the caller wants, and ends a page where it is asked to", async () => {
    const root = newFolder();
    writeFiles(root, { "a/1.md": "", "b/2.md": "", "b/c/3.md": "", "stop.md": "", "z.md": "" });
    const store = await openFolder(root);
    const asked: string[] = [];
    const enter = (folder: string): boolean => {
      asked.push(folder);
      return folder !== "b";
    };
    const pages = await pagesOf(store, "", { recursive: true, enter, endPageAfter: (file) => file === "stop.md" });
    expect(pages.map((page) => page.entries.map(({ path }) => path))).toEqual([["a/1.md", "stop.md"], ["z.md"]]);
    expect(asked).toEqual(["a", "b"]);
  });

  it("goes on when folders and files vanish or turn into links between its pages", async () => {
    const root = newFolder();
    writeFiles(root, { "a/1.md": "", "a/2.md": "", "b/3.md": "", "c/4.md": "", "d.md": "", "e.md": "" });
    const store = await openFolder(root, { pageSize: 1 });
    const seen: string[] = [];
    for await (const page of store.list("", { recursive: true })) {
      seen.push(...page.entries.map(({ path }) => path));
      if (!existsSync(join(root, "a/2.md"))) continue;
      rmSync(join(root, "a/2.md"));
      rmSync(join(root, "b"), { recursive: true });
      renameSync(join(root, "c"), join(root, "moved"));
      symlinkSync(newFolder(), join(root, "c"));
      rmSync(join(root, "d.md"));
      symlinkSync("/etc/passwd", join(root, "d.md"));
    }
    expect(seen).toEqual(["a/1.md", "e.md"]);
  });

  it("lets other work run between pages and stops when it is aborted", async () => {
    const root = newFolder();
    writeFiles(root, Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`${index}.md`, ""])));
    const store = await openFolder(root, { pageSize: 1 });
    const before = descriptorCount();
    const abort = new AbortController();
    setImmediate(() => abort.abort("enough"));
    let pages = 0;
    const listing = (async () => {
      for await (const _ of store.list("", { recursive: true, signal: abort.signal })) pages++;
    })();
    await expect(listing).rejects.toBe("enough");
    expect(pages).toBeLessThan(10);
    expect(descriptorCount()).toBe(before);
  });

  it("closes its folders when a caller leaves early", async () => {
    const root = newFolder();
    writeFiles(root, { "a/b/c/1.md": "", "a/b/c/2.md": "" });
    const store = await openFolder(root, { pageSize: 1 });
    const before = descriptorCount();
    for await (const _ of store.list("", { recursive: true })) break;
    expect(descriptorCount()).toBe(before);
  });

  it("trusts only validators of files that have not changed for two seconds", async () => {
    const root = newFolder();
    writeFiles(root, { "a.md": "one" });
    const store = await openFolder(root);
    const listed = async (): Promise<FileEntry> => (await entriesOf(store, "", { recursive: true }))[0] as FileEntry;
    const young = await listed();
    expect(young.validator).toMatch(/^racy-/);
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    expect((await listed()).validator).toBe(young.validator.slice("racy-".length));
    chmodSync(join(root, "a.md"), 0o600);
    expect((await listed()).validator).toMatch(/^racy-/);
  });

  it("lists an empty folder of folders as nothing", async () => {
    const root = newFolder();
    mkdirSync(join(root, "a/b"), { recursive: true });
    const store = await openFolder(root);
    expect(await pathsOf(store, "", { recursive: true })).toEqual([]);
    expect(await pathsOf(store, "a")).toEqual(["a/b/"]);
  });
});

describe("listing a folder on disk for a caller who sifts", () => {
  const name = fc.constantFrom(
    "a",
    "b",
    "a-",
    "a.md",
    "a0",
    "B",
    ".first",
    "\uff5e",
    "\u{1f600}",
    "\ufffd",
    "e\u0301",
    "x\\y",
    ..."cdefghijkl",
  );
  const path = fc.array(name, { minLength: 1, maxLength: 2 }).map((names) => names.join("/"));

  it("gives every entry of the plain listing once, and what is to come first before others of its folder", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(path, { maxLength: 100, size: "max" }),
        fc.integer({ min: 1, max: 3 }),
        fc.boolean(),
        async (paths, pageSize, recursive) => {
          const root = mkdtempSync(join(newFolder({ quick: true }), "tree-"));
          for (const each of paths) {
            // A path below a file that was written before is left out.
            try {
              writeFiles(root, { [each]: each });
            } catch {}
          }
          symlinkSync("nowhere", join(root, "link"));
          const store = await openFolder(root, { pageSize });
          const endPageAfter = (file: string): boolean => /(?:^|\/)\.first$/.test(file);
          const pages = await pagesOf(store, "", { recursive, endPageAfter, sift: true });
          const plain = await pagesOf(store, "", { recursive });
          const entriesIn = (listing: typeof pages) =>
            listing.flatMap(({ entries }) => entries.map(({ kind, path }) => `${path} ${kind}`));
          const unlistedIn = (listing: typeof pages) =>
            listing.flatMap(({ unlisted }) => unlisted.map(({ shown, reason }) => `${shown} ${reason}`)).sort();
          expect(entriesIn(pages).sort()).toEqual(entriesIn(plain).sort());
          expect(unlistedIn(pages)).toEqual(unlistedIn(plain));
          const isFirst = existsSync(join(root, ".first")) && statSync(join(root, ".first")).isFile();
          if (isFirst && readdirSync(root).length > 10 * pageSize) expect(entriesIn(pages)[0]).toBe(".first file");
          await store.close();
          rmSync(root, { recursive: true });
        },
      ),
      { numRuns: 60 },
    );
  });

  it.skipIf(process.platform === "win32")("tells what it leaves out of a folder in order", async () => {
    const root = newFolder();
    const links = Array.from({ length: 40 }, (_, index) => `link ${(index * 17) % 40}`);
    for (const link of links) symlinkSync("nowhere", join(root, link));
    const pages = await pagesOf(await openFolder(root), "", {});
    expect(pages.flatMap(({ unlisted }) => unlisted.map(({ shown }) => shown))).toEqual([...links].sort());
  });

  it("tells damaged names of a large folder apart from those that are so, and asks which files are wanted", async () => {
    const root = newFolder();
    const files = Array.from({ length: 30 }, (_, index) => `${index}.md`);
    writeFiles(root, Object.fromEntries([...files, "\ufffdz.md", "own/.graphdown/x"].map((each) => [each, ""])));
    writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff, 0x7a, 0x2e, 0x6d, 0x64])]), "");
    const store = await openFolder(root, { pageSize: 2 });
    const before = descriptorCount();
    const pages = await pagesOf(store, "", {
      sift: true,
      shows: (file) => !file.startsWith("1"),
      endPageAfter: (file) => file === "12.md",
    });
    const paths = pages.flatMap(({ entries }) => entries.map((entry) => entry.path));
    const wanted = files.filter((file) => !file.startsWith("1"));
    expect([...paths].sort()).toEqual(["12.md", ...wanted, "own", "\ufffdz.md"].sort());
    expect(paths[0]).toBe("12.md");
    expect(pages.flatMap(({ unlisted }) => unlisted)).toEqual([{ shown: "\\xffz.md", reason: "unaddressable" }]);
    for await (const page of store.list("", { sift: true })) if (page.entries.length > 0) break;
    expect(descriptorCount()).toBe(before);
  });
});
