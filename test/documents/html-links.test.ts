import { describe, expect, it } from "vitest";
import { linksOf, parse } from "./parse.ts";

describe("raw HTML", () => {
  it("gives links, images and their texts", () => {
    const text = [
      'See <a href="a.md#x">the <b>first</b>\none</a> and <a class=y href=b.md>b</a>, <img src="c.png" alt="See &amp; saw">.',
      "",
      "<div>",
      "<A HREF='d.md?x=1&amp;y=2'>D</A>",
      '<img src="e.png"/> <video src="f.mp4"></video> <iframe src="https://example.org/"></iframe>',
      "</div>",
    ].join("\n");
    expect(linksOf(text)).toEqual([
      "html a.md#x [the first one]",
      "html b.md [b]",
      "html c.png [See & saw]",
      "html d.md?x=1&y=2 [D]",
      "html e.png []",
      "html f.mp4 []",
      "html https://example.org/ [] (external)",
    ]);
    expect(parse(text).links.map(({ embed }) => embed)).toEqual([false, false, true, false, true, true, true]);
  });

  it("gives anchors", () => {
    const text = '# <a id="top"></a>Title\n\n<a name="part"></a> <span id=\'x y\'>s</span>\n\n<h2 id="q">Q</h2>\n';
    expect(parse(text).anchors).toEqual([
      { name: "top", kind: "custom", line: 1, section: 1 },
      { name: "part", kind: "custom", line: 3, section: 1 },
      { name: "x y", kind: "custom", line: 3, section: 1 },
      { name: "q", kind: "custom", line: 5, section: 1 },
    ]);
    expect(parse(text).title).toBe("Title");
    expect(parse('<a id="new" name="old">x</a> <b name="no" id="">y</b>').anchors.map(({ name }) => name)).toEqual([
      "new",
      "old",
    ]);
  });

  it.each([
    '<!-- <a href="a.md">x</a> -->',
    '`<a href="a.md">x</a>`',
    '%% <a href="a.md">x</a> %%',
    '<script src="a.js"></script>',
    "<script>\nif (a<b) x('<a href=\"a.md\">');\n</script>",
    '<link href="a.css">',
    '<a href="">x</a>',
    "<a>x</a>",
    '<a data-href="a.md">x</a>',
  ])("gives no link in %j", (text) => expect(linksOf(text)).toEqual([]));

  it("reads markup that never ends", () => {
    for (const text of [
      "<div\n<a href='a.md'",
      "<div>\n<!-- <a href='a'>",
      "<div>\n<?php <a href='a'>",
      "<div>\n<a href='a.md",
    ]) {
      expect(linksOf(text)).toEqual([]);
    }
  });

  it("says what of it is not prose", () => {
    const text = "a <b>bold</b> c\n\n<div class='x'>\nshown <!-- not --> too\n</div>\n";
    expect(parse(text).hidden.map(({ start, end }) => text.slice(start, end))).toEqual([
      "<b>",
      "</b>",
      "<div class='x'>",
      "<!-- not -->",
      "</div>",
    ]);
  });
});
