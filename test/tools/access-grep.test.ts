import { describe, expect, it } from "vitest";
import { call, openNotes, rendered } from "./open-notes.ts";

const files = {
  "docs/a.md": "# Anchor\n\nThe winch[0] holds.\nThe WINCH[0] turns.\n",
  "docs/sub/b.txt": "winch\n",
  "c.md": "nothing\n",
  "d.png": new Uint8Array([0, 1]),
};

describe("file_access_grep", () => {
  it("gives lines with numbers, versions and what was left out", async () => {
    const context = await openNotes({ approvals: "none" }, files);
    const { ok, data, summary } = await call(context, "file_access_grep", { pattern: "winch", context: 1 });
    expect(ok).toBe(true);
    expect(data).toEqual({
      files: [
        {
          path: "docs/a.md",
          version: (await context.info("docs/a.md"))?.version,
          snippet: "The winch[0] holds.",
          matchingLines: [
            { lineNumber: 3, line: "The winch[0] holds.", before: [""], after: ["The WINCH[0] turns."] },
            { lineNumber: 4, line: "The WINCH[0] turns.", before: ["The winch[0] holds."] },
          ],
        },
        {
          path: "docs/sub/b.txt",
          version: (await context.info("docs/sub/b.txt"))?.version,
          snippet: "winch",
          matchingLines: [{ lineNumber: 1, line: "winch" }],
        },
      ],
      filesSearched: 3,
      skipped: { count: 1, first: [{ path: "d.png", reason: "binary" }] },
    });
    expect(summary).toBe("3 lines in 2 of 3 files, 1 left out");
    const tool = context.tools().find(({ name }) => name === "file_access_grep");
    expect(tool?.outputSchema.safeParse(data).success).toBe(true);
  });

  it.each([
    [{ regexPattern: "winch", globPattern: "*.md" }],
    [{ regex: "winch", include: "*.md" }],
    [{ pattern: "winch", filePattern: "**/*.md", path: "docs" }],
    [{ query: "WINCH[0]", fixedString: "true", folder: "docs" }],
    [{ pattern: "winch", glob: '["*.md", "*.rst"]', contextLines: "0" }],
  ])("takes the names that others use: %j", async (input) => {
    const context = await openNotes({ approvals: "none" }, files);
    const { data, error } = await call(context, "file_access_grep", input);
    expect(error).toBeUndefined();
    expect((data as { files: { path: string }[] }).files.map(({ path }) => path)).toEqual(["docs/a.md"]);
  });

  it("goes on with the cursor", async () => {
    const many = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`n${index}.md`, "winch\n"]));
    const context = await openNotes({ approvals: "none" }, many);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await context.grep("winch", { cursor });
      seen.push(...page.files.map(({ path }) => path));
      expect(page.cut === undefined).toBe(page.cursor === undefined);
      cursor = page.cursor;
    } while (cursor !== undefined);
    expect(seen).toEqual(Object.keys(many).sort());
    const first = (await context.grep("winch")).cursor as string;
    expect((await context.grep("winch", { cursor: first, context: 2, directory: "." })).files).not.toEqual([]);
    for (const [pattern, options] of [
      ["winches", {}],
      ["winch", { literal: true }],
      ["winch", { glob: "*.md" }],
      ["winch", { directory: "sub" }],
    ] as const) {
      await expect(context.grep(pattern, { ...options, cursor: first })).rejects.toThrow(
        expect.objectContaining({ code: "invalid_input", message: expect.stringContaining("another question") }),
      );
    }
    await expect(context.list("", { cursor: first })).rejects.toThrow(/another question than this ls/);
  });

  it("says in words what is wrong with a pattern, and where", async () => {
    const text = await rendered(files, "file_access_grep", { pattern: "a(?=b)" }, { approvals: "none" });
    expect(text).toMatch(/^invalid_pattern: .* at character 2: look-around \(\(\?=…\) is not part of RE2's language/);
    const number = await rendered(files, "file_access_grep", { pattern: "a", context: 21 }, { approvals: "none" });
    expect(number).toMatch(/^invalid_input: /);
  });
});
