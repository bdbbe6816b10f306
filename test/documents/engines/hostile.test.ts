/** Hostile texts take time in proportion to their length, overflow no stack, and spoil nothing around them. */
import { describe, expect, it } from "vitest";
import { engines, native, reference } from "./engines.ts";

/** What a flood is made of, so many times; some need an end. */
const floods: readonly (readonly [name: string, text: (count: number) => string])[] = [
  ["nested strong emphasis", (count) => `${"*a **a ".repeat(count)}b${" a** a*".repeat(count)}`],
  ["emphasis closers", (count) => "a_ ".repeat(count)],
  ["emphasis openers", (count) => "_a ".repeat(count)],
  ["mismatched delimiters", (count) => "*a_ ".repeat(count)],
  ["delimiters of multiples of three", (count) => `a**b${"c* ".repeat(count)}`],
  ["one long run of delimiters", (count) => `${"*".repeat(count)}a${"*".repeat(count)}`],
  ["strikethrough", (count) => `${"~~a ~b ".repeat(count)}${"b~ a~~ ".repeat(count)}`],
  ["emphasis without blanks", (count) => "**中文**".repeat(count)],
  ["punctuation around underscores", (count) => "a-_.".repeat(count)],
  ["link openers", (count) => "[a".repeat(count)],
  ["link closers", (count) => "a]".repeat(count)],
  ["link openers and emphasis closers", (count) => "[ a_".repeat(count)],
  ["brackets and parentheses", (count) => "[ (](".repeat(count)],
  ["nested brackets", (count) => `${"[".repeat(count)}a${"]".repeat(count)}`],
  ["nested links", (count) => `${"[".repeat(count)}a${"](b)".repeat(count)}`],
  ["nested images", (count) => `${"![".repeat(count)}a${"](b)".repeat(count)}`],
  ["wikilinks", (count) => "[[a]]".repeat(count)],
  ["unclosed wikilinks", (count) => "![[a|".repeat(count)],
  ["unclosed destinations", (count) => "[a](b".repeat(count)],
  ["unclosed destinations in angle brackets", (count) => "[a](<b".repeat(count)],
  ["unclosed titles", (count) => "[a](b (".repeat(count)],
  ["empty images", (count) => "![[]()".repeat(count)],
  ["references", (count) => `${"[a] ".repeat(count)}\n\n[a]: b`],
  ["words after a bracket", (count) => `[${"lorem ipsum ".repeat(count)}`],
  ["quotes", (count) => `${">".repeat(count)}${"a*".repeat(count)}`],
  ["lists", (count) => `${"- ".repeat(count)}x${"\n".repeat(count)}`],
  ["items of many lists", (count) => `${"- ".repeat(40)}a\n`.repeat(count / 40)],
  [
    "items that are nested again and again",
    (count) =>
      Array.from({ length: 30 }, (_, depth) => `${"  ".repeat(depth)}* a\n`)
        .join("")
        .repeat(count / 300),
  ],
  ["lazy lines of a quote", (count) => `> a\n${"b\n".repeat(count)}`],
  ["lazy lines of a list", (count) => `- a\n${"b\n".repeat(count)}`],
  ["quotes and lists", (count) => `${"> - 1. ".repeat(count)}x`],
  ["task marks", (count) => "- [ ] ".repeat(count)],
  [
    "backticks",
    (count) => Array.from({ length: Math.sqrt(count) * 2 }, (_, length) => `e${"`".repeat(length)}`).join(""),
  ],
  ["comments", (count) => `</${"<!--".repeat(count)}`],
  ["instructions", (count) => `x ${"<?".repeat(count)}`],
  ["declarations", (count) => `x ${"<!A ".repeat(count)}`],
  ["character data", (count) => `x ${"<![CDATA[".repeat(count)}`],
  ["tags", (count) => "<a ".repeat(count)],
  ["entities", (count) => "&#x10FFFF;".repeat(count)],
  ["escapes", (count) => "\\\\".repeat(count)],
  ["hosts", (count) => "www.".repeat(count)],
  ["addresses", (count) => "a@".repeat(count)],
  ["pipes", (count) => `${"|a".repeat(count)}\n${"|-".repeat(count)}`],
];

describe.each(floods)("a flood of %s", (_flood, text) => {
  it.each(engines)("is read by %s, with what stands around it", { timeout: 30_000 }, (name, engine) => {
    // As many as any parser without guards needs minutes for; the guards leave a second or less.
    const count = name === "satteri" ? 50_000 : 12_000;
    const syntax = engine.parse(`# One\n\n[a](b.md)\n\n${text(count)}\n\n# Two *three*\n\n[c](d.md)\n`);
    expect(syntax.headings.at(0)?.text).toBe("One");
    expect(syntax.headings.at(-1)?.text).toBe("Two three");
    expect(syntax.links.at(0)?.url).toBe("b.md");
    expect(syntax.links.at(-1)?.url).toBe("d.md");
  });

  it.skipIf(native === undefined)("gives the same in the native engine as in the reference", () => {
    const flood = `# One\n\n${text(3_000)}\n\n[c](d.md)\n`;
    expect(native!.parse(flood)).toEqual(reference.parse(flood));
  });
});

describe("lists that are nested by indentation", () => {
  it.each(engines)("are read by %s as deep as the bound", (_name, engine) => {
    let text = "";
    for (let depth = 0; depth < 500; depth += 1) text += `${"  ".repeat(depth)}* a\n`;
    const { containers, simplified } = engine.parse(`${text}\n# End\n`);
    expect(containers.filter(({ kind }) => kind === "listItem")).toHaveLength(32);
    expect(simplified).toBe(true);
  });
});

describe("what is left out of a flood", () => {
  it.each(engines)("by %s is no link, no heading and no character of their texts", (_name, engine) => {
    const flood = "a_ ".repeat(3_000);
    const text = `${flood}\n[b *c* d](e_f*g.md "h*i")\n![j*k*](l)\n*m* n_o\n===\n`;
    const { headings, links, simplified } = engine.parse(text);
    expect(simplified).toBe(true);
    expect(links.map(({ url, title, text }) => [url, title, text])).toEqual([
      ["e_f*g.md", "h*i", "b *c* d"],
      ["l", null, "j*k*"],
    ]);
    expect(headings[0]?.text.endsWith("*m* n_o")).toBe(true);
  });

  it.each(engines)("by %s is not told of where the flood is code or a block of HTML", (_name, engine) => {
    const flood = `${"*a _b ".repeat(500)}\n`.repeat(10);
    expect(engine.parse(`\`\`\`\n${flood}\`\`\`\n`).simplified).toBeUndefined();
    expect(engine.parse(`<div>\n${flood}</div>\n`).simplified).toBeUndefined();
    expect(engine.parse(flood).simplified).toBe(true);
  });

  it.each(engines)("by %s is nothing of long lists and tables of usual texts", (_name, engine) => {
    const list = "- **a** [*b*](c.md) `d`\n  - _e_\n".repeat(800);
    const table = `| a | b |\n| - | - |\n${"| **c** | [*d*](e.md) |\n".repeat(800)}`;
    for (const text of [list, table]) {
      const { links, simplified } = engine.parse(text);
      expect(simplified).toBeUndefined();
      expect(links).toHaveLength(800);
      expect(new Set(links.map(({ text }) => text)).size).toBe(1);
      expect(links[0]?.text).toMatch(/^[bd]$/);
    }
  });

  it.each(engines)("by %s is nothing that a text itself holds from the private use area", (_name, engine) => {
    const text = `# \ue000 \ue001\n\n${"a_ ".repeat(3_000)}\n[\ue000*](b)\n`;
    const { headings, links } = engine.parse(text);
    expect(headings[0]?.text).toBe("\ue000 \ue001");
    expect(links[0]?.text).toBe("\ue000*");
  });
});
