import { describe, expect, it } from "vitest";
import { knowledgeBase } from "./knowledge-base.ts";

const repeat = (text: string, times: number): string => Array.from({ length: times }, () => text).join(" ");

describe("the order of matches", () => {
  it("puts the note whose title is the query before one that repeats its words", () => {
    const { paths } = knowledgeBase({
      "harbour.md": `${repeat("tide table", 20)}\n`,
      "Tide table.md": "# Tide table\n\nSee the board.\n",
    });
    expect(paths("tide table")).toEqual(["Tide table.md", "harbour.md"]);
  });

  it("puts an exact title before a longer one, that before a heading, and that before text", () => {
    const { paths } = knowledgeBase({
      "1.md": `${repeat("mooring", 30)}\n`,
      "2.md": "# Boats\n\n## Mooring\n\nropes\n",
      "3.md": "---\ntitle: Mooring in high water\n---\nropes\n",
      "4.md": "---\ntitle: Mooring\n---\nropes\n",
    });
    expect(paths("mooring")).toEqual(["4.md", "3.md", "2.md", "1.md"]);
  });

  it("takes an alias and a file name for a title", () => {
    const { paths } = knowledgeBase({
      "a.md": "---\naliases: [Night ferry]\n---\n# Crossing\n\nwords\n",
      "b.md": "# Other\n\nnight ferry night ferry\n",
      "night-ferry.md": "# Third\n\nwords\n",
    });
    expect(paths("night ferry")).toEqual(["a.md", "night-ferry.md", "b.md"]);
  });

  it.each([
    ["Q&A: C++ (intro)", "Q&A C++ intro"],
    ["Re: tides?", "Re tides"],
    ["Lock/gate", "Lock gate"],
    ["Lock gate", "Lock-gate"],
    ["Café", "Cafe"],
    ['The "big" plan', "The big plan"],
    ["E\u0301cluse (nord)", "Ecluse nord"],
  ])("puts the title %j before one that differs by its marks, whatever else they hold", (title, near) => {
    const words = repeat(`${title} ${near}`, 12);
    const quoted = (text: string): string => JSON.stringify(text);
    const { paths } = knowledgeBase({
      "a.md": `---\ntitle: ${quoted(near)}\n---\n# One\n\n${words}\n`,
      "b.md": `---\ntitle: ${quoted(`${title} and more`)}\n---\n${words}\n`,
      "c.md": `---\ntitle: ${quoted(title)}\n---\nropes\n`,
      "d.md": `${words}, see [${title}](a.md), [${title}](a.md)\n`,
    });
    for (const query of [title, title.toUpperCase(), title.normalize("NFC"), ` ${title} `])
      expect(paths(query).slice(0, 3)).toEqual(["c.md", "a.md", "b.md"]);
    expect(paths(near).slice(0, 2)).toEqual(["a.md", "c.md"]);
  });

  it("puts more of the words before more of one", () => {
    const { paths } = knowledgeBase({
      "a.md": `${repeat("sluice", 40)}\n`,
      "b.md": `sluice and keeper, ${repeat("other words", 30)}\n`,
    });
    expect(paths("sluice keeper")).toEqual(["b.md", "a.md"]);
  });

  it("puts the word as asked before its other forms, and finds those", () => {
    const { paths } = knowledgeBase({ "a.md": "the gates here\n", "b.md": "the gate here\n" });
    expect(paths("gate")).toEqual(["b.md", "a.md"]);
    expect(paths("gates")).toEqual(["a.md", "b.md"]);
  });

  it("knows the forms of a word by the language of each document", () => {
    const { paths } = knowledgeBase({
      "de.md": "---\nlang: de\n---\nZwei Häuser, opening\n",
      "en.md": "---\nlang: en-GB\n---\nHauser and Sons, opening\n",
      "fi.md": "---\nlang: fi\n---\ntalojen, opening\n",
    });
    expect(paths("Haus")).toEqual(["de.md"]);
    expect(paths("opened")).toEqual(["en.md"]);
    expect(paths("häuser").toSorted()).toEqual(["de.md", "en.md"]);
  });

  it("orders equal scores by path and line", () => {
    const { search } = knowledgeBase({
      "b.md": "# One\n\nkeel\n\n# Two\n\nkeel\n\n",
      "a.md": "# One\n\nkeel\n\n# Two\n\nkeel\n\n",
      "a/z.md": "# One\n\nkeel\n\n# Two\n\nkeel\n\n",
    });
    const places = search("keel").matches.map(({ path, startLine }) => `${path}:${startLine}`);
    expect(places).toEqual(["a.md:1", "a.md:5", "a/z.md:1", "a/z.md:5", "b.md:1", "b.md:5"]);
  });

  it("does not let a long document hide others: three sections of it, and how many more", () => {
    const sections = Array.from({ length: 9 }, (_, index) => `# Part ${index}\n\nballast\n`).join("\n");
    const { search } = knowledgeBase({ "long.md": sections, "short.md": "a ballast tank of some size\n" });
    const { matches } = search("ballast");
    expect(matches.map(({ path }) => path)).toEqual(["long.md", "long.md", "long.md", "short.md"]);
    expect(matches.map(({ more }) => more)).toEqual([undefined, undefined, 6, undefined]);
  });
});

