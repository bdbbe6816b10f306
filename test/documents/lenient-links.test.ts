import { describe, expect, it } from "vitest";
import { linksOf, parse } from "./parse.ts";

describe("links with blanks in their destination", () => {
  it.each([
    ["[pond](Mill Pond.md)", "markdown Mill Pond.md [pond] ?"],
    ["![x](my image.png)", "markdown my image.png [x] ?"],
    ['[pond](Mill Pond.md "The pond")', "markdown Mill Pond.md [pond] ?"],
    ["[pond](Mill Pond (old).md#The gate)", "markdown Mill Pond (old).md#The gate [pond] ?"],
    ["[pond](note.md#The gate)", "markdown note.md#The gate [pond] ?"],
    ["[a [b] c](x y.md)", "markdown x y.md [a [b] c] ?"],
    ["text [x] [a](b c.md) more)", "markdown b c.md [a] ?"],
  ])("are kept until they resolve: %s", (text, link) => expect(linksOf(text)).toEqual([link]));

  it("have the range of the whole, and know an image", () => {
    const [link] = parse("see ![a](b c.png).").links;
    expect(link).toMatchObject({ embed: true, range: { start: 4, end: 17 }, line: 1, column: 5, onlyIfResolved: true });
  });

  it.each([
    "[x](tel:1 2)",
    "[x](a `b c` d.md)",
    "\\[x](a b.md)",
    "[x\\](a b.md)",
    "x](a b.md)",
    "[x](a b.md",
    "[x](a\nb.md)",
    "[x](<a b.md)",
    "`[x](a b.md)`",
    "%% [x](a b.md) %%",
    "[x] (a b.md)",
    "[x](<a b>.md)",
    `[x](${"a ".repeat(600)})`,
    `[${"x".repeat(2_000)}](a b.md)`,
  ])("are text in %j", (text) => expect(linksOf(text)).toEqual([]));

  it("stand beside links that Markdown takes", () => {
    expect(linksOf("[a](a.md) [b](b c.md) [d](<d e.md>)")).toEqual([
      "markdown a.md [a]",
      "markdown b c.md [b] ?",
      "markdown d e.md [d]",
    ]);
  });
});
