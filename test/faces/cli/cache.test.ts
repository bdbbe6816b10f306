import { spawnSync } from "node:child_process";
import { chmodSync, readdirSync, renameSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { cacheFolderOf } from "../../../src/faces/cli/cache-folder.ts";
import { isBuilt, makeFolder, program, removeFolder, run, runProgram } from "./run-program.ts";

let notes: string;
let cache: string;
beforeEach(() => {
  notes = makeFolder({ "a.md": "# Apples\n\nSee [[b]].\n", "b.md": "# Pears\n\nsweet\n" });
  cache = makeFolder({});
});
afterEach(() => {
  removeFolder(notes);
  removeFolder(cache);
});

const environment = () => ({ GRAPHDOWN_CACHE: join(cache, "graphdown") });
const search = (word: string, ...more: string[]) =>
  run(["search", word, "--root", notes, "--json", ...more], { environment: environment() });
const found = (output: string) =>
  (JSON.parse(output) as { data: { matches: { path: string }[] } }).data.matches.map(({ path }) => path);

describe("graphdown cache", () => {
  it("tells what runs have kept, and throws it away", async () => {
    expect((await run(["cache", "status"], { environment: environment() })).output).toMatch(
      /^0 knowledge bases, 0.0 MB in /,
    );
    expect(found((await search("sweet")).output)).toEqual(["b.md"]);
    const status = await run(["cache", "status"], { environment: environment() });
    expect(status).toMatchObject({ code: 0, output: expect.stringContaining(notes) });
    const told = JSON.parse((await run(["cache", "status", "--json"], { environment: environment() })).output);
    expect(told.data.packs).toMatchObject([{ location: notes, bytes: expect.any(Number) }]);
    expect((await run(["cache", "clear"], { environment: environment() })).output).toMatch(/^1 knowledge base, /);
    expect(readdirSync(join(cache, "graphdown"))).toEqual([]);
    expect(found((await search("sweet")).output)).toEqual(["b.md"]);
  });

  it("says what is wrong when the folder is none", async () => {
    writeFileSync(join(cache, "graphdown"), "a file in the way");
    const refused = await run(["cache", "status"], { environment: environment() });
    expect(refused).toMatchObject({ code: 2, errors: expect.stringContaining("not a folder") });
  });

  it("says when nothing is kept, and what it takes", async () => {
    expect((await run(["cache", "status"], { environment: { GRAPHDOWN_CACHE: "off" } })).output).toContain(
      "Nothing is kept",
    );
    expect(JSON.parse((await run(["cache", "clear", "--json"])).output)).toMatchObject({ data: { packs: [] } });
    expect(await run(["cache", "empty"], { environment: environment() })).toMatchObject({
      code: 2,
      errors: expect.stringContaining("clear"),
    });
    expect((await run(["cache"], { environment: environment() })).code).toBe(2);
  });
});

describe("work kept between runs", () => {
  it("gives the answers of now, whatever has changed since", async () => {
    for (const [text, words] of [
      ["# Pears\n\nsweet\n", ["sweet", 1]],
      ["# Pears\n\nsour\n", ["sour", 1]],
      ["# Pears\n\nsour\n", ["sweet", 0]],
    ] as const) {
      writeFileSync(join(notes, "b.md"), text);
      expect(found((await search(words[0])).output)).toHaveLength(words[1]);
    }
    removeFolder(join(notes, "b.md"));
    expect(found((await search("sour")).output)).toEqual([]);
  });

  it("is right where only the times of a file have changed, or its place on the disk", async () => {
    for (let index = 0; index < 60; index++)
      writeFileSync(join(notes, `n${index}.md`), `# Note ${index}\n\n&amp; words\n`);
    await search("sweet");
    const long = new Date(1_600_000_000_000);
    utimesSync(join(notes, "b.md"), long, long);
    expect(found((await search('"sweet"')).output)).toEqual(["b.md"]);
    writeFileSync(join(notes, "copy"), "# Pears\n\nsweet\n");
    renameSync(join(notes, "copy"), join(notes, "b.md"));
    expect(found((await search('"sweet"', "--verify", "hash")).output)).toEqual(["b.md"]);
    expect((await run(["outline", "b.md", "--root", notes], { environment: environment() })).code).toBe(0);
  });

  it("is left alone with --no-cache, and for a command that asks nothing", async () => {
    await search("sweet", "--no-cache");
    await run(["read", "a.md", "--root", notes], { environment: environment() });
    expect(readdirSync(cache)).toEqual([]);
  });

  it("is read and hashed with --verify hash; another way is refused", async () => {
    await search("sweet");
    expect(found((await search("sweet", "--verify", "hash")).output)).toEqual(["b.md"]);
    expect(await search("sweet", "--verify", "clock")).toMatchObject({
      code: 2,
      output: expect.stringContaining("verify"),
    });
  });

  it("is private to the user", async () => {
    await search("sweet");
    const [pack] = readdirSync(join(cache, "graphdown"));
    expect(statSync(join(cache, "graphdown")).mode & 0o777).toBe(0o700);
    expect(statSync(join(cache, "graphdown", pack as string)).mode & 0o777).toBe(0o600);
  });

  it("is told of once when it can't be written, and changes no answer", async () => {
    writeFileSync(join(cache, "graphdown"), "a file in the way");
    const refused = await search("sweet");
    expect(found(refused.output)).toEqual(["b.md"]);
    expect(refused.errors.match(/Nothing could be kept/g)).toHaveLength(1);
    removeFolder(join(cache, "graphdown"));
    await search("sweet");
    chmodSync(join(cache, "graphdown"), 0o777);
    writeFileSync(join(notes, "b.md"), "# Pears\n\nsour\n");
    const shared = await search("sour");
    expect(found(shared.output)).toEqual(["b.md"]);
    expect(shared.errors).toContain("only this user");
  });
});

describe.skipIf(!isBuilt)("work kept between processes (of the built program)", () => {
  it("survives any number of them at once, while another changes the files", async () => {
    const env = { ...process.env, ...environment() };
    const rounds = 5;
    for (let round = 0; round < rounds; round++) {
      writeFileSync(join(notes, "b.md"), `# Pears\n\nround${round}\n`);
      const runs = await Promise.all(
        Array.from({ length: 3 }, () => runProgram(["search", `round${round}`, "--root", notes, "--json"], { env })),
      );
      for (const { code, output } of runs) expect([code, found(output)]).toEqual([0, ["b.md"]]);
    }
  }, 120_000);

  it.skipIf(process.platform === "win32")("does without when files can't grow: no half of a pack is left", () => {
    for (let index = 0; index < 40; index++)
      writeFileSync(join(notes, `n${index}.md`), `# Note ${index}\n\nwords of ${index}\n`);
    const command = `ulimit -f 2; exec "$0" "$@"`;
    const limited = spawnSync(
      "bash",
      ["-c", command, process.execPath, program, "search", "sweet", "--root", notes, "--json"],
      {
        env: { ...process.env, ...environment() },
        encoding: "utf8",
      },
    );
    expect([limited.status, found(limited.stdout)]).toEqual([0, ["b.md"]]);
    expect(limited.stderr).toContain("Nothing could be kept");
    expect(readdirSync(join(cache, "graphdown"))).toEqual([]);
  });
});

describe("the folder for kept work", () => {
  it("is the one that is named, else where the system keeps such things", () => {
    expect(cacheFolderOf({ GRAPHDOWN_CACHE: "/x", HOME: "/h" }, "linux")).toBe("/x");
    expect(cacheFolderOf({ GRAPHDOWN_CACHE: "off", HOME: "/h" }, "linux")).toBeUndefined();
    expect(cacheFolderOf({ GRAPHDOWN_CACHE: "", HOME: "/h" }, "linux")).toBe("/h/.cache/graphdown");
    expect(cacheFolderOf({ XDG_CACHE_HOME: "/c", HOME: "/h" }, "linux")).toBe("/c/graphdown");
    expect(cacheFolderOf({ XDG_CACHE_HOME: "relative", HOME: "/h" }, "linux")).toBe("/h/.cache/graphdown");
    expect(cacheFolderOf({ XDG_CACHE_HOME: "/c", HOME: "/h" }, "darwin")).toBe("/h/Library/Caches/graphdown");
    expect(cacheFolderOf({ LOCALAPPDATA: "/l" }, "win32")).toBe(join("/l", "graphdown"));
    expect(cacheFolderOf({}, "linux")).toBeUndefined();
  });
});
