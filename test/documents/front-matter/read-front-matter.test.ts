import { describe, expect, it } from "vitest";
import { dataOf, plain, read, readBlock } from "./reading.ts";

describe("the block at the start of a text", () => {
  it("is YAML between fences, with its lines and offsets", () => {
    const text = "---\ntitle: Lock gate\nlevel: 3\n---\n# Head\n";
    const { frontMatter, bodyStart, bodyLine, diagnostics } = read(text);
    expect(frontMatter).toMatchObject({ format: "yaml", startLine: 1, endLine: 4, valid: true });
    expect(frontMatter?.source).toBe("title: Lock gate\nlevel: 3\n");
    expect(text.slice(frontMatter?.range.start, frontMatter?.range.end)).toBe(frontMatter?.source);
    expect(dataOf(frontMatter!.values)).toEqual([
      ["title", "Lock gate"],
      ["level", 3],
    ]);
    expect([...frontMatter!.lines]).toEqual([
      ["title", 2],
      ["level", 3],
    ]);
    expect(text.slice(bodyStart)).toBe("# Head\n");
    expect(bodyLine).toBe(5);
    expect(diagnostics).toEqual([]);
  });

  it.each([
    ["three dots", "---\na: 1\n...\nBody"],
    ["blanks after the fences", "--- \t\na: 1\n---  \nBody"],
    ["CRLF", "---\r\na: 1\r\n---\r\nBody"],
    ["lone carriage returns", "---\ra: 1\r---\rBody"],
    ["mixed line ends", "---\r\na: 1\n---\rBody"],
  ])("ends with %s", (_name, text) => {
    const { frontMatter, bodyStart, bodyLine } = read(text);
    expect(dataOf(frontMatter!.values)).toEqual([["a", 1]]);
    expect(text.slice(bodyStart)).toBe("Body");
    expect(bodyLine).toBe(4);
    expect(frontMatter?.lines.get("a")).toBe(2);
  });

  it("may end the file with its fence", () => {
    const { frontMatter, bodyStart } = read("---\ntitle: Only meta\n---");
    expect(dataOf(frontMatter!.values)).toEqual([["title", "Only meta"]]);
    expect(bodyStart).toBe(24);
  });

  it("ends at the first line that holds only the fence", () => {
    const text = "---\ntitle: A --- B\nnote: x---y\nrule: ----\n----x: 1\n---\nBody --- more\n\n---\n";
    const { frontMatter, bodyStart } = read(text);
    expect(frontMatter?.values.get("title")).toEqual({ type: "text", value: "A --- B", text: "A --- B" });
    expect(frontMatter?.values.get("note")).toEqual({ type: "text", value: "x---y", text: "x---y" });
    expect(text.slice(bodyStart)).toBe("Body --- more\n\n---\n");
  });

  it.each([
    ["an unclosed block", "---\ntitle: x\n\nText\n"],
    ["a lone fence", "---\n"],
    ["a fence without a line end", "---"],
    ["rules around prose", "---\n\nHello weir\n\n---\n\n## Next\n"],
    ["a list", "---\n- a\n- b\n---\n"],
    ["prose that does not parse", '---\n"Quoted" prose\n\n[and more\n---\n'],
    ["a rule of four dashes", "----\na: 1\n----\n"],
    ["a language after the fence", "---js\nmodule.exports = {x: 1}\n---\n"],
    ["a fence that is not at the start", "\n---\na: 1\n---\n"],
    ["an indented fence", " ---\na: 1\n---\n"],
    ["a template in braces", '{{< ref "x.md" >}}\n\nText\n'],
    ["an object with text behind it", '{"a": 1} is JSON\n'],
    ["an empty text", ""],
  ])("is absent in %s", (_name, text) => {
    expect(read(text)).toEqual({ bodyStart: 0, bodyLine: 1, diagnostics: [] });
  });

  it.each([
    "---\n---\nBody",
    "---\n# comment only\n---\nBody",
    "---\n\n \n---\nBody",
    "+++\n# none\n+++\nBody",
    "{}\nBody",
    ";;;\n;;;\nBody",
  ])("is an empty map in %j", (text) => {
    const { frontMatter, bodyStart, diagnostics } = read(text);
    expect(frontMatter).toMatchObject({ valid: true });
    expect(frontMatter?.values.size).toBe(0);
    expect(text.slice(bodyStart)).toBe("Body");
    expect(diagnostics).toEqual([]);
  });

  it("is only the first of several", () => {
    const text = "---\ntitle: T\n---\n\nA\n\n---\n\nB: 1\n\n---\n\nC\n";
    expect(read(text).bodyLine).toBe(4);
  });
});

