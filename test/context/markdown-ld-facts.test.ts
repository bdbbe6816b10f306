/**
 * Facts about answers of the Markdown-LD knowledge bank, with the values that are right here. The numbers are those of the list of its
 * thirty facts that the project works from; those about documents and metadata (1 to 5, 10 to 17, 20, 26) are in test/graph/markdown-ld, and
 * those about differences (29) in test/graph/questions/diff.test.ts. What has no counterpart here: estimates, chunks and their evaluation (6 to
 * 9), the formulae of its ranking and its edit distances (22 to 24), vectors (the rest of 26).
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GraphdownError } from "../../src/base/errors.ts";
import type { FileContext } from "../../src/context/file-context.ts";
import { createFileContext, createMemoryStore } from "../../src/index.ts";
import { boundQuery } from "../../src/query/sparql/bound-query.ts";
import { checkQuery } from "../../src/query/sparql/check-query.ts";

const note = (front: string, body: string): string => `---\n${front}\n---\n${body}\n`;
const group = "graph_groups: [Story tools]";

const files = {
  "tools/delete.md": note(
    `${group}\ngraph_related: [tools/feed.md]\ngraph_next_steps: [tools/comments.md]`,
    "# Delete a story\n\nRemoves a published story for good.",
  ),
  "tools/feed.md": note(group, "# Read the feed\n\nLists the newest posts."),
  "tools/comments.md": note(`${group}\nkeywords: [moderation]`, "# Show comments\n\nWhat readers answered."),
  "tools/people.md": "# People\n\nLooks up accounts.\n",
  "runbooks/cache-restore.md":
    "# Cache recovery\n\nCache restore: warm the cache, then restore the shards of 2.4.17 over VPN.\n",
  "runbooks/release.md": "# Release gate\n\nCheck the queue.\n",
};

const open = (given: Readonly<Record<string, string>>): Promise<FileContext> =>
  createFileContext({ store: createMemoryStore({ files: given }), approvals: "none" });

let context: FileContext;
beforeAll(async () => {
  context = await open(files);
});
afterAll(() => context.close());

const found = async (query: string): Promise<string[]> => {
  const { matches } = await context.search(query);
  return matches.map(({ path }) => path);
};

describe("search", () => {
  it("finds the note whose words are asked for, first and with a positive score (18, 21)", async () => {
    const { matches } = await context.search("cache restore");
    expect(matches[0]).toMatchObject({ path: "runbooks/cache-restore.md" });
    expect(matches[0]?.score).toBeGreaterThan(0);
    expect((await found("story"))[0]).toBe("tools/delete.md");
  });

  it("finds keywords as it finds words of the body (25)", async () => {
    expect(await found("moderation")).toContain("tools/comments.md");
    expect(await found("newest posts")).toContain("tools/feed.md");
  });

  it("tells numbers and short names apart by one character (30)", async () => {
    expect(await found("2.4.17")).toEqual(["runbooks/cache-restore.md"]);
    expect(await found("VPN")).toEqual(["runbooks/cache-restore.md"]);
    expect(await found('"2.4.18"')).toEqual([]);
    expect(await found("VDN")).toEqual([]);
  });
});

describe("the surroundings of a note", () => {
  it("are its relations by name, and what shares its group (18, 19)", async () => {
    const { neighbors } = await context.neighbors("tools/delete.md", { direction: "out" });
    const related = neighbors.flatMap(({ path, label, edges }) =>
      edges.flatMap(({ relation }) => (relation === undefined ? [] : [`${relation} ${path ?? label}`])),
    );
    expect(related.sort()).toEqual([
      "graph_groups Story tools",
      "graph_next_steps tools/comments.md",
      "graph_related tools/feed.md",
    ]);
    const members = await context.neighbors("Story tools", { direction: "in" });
    expect(members.neighbors.map(({ path }) => path)).toEqual([
      "tools/comments.md",
      "tools/delete.md",
      "tools/feed.md",
    ]);
  });
});

describe("queries", () => {
  const refusal = (query: string): unknown => {
    try {
      checkQuery(query, 65_536);
    } catch (cause) {
      return (cause as GraphdownError).code;
    }
    return undefined;
  };

  it.each([
    "INSERT DATA { <urn:a> <urn:b> <urn:c> }",
    "DELETE WHERE { ?s ?p ?o }",
    "LOAD <https://x.example/>",
    "CLEAR ALL",
    "DROP ALL",
    "CREATE GRAPH <urn:g>",
    "SELECT * { SERVICE <https://x.example/> { ?s ?p ?o } }",
    "SELECT * { { SELECT * { SERVICE SILENT <https://x.example/> { ?s ?p ?o } } } }",
    "SELECT * { SERVICE ?where { ?s ?p ?o } }",
  ])("that write or reach out are refused: %s (27)", (query) => expect(refusal(query)).toBe("invalid_query"));

  it.each([
    'ASK { ?s ?p "DELETE" }',
    "SELECT * { ?s ?p <urn:DELETE> } # DROP ALL",
    "CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }",
  ])("that only hold such words are run: %s (27)", (query) => expect(refusal(query)).toBeUndefined());

  it("keep their own limit, and ask for one row more than is shown where they have none (27)", () => {
    const bounded = (query: string): string => boundQuery(checkQuery(query, 65_536), 100).text;
    expect(bounded("SELECT * { ?s ?p ?o } LIMIT 25")).toContain("LIMIT 25");
    expect(bounded("SELECT * { ?s ?p ?o }")).toContain("LIMIT 101");
    expect(bounded("ASK { ?s ?p ?o }")).not.toContain("LIMIT");
  });
});

describe("validation", () => {
  it("by a shape of one's own names the document that fails it; the default shapes hold (28)", async () => {
    const shapes = `<urn:x:Dated> a sh:NodeShape ; sh:targetClass md:Document ; sh:property [ sh:path schema:datePublished ; sh:minCount 1 ] .`;
    const dated = await open({ "a.md": "# A\n", "b.md": note("date: 2026-01-31", "# B") });
    const { conforms, results } = await dated.validate({ shapes });
    expect([conforms, results.map(({ focusNode, path }) => [focusNode, path])]).toEqual([
      false,
      [["urn:graphdown:/a.md", "a.md"]],
    ]);
    expect((await dated.validate()).conforms).toBe(true);
    await dated.close();
  });
});
