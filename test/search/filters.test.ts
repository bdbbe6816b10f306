import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DirectoryPath } from "../../src/base/logical-path.ts";
import { knowledgeBase } from "./knowledge-base.ts";

const folder = (path: string): DirectoryPath => path as DirectoryPath;

describe("filters of a query", () => {
  const { paths, search } = knowledgeBase({
    "docs/Ferry.md":
      "---\ntitle: Ferry plan\naliases: [Übersetzung]\ntags: [Water/Boats, plan]\nstatus: open\nsize: 1.50\nbig: 9007199254740993\n---\nropes\n",
    "docs/lock.md": "---\nstatus: [done, Open]\n---\n# Lock\n\nropes #water and [[Ferry plan]], see [[Nowhere]]\n",
    "docs-old/lock.md": "# Old lock\n\nropes #waterfall [x](../docs/Ferry.md)\n",
    "README.md": "# Read me\n\nreviewed:: yes\n\nropes\n",
  });

  it.each([
    ["tag:water", ["docs/Ferry.md", "docs/lock.md"]],
    ["tag:WATER/boats", ["docs/Ferry.md"]],
    ["tag:boats", []],
    ["tag:plan tag:water", ["docs/Ferry.md"]],
    ["path:docs/", ["docs/Ferry.md", "docs/lock.md"]],
    ["path:/docs/", ["docs/Ferry.md", "docs/lock.md"]],
    ["path:lock", ["docs-old/lock.md", "docs/lock.md"]],
    ["path:readme", ["README.md"]],
    ["path:DOCS", ["docs-old/lock.md", "docs/Ferry.md", "docs/lock.md"]],
    ["path:lock.md", ["docs-old/lock.md", "docs/lock.md"]],
    ["path:docs/lo", ["docs/lock.md"]],
    ["path:/docs", ["docs-old/lock.md", "docs/Ferry.md", "docs/lock.md"]],
    ["path:./docs/", ["docs/Ferry.md", "docs/lock.md"]],
    ["path:docs//", ["docs/Ferry.md", "docs/lock.md"]],
    ["path:/lock", []],
    ["path:oc", []],
    ["path:.md", []],
    ["path:old/", []],
    ["tag:water/", ["docs/Ferry.md", "docs/lock.md"]],
    ["tag:#water/boats/", ["docs/Ferry.md"]],
    ["tag:wat/", []],
    ["title:plan", ["docs/Ferry.md"]],
    ["title:ubersetz", ["docs/Ferry.md"]],
    ['title:"old lock"', ["docs-old/lock.md"]],
    ["prop:status=open", ["docs/Ferry.md", "docs/lock.md"]],
    ["prop:Status=DONE", ["docs/lock.md"]],
    ["prop:status", ["docs/Ferry.md", "docs/lock.md"]],
    ["prop:size=1.5", ["docs/Ferry.md"]],
    ["prop:size=1.05", []],
    ["prop:big=9007199254740993", ["docs/Ferry.md"]],
    ["prop:big=9007199254740992", []],
    ["prop:title=ferry", []],
    ["prop:reviewed=yes", ["README.md"]],
    ["link:[[Ferry plan]]", ["docs-old/lock.md", "docs/lock.md"]],
    ["link:ferry", ["docs-old/lock.md", "docs/lock.md"]],
    ["link:docs/ferry.md", ["docs-old/lock.md", "docs/lock.md"]],
    ["link:[[Nowhere]]", ["docs/lock.md"]],
    ["link:[[Lock]]", []],
    ["-tag:water x", ["docs-old/lock.md"]],
    ["-tag:water", ["README.md", "docs-old/lock.md"]],
    ["-path:docs/ -tag:waterfall", ["README.md"]],
    ["ropes -tag:water", ["README.md", "docs-old/lock.md"]],
  ])("%s", (query, expected) => {
    expect(paths(query).toSorted()).toEqual([...expected].toSorted());
  });

  it.each(["prop:part_of=home", "prop:part_of=[[home]]", 'prop:part_of="[[home]]"', "prop:Part-Of=Start"])(
    "%s finds links by their target and by what they show",
    (query) => {
      const base = knowledgeBase({
        "a.md": "---\npart_of: [[home|Start]]\n---\n",
        "b.md": '---\npart_of: "[[home|Start]]"\n---\n',
        "c.md": "part_of:: [[home|Start]]\n",
        "d.md": "- part_of [[home|Start]]\n",
        "e.md": "---\npart_of: [[other]]\n---\n",
      });
      expect(base.paths(query)).toEqual(["a.md", "b.md", "c.md", "d.md"]);
      expect(base.paths("prop:part_of")).toHaveLength(5);
      expect(base.paths(`-${query}`)).toEqual(["e.md"]);
    },
  );

  it("are a query of their own: every document once, in the order of paths, with what was asked", () => {
    expect(search("path:docs/ tag:water").matches).toMatchObject([
      { path: "docs/Ferry.md", label: "Ferry plan", why: { fields: [{ field: "tags", terms: ["water"] }] } },
      { path: "docs/lock.md", label: "Lock", snippet: expect.stringContaining("ropes") },
    ]);
  });

  it("do not make a query of what has no word", () => {
    expect(paths("!!! tag:water")).toEqual([]);
    expect(paths('-"!!!"')).toEqual([]);
  });

  it("list what has a title or an alias in full before what only holds its words", () => {
    const base = knowledgeBase({
      "a.md": "# Heron cable\n",
      "b.md": "---\naliases: [HERON]\n---\n# Ferry\n",
      "c.md": "# Héron\n",
      "d.md": "# Grey heron\n",
    });
    expect(base.paths("title:heron")).toEqual(["c.md", "b.md", "a.md", "d.md"]);
    expect(base.paths("title:heron -cable", { mode: "graph" })).toEqual(["c.md", "b.md", "d.md"]);
    expect(base.paths("-title:heron -title:ferry")).toEqual([]);
  });
});

