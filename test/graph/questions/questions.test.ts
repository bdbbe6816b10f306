/** Overview, outline and problems: complete, bounded, and right about what they report. */
import { describe, expect, it } from "vitest";
import { outlineOf } from "../../../src/graph/questions/outline.ts";
import { overviewOf } from "../../../src/graph/questions/overview.ts";
import { problemKinds } from "../../../src/graph/questions/problem-kinds.ts";
import { problemsOf } from "../../../src/graph/questions/problems.ts";
import { graphOf } from "../graph-of.ts";
import { type DocumentSketch, makeAnchor, textProperty } from "../make-document.ts";

const digest = "d".repeat(64);

describe("the overview", () => {
  const graph = graphOf(
    {
      "index.md": {
        headings: ["# Home"],
        links: ["[[start]]", "[[team]]", "[[gone]]", "[x](https://example.org)", "![x](p.png)"],
        tags: ["hub"],
      },
      "guides/start.md": { headings: ["# Start"], links: ["[[team]]"], tags: ["Guide", "guide"] },
      "guides/deep/more.md": { tags: ["guide/deep"], tasks: [{ text: "x", done: false, line: 1, section: 0 }] },
      "people/team.md": { authors: [{ name: "Kim" }] },
    },
    ["p.png"],
  );

  it("counts what is there, folders first", () => {
    const overview = overviewOf({ graph, digest });
    expect(Object.keys(overview)[0]).toBe("folders");
    expect(overview).toEqual({
      folders: {
        count: 2,
        first: [
          { path: "guides", documents: 2, folders: { count: 1, first: [{ path: "guides/deep", documents: 1 }] } },
          { path: "people", documents: 1 },
        ],
      },
      counts: { documents: 4, sections: 2, tags: 3, people: 1, tasks: 1, links: 4, externalLinks: 1, brokenLinks: 1 },
      topDocuments: {
        count: 4,
        first: [
          { path: "people/team.md", title: "team", incoming: 2, rank: 1.74 },
          { path: "guides/start.md", title: "Start", incoming: 1, rank: 0.94 },
          { path: "guides/deep/more.md", title: "more", incoming: 0, rank: 0.66 },
          { path: "index.md", title: "Home", incoming: 0, rank: 0.66 },
        ],
      },
      tags: {
        count: 3,
        first: [
          { tag: "guide", documents: 1 },
          { tag: "guide/deep", documents: 1 },
          { tag: "hub", documents: 1 },
        ],
      },
      components: { count: 2, largest: 3, single: 1 },
      communities: {
        count: 1,
        first: [{ documents: 3, top: ["people/team.md", "guides/start.md", "index.md"] }],
      },
      snapshot: digest,
    });
  });

  it("can be narrowed to a folder and a depth", () => {
    const overview = overviewOf({ graph, digest, directory: "guides/", depth: 1 });
    expect(overview.counts).toMatchObject({ documents: 2, tags: 2, links: 1 });
    expect(overview.folders).toEqual({ count: 1, first: [{ path: "guides/deep", documents: 1 }] });
    expect(overview.directory).toBe("guides");
    expect(overviewOf({ graph, digest, depth: 1 }).folders.first[0]).toEqual({ path: "guides", documents: 2 });
  });

  it("stays small whatever it is about", () => {
    const large = new Map<string, DocumentSketch>();
    for (let number = 0; number < 2_000; number++) {
      const folder = `${"f".repeat(200)}${number % 40}/${"g".repeat(200)}${number % 50}`;
      large.set(`${folder}/${number}.md`, { title: "t".repeat(500), tags: [`tag${number}${"x".repeat(90)}`] });
    }
    const overview = overviewOf({ graph: graphOf(large), digest, depth: 10 });
    expect(JSON.stringify(overview).length).toBeLessThan(5_000);
    expect(overview.tags.count).toBe(2_000);
    expect(overview.folders.count).toBe(40);
  });

  it("refuses a path that is none and a depth that makes no sense", () => {
    expect(() => overviewOf({ graph, digest, directory: "../x" })).toThrowError(
      expect.objectContaining({ code: "invalid_path" }),
    );
    expect(() => overviewOf({ graph, digest, depth: 0 })).toThrowError(
      expect.objectContaining({ code: "invalid_input" }),
    );
  });

  it("answers an empty knowledge base", () => {
    expect(overviewOf({ graph: graphOf({}), digest }).counts.documents).toBe(0);
  });
});

