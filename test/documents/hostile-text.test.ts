import { describe, expect, it } from "vitest";
import type { MarkdownEngine } from "../../src/documents/markdown-engine.ts";
import { engineOf, paragraphEngine, parse } from "./parse.ts";

/**
 * Texts made to be slow, with engines that cost nothing, so that only our own scanners count. Time is that of the processor, which other
 * work on the machine does not change. Where it grows with the length these texts take milliseconds, with its square many seconds.
 */
const short = 12_000;
const long = 600_000;

/** Milliseconds of processor time. */
function cost(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const pieces = [
  "[[",
  "[[a]]",
  "[",
  "![[a|",
  "[[a]b",
  "[[[a]",
  "[[a `",
  "[a](b c",
  "[a](b c) ",
  "[ (](",
  "](",
  "%% ",
  "\n%%\n\na",
  "$a ",
  "$$ ",
  "$a `x` b$",
  "# ",
  "#a/",
  "a.b/#",
  "#\u{1F600}",
  " ^a",
  "a:: ",
  "[a:: ",
  "(a:: [[b]]) ",
  "- [ ] due:   ",
  "- [cat] a #b (c)\n",
  "- a [[b]] (\n",
  "<a ",
  "<a b='",
  '<a href="x">',
  "<!--",
  "<?",
  "<![CDATA[",
  "<script>",
  "<A b={",
  "{/*",
  "`",
  "``a` ",
  "import a\n",
  "<Card>\n  a\n",
  "\\",
  "\\[[",
  "\t",
  "\n",
  "\r",
  "> ",
  "&#x10FFFF;",
  "\u{1F600}",
  '{{< ref "',
  "{#a}",
];

const engines: Record<string, MarkdownEngine> = {
  html: engineOf((text) => ({ opaque: [{ kind: "html", block: true, start: 0, end: text.length }] })),
  blocks: engineOf((text) => ({
    opaque: everyEighth(text).map((at, index) => ({
      ...at,
      kind: index % 2 === 0 ? "html" : "inlineCode",
      block: true,
    })),
  })),
  items: engineOf((text) => ({
    containers: everyEighth(text).flatMap((at) => [
      { ...at, kind: "listItem" as const, checked: null },
      { ...at, kind: "paragraph" as const },
    ]),
  })),
  headings: engineOf((text) => ({
    headings: everyEighth(text).map((at, index) => ({
      ...at,
      depth: ((index % 6) + 1) as 1,
      text: text.slice(at.start, at.end),
    })),
  })),
  heading: engineOf((text) => ({
    headings: [{ depth: 1, start: 0, end: text.length, text: text.replaceAll("a", "*") }],
  })),
  links: engineOf((text) => ({
    links: everyEighth(text).map((at, index) => ({
      ...at,
      type: "link",
      form: (["inline", "reference", "autolink"] as const)[index % 3] ?? "inline",
      url: "u",
      title: null,
      text: "t",
    })),
  })),
  link: engineOf((text) => ({
    links: [{ type: "link", form: "inline", url: "u", title: null, text: "t", start: 0, end: text.length }],
  })),
};

function everyEighth(text: string): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  for (let start = 0; start + 8 <= text.length; start += 8) ranges.push({ start, end: start + 8 });
  return ranges;
}

const linkMacros = [{ match: '{{< ref "*" >}}', path: "$1" }];
const tails = ["", " `c` x$ ]] ) ] --> \" '"];

describe("hostile texts", () => {
  it.each(Object.keys(engines))("take time by their length (%s)", (name) => {
    const engine = engines[name] as MarkdownEngine;
    for (const [index, piece] of pieces.entries()) {
      const text = piece.repeat(Math.ceil(short / piece.length)) + tails[index % 2];
      const spent = cost(() => parse({ text, engine, options: { linkMacros } }));
      expect(spent, JSON.stringify([name, piece])).toBeLessThan(500);
    }
  });

  it.each(["a.md", "a.mdx"])("take time by their length (%s)", (path) => {
    for (const piece of pieces) {
      for (const tail of tails) {
        const text = piece.repeat(Math.ceil((short * 2) / piece.length)) + tail;
        const spent = cost(() => parse({ text, path, engine: paragraphEngine, options: { linkMacros } }));
        expect(spent, JSON.stringify([path, piece, tail])).toBeLessThan(500);
      }
    }
  });

  it.each(["[[", "[[a]]", "[a:: ", "$a ", "%% ", "<a ", "#a/", "](", "\\", "\u{1F600}"])(
    "are read in full: %j",
    (piece) => {
      const text = piece.repeat(long / piece.length);
      const spent = cost(() => expect(parse({ text, engine: paragraphEngine }).sections[0]?.own.end).toBe(text.length));
      expect(spent).toBeLessThan(3_000);
    },
  );
});
