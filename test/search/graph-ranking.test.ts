import { describe, expect, it } from "vitest";
import type { DirectoryPath } from "../../src/base/logical-path.ts";
import { knowledgeBase } from "./knowledge-base.ts";

describe("what links add", () => {
  const files = {
    "ferry.md": "# Crossing\n\nIt leaves at nine.\n\n## Winter\n\nOnly on Sundays.\n",
    "index.md": "# Start\n\nSee the [boat schedule](ferry.md) and the [[ferry#Winter|cold season]].\n",
    "boats.md": "# Hulls\n\nboat of oak, schedule of works\n",
  };

  it("finds a note by the text of links to it, and names the link", () => {
    const { search } = knowledgeBase(files);
    const found = search("boat schedule").matches.find(({ path }) => path === "ferry.md");
    expect(found).toMatchObject({
      source: "graph",
      heading: "Crossing",
      line: 1,
      why: { fields: [], edge: { from: "index.md", kind: "linksTo", text: "boat schedule" } },
    });
  });

  it("finds the section that the link names", () => {
    const { search } = knowledgeBase(files);
    expect(search("cold season").matches.find(({ path }) => path === "ferry.md")?.heading).toBe("Winter");
  });

  it("is left out when only words count, and where a filter says so", () => {
    const { paths } = knowledgeBase(files);
    expect(paths("boat schedule", { mode: "lexical" })).not.toContain("ferry.md");
    expect(paths("boat schedule", { directory: "docs" as DirectoryPath })).toEqual([]);
    expect(paths('"boat schedule"')).toEqual(["index.md"]);
  });

  it("puts what others call by the words before what only holds them", () => {
    const { search } = knowledgeBase({
      "a.md": "# Alpha\n\npump valve\n",
      "b.md": "# Beta\n\npump valve\n",
      "c.md": `# Gamma\n\n${"pump it up, open the valve, ".repeat(3)}[pump valve](b.md)\n`,
    });
    const { matches } = search("pump valve");
    expect(matches[0]).toMatchObject({ path: "b.md", source: "merged", why: { edge: { from: "c.md" } } });
  });

  it("puts the document that more lead to before its equal", () => {
    const { paths } = knowledgeBase({
      "a.md": "# Alpha\n\npump\n",
      "b.md": "# Betas\n\npump\n",
      "c.md": "# Gamma\n\n[x](b.md)\n",
      "d.md": "# Delta\n\n[y](b.md)\n",
    });
    expect(paths("pump")).toEqual(["b.md", "a.md"]);
    expect(paths("pump", { mode: "lexical" })).toEqual(["a.md", "b.md"]);
  });

  it("never lifts a note over one whose title is the query", () => {
    const links = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`l${index}.md`, "[mill pond](other.md) mill pond\n"]),
    );
    const { paths } = knowledgeBase({
      ...links,
      "other.md": "# Other\n\nmill pond mill pond\n",
      "pond.md": "# Mill pond\n\nwater\n",
    });
    expect(paths("mill pond")[0]).toBe("pond.md");
  });
});

describe("the mode graph", () => {
  const { search } = knowledgeBase({
    "a.md": "---\ntitle: Tide table\naliases: [Moon book]\n---\nwords [far](d.md)\n",
    "b.md": "# How to read a tide table\n\n## The tide table itself\n\ntext\n",
    "c.md": "---\ntitle: Plain\ndescription: About the tide table of the harbour.\n---\nx\n",
    "d.md": "# Far\n\ntide table\n",
    "e.md": "# Links\n\nsee [[Tide table]]\n",
    "f.md": "---\ntags: [tide-table, Tide table]\n---\n# Tagged\n",
  });

  it("compares names with the whole query", () => {
    const found = search("TIDE table", { mode: "graph" }).matches.map(({ path, heading, score, source }) => [
      path,
      heading,
      score,
      source,
    ]);
    expect(found).toEqual([
      ["a.md", "", 1, "graph"],
      ["b.md", "How to read a tide table", 0.95, "graph"],
      ["b.md", "The tide table itself", 0.95, "graph"],
      ["c.md", "", 0.75, "graph"],
      ["d.md", "Far", 0.65, "graph"],
      ["e.md", "Links", 0.65, "graph"],
      ["f.md", "Tagged", 0.65, "graph"],
    ]);
  });

  it("says which field or which edge it was", () => {
    const { matches } = search("tide table", { mode: "graph" });
    expect(matches[0]?.why).toEqual({ fields: [{ field: "title", terms: ["tide table"] }] });
    expect(matches[4]?.why).toEqual({ fields: [], edge: { from: "a.md", kind: "linksTo", text: "far" } });
    expect(matches[6]?.why.edge).toEqual({ from: "f.md", kind: "taggedWith", text: "Tide table" });
    expect(search("moon book", { mode: "graph" }).matches[0]?.why.fields[0]?.field).toBe("aliases");
  });

  it("finds nothing that only texts hold", () => {
    expect(search("words", { mode: "graph" }).matches).toEqual([]);
    expect(search("!!!", { mode: "graph" }).matches).toEqual([]);
  });

  it("takes filters, alone too", () => {
    expect(search("tide path:b", { mode: "graph" }).matches.map(({ path }) => path)).toEqual(["b.md", "b.md"]);
    expect(search("path:b.md", { mode: "graph" }).matches).toHaveLength(1);
  });
});
