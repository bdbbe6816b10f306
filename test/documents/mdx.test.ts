import { describe, expect, it } from "vitest";
import { linksOf, type ParseInput, parse } from "./parse.ts";

function mdx(text: string): ParseInput {
  return { text, path: "docs/page.mdx" };
}

const page = `---
title: Page
---
import { Card } from "x";
import Other from '[[no]]';

export const list = [["#no"]];

# First

Text with <Badge text="[no](no.md)" /> and [a](a.md).

<CardGrid>
\t<Card title="One" href="/one/">
\t\t## Inside

\t\tSee [b](b.md) and [[c]] in {props.name}.

\t\t\`\`\`jsx
\t\t<Card href="no" /> [no](no.md)
\t\t\`\`\`
\t</Card>
\t<LinkCard
\t\ttitle="Two"
\t\tto="/two/"
\t/>
</CardGrid>

{/* [no](no.md) #no */}

Use \`<Card href="no">\` #yes <img src={"d.png"} alt="D" /> <Tabs items={[{ a: "}" }]}>[e](e.md)</Tabs>
`;

describe("MDX", () => {
  it("is read as Markdown with imports and JSX passed over", () => {
    expect(linksOf(mdx(page))).toEqual([
      "markdown a.md [a]",
      "html /one/ [One]",
      "markdown b.md [b]",
      "wikilink c [c]",
      "html /two/ [Two]",
      "html d.png [D]",
      "markdown e.md [e]",
    ]);
    const document = parse(mdx(page));
    expect(document.sections.map(({ text, startLine }) => [text, startLine])).toEqual([
      ["", 4],
      ["First", 9],
      ["Inside", 15],
    ]);
    expect(document.tags.map(({ name }) => name)).toEqual(["yes"]);
    expect(document.title).toBe("Page");
  });

  it("takes each of href, to and src of one element", () => {
    const text = '<Row to="a.md" href={"b.md"} src=\'c.png\' title="T" />\n\n<Row href="d.md" to="d.md">In</Row>\n';
    expect(linksOf(mdx(text))).toEqual(["html b.md [T]", "html a.md [T]", "html c.png [T]", "html d.md [In]"]);
    expect(linksOf('<a to="no.md" href="a.md">A</a>')).toEqual(["html a.md [A]"]);
  });

  it("keeps lines, columns and ranges of the file", () => {
    const document = parse(mdx(page));
    const lines = page.split("\n");
    for (const { line, column, range, syntax, text } of document.links) {
      const written = page.slice(range.start, range.end);
      expect(lines[line - 1]?.slice(column - 1)).toBe(page.slice(range.start).split("\n", 1)[0]);
      expect(written.startsWith(syntax === "html" ? "<" : "[")).toBe(true);
      if (syntax === "markdown") expect(written).toContain(`[${text}]`);
    }
    for (const { startLine, text } of document.sections.slice(1)) expect(lines[startLine - 1]).toContain(text);
  });

  it("is plain Markdown elsewhere", () => {
    expect(parse({ text: "import x\n\n[a](b.md)", path: "a.md" }).wordCount).toBe(3);
    expect(parse(mdx("import x\n\n[a](b.md)")).wordCount).toBe(1);
  });

  it.each([
    "<A b={",
    "<A b='",
    "{/*",
    "</A></B>",
    "<A><B></A>",
    "```\n<A",
    "`",
    "import ",
    "<>x</>",
    "<https://a.b>",
    "\t<A>\n\t\tx",
  ])("reads %j in all its lengths", (piece) => {
    for (const text of [piece, piece.repeat(3), `${piece}\n\n# H [a](b.md)\n`]) {
      const document = parse(mdx(text));
      expect(document.sections.at(-1)?.own.end).toBe(text.length);
    }
  });
});
