/** Finding by metadata: conditions, order, tasks, fields. */
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { parseLogicalPath } from "../../../../src/base/logical-path.ts";
import { createRemarkEngine } from "../../../../src/documents/engines/remark-engine.ts";
import { parseDocument } from "../../../../src/documents/parse-document.ts";
import { buildGraph } from "../../../../src/graph/build-graph.ts";
import type { KnowledgeGraph } from "../../../../src/graph/knowledge-graph.ts";
import { createFinder, type FindRequest, type TaskState } from "../../../../src/graph/questions/find/find.ts";
import { quadsOf } from "../../../../src/graph/to-quads.ts";

const engine = createRemarkEngine();

function graphOf(files: Readonly<Record<string, string>>): KnowledgeGraph {
  const documents = Object.keys(files)
    .sort()
    .map((path) =>
      parseDocument({
        path: parseLogicalPath(path),
        text: files[path] as string,
        sha256: "0".repeat(64),
        byteLength: 1,
        engine,
      }),
    );
  return buildGraph({ documents, otherPaths: [] });
}

let graph: KnowledgeGraph;
beforeAll(() => {
  graph = graphOf({
    "a.md": "---\nstatus: Open\npriority: 3\ndue: 2026-01-31\nowner: [Ada, Bo]\ntags: [harbour/deck]\n---\n# Alpha\n",
    "b.md":
      "---\nstatus: done\npriority: 10\ndue: 2026-02-01\n---\n# Beta\n\n- [ ] grease the winch due:: 2026-03-01\n- [x] paint\n",
    "folder/c.md":
      "---\nstatus: open\npriority: high\nDue-Date: 2025-12-31\n---\n# Gamma\n\nrating:: 4.50\n\n- [ ] call the lock\n",
    "folder/d.md": "# Delta\n\nsome words here\n",
  });
});

const find = (request: FindRequest) => createFinder(request)(graph);
const paths = (request: FindRequest) => find(request).map(({ path }) => path.replace("folder/", ""));

describe("conditions", () => {
  it.each([
    [["status=open"], "a.md c.md"],
    [["STATUS == Open"], "a.md c.md"],
    [["status!=open"], "b.md"],
    [["status"], "a.md b.md c.md"],
    [["!status"], "d.md"],
    [["priority>3"], "b.md"],
    [["priority>=3"], "a.md b.md"],
    [["priority<10"], "a.md"],
    [["priority=3.0"], "a.md"],
    [["due<2026-02-01"], "a.md"],
    [["due<=2026-02-01T00:00:00Z"], "a.md b.md"],
    [["due_date<2026-01-01"], "c.md"],
    [["owner=bo"], "a.md"],
    [["owner!=bo"], ""],
    [["owner~AD"], "a.md"],
    [["rating=4.5"], "c.md"],
    [["title~elt"], "d.md"],
    [["path~folder/"], "c.md d.md"],
    [["words>2"], "b.md c.md d.md"],
    [["tags=harbour/deck"], "a.md"],
    [["status=open", "priority"], "a.md c.md"],
    [["status=open", "!owner"], "c.md"],
  ])("%j", (where, expected) => {
    expect(paths({ where }).join(" ")).toBe(expected);
  });

  it.each(["", "=x", "status=", "status<", "!", "!a=b"])("%j is no condition", (text) => {
    expect(() => createFinder({ where: [text] })).toThrow(expect.objectContaining({ code: "invalid_query" }));
  });

  it("narrow by folder, glob and nested tag too", () => {
    expect(paths({ directory: "folder" as never })).toEqual(["c.md", "d.md"]);
    expect(paths({ directory: "folder" as never, glob: "c*" })).toEqual(["c.md"]);
    expect(paths({ tags: ["#Harbour"] })).toEqual(["a.md"]);
    expect(paths({ tags: ["harbour/d"] })).toEqual([]);
    expect(() => createFinder({ glob: "[" })).toThrow(expect.objectContaining({ code: "invalid_pattern" }));
  });
});

