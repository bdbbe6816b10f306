import fc from "fast-check";
import type { Nodes, Root } from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { describe, expect, it } from "vitest";
import { linksOf, parse } from "./parse.ts";

describe("Markdown links", () => {
  it("come in every form of CommonMark and GFM", () => {
    const text = [
      '[a](one.md "title") [b](<two three.md>) [c](four_(5).md) ![d](six.png) [e][R] [f][] [r] <https://example.org/g>',
      "https://example.org/h www.example.org mail@example.org [](nine.md) [see [2]](ten.md) []()",
      "",
      "[r]: <seven eight.md> 'title'",
      "[F]: f.md",
    ].join("\n");
    expect(linksOf(text)).toEqual([
      "markdown one.md [a]",
      "markdown two three.md [b]",
      "markdown four_(5).md [c]",
      "markdown six.png [d]",
      "reference seven eight.md [e]",
      "reference f.md [f]",
      "reference seven eight.md [r]",
      "markdown https://example.org/g [https://example.org/g] (external)",
      "markdown https://example.org/h [https://example.org/h] (external)",
      "markdown http://www.example.org [www.example.org] (external)",
      "markdown mailto:mail@example.org [mail@example.org] (external)",
      "markdown nine.md []",
      "markdown ten.md [see [2]]",
    ]);
  });

  it.each([
    ["a.md#part", "a.md", "part"],
    ["#part", "", "part"],
    ["#", "", ""],
    ["C%23%20x.md#a%20b", "C%23%20x.md", "a%20b"],
    ["a.md?plain=1#L3", "a.md", "L3"],
    ["a.md#b?c#d", "a.md", "b?c#d"],
    ["../up/./a", "../up/./a", undefined],
    ["/root/a.md", "/root/a.md", undefined],
    ["Q&amp;A.md", "Q&A.md", undefined],
    ["100%2525.md", "100%2525.md", undefined],
    ["12:30.md", "12:30.md", undefined],
  ])("split the destination %s", (destination, path, fragment) => {
    const [link] = parse(`[x](${destination})`).links;
    expect([link?.path, link?.fragment, link?.external, link?.lookup]).toEqual([path, fragment, false, "path"]);
  });

  it("know what is shown in place", () => {
    const links = parse("![a](b.png) ![c][d] [e](f.md)\n\n[d]: g.png").links;
    expect(links.map(({ embed }) => embed)).toEqual([true, true, false]);
  });

  it("say what they stand in, and in which section", () => {
    const text = "[a](a)\n\n> - [ ] [b](b)\n>\n> [c](c)\n\n- [x] [d](d)\n\n# H\n\n| [e](e) |\n|---|\n\n- [f](f)\n";
    expect(parse(text).links.map(({ path, within, section }) => [path, within, section])).toEqual([
      ["a", undefined, 0],
      ["b", "task", 0],
      ["c", "quote", 0],
      ["d", "task", 0],
      ["e", "table", 1],
      ["f", undefined, 1],
    ]);
  });

  it("are not found in comments and math", () => {
    expect(linksOf("%% [a](a.md) %% $[b](c)$ <!-- [d](d.md) --> [e](e.md)")).toEqual(["markdown e.md [e]"]);
    expect(linksOf({ text: "%% [a](a.md) %%", options: { comments: "include" } })).toEqual(["markdown a.md [a]"]);
  });

  it("equal those of a walk over the tree", () => {
    const piece = fc.constantFrom(
      "[a](b.md)",
      "![i](j.png 't')",
      "[r]",
      "[x][r]",
      "[![n](m.png)](o.md)",
      "<https://e.org>",
      "https://e.org/p",
      "`[c](c)`",
      "# h [l](m.md)\n",
      "a *b* **",
      "\n",
      "\n\n",
      "> ",
      "- ",
      "| x |\n|---|\n| [t](u) |\n",
      "[r]: s.md\n",
      "[",
      "](",
      ")",
      "<b>",
      "\\",
      "    ",
      "```\n",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 16 }), (pieces) => {
        const text = `${pieces.join("")}\n\n[r]: ref.md`;
        const { links, headings } = walk(text);
        const document = parse(text);
        const found = document.links.filter(
          ({ onlyIfResolved, range }) => onlyIfResolved === undefined && !isLiteral(text, range.start),
        );
        expect(found.map(({ target, embed, range }) => [target, embed, range.start, range.end])).toEqual(links);
        expect(document.sections.slice(1).map(({ level, startLine }) => [level, startLine])).toEqual(headings);
      }),
      { numRuns: 300 },
    );
  });
});

/** Some addresses that GFM finds in text have no position in the tree; the engine's own tests look after those. */
function isLiteral(text: string, start: number): boolean {
  return text.startsWith("http", start);
}

const processor = unified().use(remarkParse).use(remarkGfm);

/** Links and headings by the slowest way: recursion over remark's tree. */
function walk(text: string): { links: unknown[]; headings: unknown[] } {
  const tree: Root = processor.parse(text);
  const definitions = new Map<string, string>();
  const links: [string, boolean, number, number][] = [];
  const headings: unknown[] = [];
  const each = (node: Nodes, visit: (node: Nodes) => void): void => {
    visit(node);
    if ("children" in node) for (const child of node.children) each(child, visit);
  };
  each(tree, (node) => {
    if (node.type === "definition" && !definitions.has(node.identifier)) definitions.set(node.identifier, node.url);
  });
  each(tree, (node) => {
    const start = node.position?.start.offset ?? -1;
    const end = node.position?.end.offset ?? -1;
    if (node.type === "heading") headings.push([node.depth, node.position?.start.line]);
    const image = node.type === "image" || node.type === "imageReference";
    const url = "url" in node ? node.url : "identifier" in node ? definitions.get(node.identifier) : undefined;
    const isLink = image || node.type === "link" || node.type === "linkReference";
    if (isLink && url !== undefined && url !== "" && start >= 0 && !isLiteral(text, start))
      links.push([url, image, start, end]);
  });
  return { links: links.sort((a, b) => a[2] - b[2]), headings };
}
