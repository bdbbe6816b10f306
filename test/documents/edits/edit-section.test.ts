import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editSection, type SectionEdit } from "../../../src/documents/edits/edit-section.ts";
import { parse } from "../parse.ts";

const edit = (
  text: string,
  heading: SectionEdit["heading"],
  content: string,
  more: Partial<SectionEdit> = {},
): string => editSection(parse(text), { heading, content, ...more }).text;

const billing = "# Billing\n\nIntro\n\n## TWF\n\nold\n\n## Next\n\nn\n";

describe("editing a section", () => {
  it("finds a unique heading at any depth and keeps the blank lines around its content", () => {
    expect(edit(billing, "TWF", "new\n")).toBe(billing.replace("old", "new"));
    expect(edit(billing, "TWF", "\n\nnew\n\n\n")).toBe(billing.replace("old", "new"));
    expect(edit(billing, "TWF", "## TWF\n\nnew")).toBe(billing.replace("old", "new"));
    expect(edit(billing, "TWF", "")).toBe(billing.replace("old\n", ""));
  });

  it("takes only the section's own text unless told otherwise", () => {
    expect(edit(billing, "Billing", "I\n")).toBe(billing.replace("Intro", "I"));
    expect(edit(billing, "Billing", "I\n", { subsections: true })).toBe("# Billing\n\nI\n");
  });

  it("appends after the last line that is not blank, and prepends before the first", () => {
    expect(edit(billing, "TWF", "more", { mode: "append" })).toBe(billing.replace("old\n", "old\nmore\n"));
    expect(edit(billing, "TWF", "less", { mode: "prepend" })).toBe(billing.replace("old\n", "less\nold\n"));
    expect(edit("# A\n\nx", "A", "y", { mode: "append" })).toBe("# A\n\nx\ny");
    expect(edit("# A\r\n\r\nx\r\n", "A", "y\nz", { mode: "append" })).toBe("# A\r\n\r\nx\r\ny\r\nz\r\n");
    expect(edit(billing, "TWF", " \n", { mode: "append" })).toBe(billing);
  });

  it("fills an empty section with a blank line around the content", () => {
    expect(edit("## A\n\n## B\n", "A", "new\n")).toBe("## A\n\nnew\n\n## B\n");
    expect(edit("## A\n## B\n", "A", "new")).toBe("## A\n\nnew\n\n## B\n");
    expect(edit("# A", "A", "new")).toBe("# A\n\nnew");
    expect(edit("# A\n", "A", "new", { mode: "append" })).toBe("# A\n\nnew\n");
  });

  it("keeps an underlined heading apart from what is put before it", () => {
    const text = "A\n===\nold\nB\n===\n\nb\n";
    const edited = edit("# A\n\nx\n\nB\n===\n", "A", "new");
    expect(edited).toBe("# A\n\nnew\n\nB\n===\n");
    expect(parse(edit(text, "A", "new")).sections.map((section) => section.text)).toEqual(
      parse(text).sections.map((section) => section.text),
    );
  });

  it("takes names as text, as written, by path, by slug", () => {
    const text = "# One\n\n## Use `x` & <b>y</b> 🚀 {#use}\n\na\n\n# Two\n\n## Part\n\nb\n\n# Three\n\n## Part\n\nc\n";
    const names = ["Use x & y 🚀", "## Use `x` & <b>y</b> 🚀 {#use}", "Use x y", "use x & y", "use-x--y-"];
    for (const name of names) expect(edit(text, name, "A"), name).toBe(text.replace("a\n", "A\n"));
    for (const name of ["Three > Part", "Three#Part", ["Three", "Part"], "# Three > ## Part", "part-1"]) {
      expect(edit(text, name, "C"), String(name)).toBe(text.replace("c\n", "C\n"));
    }
  });

  it("refuses what is missing or ambiguous, with what there is", () => {
    expect(() => edit("# P\n\n## A\n\nx\n", "Zed", "y", { mode: "append" })).toThrow(
      expect.objectContaining({
        code: "edit_conflict",
        details: { reason: "section_not_found", headings: ["P", "P > A"], headingCount: 2 },
      }),
    );
    expect(() => edit("# P\n\n## A\n\n# Q\n\n## A\n", "A", "y")).toThrow(
      expect.objectContaining({
        code: "edit_conflict",
        details: {
          reason: "ambiguous",
          candidates: [
            { heading: "P > A", slug: "a", line: 3 },
            { heading: "Q > A", slug: "a-1", line: 7 },
          ],
        },
      }),
    );
    expect(() => edit("text\n", "A", "y")).toThrow(expect.objectContaining({ code: "edit_conflict" }));
    expect(() => edit("```\n# A\n```\n", "A", "y")).toThrow(expect.objectContaining({ code: "edit_conflict" }));
  });

  it("replaces a block by its id, which stays", () => {
    const text = "# A\n\nfirst\nsecond ^one\n\n- item ^two\n- other\n\n| a |\n|---|\n| b |\n\n^three\n";
    expect(edit(text, "^one", "new")).toBe(text.replace("first\nsecond ^one", "new ^one"));
    expect(edit(text, "^two", "- new")).toBe(text.replace("- item ^two", "- new ^two"));
    expect(edit(text, "^three", "x\n")).toBe(text.replace("| a |\n|---|\n| b |", "x"));
    expect(edit(text, "^two", "- more", { mode: "append" })).toBe(text.replace("^two\n", "^two\n- more\n"));
    expect(() => edit(text, "^four", "x")).toThrow(
      expect.objectContaining({ details: { reason: "section_not_found", blocks: ["^one", "^two", "^three"] } }),
    );
  });

  it("leaves every other section as it is", () => {
    const line = fc.constantFrom("text", "- item", "", "\t", "  ");
    const heading = fc.constantFrom("# ", "## ", "### ");
    const ending = fc.constantFrom("\n", "\r\n", "\r");
    const section = fc.tuple(heading, fc.array(line, { maxLength: 4 }));
    fc.assert(
      fc.property(
        fc.array(section, { minLength: 1, maxLength: 5 }),
        fc.nat(),
        fc.array(line, { maxLength: 4 }),
        ending,
        fc.constantFrom("replace", "append", "prepend" as const),
        (made, pick, content, end, mode) => {
          const text = made.map(([marks, lines], index) => [`${marks}H${index}`, ...lines, ""].join(end)).join("");
          const index = pick % made.length;
          const before = parse(text);
          const after = parse(edit(text, `H${index}`, content.join("\n"), { mode }));
          expect(after.sections.map(({ text: name, level }) => [name, level])).toEqual(
            before.sections.map(({ text: name, level }) => [name, level]),
          );
          for (const [other, { own }] of before.sections.entries()) {
            if (other === index + 1) continue;
            const place = after.sections[other]?.own ?? own;
            expect(after.text.slice(place.start, place.end)).toBe(before.text.slice(own.start, own.end));
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it("takes time that grows with the text", () => {
    const blanks = `x${"\r\n".repeat(200_000)}y`;
    const long = parse("# A\n\nx\n");
    const started = performance.now();
    editSection(long, { heading: "A", content: blanks });
    editSection(long, { heading: "A", content: `${"\r\n \t".repeat(100_000)}#` });
    editSection(long, { heading: "A", content: `# ${" #".repeat(100_000)}x` });
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
