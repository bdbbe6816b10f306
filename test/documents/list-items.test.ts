import { describe, expect, it } from "vitest";
import { linksOf, parse } from "./parse.ts";

describe("typed relations in list items", () => {
  it.each([
    ["- fed_by [[Weir]]", "fed_by"],
    ['* "part of" [[Weir]] (upper half)', "part of"],
    ["1. 'part of' [[Weir|the weir]]", "part of"],
    ["- lies-at  [[Weir#Gate]]  (a) ^id", "lies-at"],
    ["- є [[Weir]]", "є"],
    ['- "part of" [[Weir]] (the arm (upper (left)) half)', "part of"],
    ["- feeds [[Weir]] ^id", "feeds"],
    ["> - needs [[Weir]]\n>   - deeper", "needs"],
    ["- foaf:knows [[Weir]]", "foaf:knows"],
    ["- schema:isBasedOn [[Weir]] (by hand)", "schema:isBasedOn"],
    ["- “lies at” [[Weir]] #river", "lies at"],
    ["- feeds [[Weir]] (in spring) #river #spring/high ^id", "feeds"],
    ["- feeds [[Weir]] #river (in spring)", "feeds"],
  ])("are read from %j", (text, relation) => {
    expect(parse(text).links).toEqual([expect.objectContaining({ syntax: "wikilink", relation })]);
  });

  it.each([
    ["- depends_on [the weir](weir.md)", "markdown"],
    ["- depends_on [the weir](<the weir.md#gate> 'Gate') (upper)", "markdown"],
    ["- depends_on [the weir][w]\n\n[w]: weir.md", "reference"],
    ["- depends_on [weir] #low\n\n[weir]: weir.md", "reference"],
  ])("may lead by a Markdown link: %j", (text, syntax) => {
    expect(parse(text).links).toEqual([expect.objectContaining({ syntax, relation: "depends_on" })]);
  });

  it("have tags that are tags of the document too", () => {
    expect(parse("- feeds [[Weir]] #river\n").tags.map(({ name }) => name)).toEqual(["river"]);
  });

  it.each([
    "- [[Weir]]",
    "- Added [[Weir]] to the list",
    "- Added [[Weir]] and [[Race]]",
    "- two words [[Weir]]",
    "- word: [[Weir]]",
    "- 12 [[Weir]]",
    "- [ ] blocks [[Weir]]",
    "- depends on [weir](weir.md)",
    "- see [weir](weir.md) for more",
    "- see [weir](https://weir.example/)",
    "- see https://weir.example/",
    "- shows ![weir](weir.png)",
    "- nope:knows [[Weir]]",
    "- needs [[Weir]] (a) #b (c)",
    "- needs [[Weir]] #b c",
    "- shows ![[Weir]]",
    "- [type] [[Weir]]",
    "needs [[Weir]]",
    "- needs\n  [[Weir]]",
    "- needs [[Weir]] (a\n  b)",
    "- needs [[Weir]] (a) (b)",
    "- needs [[Weir]] (a))",
    "- needs [[Weir]] ((a)",
    "- needs [[Weir]] (a) b",
    '- "" [[Weir]]',
  ])("are not read from %j", (text) => {
    expect(parse(text).links.every(({ relation }) => relation === undefined)).toBe(true);
    expect(parse(text).links.length).toBeGreaterThan(0);
  });

  it("leave sentences plain", () => {
    expect(linksOf('- Added [[Weir]] after [[Race]] dried\n- fed_by [[Weir]]\n- "part of" [[Race]] (upper)\n')).toEqual(
      [
        "wikilink Weir [Weir]",
        "wikilink Race [Race]",
        "{fed_by} wikilink Weir [Weir]",
        "{part of} wikilink Race [Race]",
      ],
    );
  });
});

