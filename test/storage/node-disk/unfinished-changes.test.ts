/** Changes that a process had claimed when it ended: whoever changes the path next finishes them first. */
import { createHash } from "node:crypto";
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { FileStore } from "../../../src/storage/file-store.ts";
import { hashVersion } from "../../../src/storage/file-version.ts";
import { identityOfStats } from "../../../src/storage/node-disk/node-file-stamp.ts";
import { at, bytesOf, expectError, fill, textOf } from "../../../src/testing/contract-case.ts";
import { newFolder, openFolder, temporaryNames } from "./disk-folder.ts";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

async function folderWith(files: Readonly<Record<string, string>>): Promise<{ root: string; store: FileStore }> {
  const root = newFolder({ quick: true });
  const store = await openFolder(root);
  await fill(store, { "other.md": "so that the state is there", ...files });
  return { root, store };
}

/** Claims a version as a writer would that ends right after it; the token's name is that of no process. */
function claim(root: string, path: string, record: Record<string, unknown>, content = ""): string {
  const token = "0123456789abcdef-1-1-00";
  const chain = join(root, ".graphdown/versions", sha256(path));
  mkdirSync(chain, { recursive: true });
  if (record["action"] !== "delete") writeFileSync(join(root, ".graphdown/tmp", token), content);
  const size = content.length;
  const whole = { path, size, written: Date.now(), kept: true, sha256: sha256(content), token, ...record };
  writeFileSync(join(chain, "0000000050"), `${JSON.stringify(whole)}\n${content}`);
  return token;
}

describe("a claimed change that was not made", () => {
  it("is made before the file is replaced again", async () => {
    const { root, store } = await folderWith({ "a.md": "old" });
    claim(root, "a.md", { action: "replace" }, "claimed");
    await expectError(
      store.put(at("a.md"), bytesOf("x"), { ifVersion: hashVersion(sha256("old")) }),
      { code: "version_conflict" },
      "the version before the claim",
    );
    expect([await textOf(store, "a.md"), temporaryNames(root)]).toEqual(["claimed", []]);
    await store.put(at("a.md"), bytesOf("x"), { ifVersion: hashVersion(sha256("claimed")) });
    expect((await store.versions?.(at("a.md")))?.map(({ version }) => version)).toEqual(
      ["claimed", "old"].map((text) => hashVersion(sha256(text))),
    );
  });

  it("is made before the file is created by somebody else", async () => {
    const { root, store } = await folderWith({ "sub/a.md": "x" });
    claim(root, "sub/b.md", { action: "create" }, "claimed");
    await expectError(store.put(at("sub/b.md"), bytesOf("x"), { ifAbsent: true }), { code: "already_exists" }, "put");
    expect([await textOf(store, "sub/b.md"), temporaryNames(root)]).toEqual(["claimed", []]);
  });

  it("gives way to a file that another program made in its place", async () => {
    const { root, store } = await folderWith({ "sub/a.md": "x" });
    claim(root, "sub/b.md", { action: "create" }, "claimed");
    writeFileSync(join(root, "sub/b.md"), "from an editor");
    await store.put(at("sub/b.md"), bytesOf("new"), { ifVersion: hashVersion(sha256("from an editor")) });
    expect([await textOf(store, "sub/b.md"), temporaryNames(root)]).toEqual(["new", []]);
  });

  it("is dropped when its folder is gone", async () => {
    const { root, store } = await folderWith({});
    claim(root, "gone/b.md", { action: "create" }, "claimed");
    await store.put(at("gone/b.md"), bytesOf("new"), { ifAbsent: true });
    expect([await textOf(store, "gone/b.md"), temporaryNames(root)]).toEqual(["new", []]);
  });

  it("is made when it was a deletion of just this file", async () => {
    const { root, store } = await folderWith({ "a.md": "old" });
    const removes = identityOfStats(lstatSync(join(root, "a.md"), { bigint: true }));
    claim(root, "a.md", { action: "delete", removes, token: undefined, sha256: undefined, kept: false });
    expect([await store.delete(at("a.md")), await textOf(store, "a.md")]).toEqual([false, null]);
    await store.put(at("a.md"), bytesOf("new"), { ifAbsent: true });
    expect(await textOf(store, "a.md")).toBe("new");
  });

  it("deletes nothing newer", async () => {
    const { root, store } = await folderWith({ "a.md": "old" });
    const removes = identityOfStats(lstatSync(join(root, "a.md"), { bigint: true }));
    claim(root, "a.md", { action: "delete", removes, token: undefined, sha256: undefined, kept: false });
    writeFileSync(join(root, "a.md"), "newer, from an editor");
    await expectError(store.put(at("a.md"), bytesOf("x"), { ifAbsent: true }), { code: "already_exists" }, "put");
    expect(await textOf(store, "a.md")).toBe("newer, from an editor");
  });

  it("is swept with its process, and then counts as not made", async () => {
    const { root, store } = await folderWith({ "a.md": "old" });
    const token = claim(root, "a.md", { action: "replace" }, "claimed");
    rmSync(join(root, ".graphdown/tmp", token));
    await store.put(at("a.md"), bytesOf("new"), { ifVersion: hashVersion(sha256("old")) });
    expect(readFileSync(join(root, "a.md"), "utf8")).toBe("new");
    expect(existsSync(join(root, ".graphdown/tmp", token))).toBe(false);
  });
});