describe("filters of a caller", () => {
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`big/${index}.md`, "gate gate gate\n"]));
  const { paths } = knowledgeBase({
    ...many,
    "small/a.md": "---\ntags: [x/y]\n---\ngate\n",
    "small/deep/b.md": "gate\n",
    "smaller/c.md": "gate\n",
  });

  it("apply before the answer is cut", () => {
    expect(paths("gate", { directory: folder("small"), count: 5 })).toEqual(["small/a.md", "small/deep/b.md"]);
    expect(paths("gate path:small/", { count: 1 })).toEqual(["small/a.md"]);
  });

  it("match globs below the folder", () => {
    expect(paths("gate", { directory: folder("small"), glob: "*.md" })).toEqual(["small/a.md", "small/deep/b.md"]);
    expect(paths("gate", { directory: folder("small"), glob: "deep/*" })).toEqual(["small/deep/b.md"]);
    expect(paths("gate", { glob: ["small/*.md", "smaller/**"] })).toEqual(["small/a.md", "smaller/c.md"]);
  });

  it("take tags with their nested ones, and allow a blank query", () => {
    expect(paths("gate", { tags: ["X"] })).toEqual(["small/a.md"]);
    expect(paths(" ", { tags: ["#x/y"] })).toEqual(["small/a.md"]);
    expect(paths("gate", { tags: ["x/"] })).toEqual(["small/a.md"]);
    expect(paths("", { directory: folder("smaller") })).toEqual(["smaller/c.md"]);
    expect(paths("gate", { tags: ["x", "z"] })).toEqual([]);
  });

  it("refuse a glob outside the dialect", () => {
    expect(() => paths("gate", { glob: "a[" })).toThrow(expect.objectContaining({ code: "invalid_pattern" }));
  });
});