describe("the outline", () => {
  const graph = graphOf(
    {
      "a.md": {
        title: "Alpha",
        titleSource: "frontmatter",
        description: "About",
        language: "en",
        aliases: ["First"],
        tags: ["x"],
        authors: [{ name: "Kim" }],
        published: { type: "date", value: "2024-03-05", text: "2024-03-05" },
        properties: [
          { ...textProperty("n", ""), value: { type: "integer", value: 2 ** 53, text: "9007199254740993" } },
          textProperty("__proto__", "y"),
        ],
        headings: ["# One", "## Two"],
        links: [
          "[[b#Part|see b]]",
          "[[b#none]]",
          "[x](gone.md)",
          "[x](https://example.org)",
          "[[one two]]",
          "up:: [[b]]",
        ],
        anchors: [makeAnchor("block")],
        tasks: [{ text: "do", done: false, line: 9, section: 0, due: "2026-01-31" }],
        diagnostics: [{ kind: "invalid-lang", line: 2, column: 1, message: "m" }],
        text: "word ".repeat(40),
        lineCount: 12,
        byteLength: 200,
      },
      "b.md": { headings: ["# Part"] },
      "one-two.md": {},
      "one_two.md": {},
    },
    ["p.png"],
  );

  it("tells what to know before reading", () => {
    const outline = outlineOf({ graph, path: "a.md" });
    expect(outline).toMatchObject({
      title: "Alpha",
      titleSource: "frontmatter",
      description: "About",
      language: "en",
      aliases: ["First"],
      tags: ["x"],
      authors: ["Kim"],
      published: "2024-03-05",
      properties: [
        { key: "n", value: "9007199254740993", text: "9007199254740993" },
        { key: "__proto__", value: "y" },
      ],
      headings: [
        { level: 1, text: "One", slug: "one", path: ["One"], startLine: 3, endLine: 4 },
        { level: 2, text: "Two", slug: "two", path: ["One", "Two"], startLine: 5, endLine: 6 },
      ],
      anchors: [{ name: "block", kind: "block", line: 1 }],
      tasks: [{ text: "do", done: false, line: 9, due: "2026-01-31" }],
      lineCount: 12,
      byteLength: 200,
      tokenEstimate: 50,
    });
    expect(
      outline.links.map(({ target, text, resolved, fragment, status, relation }) => [
        target,
        text,
        resolved,
        fragment,
        status,
        relation,
      ]),
    ).toEqual([
      ["b#Part", "see b", "b.md", "Part", "document", undefined],
      ["b#none", "b#none", "b.md", "none", "broken-anchor", undefined],
      ["gone.md", "x", undefined, undefined, "missing", undefined],
      ["https://example.org", "x", undefined, undefined, "external", undefined],
      ["one two", "one two", undefined, undefined, "ambiguous", undefined],
      ["b", "b", "b.md", undefined, "document", "up"],
    ]);
    expect(outline.diagnostics.map(({ kind }) => kind)).toEqual([
      "invalid-lang",
      "broken-anchor",
      "broken",
      "ambiguous",
    ]);
  });

  it("tells which documents link here: each once, with its first place, the first 10 by path", () => {
    expect(outlineOf({ graph, path: "b.md" }).linkedFrom).toMatchObject({
      count: 1,
      first: [{ path: "a.md", text: "see b" }],
    });
    expect(outlineOf({ graph, path: "a.md" }).linkedFrom).toEqual({ count: 0, first: [] });
    const many = new Map<string, DocumentSketch>([["hub.md", { links: ["[[hub]]"] }]]);
    for (let number = 10; number < 24; number++) many.set(`${number}.md`, { links: ["[[hub]]", "![[hub]]"] });
    const { linkedFrom } = outlineOf({ graph: graphOf(many), path: "hub.md" });
    expect(linkedFrom.count).toBe(14);
    expect(linkedFrom.first.map(({ path }) => path)).toEqual(
      Array.from({ length: 10 }, (_, index) => `${index + 10}.md`),
    );
  });

  it("finds what was meant by a bare name, and tells a folder from a document", () => {
    const nested = graphOf({ "guides/start.md": { title: "First steps" }, "guides/deep/more.md": {} });
    for (const path of ["start.md", "start", "guide/start.md", "First steps", "strat"])
      expect(() => outlineOf({ graph: nested, path }), path).toThrowError(
        expect.objectContaining({ code: "not_found", next: 'Did you mean "guides/start.md"?' }),
      );
    for (const path of ["guides", "guides/deep/", "/"])
      expect(() => outlineOf({ graph: nested, path }), path).toThrowError(
        expect.objectContaining({
          code: "invalid_input",
          details: expect.objectContaining({ reason: "is_directory" }),
        }),
      );
  });

  it("refuses what is no document and says what is near", () => {
    expect(() => outlineOf({ graph, path: "aa.md" })).toThrowError(
      expect.objectContaining({ code: "not_found", next: 'Did you mean "a.md"?' }),
    );
    expect(() => outlineOf({ graph, path: "p.png" })).toThrowError(expect.objectContaining({ code: "not_found" }));
    expect(() => outlineOf({ graph, path: "../a.md" })).toThrowError(expect.objectContaining({ code: "invalid_path" }));
  });
});