describe("links as values", () => {
  const linked = graphOf({
    "bare.md": "---\npart_of: [[home]]\nowner: [[Paul Lindqvist|Paul]]\nprevious: [[2026-04-15]]\n---\n",
    "body.md": "# Body\n\n- part_of [[home]] (for now)\n\nowner:: [Paul](people/Paul%20Lindqvist.md)\n",
    "inline.md": "# Inline\n\npart_of:: [[home#Start|Home]]\n",
    "list.md": "---\npart_of: [[[other]], [[home]]]\n---\n",
    "path.md": "---\npart_of: notes/home.md\n---\n",
    "quoted.md": '---\npart_of: "[[home]]"\nowner: "[[Paul Lindqvist]]"\nprevious: "[[2026-05-20]]"\n---\n',
    "remark.md": '---\npart_of: "[[home]] (for now)"\n---\n',
    "several.md": '---\npart_of: "[[other]], [[home]]"\n---\n',
    "text.md": '---\npart_of: "near [[home]] somewhere"\nowner: Paul Lindqvist\n---\n',
  });
  const ask = (request: FindRequest) => createFinder(request)(linked);
  const names = (...where: string[]) => ask({ where }).map(({ path }) => path.replace(".md", ""));

  it.each([
    ["part_of=home", "bare body inline list path quoted remark several"],
    ["part_of=[[home]]", "bare body inline list path quoted remark several"],
    ["part-of=[[HOME|elsewhere]]", "bare body inline list path quoted remark several"],
    ["part_of=[[home#Start]]", "inline"],
    ["part_of=other", "list several"],
    ["part_of!=home", "text"],
    ["part_of~somewhere", "text"],
    ["part_of~for now", "remark"],
    ["owner=Paul Lindqvist", "bare body quoted text"],
    ["owner=[[Paul Lindqvist]]", "bare body quoted"],
    ["owner=paul", "bare body"],
    ["previous<2026-05-01", "bare"],
    ["previous>=2026-05-20", "quoted"],
  ])("%s", (condition, expected) => {
    expect(names(condition).join(" ")).toBe(expected);
  });

  it("are shown as they are written, whatever YAML makes of them", () => {
    expect(ask({ where: ["part_of"] }).map(({ fields }) => fields["part_of"])).toEqual([
      "[[home]]",
      "[[home]]",
      "[[home#Start|Home]]",
      ["[[other]]", "[[home]]"],
      "notes/home.md",
      "[[home]]",
      "[[home]] (for now)",
      ["[[other]]", "[[home]]"],
      "near [[home]] somewhere",
    ]);
    expect(ask({ where: ["previous"], fields: ["owner"] }).map(({ fields }) => fields["owner"])).toEqual([
      "[[Paul Lindqvist|Paul]]",
      "[[Paul Lindqvist]]",
    ]);
  });

  it("are sorted by their targets", () => {
    const sorted = ask({ where: ["previous"], sort: ["-previous"] });
    expect(sorted.map(({ path }) => path)).toEqual(["quoted.md", "bare.md"]);
    expect(ask({ where: ["owner"], sort: ["owner"] }).map(({ path }) => path)).toEqual([
      "bare.md",
      "quoted.md",
      "text.md",
      "body.md",
    ]);
  });
});

