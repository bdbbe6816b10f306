/** `graphdown search`: what it leaves out, and what it says of it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handbook, makeFolder, removeFolder, run } from "../run-program.ts";

const search = async (...argv: string[]) => {
  const { code, output, errors } = await run(["search", "--root", handbook, ...argv]);
  expect(code).toBe(0);
  return { paths: [...output.matchAll(/^(\S.*?):\d+-\d+ {2}/gm)].map(([, path]) => path), errors };
};

describe("exclusions", () => {
  it.each([
    ["tag:vessel -cable", "cable"],
    ["path:vessels -cable", "cable"],
    ['tag:vessel -"leave for the other side"', "leave for the other side"],
  ])("%s leaves out what a filter alone lists", async (query, excluded) => {
    const { paths, errors } = await search(query);
    const all = await search(query.replace(/ -.*/, ""));
    expect(all.paths).toEqual(expect.arrayContaining(paths));
    expect(errors).toContain(`without: ${excluded}\n`);
    if (excluded === "cable") {
      expect(paths).toContain("vessels/Wagtail.md");
      expect(all.paths).toContain("vessels/Heron cable.md");
      expect(paths).not.toContain("vessels/Heron cable.md");
    }
  });

  it("alone list everything else, by path", async () => {
    const { paths, errors } = await search("-n", "100", "--", "-heron");
    expect(paths).not.toContain("vessels/Heron.md");
    expect(paths).toContain("deutsch/fahrkarten.md");
    expect(paths).toEqual(paths.toSorted());
    expect(errors).toContain("without: heron\n");
  });

  it("of which nothing is left say what to do", async () => {
    expect((await search("tag:vessel -heron")).errors).toMatch(
      /\nwithout: heron\nExclude less, or try other words\.\n$/,
    );
  });
});

it("an exact title comes first", async () => {
  expect((await search("title:Heron")).paths).toEqual(["vessels/Heron.md", "vessels/Heron cable.md"]);
});

describe("more matches than one answer holds", () => {
  let root = "";
  beforeAll(() => {
    root = makeFolder(Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`${index}.md`, "anchor\n"])));
  });
  afterAll(() => removeFolder(root));

  it("are said, with how to go on", async () => {
    const first = await run(["search", "anchor", "-n", "500", "--root", root]);
    expect(first.errors).toMatch(
      /^200 of 201 matches in 201 documents\n500 were asked for, and one answer holds at most 200 matches\nmore: --cursor \S+\n$/,
    );
    const cursor = /--cursor (\S+)/.exec(first.errors)?.[1] as string;
    const rest = await run(["search", "anchor", "-n", "500", "--cursor", cursor, "--root", root]);
    expect(rest.errors).not.toContain("at most");
    expect(rest.output.match(/^\d+\.md/gm)).toHaveLength(1);
    expect((await run(["search", "anchor", "-n", "200", "--root", root])).errors).not.toContain("at most");
  });

  it("are cut in the result", async () => {
    const { data } = JSON.parse((await run(["search", "anchor", "-n", "500", "--json", "--root", root])).output);
    expect(data).toMatchObject({ matchCount: 201, cut: { reason: "count", next: data.cursor } });
    expect(data.matches).toHaveLength(200);
  });
});