describe("phrases and exclusions", () => {
  const { paths } = knowledgeBase({
    "a.md": "# Gates\n\nThe Lock-Gate opens, and [the lock](x.md) gate closes.\n",
    "b.md": "# Locks\n\ngate of the lock, lock of the gate\n",
    "c.md": "---\ntitle: Lock gate\n---\n# Other\n\nlock\n",
    "d.md": "水車小屋 lock Café noir\n",
  });

  it.each([
    ['"lock gate"', ["c.md", "a.md"]],
    ['"LOCK   gate!"', ["c.md", "a.md"]],
    ['"the lock gate"', ["a.md"]],
    ['"gates"', ["a.md"]],
    ['"車小"', ["d.md"]],
    ['"小車"', []],
    ['"cafe noir"', ["d.md"]],
    ["gate -lock", []],
    ["lock -gate", ["d.md"]],
    ['lock -"gate of"', ["a.md", "c.md", "d.md"]],
    ["lock -小屋", ["a.md", "b.md", "c.md"]],
    ["lock -lock-gate", ["b.md", "d.md"]],
  ])("%s", (query, expected) => {
    expect(paths(query).toSorted()).toEqual([...expected].toSorted());
  });

  it.each([
    ["-lock", []],
    ["-gate", ["d.md"]],
    ["-noir", ["a.md", "b.md", "c.md"]],
    ['-"gate of"', ["a.md", "c.md", "d.md"]],
    ['-"gate of" -"lock gate"', ["d.md"]],
    ["-lock-gate -小屋", ["b.md"]],
    ["-nowhere", ["a.md", "b.md", "c.md", "d.md"]],
    ["path:a -gates", []],
    ["path:b -gates", ["b.md"]],
    ['path:b -"gate of"', []],
    ['path:b -"of gate"', ["b.md"]],
    ["title:lock -gates -other", ["b.md"]],
  ])("exclude also where no word is asked for, in the order of paths: %s", (query, expected) => {
    expect(paths(query)).toEqual(expected);
  });

  it("leave a document out of a listing for any of its sections", () => {
    const base = knowledgeBase({
      "a.md": "---\ntags: [boat]\n---\n# One\n\ntext\n\n## Ropes\n\nthe cable\n",
      "b.md": "# Two\n\nabove #boat\n\n## Steel cable\n",
      "c.md": "---\ntags: [boat]\nmade_of: steel\n---\n# Three\n\n## Ropes\n\nsteel and cable\n",
      "d.md": "# Four #boat\n",
    });
    expect(base.paths("tag:boat -cable")).toEqual(["d.md"]);
    expect(base.paths("-cable", { tags: ["boat"] })).toEqual(["d.md"]);
    expect(base.paths('tag:boat -"steel cable"')).toEqual(["a.md", "c.md", "d.md"]);
    expect(base.paths('tag:boat -"the cable" -steel')).toEqual(["d.md"]);
  });

  it("exclude from the mode graph too", () => {
    const names = { mode: "graph" } as const;
    expect(paths("lock", names)).toEqual(["b.md", "c.md"]);
    expect(paths("lock -other", names)).toEqual(["b.md"]);
    expect(paths('lock -"gate of"', names)).toEqual(["c.md"]);
  });

  it("list what the files without the excluded words are, whatever these are", () => {
    const words = fc.constantFrom("lock", "gate", "mill", "ferry");
    const text = fc.array(fc.oneof(words, fc.constantFrom("\n\n", "\n\n## ")), { maxLength: 12 });
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 5 }),
        fc.array(fc.array(words, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 2 }),
        (texts, excluded) => {
          const files = texts.map((parts, index): [string, string] => [`n${index}.md`, `${parts.join(" ")}\n`]);
          const base = knowledgeBase(Object.fromEntries(files));
          const holds = (content: string, phrase: readonly string[]): boolean =>
            content.split("\n").some((line) => ` ${line} `.replace(/ +/g, " ").includes(` ${phrase.join(" ")} `));
          const expected = files.filter(([, content]) => !excluded.some((phrase) => holds(content, phrase)));
          expect(base.paths(excluded.map((phrase) => `-"${phrase.join(" ")}"`).join(" "))).toEqual(
            expected.map(([path]) => path),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each([
    ["# One two\n\nthree\n", false],
    ["# One two\nthree\n", false],
    ["> # One two\n> three\n", false],
    ["One two\n===\nthree\n", false],
    ["one two\n\nthree\n", false],
    ["one two\n  \n three\n", false],
    ["> two\n>\n> three\n", false],
    ["- two\n- three\n", false],
    ["two\n## three\n", false],
    ["| two |\n| --- |\n| three |\n", false],
    ["two\n***\nthree\n", false],
    ["one two\nthree\n", true],
    ["- one two\n  three\n", true],
    ["> one two\n> three\n", true],
    ["one **two**\n*three*\n", true],
    ["two\n\nthree two\nthree\n", true],
    ["# One two three\n\nfour\n", true],
    ["One two\nthree\n===\nfour\n", true],
  ])("stay within a block: %j", (text, found) => {
    for (const end of ["\n", "\r\n", "\r"]) {
      const base = knowledgeBase({ "a.md": text.replaceAll("\n", end) });
      expect(base.paths('"two three"')).toEqual(found ? ["a.md"] : []);
    }
  });

  it("take time that grows with the text alone", () => {
    const { paths: find } = knowledgeBase({ "a.md": `${"a ".repeat(50_000)}\n` });
    const started = performance.now();
    expect(find(`"${"a ".repeat(400)}b"`)).toEqual([]);
    expect(performance.now() - started).toBeLessThan(60_000);
  });
});
