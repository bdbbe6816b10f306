import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type OpenedPackFile, PackFolder } from "../../../src/context/local-tier/node-pack-folder.ts";
import { openPack, packPieces, sourceOf } from "../../../src/context/local-tier/pack-container.ts";

let parent: string;
let path: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "packs-"));
  path = join(parent, "deep", "graphdown");
});
afterEach(() => rmSync(parent, { recursive: true }));

const piecesOf = (text: string) =>
  packPieces({ fingerprint: "f", location: `/notes/${text}` }, new Map([["text", new TextEncoder().encode(text)]]));

function textOf(file: OpenedPackFile | undefined): string | undefined {
  const section = file && openPack(file)?.section("text");
  file?.close();
  return section && new TextDecoder().decode(section);
}

describe("a folder of packs", () => {
  it("gives back what was written last, and is private", () => {
    const packs = new PackFolder(path);
    expect(packs.open("k")).toBeUndefined();
    packs.write("k", piecesOf("one"));
    packs.write("k", piecesOf("two"));
    packs.write("l", piecesOf("three"));
    expect([textOf(packs.open("k")), textOf(packs.open("l"))]).toEqual(["two", "three"]);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(readdirSync(path).map((name) => statSync(join(path, name)).mode & 0o777)).toEqual([0o600, 0o600]);
  });

  it("tells what is in it, and clears it", () => {
    const packs = new PackFolder(path);
    expect([packs.status(), packs.clear()]).toEqual([[], { packs: 0, bytes: 0 }]);
    packs.write("k", piecesOf("one"));
    writeFileSync(join(path, "old.pack"), "of another version");
    writeFileSync(join(path, "unrelated.txt"), "stays");
    const status = packs.status();
    expect(status.map(({ location }) => location).sort()).toEqual(["/notes/one", undefined]);
    expect(packs.clear()).toEqual({ packs: 2, bytes: status.reduce((sum, { bytes }) => sum + bytes, 0) });
    expect(readdirSync(path)).toEqual(["unrelated.txt"]);
  });

  it("drops what has not been used for long, and what a killed process left behind", () => {
    const packs = new PackFolder(path);
    packs.write("old", piecesOf("old"));
    packs.write("used", piecesOf("used"));
    const long = new Date(Date.now() - 31 * 24 * 3600 * 1000);
    utimesSync(join(path, "old.pack"), long, long);
    utimesSync(join(path, "used.pack"), long, long);
    packs.open("used")?.close();
    const unfinished = join(path, ".0123456789abcdef.tmp");
    writeFileSync(unfinished, "half");
    utimesSync(unfinished, long, long);
    writeFileSync(join(path, ".fedcba9876543210.tmp"), "somebody is writing");
    packs.write("new", piecesOf("new"));
    expect(readdirSync(path).sort()).toEqual([".fedcba9876543210.tmp", "new.pack", "used.pack"]);
  });

  it("leaves nothing behind when writing fails", () => {
    mkdirSync(join(parent, "file"), { recursive: true });
    writeFileSync(join(parent, "file", "graphdown"), "in the way");
    expect(() => new PackFolder(join(parent, "file", "graphdown")).write("k", piecesOf("x"))).toThrow();
    const packs = new PackFolder(path);
    packs.write("k", piecesOf("before"));
    mkdirSync(join(path, "taken.pack"));
    expect(() => packs.write("taken", piecesOf("x"))).toThrow();
    expect(readdirSync(path).sort()).toEqual(["k.pack", "taken.pack"]);
    expect(textOf(packs.open("k"))).toBe("before");
  });

  it("reads nothing that another user could have put there", () => {
    const packs = new PackFolder(path);
    packs.write("k", piecesOf("x"));
    chmodSync(join(path, "k.pack"), 0o666);
    expect(packs.open("k")).toBeUndefined();
    chmodSync(join(path, "k.pack"), 0o600);
    chmodSync(path, 0o777);
    expect(packs.open("k")).toBeUndefined();
    expect(() => packs.write("k", piecesOf("y"))).toThrow(/only this user/);
    chmodSync(path, 0o700);
    expect(textOf(packs.open("k"))).toBe("x");
    rmSync(join(path, "k.pack"));
    writeFileSync(join(parent, "elsewhere"), "x");
    symlinkSync(join(parent, "elsewhere"), join(path, "k.pack"));
    expect(packs.open("k")).toBeUndefined();
    expect(existsSync(join(parent, "elsewhere"))).toBe(true);
  });
});

describe("a pack", () => {
  const sections = new Map([
    ["a", Uint8Array.of(1, 2, 3)],
    ["empty", new Uint8Array(0)],
    ["b", Uint8Array.from({ length: 1000 }, (_, index) => index)],
  ]);
  const joined = (pieces: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(pieces));

  it("gives its sections back, aligned, and tells what it is about", () => {
    const pack = openPack(sourceOf(joined(packPieces({ fingerprint: "f", location: "ü" }, sections))));
    expect(pack?.label).toEqual({ fingerprint: "f", location: "ü" });
    for (const [name, bytes] of sections) {
      expect(pack?.section(name)).toEqual(bytes);
      expect((pack?.section(name)?.byteOffset ?? 1) % 8).toBe(0);
    }
    expect(pack?.section("c")).toBeUndefined();
  });

  it("gives none of which a byte has changed or is missing", () => {
    const bytes = joined(packPieces({ fingerprint: "f", location: "l" }, sections));
    for (let at = 0; at < bytes.length; at++) {
      const pack = openPack(sourceOf(bytes.with(at, (bytes[at] as number) ^ 1)));
      for (const [name, expected] of sections) {
        const actual = pack?.section(name);
        if (actual !== undefined) expect(actual).toEqual(expected);
      }
      const cut = openPack(sourceOf(bytes.slice(0, at)));
      for (const [name, expected] of sections) {
        const actual = cut?.section(name);
        if (actual !== undefined) expect(actual).toEqual(expected);
      }
    }
  });
});