describe("a block that is closed but does not parse", () => {
  it.each([
    ["a colon in a plain title", "---\ntitle: Locks: part two\ntags: [canal]\n---\n# Locks\n", 2],
    ["a list that does not end", "---\nname: [unclosed\ndescription: x\n---\nBody\n", 3],
    ["a tab as indentation", "---\n\ttab: x\n---\nBody\n", 2],
    ["a reserved mark", "---\na: 1\nb: @user\n---\n", 3],
    ["a key that occurs twice", "---\ntitle: a\ntitle: b\n---\n", 3],
    ["a key that occurs twice within a map", "---\nm: {a: 1, a: 2}\n---\n", 2],
    ["two documents", "---\na: 1\n--- !!map\nb: 2\n---\n", 3],
    ["an alias without anchor", "---\na: *x\n---\n", 2],
    ["TOML without a value", '+++\ntitle = "x"\nb =\n+++\n', 3],
    ["a TOML key that occurs twice", "+++\na = 1\na = 2\n+++\n", 3],
    ["JSON with a trailing comma", ';;;\n{\n "a": 1,\n}\n;;;\n', 4],
    ["a JSON key that occurs twice", '{\n "a": 1,\n "a": 2\n}\n', 3],
  ])("says so once, with the line: %s", (_name, text, line) => {
    const { frontMatter, bodyStart, diagnostics } = read(text);
    expect(diagnostics).toMatchObject([{ kind: "invalid-frontmatter", line }]);
    expect(diagnostics[0]?.message).toMatch(/^The front matter is not valid (YAML|TOML|JSON): .+\.$/);
    expect(frontMatter).toMatchObject({ valid: false });
    expect(frontMatter?.values.size).toBe(0);
    expect(bodyStart).toBeGreaterThan(0);
  });

  it("counts columns in code points", () => {
    expect(read('---\n"😀😀": @x\n---\n').diagnostics).toMatchObject([{ line: 2, column: 7 }]);
  });
});

