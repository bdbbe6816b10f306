import { mkdirSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { collectBytes } from "../../../src/storage/byte-streams.ts";
import { at, bytesOf, textOf } from "../../../src/testing/contract-case.ts";
import { newFolder, openFolder, writeFiles } from "./disk-folder.ts";

const large = Uint8Array.from({ length: 700_000 }, (_, index) => (index * 7) % 251);

describe.skipIf(process.platform === "win32")("a folder that is moved out of the root while it is used", () => {
  it("gives what was inside when it was opened, and nothing afterwards", async () => {
    const place = newFolder();
    writeFiles(place, { "root/sub/large.bin": large, "outside/other.md": "secret" });
    const store = await openFolder(join(place, "root"));
    const opened = await store.open(at("sub/large.bin"));
    renameSync(join(place, "root/sub"), join(place, "outside/sub"));
    expect(await collectBytes(opened?.stream as ReadableStream<Uint8Array>)).toEqual(large);
    expect([await textOf(store, "sub/large.bin"), await store.stat(at("sub/large.bin"))]).toEqual([null, null]);
    await store.put(at("sub/new.md"), bytesOf("inside"));
    expect(readdirSync(join(place, "outside/sub"))).toEqual(["large.bin"]);
    expect(readFileSync(join(place, "root/sub/new.md"), "utf8")).toBe("inside");
  });

  it("does not lead a listing to what lies around its new place", async () => {
    const place = newFolder();
    writeFiles(place, {
      "root/sub/a.md": "1",
      "root/sub/deep/b.md": "2",
      "root/z.md": "3",
      "outside/secret.md": "secret",
    });
    const store = await openFolder(join(place, "root"), { pageSize: 1 });
    const paths: string[] = [];
    for await (const { entries } of store.list("", { recursive: true })) {
      if (paths.length === 0) {
        mkdirSync(join(place, "outside/far"));
        renameSync(join(place, "root/sub"), join(place, "outside/far/sub"));
      }
      paths.push(...entries.map(({ path }) => path));
    }
    for (const path of paths) expect(["sub/a.md", "sub/deep/b.md", "z.md"]).toContain(path);
    expect(paths).toContain("z.md");
  });
});
