import { describe, expect, it } from "vitest";
import { exportGraph } from "../../src/exports/export-graph.ts";
import type { ExportOptions } from "../../src/exports/graph-export.ts";
import type { KnowledgeGraph } from "../../src/graph/knowledge-graph.ts";
import { hostileTexts, turningTexts, unholdableTexts } from "./hostile-texts.ts";
import { graphOf, note } from "./note.ts";
import { readCsv } from "./read-csv.ts";

async function rowsOf(graph: KnowledgeGraph, options: ExportOptions = {}): Promise<string[][]> {
  const { content } = await exportGraph({ graph, format: "csv", options: { maximumCharacters: Infinity, ...options } });
  return readCsv(content);
}

const header = "source,target,kind,relation,syntax,weight,sourceLabel,targetLabel,sourcePath,targetPath".split(",");

describe("CSV", () => {
  it("has one line for each edge under a line of names", async () => {
    const graph = graphOf([
      note("a.md", { title: "A", links: ["b", "b", { target: "b", relation: "supports" }] }),
      note("f/b.md", { title: "B" }),
    ]);
    expect(await rowsOf(graph, { detail: "documents" })).toEqual([
      header,
      ["urn:graphdown:/a.md", "urn:graphdown:/f/b.md", "linksTo", "", "wikilink", "2", "A", "B", "a.md", "f/b.md"],
      [
        "urn:graphdown:/a.md",
        "urn:graphdown:/f/b.md",
        "relation",
        "supports",
        "wikilink",
        "1",
        "A",
        "B",
        "a.md",
        "f/b.md",
      ],
    ]);
    expect(await rowsOf(graph)).toHaveLength(graph.edges.length + 1);
    expect(await rowsOf(graph, { directory: "none" })).toEqual([header]);
  });

  it("keeps every text exactly", async () => {
    const texts = [...hostileTexts, ...turningTexts, ...unholdableTexts];
    const graph = graphOf(
      texts.map((title, index) =>
        note(`${String(index).padStart(4, "0")}.md`, {
          title,
          links: [`${(index + 1) % texts.length}`.padStart(4, "0")],
        }),
      ),
    );
    const rows = await rowsOf(graph, { detail: "documents" });
    expect(rows.slice(1).map((row) => row[6])).toEqual(texts);
  });

  it("spells what is a formula for spreadsheets with an apostrophe only when it is asked to", async () => {
    const titles = ["=cmd|calc!A0", "+1", "-1", "@SUM(A1)", "\t=1", "plain", "a=b"];
    const graph = graphOf(titles.map((title, index) => note(`${index}.md`, { title, links: [`${(index + 1) % 7}`] })));
    const labels = async (options: ExportOptions): Promise<(string | undefined)[]> =>
      (await rowsOf(graph, { detail: "documents", ...options })).slice(1).map((row) => row[6]);
    expect(await labels({})).toEqual(titles);
    expect(await labels({ spreadsheet: true })).toEqual(
      titles.map((title) => (/^[=+\-@\t]/.test(title) ? `'${title}` : title)),
    );
  });

  it("is cut between lines", async () => {
    const graph = graphOf([note("a.md", { links: ["b"] }), note("b.md", { links: ["a"] })]);
    const whole = (await exportGraph({ graph, format: "csv" })).content;
    const all = readCsv(whole);
    for (
      let maximumCharacters = header.join('","').length + 4;
      maximumCharacters < whole.length;
      maximumCharacters += 17
    ) {
      const { content, cut } = await exportGraph({ graph, format: "csv", options: { maximumCharacters } });
      expect(cut).toEqual({ reason: "characters" });
      const rows = readCsv(content);
      expect(rows).toEqual(all.slice(0, rows.length));
      expect(rows.length).toBeLessThan(all.length);
    }
  });
});