describe("bounds", () => {
  const closed = (yaml: string): string => `---\n${yaml}\n---\nBody`;

  it("takes a block of exactly the largest size and no byte more", () => {
    const yaml = `k: "${"ä".repeat(20)}"\n`;
    const bytes = Buffer.byteLength(yaml);
    expect(read(`---\n${yaml}---\n`, bytes).frontMatter?.valid).toBe(true);
    expect(read(`---\n${yaml}---\n`, bytes - 1).diagnostics).toMatchObject([{ kind: "invalid-frontmatter", line: 2 }]);
  });

  it("says that a closed block is too large, and keeps the rest as body", () => {
    const text = closed(`k: "${"a".repeat(1_000_000)}"`);
    const { frontMatter, bodyStart, diagnostics } = read(text);
    expect(frontMatter).toMatchObject({ valid: false });
    expect(text.slice(bodyStart)).toBe("Body");
    expect(diagnostics).toMatchObject([{ kind: "invalid-frontmatter" }]);
  });

  it("says so too where blanks and remarks come before the first key", () => {
    const { diagnostics } = read(closed(`\n# remark\nk: "${"a".repeat(300_000)}"`));
    expect(diagnostics).toMatchObject([{ kind: "invalid-frontmatter", line: 2 }]);
    expect(read(closed("# remark\n".repeat(40_000))).frontMatter).toBeUndefined();
  });

  it.each(['{"a": "\\"}\\', '{"a": {"b": 1}\n', '{"a": "x\ny"\n'])("takes the unclosed object %j as body", (text) => {
    expect(read(text).frontMatter).toBeUndefined();
  });

  it("takes three megabytes without a closing fence as body", () => {
    expect(read(`---\ntitle: x\n${"lorem ipsum\n".repeat(270_000)}`)).toEqual({
      bodyStart: 0,
      bodyLine: 1,
      diagnostics: [],
    });
  });

  it("takes prose behind a rule as body, also where a rule follows far below", () => {
    expect(read(`---\n\n${"lorem ipsum\n".repeat(30_000)}\n---\n`).frontMatter).toBeUndefined();
  });

  it("takes 64 levels and refuses 65", () => {
    const nested = (levels: number): string => closed(`a: ${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}`);
    expect(read(nested(64)).frontMatter?.valid).toBe(true);
    expect(read(nested(65)).diagnostics).toMatchObject([{ kind: "invalid-frontmatter", line: 2 }]);
  });

  it.each([
    ["brackets", "[".repeat(200_000)],
    ["list marks", "- ".repeat(100_000)],
    ["key marks", "? ".repeat(100_000)],
    ["maps", Array.from({ length: 500 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n")],
  ])("refuses deep %s without a stack overflow", (_name, yaml) => {
    const { diagnostics } = read(closed(`a: 1\nb:\n ${yaml}`));
    expect(diagnostics).toMatchObject([{ kind: "invalid-frontmatter" }]);
  });

  it("refuses deep TOML and JSON", () => {
    const deep = "[".repeat(50_000);
    expect(read(`+++\na=${deep}${deep.replaceAll("[", "]")}\n+++\n`).frontMatter?.valid).toBe(false);
    expect(read(`+++\na${".a".repeat(50_000)}=1\n+++\n`).frontMatter?.valid).toBe(false);
    expect(read(`+++\n[a${".a".repeat(100)}]\n+++\n`).frontMatter?.valid).toBe(false);
    expect(read(`;;;\n{"a":${deep}}\n;;;\n`).frontMatter?.valid).toBe(false);
  });

  it("expands 100 aliases and refuses 101", () => {
    const aliases = (count: number): string => closed(`a: &a x\nb: [${Array(count).fill("*a").join(", ")}]`);
    expect(plain(read(aliases(100)).frontMatter!.values.get("b")!)).toEqual(Array(100).fill("x"));
    expect(read(aliases(101)).diagnostics).toMatchObject([{ kind: "invalid-frontmatter", line: 3 }]);
  });

  it("counts aliases within aliases", () => {
    const rows = Array.from(
      { length: 9 },
      (_, row) => `a${row + 1}: &a${row + 1} [${Array(9).fill(`*a${row}`).join(",")}]`,
    );
    expect(read(closed(`a0: &a0 x\n${rows.join("\n")}`)).diagnostics).toMatchObject([{ kind: "invalid-frontmatter" }]);
  });

  it("refuses few aliases of a huge value", () => {
    const yaml = `a: &a [${"x,".repeat(9_000)}]\nb: [*a, *a]`;
    expect(read(closed(yaml)).diagnostics).toMatchObject([{ kind: "invalid-frontmatter", line: 3 }]);
  });

  it("refuses a value that contains itself", () => {
    expect(read(closed("a: &a {b: *a}")).diagnostics).toMatchObject([{ kind: "invalid-frontmatter", line: 2 }]);
    expect(read(closed("&r a: 1\nb: &b [1, *b]")).diagnostics).toMatchObject([
      { kind: "invalid-frontmatter", line: 3 },
    ]);
  });

  it("reads tens of thousands of keys in linear time", () => {
    const keys = (count: number): string => Array.from({ length: count }, (_, index) => `k${index}: {}`).join("\n");
    expect(readBlock(keys(15_000)).values.size).toBe(15_000);
  });
});

describe("values", () => {
  it("have their type and keep their text", () => {
    const { values } = readBlock(
      "version: 1.10\nzip: 01234\nbig: 9007199254740993\nno: no\nat: 12:30\nday: 2024-03-05",
    );
    expect([...values.values()]).toEqual([
      { type: "decimal", value: 1.1, text: "1.10" },
      { type: "integer", value: 1234, text: "01234" },
      { type: "integer", value: 9007199254740992, text: "9007199254740993" },
      { type: "text", value: "no", text: "no" },
      { type: "text", value: "12:30", text: "12:30" },
      { type: "date", value: "2024-03-05", text: "2024-03-05" },
    ]);
  });

  it("are text where they are quoted", () => {
    const { values } = readBlock(`a: "12"\nb: '2024-03-05'\nc: "tab\\there"\nd: 'it''s'\ne: |\n  two\n  lines\n`);
    expect(dataOf(values)).toEqual([
      ["a", "12"],
      ["b", "2024-03-05"],
      ["c", "tab\there"],
      ["d", "it's"],
      ["e", "two\nlines\n"],
    ]);
  });

  it("keep the source of lists and maps", () => {
    const { values } = readBlock("a: [x,  'y'] # remark\nb:\n  - x\n  - y: 1\n# remark\nc: {d: [1]}");
    expect([...values.values()].map((value) => value.text)).toEqual(["[x,  'y']", "- x\n  - y: 1", "{d: [1]}"]);
  });

  it("have the same text whichever reader took the block", () => {
    const plainBlock = "a: [x, [y]]\nb:\n  - x\n  - y: 1\n    z:\nc:\n  d: >-\n    one\n    two\n";
    const full = readBlock(`${plainBlock}last: "\\t"`);
    const fast = readBlock(plainBlock);
    for (const [key, value] of fast.values) expect(full.values.get(key)).toEqual(value);
  });

  it.each(["__proto__", "constructor", "then", "toString", "hasOwnProperty"])(
    "take the key %s as data",
    async (key) => {
      for (const text of [
        `---\n${key}: {admin: true}\n---\n`,
        `---\n"${key}": [1]\n---\n`,
        `---\n? ${key}\n: {polluted: 1}\n---\n`,
        `+++\n${key} = 1\n+++\n`,
        `+++\n[${key}.x]\ny = 1\n+++\n`,
        `{"${key}": {"${key}": 1}}\n`,
      ]) {
        const { frontMatter } = await Promise.resolve(read(text));
        expect([...frontMatter!.values.keys()]).toEqual([key]);
      }
      expect(({} as Record<string, unknown>)["admin"]).toBeUndefined();
      expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    },
  );

  it("hold no half of a surrogate pair", () => {
    expect(plain(readBlock('a: "bad \\uD800 half"').values.get("a")!)).toBe("bad \ufffd half");
    expect(plain(readBlock("a: bad \ud800 half").values.get("a")!)).toBe("bad \ufffd half");
    expect(plain(read('{"a\\udfff": "x\\ud83d\\ude00\\ud83d"}\n').frontMatter!.values.get("a\ufffd")!)).toBe(
      "x😀\ufffd",
    );
    expect(plain(readBlock("a: 😀").values.get("a")!)).toBe("😀");
  });

  it("are text where their tag is outside the core schema, and a diagnostic says so", () => {
    const { frontMatter, diagnostics } = read(
      "---\na: !vault secret\nb: !!binary aGk=\nc: !!set {x}\nd: !!str 12\ne: !!int '3'\nf: !!int x\ng: ! 12\nh: !!float 1\n---\n",
    );
    expect([...frontMatter!.values.values()].map(({ type, text }) => [type, text])).toEqual([
      ["text", "secret"],
      ["text", "aGk="],
      ["text", "{x}"],
      ["text", "12"],
      ["integer", "3"],
      ["text", "x"],
      ["text", "12"],
      ["decimal", "1"],
    ]);
    expect(diagnostics.map(({ kind, line, text }) => [kind, line, text])).toEqual([
      ["yaml-tag", 2, "!vault"],
      ["yaml-tag", 3, "tag:yaml.org,2002:binary"],
      ["yaml-tag", 4, "tag:yaml.org,2002:set"],
      ["yaml-tag", 7, "tag:yaml.org,2002:int"],
    ]);
  });

  it("take merge keys and odd keys as text", () => {
    const { values } = readBlock("x: &x {a: 1}\n<<: *x\n2024-01-01: day\n? [p, q]\n: pair\n: nothing");
    expect([...values.keys()]).toEqual(["x", "<<", "2024-01-01", "[p, q]", ""]);
  });
});

describe("lines of keys", () => {
  it("are those of the file, whatever stands between", () => {
    const { lines } = readBlock('a: 1\n# remark\n\nb: |\n  x: no key\n  y\n"c d": [1,\n  2]\n? e\n: 5\nf: 6');
    expect(Object.fromEntries(lines)).toEqual({ a: 2, b: 5, "c d": 8, e: 10, f: 12 });
  });

  it("count all three line ends", () => {
    expect([...read("---\r\na: 1\r\rb: 2\n\nc: 3\r\n---\r\n").frontMatter!.lines.values()]).toEqual([2, 4, 6]);
  });
});