describe("the order", () => {
  it("is numbers by value, then texts, then what has none", () => {
    expect(paths({ sort: ["priority"] })).toEqual(["a.md", "b.md", "c.md", "d.md"]);
    expect(paths({ sort: ["-priority"] })).toEqual(["c.md", "b.md", "a.md", "d.md"]);
    expect(paths({ sort: ["status", "-priority"] })).toEqual(["b.md", "c.md", "a.md", "d.md"]);
  });

  it.each(["", "-", " "])("refuses %j, which names no key", (key) => {
    expect(() => createFinder({ sort: [key] })).toThrow(
      expect.objectContaining({ code: "invalid_input", details: expect.objectContaining({ parameter: "sort" }) }),
    );
  });

  it("is total and the same however the documents come, for any values", () => {
    const scalar = fc.oneof(
      fc.integer().map(String),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }).map((value) => value.toFixed(3)),
      fc.constantFrom("2026-01-01", "2026-01-01T10:00:00Z", "true", ".nan", ".inf", "high", "High", "ä", "~", ""),
    );
    fc.assert(
      fc.property(fc.array(scalar, { maxLength: 12 }), fc.boolean(), (values, descending) => {
        const files = Object.fromEntries(values.map((value, index) => [`${index}.md`, `---\np: ${value}\n---\n`]));
        const sort = [descending ? "-p" : "p"];
        const order = (given: KnowledgeGraph) => createFinder({ sort })(given).map(({ path }) => path);
        const once = order(graphOf(files));
        expect([...once].sort()).toEqual(Object.keys(files).sort());
        const kinds = createFinder({ sort, fields: ["p"] })(graphOf(files)).map(({ fields }) =>
          typeof fields["p"] === "number" ? 0 : fields["p"] === undefined ? 2 : 1,
        );
        const expected = [...kinds].sort((a, b) => (a === 2 || b === 2 ? a - b : descending ? b - a : a - b));
        expect(kinds.filter((kind) => kind !== 1).length + kinds.filter((kind) => kind === 1).length).toBe(once.length);
        // NaN and the infinities are numbers that JSON shows as text.
        if (!values.some((value) => value.startsWith("."))) expect(kinds).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });
});

describe("tasks", () => {
  it("are found by state, with their line, and their own keys before the document's", () => {
    expect(find({ tasks: "open", sort: ["due"] })).toEqual([
      {
        path: "b.md",
        title: "Beta",
        line: 8,
        text: expect.stringContaining("grease the winch"),
        done: false,
        due: "2026-03-01",
        fields: { due: "2026-03-01" },
      },
      { path: "folder/c.md", title: "Gamma", line: 10, text: "call the lock", done: false, fields: {} },
    ]);
    expect(find({ tasks: "done" }).map(({ text }) => text)).toEqual(["paint"]);
    expect(find({ tasks: "any", where: ["status=done"] })).toHaveLength(2);
    expect(find({ tasks: "any", where: ["text~LOCK"] })).toHaveLength(1);
    expect(find({ tasks: "any", where: ["done=true"] })).toHaveLength(1);
  });

  it("in progress are open, and cancelled ones are neither open nor done", () => {
    const marks = "- [ ] new\n- [/] half\n- [x] over\n- [-] dropped\n- [>] moved\n";
    const graph = graphOf({ "a.md": marks });
    const textsOf = (tasks: TaskState): unknown[] => createFinder({ tasks })(graph).map(({ text }) => text);
    expect(textsOf("open")).toEqual(["new", "half", "moved"]);
    expect(textsOf("in-progress")).toEqual(["half"]);
    expect(textsOf("done")).toEqual(["over"]);
    expect(textsOf("cancelled")).toEqual(["dropped"]);
    expect(createFinder({ tasks: "any" })(graph).map(({ done, state }) => [done, state])).toEqual([
      [false, undefined],
      [false, "in-progress"],
      [true, undefined],
      [false, "cancelled"],
      [false, undefined],
    ]);
    const said = Array.from(quadsOf(graph), ({ predicate, object }) => [predicate.value, object.value]);
    const statuses = said.filter(([predicate]) => predicate === "https://schema.org/actionStatus");
    expect(statuses.map(([, status]) => status?.replace(/^.*\/|ActionStatus$/g, ""))).toEqual([
      "Potential",
      "Active",
      "Completed",
      "Failed",
      "Potential",
    ]);
  });
});

it.each([
  ["bogus", undefined],
  ["opne", "open"],
  ["", undefined],
  [5, undefined],
  [null, undefined],
])("refuses the task state %j", (tasks, nearest) => {
  expect(() => createFinder({ tasks: tasks as never })).toThrow(
    expect.objectContaining({
      code: "invalid_input",
      details: expect.objectContaining({
        parameter: "tasks",
        known: ["open", "in-progress", "done", "cancelled", "any"],
      }),
      next: nearest === undefined ? expect.stringContaining("Leave tasks out") : `Did you mean ${nearest}?`,
    }),
  );
});

describe("fields", () => {
  it("are those of conditions and order, or those that are asked for; lists stay lists", () => {
    expect(find({ where: ["owner"], sort: ["priority"] })[0]?.fields).toEqual({ owner: ["Ada", "Bo"], priority: 3 });
    expect(find({ where: ["owner"], fields: ["title", "nothing", "due"] })[0]?.fields).toEqual({
      title: "Alpha",
      due: "2026-01-31",
    });
  });
});
