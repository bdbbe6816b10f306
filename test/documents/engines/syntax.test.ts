import { describe, expect, it } from "vitest";
import type { MarkdownSyntax } from "../../../src/documents/markdown-engine.ts";
import { engines } from "./engines.ts";

/** Ranges are easier to check as the text in them. */
function source(text: string, range: { start: number; end: number }): string {
  return text.slice(range.start, range.end);
}

describe.each(engines)("what %s gives", (_name, engine) => {
  const parse = (text: string): MarkdownSyntax => engine.parse(text);

  it("gives headings with depth, range and plain text", () => {
    const text = "# One `code` *two* [three](x) ![four](y.png) <b>five</b> #\n\nSix\nseven\n---\n\n#not\n";
    const { headings } = parse(text);
    expect(headings.map(({ depth, text }) => [depth, text])).toEqual([
      [1, "One code two three four five"],
      [2, "Six\nseven"],
    ]);
    expect(source(text, headings[1]!)).toBe("Six\nseven\n---");
  });

  it("keeps a hard break in a heading as a line feed", () => {
    expect(parse("One  \ntwo\\\nthree\n===\n").headings[0]?.text).toBe("One\ntwo\nthree");
  });

  it("begins a Setext heading after the definitions before it", () => {
    const text = "[a]: /u\nHead\n====\n";
    const { headings, definitions } = parse(text);
    expect(headings).toEqual([{ start: 8, end: 17, depth: 1, text: "Head" }]);
    expect(definitions).toHaveLength(1);
  });

  it("gives inline links with decoded destinations and titles", () => {
    const text = '[a *b*](<c d> "t &amp; \\"u\\"") and [e](f%20g(h)&copy;#i)\n';
    const { links } = parse(text);
    expect(links.map(({ form, url, title, text }) => ({ form, url, title, text }))).toEqual([
      { form: "inline", url: "c d", title: 't & "u"', text: "a b" },
      { form: "inline", url: "f%20g(h)©#i", title: null, text: "e" },
    ]);
    expect(source(text, links[1]!)).toBe("[e](f%20g(h)&copy;#i)");
  });

  it("resolves reference links in all three forms by the first definition", () => {
    const text =
      '[one][Foo  Bar] [foo bar][] [foo bar] ![img][foo bar] [none]\n\n[FOO\nBAR]: /first "t"\n[foo bar]: /second\n';
    const { links, definitions } = parse(text);
    expect(
      links.map(({ type, form, url, title, text, identifier }) => [type, form, url, title, text, identifier]),
    ).toEqual([
      ["link", "reference", "/first", "t", "one", "foo bar"],
      ["link", "reference", "/first", "t", "foo bar", "foo bar"],
      ["link", "reference", "/first", "t", "foo bar", "foo bar"],
      ["image", "reference", "/first", "t", "img", "foo bar"],
    ]);
    expect(definitions.map(({ url }) => url)).toEqual(["/first", "/second"]);
  });

  it("gives autolinks and literals the form autolink", () => {
    const text = "<https://a.b/c> www.d.e, (https://f.g/h). <i@j.kl> m@n.op\n";
    const { links } = parse(text);
    expect(links.map((link) => [link.form, link.url, link.text, source(text, link)])).toEqual([
      ["autolink", "https://a.b/c", "https://a.b/c", "<https://a.b/c>"],
      ["autolink", "http://www.d.e", "www.d.e", "www.d.e"],
      ["autolink", "https://f.g/h", "https://f.g/h", "https://f.g/h"],
      ["autolink", "mailto:i@j.kl", "i@j.kl", "<i@j.kl>"],
      ["autolink", "mailto:m@n.op", "m@n.op", "m@n.op"],
    ]);
  });

  it("finds the place of a literal to which the parser gives none", () => {
    const text = "x [www.a.b y\n\nq <foo\\+@bar.example.com>\n";
    const { links } = parse(text);
    expect(source(text, links[0]!)).toBe("www.a.b");
    expect(links[1]).toMatchObject({ start: 14, end: text.length - 1, url: "mailto:foo+@bar.example.com" });
  });

  it("gives images in links after the link, and their text in that of the link", () => {
    const { links } = parse("[![a](b.png) c](d.md)\n");
    expect(links.map(({ type, url, text }) => [type, url, text])).toEqual([
      ["link", "d.md", "a c"],
      ["image", "b.png", "a"],
    ]);
  });

  it("gives code, inline code and HTML as opaque, blocks of HTML apart", () => {
    const text = "`a` <b>c</b>\n\n    d\n\n```js\ne\n```\n\n<div>\nf\n</div>\n\n<!-- g\n\nh -->\n";
    const { opaque } = parse(text);
    expect(opaque.map((range) => [range.kind, range.block, source(text, range)])).toEqual([
      ["inlineCode", undefined, "`a`"],
      ["html", false, "<b>"],
      ["html", false, "</b>"],
      ["code", undefined, "    d"],
      ["code", undefined, "```js\ne\n```"],
      ["html", true, "<div>\nf\n</div>"],
      ["html", true, "<!-- g\n\nh -->"],
    ]);
  });

  it("gives indented code after a list as one block", () => {
    const text = "- x\n\n# A\n    b\n    - c\n    d\n";
    expect(parse(text).opaque.map((range) => source(text, range))).toEqual(["    b\n    - c\n    d"]);
  });

  it("gives quotes, items, their first paragraphs and tables in order, outer before inner", () => {
    const text = "> - a\n>   b\n>\n>   c\n> - [x] d\n> - [ ] *e*\n\n| f |\n| - |\n| g |\n";
    const { containers } = parse(text);
    expect(containers.map((range) => [range.kind, range.checked, source(text, range)])).toEqual([
      ["blockquote", undefined, "> - a\n>   b\n>\n>   c\n> - [x] d\n> - [ ] *e*"],
      ["listItem", null, "- a\n>   b\n>\n>   c"],
      ["paragraph", undefined, "a\n>   b"],
      ["listItem", true, "- [x] d"],
      ["paragraph", undefined, "d"],
      ["listItem", false, "- [ ] *e*"],
      ["paragraph", undefined, "*e*"],
      ["table", undefined, "| f |\n| - |\n| g |"],
    ]);
  });

  it("ends blocks before trailing lines that hold nothing", () => {
    const text = "> - ```\n>   a\n>\n> \n\nb\n";
    const { containers, opaque } = parse(text);
    expect(source(text, opaque[0]!)).toBe("```\n>   a");
    expect(containers.map((range) => source(text, range))).toEqual(["> - ```\n>   a", "- ```\n>   a"]);
  });

  it("reads the content of footnotes", () => {
    const { headings, links } = parse("a[^1]\n\n[^1]: b [c](d.md)\n\n    # e\n");
    expect(links.map(({ url }) => url)).toEqual(["d.md"]);
    expect(headings.map(({ text }) => text)).toEqual(["e"]);
  });

  it("knows no front matter, math, wikilinks or attributes", () => {
    const text = "[[a|b]] $c$ # d {#e}\n\n# f {#g} $h_i$ [[j]]\n";
    const { headings, links } = parse(text);
    expect(links).toEqual([]);
    expect(headings[0]?.text).toBe("f {#g} $h_i$ [[j]]");
  });

  it("counts UTF-16 units, also past characters of other lengths", () => {
    const text = "é 中 😀 [ü](ö.md)\n\n# 😀 Ä\n";
    const { headings, links } = parse(text);
    expect(source(text, links[0]!)).toBe("[ü](ö.md)");
    expect(links[0]).toMatchObject({ url: "ö.md", text: "ü" });
    expect(source(text, headings[0]!)).toBe("# 😀 Ä");
  });

  it("reads NUL and unpaired surrogates as U+FFFD without moving offsets", () => {
    const text = "# a\0b\ud800c\n\n[d\0](e)\n";
    const { headings, links } = parse(text);
    expect(headings[0]?.text).toBe("a\ufffdb\ufffdc");
    expect(source(text, links[0]!)).toBe("[d\0](e)");
  });

  it("takes every kind of line end, and a byte order mark for a blank", () => {
    expect(parse("\ufeff# a\r\n\r\n[b](c)\r\r# d\n").headings.map(({ start, text }) => [start, text])).toEqual([
      [1, "a"],
      [16, "d"],
    ]);
  });

  it("gives empty lists for an empty text", () => {
    expect(parse("")).toEqual({ headings: [], links: [], definitions: [], opaque: [], containers: [] });
  });
});