describe("a match", () => {
  it("names the section, its lines and why it was found", () => {
    const { search } = knowledgeBase({
      "docs/a.md":
        "---\ntags: [water]\ndescription: Locks and weirs.\n---\n# Canal\n\nIntro.\n\n## Lock\n\nThe gate\nopens.\n\n### Deep\n\nx\n",
    });
    expect(search("gate lock").matches[0]).toEqual({
      nodeId: "urn:graphdown:/docs/a.md#lock",
      label: "Lock",
      source: "lexical",
      score: expect.any(Number),
      path: "docs/a.md",
      heading: "Lock",
      headingPath: ["Canal", "Lock"],
      startLine: 9,
      endLine: 13,
      line: 9,
      snippet: "## Lock The gate opens.",
      why: {
        fields: [
          { field: "headings", terms: ["lock"] },
          { field: "description", terms: ["lock"] },
          { field: "body", terms: ["gate", "lock"] },
        ],
      },
    });
  });

  it("stands for the document by its lead, with the document's node, title and description", () => {
    const { search } = knowledgeBase({
      "a.md": "---\ntitle: Weir\ndescription: Holds water.\n---\nStones.\n\n# Next\n",
    });
    expect(search("weir").matches[0]).toMatchObject({
      nodeId: "urn:graphdown:/a.md",
      label: "Weir",
      description: "Holds water.",
      heading: "",
      headingPath: [],
      startLine: 5,
      line: 2,
    });
  });

  it.each([
    ["a title", "weir", 2],
    ["an alias", "barrage", 5],
    ["a tag", "hydraulics", 7],
    ["a description over two lines", "upstream", 10],
    ["a property", "granite", 11],
    ["a form of a word", "barrages", 5],
    ["a phrase", '"water upstream"', 9],
    ["a term of the body and one of the front matter", "weir stones", 15],
    ["a heading", "next", 17],
    ["a key, which is not searched, and a title", "title weir", 2],
  ])("gives the line of the front matter when only that holds %s", (_, query, line) => {
    const text =
      "---\ntitle: The weir\n# granite\naliases:\n  - Old Barrage\ntags:\n  - hydraulics\ndescription: >\n  Holds the water\n  upstream.\nmaterial: granite\nx: 1\n---\n\nStones.\n\n# Next\n\nrope\n";
    for (const end of ["\n", "\r\n", "\r"]) {
      const { search } = knowledgeBase({ "a.md": text.replaceAll("\n", end) });
      expect(search(query).matches[0]?.line).toBe(line);
    }
  });

  it("gives the line of the front matter for the first heading's section where there is no lead", () => {
    const { search } = knowledgeBase({ "a.md": "+++\ntitle = 'Weir'\n+++\n# River\n\nrope\n\n## Weirdness\n\nrope\n" });
    expect(search("weir").matches).toMatchObject([{ heading: "River", startLine: 4, endLine: 7, line: 2 }]);
    expect(search("rope").matches.map(({ line }) => line)).toEqual([6, 10]);
  });

  it("gives the section's own first line when only the file name holds the term", () => {
    const { search } = knowledgeBase({ "weir.md": "---\ntitle: Dam\nweir: yes\n---\n\nrope\n" });
    expect(search("weir").matches[0]).toMatchObject({ startLine: 5, line: 5 });
  });

  it.each([
    ["\n", "---\nx: 1\n---\n# H\n\nfoo\n\nbar gate baz\n", 8],
    ["\r\n", "# H\r\n\r\nfoo\r\nbar gate\r\n", 4],
    ["\r", "# H\r\rfoo\rgate\r", 4],
  ])("gives the line of the file that holds the first hit, with %j", (_, text, line) => {
    const { search } = knowledgeBase({ "a.md": text });
    expect(search("gate").matches[0]?.line).toBe(line);
  });

  it("does not find what is hidden: link destinations, comments, tags of HTML", () => {
    const { paths } = knowledgeBase({
      "a.md": '[see](https://example.org/secret) <!-- hidden --> <div class="classy">shown</div>\n',
    });
    for (const word of ["secret", "hidden", "classy"]) expect(paths(word)).toEqual([]);
    expect(paths("shown")).toEqual(["a.md"]);
  });
});

