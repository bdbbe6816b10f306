/** Wikilinks: by path, path suffix, name, title and alias, and when several fit. */
import { describe, expect, it } from "vitest";
import { diagnosticsOf, graphOf, resolutionsOf, targetsOf } from "../graph-of.ts";

const page = {};

function resolve(links: readonly string[], files: readonly string[], from = "a.md"): string[] {
  const documents = files.filter((file) => /\.(?:md|mdx|markdown)$/i.test(file));
  const others = files.filter((file) => !documents.includes(file));
  const sketches = new Map(documents.map((file) => [file, page]));
  return targetsOf(graphOf(sketches.set(from, { links }), others), from);
}

describe("wikilinks", () => {
  it("finds a note by its path, by the end of its path and by its name", () => {
    const files = ["lib/books/grain.md", "lib/x.md"];
    expect(resolve(["[[lib/x]]", "[[books/grain]]", "[[grain]]", "[[grain.md]]"], files, "journal/d.md")).toEqual([
      "lib/x.md",
      "lib/books/grain.md",
      "lib/books/grain.md",
      "lib/books/grain.md",
    ]);
  });

  it("compares whole segments", () => {
    expect(resolve(["[[oks/grain]]", "[[ain]]"], ["lib/books/grain.md"])).toEqual(["missing", "missing"]);
  });

  it("finds attachments by their name anywhere", () => {
    expect(resolve(["![[p.png]]", "![[img/p.png]]"], ["files/img/p.png"])).toEqual([
      "files/img/p.png",
      "files/img/p.png",
    ]);
  });

  it("ignores case when no exact name exists, and says so", () => {
    const graph = graphOf({
      "a.md": { links: ["[[mill pond]]", "[[MILL POND]]", "[[Mill Pond]]"] },
      "d/Mill Pond.md": page,
    });
    expect(targetsOf(graph, "a.md")).toEqual(["d/Mill Pond.md", "d/Mill Pond.md", "d/Mill Pond.md"]);
    expect(diagnosticsOf(graph, "a.md")).toEqual(["case", "case"]);
  });

  it("prefers exact case of a later folder to other case of a nearer one", () => {
    const graph = graphOf({ "a.md": { links: ["[[Plan]]"] }, "d/e/Plan.md": page, "d/plan.md": page });
    expect(targetsOf(graph, "a.md")).toEqual(["d/e/Plan.md"]);
  });

  it("keeps two names that differ only in case apart, and calls a third spelling ambiguous", () => {
    const graph = graphOf({
      "a.md": { links: ["[[README]]", "[[readme]]", "[[ReadMe]]"] },
      "README.md": page,
      "readme.md": page,
    });
    const third = resolutionsOf(graph, "a.md")[2];
    expect(targetsOf(graph, "a.md").slice(0, 2)).toEqual(["README.md", "readme.md"]);
    expect(third?.candidates).toEqual(["README.md", "readme.md"]);
    expect(diagnosticsOf(graph, "a.md")).toEqual(["ambiguous"]);
  });

  it("chooses among names that differ only in case by the usual order, and calls them ambiguous", () => {
    const graph = graphOf({
      "a.md": { links: ["[[note]]", "[[NOte]]", "[x](NoTe.md)"] },
      "z/b.md": { links: ["[[note]]"] },
      "y/Note.md": page,
      "z/NOTE.md": page,
      "Note.md": page,
      "NOTE.md": page,
    });
    expect(targetsOf(graph, "a.md")).toEqual(["NOTE.md", "NOTE.md", "NOTE.md"]);
    expect(diagnosticsOf(graph, "a.md")).toEqual(["ambiguous", "ambiguous", "ambiguous"]);
    expect(diagnosticsOf(graph, "z/b.md")).toEqual(["ambiguous"]);
  });

  it("takes runs of blanks and tabs in a wikilink for one blank, after the name as written", () => {
    const graph = graphOf({
      "a.md": {
        links: [
          "[[x  y]]",
          "[[x\ty]]",
          "[[x \u00a0 y]]",
          "[[d/x   y]]",
          "[[Two  Words]]",
          "[[p  q]]",
          "[[no  such]]",
          "[[no such]]",
        ],
      },
      "x y.md": page,
      "d/x y.md": page,
      "t.md": { headings: ["# Two Words"] },
      "p q.md": page,
      "p  q.md": page,
    });
    expect(targetsOf(graph, "a.md").slice(0, 6)).toEqual(["x y.md", "x y.md", "x y.md", "d/x y.md", "t.md", "p  q.md"]);
    const [first, second] = resolutionsOf(graph, "a.md")
      .slice(6)
      .map((resolution) => graph.targetOf(resolution));
    expect(graph.nodes[first ?? -1]?.kind).toBe("missing");
    expect(second).toBe(first);
  });

  it("chooses the own folder, then the fewest segments, then the code point, and names all candidates", () => {
    const graph = graphOf({
      "inbox/README.md": page,
      "00.projects/README.md": page,
      "notes/README.md": page,
      "notes/a.md": { links: ["[[README]]"] },
      "z.md": { links: ["[[README]]"] },
      "deep/er/z.md": { links: ["[[er/README]]"] },
    });
    expect(targetsOf(graph, "notes/a.md")).toEqual(["notes/README.md"]);
    expect(diagnosticsOf(graph, "notes/a.md")).toEqual([]);
    expect(targetsOf(graph, "z.md")).toEqual(["00.projects/README.md"]);
    expect(resolutionsOf(graph, "z.md")[0]?.candidates).toEqual([
      "00.projects/README.md",
      "inbox/README.md",
      "notes/README.md",
    ]);
    expect(diagnosticsOf(graph, "z.md")).toEqual(["ambiguous"]);
  });

  it("finds titles after names and aliases after titles", () => {
    const graph = graphOf({
      "a.md": { links: ["[[Lathe]]", "[[Great Wheel]]", "[[ML]]", "[[ml]]"] },
      "machine.md": { headings: ["# Great Wheel"], aliases: ["ML", "Lathe"] },
      "x/Lathe.md": page,
      "y.md": { aliases: ["Great Wheel"] },
    });
    expect(resolutionsOf(graph, "a.md").map(({ path, by }) => [path, by])).toEqual([
      ["x/Lathe.md", "name"],
      ["machine.md", "title"],
      ["machine.md", "alias"],
      ["machine.md", "alias"],
    ]);
  });

  it("marks an edge whose places all came by an alias", () => {
    const machine = { headings: ["# Wheel"], aliases: ["ML"] };
    const graph = graphOf({
      "a.md": { links: ["[[ML]]", "[[ml]]"] },
      "b.md": { links: ["[[ML]]", "[[Wheel]]"] },
      "m.md": machine,
    });
    const edges = graph.edges.filter(({ kind }) => kind === "linksTo");
    expect(edges.map(({ viaAlias }) => viaAlias)).toEqual([true, undefined]);
  });

  it("leaves aliases out where they are switched off", () => {
    const sketches = { "a.md": { links: ["[[ML]]", "[[m-l]]"] }, "b.md": { aliases: ["ML", "m l"] } };
    expect(targetsOf(graphOf(sketches, [], { resolveAliases: false }), "a.md")).toEqual(["missing", "missing"]);
  });

  it("reports an alias that two notes claim", () => {
    const graph = graphOf({
      "a.md": { links: ["[[Wheel]]"] },
      "x.md": { aliases: ["Wheel"] },
      "y.md": { aliases: ["Wheel"] },
    });
    expect(resolutionsOf(graph, "a.md")[0]).toMatchObject({ path: "x.md", candidates: ["x.md", "y.md"] });
  });

  it("takes blank, hyphen and underscore as one last, and only when one note matches", () => {
    const graph = graphOf({
      "a.md": { links: ["[[dry-dock plan]]", "[[river_walk]]", "[[old/Mill_pond]]"] },
      "Dry Dock Plan.md": page,
      "river-walk.md": page,
      "river walk.md": page,
      "x/old/mill-pond.md": page,
    });
    expect(targetsOf(graph, "a.md")).toEqual(["Dry Dock Plan.md", "missing", "x/old/mill-pond.md"]);
    expect(resolutionsOf(graph, "a.md")[1]?.candidates).toEqual(["river walk.md", "river-walk.md"]);
    expect(diagnosticsOf(graph, "a.md")).toEqual(["ambiguous"]);
  });

  it("does not forgive in Markdown destinations what it forgives in wikilinks", () => {
    expect(resolve(["[x](grain)", "[x](dry-dock.md)"], ["lib/grain.md", "dry dock.md"])).toEqual([
      "missing",
      "missing",
    ]);
  });

  it("finds the page of a folder by the folder's name", () => {
    expect(resolve(["[[canal]]", "[[water/canal]]"], ["x/water/canal/README.md"])).toEqual([
      "x/water/canal/README.md",
      "x/water/canal/README.md",
    ]);
  });

  it("treats names of built-in members as ordinary names", () => {
    const files = ["constructor.md", "__proto__.md"];
    expect(resolve(["[[constructor]]", "[[__proto__]]", "[[toString]]", "[x](valueOf)"], files)).toEqual([
      "constructor.md",
      "__proto__.md",
      "missing",
      "missing",
    ]);
  });
});
