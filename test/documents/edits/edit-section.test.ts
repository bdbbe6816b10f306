import fc from "fast-check";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
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

  it("puts the id of a block below what can't carry it", () => {
    const text = "p1 ^b\n\np2\n";
    const below = (content: string): string => `${content}\n\n^b\n\np2\n`;
    for (const content of [
      "```\ncode\n```",
      "| a |\n|---|\n| b |",
      "a | b\n--|--\nc | d",
      "> quote",
      "<b>x</b>",
      "x\n\n---",
      "## h",
      "H\n===",
      "    code",
      "$$\nx\n$$",
      "%% hidden %%",
      "[r]: x.md",
    ]) {
      const edited = edit(text, "^b", content);
      expect(edited, content).toBe(below(content));
      expect(parse(edited).anchors.map(({ name }) => name)).toEqual(["b"]);
      expect(edit(edited, "^b", "new"), content).toContain("new\n\n^b\n\np2\n");
    }
    expect(edit(text, "^b", "- x\n- y")).toBe("- x\n- y ^b\n\np2\n");
    expect(edit(text, "^b", "x\n\n1. y")).toBe("x\n\n1. y ^b\n\np2\n");
    expect(edit("p1 ^b", "^b", "```\nx\n```\n")).toBe("```\nx\n```\n\n^b\n");
    expect(edit("x ^b\ny\n", "^b", "```\nc\n```")).toBe("```\nc\n```\n\n^b\n\ny\n");
    expect(edit("```\na\n\nb\n```\n\n^b\n", "^b", "new")).toBe("new\n\n^b\n");
    expect(edit("x\n^b\n", "^b", "| a |\n|---|")).toBe("| a |\n|---|\n\n^b\n");
    expect(() => edit(text, "^b", "```\ncode")).toThrow(
      expect.objectContaining({ code: "edit_conflict", details: { reason: "unfit" } }),
    );
  });

  it("stays within a list item", () => {
    const list = "- i1\n- i2 ^b\n- i3\n";
    const inList = (lines: string): string => list.replace("- i2 ^b\n", lines);
    expect(edit(list, "^b", "new text")).toBe(inList("- new text ^b\n"));
    expect(edit(list, "^b", "new\ntext\n\nmore")).toBe(inList("- new\n  text\n\n  more ^b\n"));
    expect(edit(list, "^b", "```\ncode\n```")).toBe(inList("- ```\n  code\n  ```\n\n  ^b\n"));
    expect(edit(list, "^b", "more", { mode: "append" })).toBe(inList("- i2 ^b\n\n  more\n"));
    expect(edit(list, "^b", "less", { mode: "prepend" })).toBe(inList("- less\n  i2 ^b\n"));
    expect(edit(list, "^b", "> q", { mode: "prepend" })).toBe(inList("- > q\n\n  i2 ^b\n"));
    expect(edit(list, "^b", "- more", { mode: "prepend" })).toBe(inList("- more\n- i2 ^b\n"));
    expect(edit(list.replaceAll("\n", "\r\n"), "^b", "a\nb")).toBe(inList("- a\n  b ^b\n").replaceAll("\n", "\r\n"));
    expect(edit("- [ ] i ^b\n- j\n", "^b", "new")).toBe("- [ ] new ^b\n- j\n");
    expect(edit("- [x] i ^b\n- j\n", "^b", "a\nb")).toBe("- [x] a\n  b ^b\n- j\n");
    expect(edit("2. i ^b\n", "^b", "a\nb")).toBe("2. a\n   b ^b\n");
    expect(edit("- a\n\t- i ^b\n\t- j\n", "^b", "x\ny")).toBe("- a\n\t- x\n\t  y ^b\n\t- j\n");
    expect(edit("- a\n  - i ^b\n    - child\n  - j\n", "^b", "- k", { mode: "append" })).toBe(
      "- a\n  - i ^b\n    - child\n  - k\n  - j\n",
    );
    expect(edit("- a\n  - i ^b\n", "^b", "- k")).toBe("- a\n  - k ^b\n");
    expect(edit("- a\n  - i ^b\n", "^b", "  - k")).toBe("- a\n  - k ^b\n");
    expect(edit("- a\n\n  second ^b\n- c\n", "^b", "x\ny")).toBe("- a\n\n  x\n  y ^b\n- c\n");
    expect(edit("> - i ^b\n> - j\n", "^b", "x\n\ny")).toBe("> - x\n>\n>   y ^b\n> - j\n");
    for (const [text, content] of [
      ["- [ ] i ^b\n", "```\nx\n```"],
      ["- [ ] i ^b\n", "| a |\n|---|"],
      ["- i ^b\n", "---"],
      ["- i ^b\n", "    code"],
    ] as const) {
      expect(() => edit(text, "^b", content), content).toThrow(
        expect.objectContaining({ code: "edit_conflict", details: { reason: "unfit" } }),
      );
    }
  });

  it("keeps a blank line where joined lines would mean something else", () => {
    const prepend = { mode: "prepend" } as const;
    const append = { mode: "append" } as const;
    expect(edit("# A\n---\n# C", "A", "p", prepend)).toBe("# A\np\n\n---\n# C");
    expect(edit("# A\n\n2. x\n", "A", "p", prepend)).toBe("# A\n\np\n\n2. x\n");
    expect(edit("# A\n\n| a |\n|---|\n", "A", "p", prepend)).toBe("# A\n\np\n\n| a |\n|---|\n");
    expect(edit("# A\n\n    code\n", "A", "p", prepend)).toBe("# A\n\np\n\n    code\n");
    expect(edit("# A\n\n[r]: x.md\n", "A", "p", prepend)).toBe("# A\n\np\n\n[r]: x.md\n");
    expect(edit("# A\n\nold\n", "A", "- item", prepend)).toBe("# A\n\n- item\n\nold\n");
    expect(edit("# A\n\nold\n", "A", "> quote", prepend)).toBe("# A\n\n> quote\n\nold\n");
    expect(edit("# A\n\nold\n", "A", "| a |\n|---|", prepend)).toBe("# A\n\n| a |\n|---|\n\nold\n");
    expect(edit("# A\n\nold\n", "A", "<div>", prepend)).toBe("# A\n\n<div>\n\nold\n");
    expect(edit("# A\n\nold\n", "A", "```\n- x\n```", prepend)).toBe("# A\n\n```\n- x\n```\nold\n");
    expect(edit("# A\n\nold\n", "A", "---", append)).toBe("# A\n\nold\n\n---\n");
    expect(edit("# A\n\nold\n", "A", "===\nx", append)).toBe("# A\n\nold\n\n===\nx\n");
    expect(edit("# A\n\n- old\n", "A", "p", append)).toBe("# A\n\n- old\n\np\n");
    expect(edit("# A\n\n- old\n", "A", "- new", append)).toBe("# A\n\n- old\n- new\n");
    expect(edit("# A\n\n| a |\n|---|\n", "A", "| b |", append)).toBe("# A\n\n| a |\n|---|\n| b |\n");
    expect(edit("p ^b\n\nq\n", "^b", "more", append)).toBe("p ^b\n\nmore\n\nq\n");
    expect(edit("p ^b\r\n", "^b", "more", append)).toBe("p ^b\r\n\r\nmore\r\n");
  });

  it("leaves every block outside the edit what it is", () => {
    const blocks = [
      "para",
      "two\nlines",
      "- item",
      "2. item",
      "> quote",
      "| a |\n|---|\n| b |",
      "```\nx\n```",
      "---",
      "    code",
      "[r]: x.md",
      "<div>\n</div>",
    ];
    const block = fc.constantFrom(...blocks);
    const rendered = (text: string): readonly string[] => {
      const { children } = unified().use(remarkParse).use(remarkGfm).parse(text);
      return children.map((node) => {
        const { start, end } = node.position as NonNullable<typeof node.position>;
        return `${node.type} ${text.slice(start.offset, end.offset)}`;
      });
    };
    fc.assert(
      fc.property(block, block, fc.constantFrom("append", "prepend" as const), (old, content, mode) => {
        const edited = edit(`# A\n\n${old}\n`, "A", content, { mode });
        // Equal kinds may be joined: paragraphs, lists, quotes, rows and code.
        const kind = (text: string): string => (rendered(text)[0] ?? "").split(" ")[0] as string;
        fc.pre(kind(old) !== kind(content));
        // No blank line keeps indented code out of the list above it.
        fc.pre(![old, content].includes("    code") || ![kind(old), kind(content)].includes("list"));
        expect(rendered(edited), JSON.stringify(edited)).toEqual(
          expect.arrayContaining([...rendered(`${old}\n`), ...rendered(`${content}\n`)]),
        );
      }),
      { numRuns: 400 },
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
    for (const part of ["x\n", " ", "- ", "> ", "[", "`", "| ", "-", "^x "]) {
      const content = `y\n${part.repeat(100_000)}y`;
      editSection(long, { heading: "A", content, mode: "append" });
      editSection(long, { heading: "A", content: content.slice(2), mode: "prepend" });
    }
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