describe("words that stand nowhere", () => {
  const files = {
    "runbook.md": "# Cache restore runbook\n\nHow to restore the cache.\n",
    "other.md": "# Boats\n\nThe ferries are cacheable.\n",
  };

  it.each(["cach restre", "kache restpre", "ccache restorre", "cahce"])("finds a name in spite of %j", (query) => {
    expect(knowledgeBase(files).paths(query)[0]).toBe("runbook.md");
  });

  it("finds words by their beginning", () => {
    expect(knowledgeBase(files).paths("runb")).toEqual(["runbook.md"]);
    expect(knowledgeBase(files).paths("ferr")).toEqual(["other.md"]);
  });

  it("never sets them before, or beside, a word that is there", () => {
    const { paths } = knowledgeBase({ "a.md": "# Gate\n", "b.md": "# Gated gates\n", "c.md": "# Gale\n" });
    expect(paths("gate")).toEqual(["a.md", "b.md"]);
    expect(paths("gated")).toEqual(["b.md", "a.md"]);
  });

  it("does not take short words for others", () => {
    expect(knowledgeBase(files).paths("ca")).toEqual([]);
    expect(knowledgeBase(files).paths("cat")).toEqual([]);
  });
});

describe("stop words", () => {
  const files = { "a.md": "The of and\n", "b.md": "# The Who\n\nof the band\n" };

  it("do not find every document", () => {
    expect(knowledgeBase(files).paths("the of")).toEqual([]);
  });

  it("find names that are made of them", () => {
    expect(knowledgeBase(files).paths("The Who")).toEqual(["b.md"]);
  });

  it("count in a phrase", () => {
    const { paths } = knowledgeBase({ "a.md": "to be or not to be\n", "b.md": "be not to or\n" });
    expect(paths('"to be or not"')).toEqual(["a.md"]);
  });
});