describe("problems", () => {
  const sketches: Record<string, DocumentSketch> = {
    "a.md": {
      links: [
        "[x](old/gate.md)",
        "[[b#Prat]]",
        "[[same]]",
        "[x](B.md)",
        "[x](../out.md)",
        "[[lock-gate]]",
        "[x](http://h:port/)",
      ],
      diagnostics: [{ kind: "invalid-frontmatter", line: 2, column: 1, message: "bad" }],
    },
    "b.md": { headings: ["# Part"] },
    "new/gate.md": { headings: ["# Lock gate"] },
    "x/same.md": {},
    "y/same.md": {},
    "lonely.md": { title: "Part", titleSource: "frontmatter" },
  };
  const graph = graphOf(sketches, ["used.png", "left.png", "script.js", "x/left.PDF"]);

  it("tell path, line, kind and what was probably meant", () => {
    const { problems, counts } = problemsOf({ graph });
    expect(problems.map(({ path, line, kind, text, candidates }) => [path, line, kind, text, candidates])).toEqual([
      ["a.md", 1, "broken", "old/gate.md", ["new/gate.md"]],
      ["a.md", 2, "broken-anchor", "b#Prat", undefined],
      ["a.md", 2, "invalid-frontmatter", undefined, undefined],
      ["a.md", 3, "ambiguous", "same", ["x/same.md", "y/same.md"]],
      ["a.md", 4, "case", "B.md", undefined],
      ["a.md", 7, "invalid-iri", "http://h:port/", undefined],
      ["b.md", 3, "duplicate-title", "Part", ["lonely.md"]],
      ["left.png", 1, "unused-asset", undefined, undefined],
      ["lonely.md", 1, "duplicate-title", "Part", ["b.md"]],
      ["lonely.md", 1, "orphan", undefined, undefined],
      ["used.png", 1, "unused-asset", undefined, undefined],
      ["x/left.PDF", 1, "unused-asset", undefined, undefined],
      ["y/same.md", 1, "orphan", undefined, undefined],
    ]);
    expect(problems[0]?.message).toBe('Nothing is found for "old/gate.md". Did you mean "new/gate.md"?');
    expect(problems[1]?.message).toContain('Did you mean "#Part"?');
    expect(counts).toEqual({
      broken: 1,
      "broken-anchor": 1,
      ambiguous: 1,
      case: 1,
      "invalid-iri": 1,
      "invalid-frontmatter": 1,
      "duplicate-title": 2,
      orphan: 2,
      "unused-asset": 3,
    });
  });

  it("name targets outside only when asked", () => {
    expect(problemsOf({ graph, kinds: ["outside"] }).problems.map(({ text }) => text)).toEqual(["../out.md"]);
    expect(problemsOf({ graph }).outsideCount).toBe(1);
    expect(problemsOf({ graph, kinds: ["broken"] }).outsideCount).toBeUndefined();
    expect(problemsOf({ graph, directory: "x" }).outsideCount).toBeUndefined();
  });

  it("can be narrowed to a folder, judged against the whole graph", () => {
    expect(problemsOf({ graph, directory: "x" }).problems.map(({ path, kind }) => [path, kind])).toEqual([
      ["x/left.PDF", "unused-asset"],
    ]);
    expect(problemsOf({ graph, kinds: ["broken", "case"] }).counts).toEqual({ broken: 1, case: 1 });
  });

  it("refuse unknown kinds", () => {
    expect(() => problemsOf({ graph, kinds: ["brokn"] })).toThrowError(
      expect.objectContaining({ code: "invalid_input", next: 'Did you mean "broken"?' }),
    );
  });

  it("call a single document an orphan, and a page that is one of many indexes no likely target", () => {
    expect(problemsOf({ graph: graphOf({ "a.md": {} }) }).problems).toMatchObject([{ kind: "orphan", path: "a.md" }]);
    const many = graphOf({
      "a.md": { links: ["[x](gone/README.md)", "[x](old/tools/)"] },
      "b/README.md": { links: ["[x](../a.md)"] },
      "c/tools/README.md": { links: ["[x](../../a.md)"] },
    });
    expect(problemsOf({ graph: many }).problems.map(({ candidates }) => candidates)).toEqual([undefined, undefined]);
  });

  it("expect versions and translations of a page to share its title", () => {
    const titled = { title: "Setup", titleSource: "frontmatter", links: ["[[hub]]"] } as const;
    const editions = {
      "5.1/setup.md": titled,
      "7.4/setup.md": titled,
      "setup.de.md": titled,
      "pt-br/setup.md": titled,
      "setup.md": titled,
      "hub.md": {},
    };
    expect(problemsOf({ graph: graphOf(editions), kinds: ["duplicate-title"] }).problems).toEqual([]);
    const other = graphOf({ ...editions, "7.4/other.md": titled });
    expect(problemsOf({ graph: other, kinds: ["duplicate-title"] }).counts).toEqual({ "duplicate-title": 6 });
  });

  it("know every kind of diagnostic", () => {
    expect(new Set(problemKinds).size).toBe(problemKinds.length);
  });
});
