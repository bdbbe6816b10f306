/** The contract of listings. */
import { compareCodePoints } from "../base/compare-code-points.ts";
import type { FileEntry } from "../storage/file-store.ts";
import {
  at,
  bytesOf,
  contractCase,
  entriesOf,
  expectEqual,
  expectTrue,
  fill,
  pagesOf,
  pathsOf,
  type StoreContractCase,
} from "./contract-case.ts";

/** Names in the order of their code points, which neither folders nor UTF-16 may disturb. */
const inOrder = [
  "-rf",
  "a b.md",
  "a-b.md",
  "a.md",
  "a/b.md",
  "a/b/c.md",
  "a0.md",
  "Z.md",
  "__proto__",
  "constructor/toString.md",
  "z\u0308.md",
  "\u00e9.md",
  "e\u0301.md",
  "\uff5e.md",
  "\u{1f600}.md",
  "[[x]] {a,b}.md",
  "%2e%2e%2fx.md",
].sort(compareCodePoints);

/** Promises about `list`. */
export const listingCases: readonly StoreContractCase[] = [
  contractCase("lists nothing in an empty store", async (store) => {
    const pages = await pagesOf(store, "", { recursive: true });
    expectEqual(pages.flatMap((page) => page.entries).length, 0, "entries");
    expectTrue(pages.at(-1)?.cursor === undefined, "the last page has no cursor");
  }),
  contractCase("lists every file once, sorted by code point over all pages", async (store) => {
    await fill(store, Object.fromEntries(inOrder.map((path) => [path, path])));
    expectEqual(await pathsOf(store, "", { recursive: true }), inOrder, "paths");
  }),
  contractCase("keeps names as they are given", async (store) => {
    await fill(store, {
      "re\u0301sume\u0301.md": "apart",
      "r\u00e9sum\u00e9.md": "composed",
      "A.md": "upper",
      "a.md": "lower",
    });
    const expected = ["A.md", "a.md", "re\u0301sume\u0301.md", "r\u00e9sum\u00e9.md"];
    expectEqual(await pathsOf(store, "", { recursive: true }), expected, "paths");
  }),
  contractCase("lists one level as files and folders, sorted by path", async (store) => {
    await fill(store, { "a/1.md": "", "a/b/2.md": "", "a-.md": "", "b.md": "", "a/b/c/3.md": "" });
    expectEqual(await pathsOf(store, ""), ["a/", "a-.md", "b.md"], "the root");
    expectEqual(await pathsOf(store, "a"), ["a/1.md", "a/b/"], "a folder");
  }),
  contractCase("lists below a folder by whole segments", async (store) => {
    await fill(store, { "work/a.md": "", "work/b/c.md": "", "workspace/d.md": "", "work.md": "" });
    expectEqual(await pathsOf(store, "work", { recursive: true }), ["work/a.md", "work/b/c.md"], "paths");
  }),
  contractCase("lists nothing in a folder that is missing", async (store) => {
    await fill(store, { "a.md": "" });
    expectEqual(await pathsOf(store, "missing", { recursive: true }), [], "recursive");
    expectEqual(await pathsOf(store, "missing/deeper"), [], "one level");
  }),
  contractCase("goes on after any cursor without a gap or a repeat", async (store) => {
    await fill(store, Object.fromEntries(inOrder.map((path) => [path, path])));
    for (const recursive of [true, false]) {
      const all = await pathsOf(store, "", { recursive });
      let seen = 0;
      for (const page of await pagesOf(store, "", { recursive })) {
        seen += page.entries.length;
        if (page.cursor === undefined) continue;
        const rest = await pathsOf(store, "", { recursive, cursor: page.cursor });
        expectEqual(rest, all.slice(seen), `after ${seen} entries`);
      }
      expectEqual(seen, all.length, "entries of all pages");
    }
  }),
  contractCase("tells size and validator as stat does", async (store) => {
    await fill(store, { "a.md": "12345", "b/c.md": "" });
    for (const entry of (await entriesOf(store, "", { recursive: true })) as FileEntry[]) {
      const stat = await store.stat(entry.path);
      const stamp = ({ validator }: FileEntry): string => validator.replace(/^racy-/, "");
      expectEqual([stat?.size, stat && stamp(stat)], [entry.size, stamp(entry)], entry.path);
    }
  }),
  contractCase("gives a changed file another validator, or says that it can't be trusted", async (store) => {
    const first = await store.put(at("a.md"), bytesOf("one"));
    const second = await store.put(at("a.md"), bytesOf("two"));
    expectTrue(first.validator !== second.validator || second.validator.startsWith("racy-"), "the validator");
  }),
  contractCase("lists the same names when names are enough, and reads what it listed so", async (store) => {
    await fill(store, {
      "a.md": "1",
      "b/c.md": "22",
      "b/large.md": "x".repeat(300_000),
      "d.md": "",
      "e.md": "gone soon",
    });
    const entries = (await entriesOf(store, "", { recursive: true, namesOnly: true })) as FileEntry[];
    expectEqual(
      entries.map(({ path }) => path),
      ["a.md", "b/c.md", "b/large.md", "d.md", "e.md"],
      "paths",
    );
    await store.delete(at("e.md"));
    const seen: unknown[] = [];
    const stamp = (validator: string | undefined): string | undefined => validator?.replace(/^racy-/, "");
    const found: (readonly [FileEntry, number])[] = [];
    await store.readFiles?.(entries, { maximumBytes: 1_000_000 }, (result) => {
      seen.push(result.status);
      if (result.status === "read") found.push([result.entry, result.bytes.length]);
    });
    if (store.readFiles !== undefined) expectEqual(seen, ["read", "read", "read", "read", "gone"], "results");
    for (const [entry, length] of found) {
      const stat = await store.stat(entry.path);
      expectEqual(
        [entry.size, length, stamp(entry.validator)],
        [stat?.size, stat?.size, stamp(stat?.validator)],
        entry.path,
      );
    }
  }),
  contractCase("tells the same to a caller who sifts, with cursors only as far as the order is kept", async (store) => {
    await fill(store, Object.fromEntries(inOrder.map((path) => [path, path])));
    for (const recursive of [true, false]) {
      const all = await pathsOf(store, "", { recursive });
      const sifted = await pathsOf(store, "", { recursive, sift: true });
      expectEqual([...sifted].sort(), [...all].sort(), "paths");
      let seen = 0;
      for (const { entries, cursor } of await pagesOf(store, "", { recursive, sift: true })) {
        seen += entries.length;
        if (cursor === undefined) continue;
        expectEqual(
          await pathsOf(store, "", { recursive, sift: true, cursor }),
          all.slice(seen),
          `after ${seen} entries`,
        );
      }
    }
  }),
  contractCase("lists all behind a folder that is not wanted, whatever the names in it", async (store) => {
    const unwanted = [
      "1.md",
      "\uff5e.md",
      "\u{1f4e6} old/1.md",
      "\u{1f4e6} old/2.md",
      "\u{1f600}1.md",
      "\u{1f600}2.md",
    ];
    const wanted = ["a.md", "trash-.md", "trash.md", "trash0.md", "z.md"];
    await fill(
      store,
      Object.fromEntries([...wanted, ...unwanted.map((name) => `trash/${name}`)].map((path) => [path, ""])),
    );
    const enter = (folder: string): boolean => folder !== "trash";
    // It is a hint: what is below may be listed.
    const shown = async (cursor?: string): Promise<string[]> =>
      (await pathsOf(store, "", { recursive: true, enter, cursor })).filter((path) => !path.startsWith("trash/"));
    expectEqual(await shown(), wanted, "paths");
    for (const { cursor } of await pagesOf(store, "", { recursive: true, enter })) {
      if (cursor === undefined) continue;
      const rest = wanted.filter((path) => compareCodePoints(path, cursor) > 0);
      expectEqual(await shown(cursor), rest, `after ${cursor}`);
    }
  }),
  contractCase("shows nothing of its own state after writes", async (store) => {
    await fill(store, { "a.md": "1" });
    await fill(store, { "a.md": "2", "b/c.md": "3" });
    await store.delete(at("b/c.md"));
    expectEqual(await pathsOf(store, "", { recursive: true }), ["a.md"], "recursive");
    expectTrue(
      (await pathsOf(store, "")).every((path) => path === "a.md" || path === "b/"),
      "one level",
    );
  }),
  contractCase("stops a listing that is aborted, with the reason as it was given", async (store) => {
    await fill(store, { "a.md": "", "b.md": "", "c.md": "", "d.md": "", "e.md": "" });
    const reason = new Error("enough");
    const outcome = await pagesOf(store, "", { recursive: true, signal: AbortSignal.abort(reason) }).catch(
      (error) => error,
    );
    expectTrue(outcome === reason, "the reason");
  }),
];