describe("odd queries", () => {
  const { search, paths } = knowledgeBase({ "a.md": "# Note\n\nIt costs $5.00 (net) [sic] a+b\\c AND more\n" });

  it.each(["", "   ", "\n\t"])("refuses the blank query %j", (query) => {
    expect(() => search(query)).toThrow(expect.objectContaining({ code: "invalid_input" }));
  });

  it.each(["!!!", '"', '""', "-", "--", ":", "tag:", "()[]{}*?^$|\\", '"!!!"', "\u0000", "\ud800"])(
    "finds nothing, and does not fail, for %j",
    (query) => {
      expect(paths(query)).toEqual([]);
    },
  );

  it.each([
    "AND more",
    "OR more",
    "NEAR(more)",
    "more*",
    '"more',
    "(more",
    "more:less",
    "tag: more",
    "$5.00",
    "a+b\\c",
    "__proto__ more",
  ])("takes %j for words", (query) => {
    expect(paths(query)).toEqual(["a.md"]);
  });

  it("refuses a query that is too long, counted in characters, and takes one that is just as long", () => {
    expect(() => search("x".repeat(1_048_576))).toThrow(expect.objectContaining({ code: "limit_exceeded" }));
    expect(() => search("word ".repeat(10_000))).toThrow(expect.objectContaining({ code: "limit_exceeded" }));
    expect(() => search("🚀".repeat(1_001))).toThrow(expect.objectContaining({ code: "limit_exceeded" }));
    expect(paths(`more ${"🚀".repeat(995)}`)).toEqual(["a.md"]);
    expect(paths("x ".repeat(500))).toEqual([]);
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])("refuses the count %d", (count) => {
    expect(() => search("more", { count })).toThrow(expect.objectContaining({ code: "invalid_input" }));
  });

  it("refuses an offset that is none", () => {
    expect(() => search("more", { offset: -1 })).toThrow(expect.objectContaining({ code: "invalid_input" }));
  });

  it("says that semantic search needs an embed function", () => {
    expect(() => search("more", { mode: "semantic" })).toThrow(expect.objectContaining({ code: "unsupported" }));
  });
});

describe("pages", () => {
  const files = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [
      `${index % 7}/${index}.md`,
      `# Note ${index}\n\n${repeat("anchor", 1 + (index % 5))} chain\n\n## Sub\n\nanchor\n`,
    ]),
  );

  it.each([1, 7, 50, 200])("join without gap or repeat at %d matches a page", (count) => {
    const { search } = knowledgeBase(files);
    const whole = search("anchor chain", { count: 200 });
    expect(whole.nextOffset).toBeUndefined();
    const joined = [];
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const page = search("anchor chain", { count, offset });
      expect(page.cut?.next).toBe(page.nextOffset);
      joined.push(...page.matches);
      offset = page.nextOffset;
      if (count === 1 && joined.length > 12) break;
    }
    expect(joined).toEqual(whole.matches.slice(0, joined.length));
    if (count > 1) expect(joined).toHaveLength(whole.matches.length);
  });

  it("hold 20 matches unless asked otherwise, and at most 200", () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`${index}.md`, "anchor\n"]));
    const { search } = knowledgeBase(many);
    expect(search("anchor").matches).toHaveLength(20);
    expect(search("anchor", { count: 1_000 }).matches).toHaveLength(200);
    expect(search("anchor", { offset: 1_000 }).matches).toEqual([]);
  });
});

describe("the answer", () => {
  it("does not depend on the order of the documents, nor on what was asked before", () => {
    const files = { "a.md": "# Rope\n\nhemp rope\n", "b.md": "# Cord\n\nrope of hemp\n", "c/d.md": "rope\n" };
    const forwards = knowledgeBase(files);
    const backwards = knowledgeBase(Object.fromEntries(Object.entries(files).reverse()));
    forwards.search("hemp");
    expect(backwards.search("hemp rope")).toEqual(forwards.search("hemp rope"));
  });

  it("counts documents and triples", () => {
    expect(knowledgeBase({ "a.md": "x\n", "b.md": "y\n" }).search("x")).toMatchObject({
      documentCount: 2,
      tripleCount: expect.any(Number),
    });
  });

  it("is empty for no documents", () => {
    expect(knowledgeBase({}).search("x").matches).toEqual([]);
  });
});
