/** The tool on a context: pages, cursors, errors. */
import { describe, expect, it } from "vitest";
import { call, openNotes } from "./open-notes.ts";

const files = Object.fromEntries(
  Array.from({ length: 7 }, (_, index) => [`${index}.md`, `---\np: ${index}\ntags: [t]\n---\n`]),
);
const find = async (input: object, given = files) =>
  call(await openNotes({}, given), "file_context_markdown_find", input);

describe("file_context_markdown_find", () => {
  it("gives pages without gap or repeat, and says how many there are", async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { data } = await find({ sort: ["-p"], count: 3, ...(cursor === undefined ? {} : { cursor }) });
      const page = data as { items: { path: string }[]; foundCount: number; cursor?: string; cut?: object };
      expect([page.foundCount, page.cut === undefined]).toEqual([7, page.cursor === undefined]);
      seen.push(...page.items.map(({ path }) => path));
      ({ cursor } = page);
    } while (cursor !== undefined);
    expect(seen).toEqual(["6.md", "5.md", "4.md", "3.md", "2.md", "1.md", "0.md"]);
  });

  it("takes conditions as a list, a text or JSON", async () => {
    for (const where of [["p>3"], "p>3", '["p>3"]'])
      expect((await find({ where })).data).toMatchObject({ foundCount: 3 });
  });

  it("refuses what it does not understand before it reads", async () => {
    expect((await find({ where: ["=1"] })).error?.code).toBe("invalid_query");
    expect((await find({ cursor: "x" })).error?.code).toBe("invalid_input");
    expect((await find({ count: 0 })).error?.code).toBe("invalid_input");
    expect((await find({ directory: "../x" })).error?.code).toBe("invalid_path");
    expect((await find({ directory: "nothing" })).error?.code).toBe("not_found");
  });

  it("names tags that no note has", async () => {
    expect((await find({ tags: ["tt"] })).data).toMatchObject({ foundCount: 0, unknownTags: [{ name: "tt" }] });
  });
});