describe("observations", () => {
  it("have category, text, tags and context", () => {
    const text =
      "# H\n\n- [fact] Grain is #dry milled here #mill #old (from 1902)\n- [open-question] Why?\n  - [idea] more\n";
    expect(parse(text).observations).toEqual([
      {
        category: "fact",
        text: "Grain is #dry milled here",
        tags: ["dry", "mill", "old"],
        context: "from 1902",
        line: 3,
        section: 1,
      },
      { category: "open-question", text: "Why?", tags: [], line: 4, section: 1 },
      { category: "idea", text: "more", tags: [], line: 5, section: 1 },
    ]);
  });

  it.each([
    ["- [fact] dry (by day)", { text: "dry", context: "by day" }],
    ["- [fact] [[Weir]] #low", { text: "[[Weir]]", tags: ["low"] }],
    ["- [fact] dry (here) (by day)", { text: "dry (here)", context: "by day" }],
    ["- [fact] dry\n  land (by day)", { text: "dry land", context: "by day" }],
    ["- [fact] dry (by day (and night))", { text: "dry", context: "by day (and night)" }],
    ["- [fact] dry (by day) ^id", { text: "dry", context: "by day" }],
    ["- [fact] dry (by day) #low", { text: "dry (by day)", tags: ["low"] }],
    ["- [fact] dry (a) #low #high (by day)", { text: "dry (a)", tags: ["low", "high"], context: "by day" }],
    ["- [fact] dry #low (by day) ^id", { text: "dry", tags: ["low"], context: "by day" }],
    ["- [fact] dry) (by day))", { text: "dry) (by day))" }],
    ["- [fact] dry(ish)", { text: "dry(ish)" }],
  ])("are read from %j", (text, parts) => {
    expect(parse(text).observations).toEqual([{ category: "fact", tags: [], line: 1, section: 0, ...parts }]);
  });

  it.each([
    "- [x] done",
    "- [ ] open",
    "- [/] half",
    "- [-] dropped",
    "- [i] hint",
    "- [12:30] talk",
    "- [24:33.098 - 24:41.260] talk",
    "- [1902] year",
    "- [two words] text",
    "- [fact]text",
    "- [fact]",
    "- [fact](a.md) text",
    "- [fact][r] text\n\n[r]: a.md",
    "- [fact] text\n\n[fact]: a.md",
    "- [^1] note\n\n[^1]: x",
    "> [!info] Title\n> text",
    "[fact] text",
    "```\n- [fact] text\n```",
    "%%\n- [fact] text\n%%",
  ])("are not read from %j", (text) => expect(parse(text).observations).toEqual([]));
});

describe("tasks", () => {
  it("have text, state, place and due date", () => {
    const text = [
      "# Plan",
      "",
      "- [ ] open the **gate** 📅 2026-01-31",
      "- [x] close it [due:: 2026-02-30]",
      "  1. [X] nested",
      "- [/] half (due:: 2026-02-28)",
      "- [-] dropped",
      "- [ ] two",
      "  lines",
      "- [ ] ",
      "- [y] no task",
    ].join("\n");
    expect(parse(text).tasks).toEqual([
      { text: "open the **gate** 📅 2026-01-31", done: false, due: "2026-01-31", line: 3, section: 1 },
      { text: "close it [due:: 2026-02-30]", done: true, line: 4, section: 1 },
      { text: "nested", done: true, line: 5, section: 1 },
      { text: "half (due:: 2026-02-28)", done: false, state: "in-progress", due: "2026-02-28", line: 6, section: 1 },
      { text: "dropped", done: false, state: "cancelled", line: 7, section: 1 },
      { text: "two lines", done: false, line: 8, section: 1 },
    ]);
  });

  it("are due without words before being a key", () => {
    const text = [
      "- [/] half due:: 2026-01-31",
      "- [ ] half",
      "  Due:: 2026-02-01 with [[Note]]",
      "- [ ] see",
      "  half due:: 2026-02-02",
      "- [ ] due:: 2026-02-03",
      "- [ ] half [half due:: 2026-02-04]",
      "- [ ] half due:: soon",
      "- half due:: 2026-02-05",
    ].join("\n");
    const { tasks, properties, links } = parse(text);
    expect(tasks.map(({ due }) => due)).toEqual([
      "2026-01-31",
      "2026-02-01",
      "2026-02-02",
      "2026-02-03",
      "2026-02-04",
      undefined,
    ]);
    expect(properties.map(({ key, value }) => [key, value.text])).toEqual([
      ["due", "2026-02-03"],
      ["half due", "2026-02-04"],
      ["half due", "soon"],
      ["half due", "2026-02-05"],
    ]);
    expect(links.map(({ relation }) => relation)).toEqual(["Due"]);
  });

  it("with a date behind words leave a link a plain one", () => {
    const { properties, links } = parse("- [ ] half due:: 2026-01-31 with [[Note]]");
    expect(properties).toEqual([]);
    expect(links.map(({ relation, target }) => [relation, target])).toEqual([[undefined, "Note"]]);
  });
});
