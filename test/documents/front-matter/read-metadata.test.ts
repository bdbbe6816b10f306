import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { propertyStatements } from "../../../src/graph/property-literal.ts";
import { metadataOf, metadataOfText, read } from "./reading.ts";

const tagsOf = (yaml: string): readonly string[] => metadataOf(yaml).tags.map(({ name }) => name);

describe("title and description", () => {
  it.each([
    ["title: Lock gate", "Lock gate"],
    ["Title: Lock gate", "Lock gate"],
    ["title: 1.10", "1.10"],
    ["title: 01234", "01234"],
    ["title: 9007199254740993", "9007199254740993"],
    ["title: 2024-03-05", "2024-03-05"],
    ["title: no", "no"],
    ["title: >-\n  two\n  lines", "two lines"],
    ["title: |\n  two\n  lines", "two lines"],
    ["title:", undefined],
    ["title: ~", undefined],
    ["title: ' '", undefined],
    ["title: [a, b]", undefined],
    ["title: {a: b}", undefined],
    ["name: x", undefined],
  ])("%j gives the title %j", (yaml, title) => {
    expect(metadataOf(yaml).title).toBe(title);
  });

  it("takes description before summary, whichever comes first", () => {
    expect(metadataOf("summary: s\ndescription: d").description).toBe("d");
    expect(metadataOf("description: d\nsummary: s").description).toBe("d");
    expect(metadataOf("summary: s\ndescription: [x]").description).toBe("s");
  });
});

describe("lists of words", () => {
  it.each([
    ["tags: canal, Lock Gate , ", ["canal", "Lock Gate"]],
    ["tags: canal lock", ["canal", "lock"]],
    ["tags:", []],
    ["tags: []", []],
    ["tags:\n  - '#canal'\n  - water/lock", ["canal", "water/lock"]],
    ["tag: canal", ["canal"]],
    ["Keywords: [2024, true, ~, 'x y']", ["2024", "true"]],
    ["tags: [a, b]\ntag: B\nkeywords: c", ["a", "b", "c"]],
    ["tags: [[a, b], c]", ["a", "b", "c"]],
    ["tags: {a: b}", []],
    ["tags: '#'", []],
  ])("%j gives the tags %j", (yaml, names) => {
    expect(tagsOf(yaml)).toEqual(names);
  });

  it("gives each tag its place", () => {
    const { tags } = metadataOf("title: a\ntags: [ab, '#b', a]\nkeywords:\n  - 😀x\n  - c");
    expect(tags.map(({ name, line, column }) => [name, line, column])).toEqual([
      ["ab", 3, 8],
      ["b", 3, 14],
      ["a", 3, 18],
      ["😀x", 5, 5],
      ["c", 6, 5],
    ]);
  });

  it("keeps a tag with a blank and says so", () => {
    expect(metadataOf("tags:\n  - Lock Gate\n  - fine").diagnostics).toMatchObject([
      { kind: "invalid-tag", line: 3, column: 5, text: "Lock Gate" },
    ]);
  });

  it("keeps the phrases of keywords as a property, since they are no tags", () => {
    const { tags, properties, diagnostics } = metadataOf("keywords: lock, Lock Gate\ntags: [two words]");
    expect(tags.map(({ name }) => name)).toEqual(["lock", "two words"]);
    expect(properties).toMatchObject([{ key: "keywords", value: { value: "lock, Lock Gate" } }]);
    expect(diagnostics).toMatchObject([{ kind: "invalid-tag", text: "two words" }]);
    expect(metadataOf("keywords: [a, b]").properties).toEqual([]);
  });

  it.each([
    ["aliases: Wheel", ["Wheel"], []],
    ["alias: Other Name", ["Other Name"], []],
    ["aliases: p q r", ["p q r"], []],
    ["aliases: One, Two words", ["One", "Two words"], []],
    ["aliases: [ML, Lathe, ML, ~]\nalias: x", ["ML", "Lathe", "x"], []],
    ["aliases:\n  - /old/place/\n  - Name", ["Name"], ["/old/place/"]],
  ])("%j gives the aliases %j and the addresses %j", (yaml, aliases, addresses) => {
    expect(metadataOf(yaml)).toMatchObject({ aliases, addresses });
  });

  it("reads every key of an address, as written", () => {
    const yaml =
      "slug: gate\npermalink: /lock/gate/\nurl: /a,b\ncanonical_url: https://example.org/x\nid: 01234\nuid: u-1\nredirect_from:\n  - /old\n  - /older";
    expect(metadataOf(yaml).addresses).toEqual([
      "gate",
      "/lock/gate/",
      "/a,b",
      "https://example.org/x",
      "01234",
      "u-1",
      "/old",
      "/older",
    ]);
    expect(metadataOf("slug: ../../x\nid: /etc").addresses).toEqual(["../../x", "/etc"]);
  });
});

describe("dates", () => {
  it.each([
    ["date: 2024-03-05", "date", "2024-03-05"],
    ["created: 2024-03-05T10:30:00+02:00", "dateTime", "2024-03-05T10:30:00+02:00"],
    ["datePublished: '2024-03-05'", "date", "2024-03-05"],
    ["date-published: 2024-03-05 10:30", "dateTime", "2024-03-05T10:30:00"],
    ["Published: 2024-03-05 10:30:15.5 +0200", "dateTime", "2024-03-05T10:30:15.5+02:00"],
    ["date: 2024-3-5 9:30 UTC", "dateTime", "2024-03-05T09:30:00Z"],
    ["date: 2024-03-05t10:30:00z", "dateTime", "2024-03-05T10:30:00Z"],
    ["date: 2024-3-5", "date", "2024-03-05"],
  ])("%j is published", (yaml, type, value) => {
    expect(metadataOf(yaml).published).toEqual({ type, value, text: value });
  });

  it.each([
    "date: 1643900096150",
    "date: soon",
    "date: 02/26/2019",
    "date: 2024-02-30",
    "date: [2024-03-05]",
    "published: true",
  ])("%j holds no date and stays a property", (yaml) => {
    const { published, properties } = metadataOf(yaml);
    expect(published).toBeUndefined();
    expect(properties).toMatchObject([{ key: yaml.split(":")[0], line: 2 }]);
  });

  it("takes the first key, in the order of the keys, that holds a date", () => {
    expect(metadataOf("date_published: 2024-01-04\npublished: 2024-01-03\ncreated: x\ndate: y").published?.value).toBe(
      "2024-01-03",
    );
    expect(metadataOf("created: 2024-01-02\ndate: 2024-01-01").published?.value).toBe("2024-01-01");
    expect(metadataOf("date_modified: 2024-01-04\nlastmod: 2024-01-03\nmodified: 2024-01-02").modified?.value).toBe(
      "2024-01-02",
    );
    expect(metadataOf("updated: 2024-01-01\nmodified: 2024-01-02").modified?.value).toBe("2024-01-01");
  });

  it("keeps the dates of the other keys as properties, in the order of the block", () => {
    const { properties } = metadataOf("created: 2024-01-02\nx: 1\ndate: 2024-01-01\npublished: 2024-01-03");
    expect(properties.map(({ key, line }) => [key, line])).toEqual([
      ["created", 2],
      ["x", 3],
      ["published", 5],
    ]);
  });
});

describe("language", () => {
  it.each([
    ["pt-BR", "pt-BR"],
    ["en_US", "en-US"],
    ["de", "de"],
    ["no", "no"],
    ["zh_Hant_TW", "zh-Hant-TW"],
    ["sl-rozaj-biske", "sl-rozaj-biske"],
    ["de-CH-1901", "de-CH-1901"],
    ["en-u-ca-gregory", "en-u-ca-gregory"],
    ["x-our-own", "x-our-own"],
    ["i-klingon", "i-klingon"],
    ["[es]", "es"],
  ])("%s is the language %s", (text, language) => {
    const metadata = metadataOf(`lang: ${text}`);
    expect(metadata).toMatchObject({ language, diagnostics: [], properties: [] });
  });

  it.each(["not a tag", "english", "e", "en-", "en--US", "de-DE-DE", "12", "en US", "javascript", "en-😀"])(
    "%j is none and said",
    (text) => {
      const { language, diagnostics, properties } = metadataOf(`language: '${text}'`);
      expect(language).toBeUndefined();
      expect(diagnostics).toMatchObject([{ kind: "invalid-lang", line: 2, column: 12, text }]);
      expect(properties).toMatchObject([{ key: "language" }]);
    },
  );

  it("takes lang before language", () => {
    expect(metadataOf("language: de\nlang: es").language).toBe("es");
  });
});

describe("people", () => {
  it.each([
    ["author: Ada Alvarez", [{ name: "Ada Alvarez" }]],
    ["author: 'Alvarez, Ada'", [{ name: "Alvarez, Ada" }]],
    ["authors: [Ada, Ben, Ada]", [{ name: "Ada" }, { name: "Ben" }]],
    ["author: {name: Ada, url: 'https://example.org/'}", [{ name: "Ada", url: "https://example.org/" }]],
    ["authors:\n  - name: Ada\n  - Ben\n  - {url: x}", [{ name: "Ada" }, { name: "Ben" }]],
    ["author: '[[people/ada|Ada Alvarez]]'", [{ name: "Ada Alvarez", link: 0 }]],
    ["author: [[people/Ada Alvarez]]", [{ name: "Ada Alvarez", link: 0 }]],
    ["author: './people/ada.md'", [{ name: "ada", link: 0 }]],
    [
      "up: '[[x]]'\nauthors: [[[Ada]], '[[Ben]], [[Cy|C.]]', Dan]",
      [{ name: "Ada", link: 1 }, { name: "Ben", link: 2 }, { name: "C.", link: 3 }, { name: "Dan" }],
    ],
    ["author: '[[Ada]] and friends'", [{ name: "[[Ada]] and friends" }]],
    ["authors: [Ada, '[[Ada]]', Ada]", [{ name: "Ada", link: 0 }]],
    ["author: {name: '[[Ada]]', url: 'https://example.org/'}", [{ name: "Ada", url: "https://example.org/", link: 0 }]],
    ["author:", []],
    ["author: 12", [{ name: "12" }]],
  ])("%j gives %j", (yaml, authors) => {
    expect(metadataOf(yaml).authors).toEqual(authors);
  });
});

describe("properties", () => {
  it("are all keys without a meaning, typed, with their lines", () => {
    const { properties } = metadataOf(
      "title: T\nrating: 1.50\n\nnested: {a: [1]}\nschema:name: y\n'@id': evil\nodd key!: x",
    );
    expect(properties.map(({ key, line, source, section }) => [key, line, source, section])).toEqual([
      ["rating", 3, "frontmatter", 0],
      ["nested", 5, "frontmatter", 0],
      ["schema:name", 6, "frontmatter", 0],
      ["@id", 7, "frontmatter", 0],
      ["odd key!", 8, "frontmatter", 0],
    ]);
    expect(properties[0]?.value).toEqual({ type: "decimal", value: 1.5, text: "1.50" });
  });

  it("leave out what is only links, but not the keys that describe the graph", () => {
    const yaml =
      "parent: '[[Home]]'\ngraph_related: ['[[Home]]', other.md]\nabout: '[[Home]]'\nrdf_types: [schema:Event]";
    const { properties, links } = metadataOf(yaml);
    expect(properties.map(({ key }) => key)).toEqual(["graph_related", "about", "rdf_types"]);
    expect(links.map(({ relation, target }) => [relation, target])).toEqual([
      ["parent", "Home"],
      ["graph_related", "Home"],
      ["graph_related", "other.md"],
      ["about", "Home"],
    ]);
  });

  it.each([
    ['links: ["[[t]]", "[[nope]]", text]', ["t", "nope"], ["text"]],
    ["links: ['[[t]]', 1, a.md, 'see [[u]] now']", ["t", "a.md"], ["1", "see [[u]] now"]],
    ['links: [["[[t]]", deep], ["[[u]]"]]', ["t", "u"], ["deep"]],
    ["links: [one, two]", [], ["one", "two"]],
  ])("%s leave out the items that are links", (yaml, related, rest) => {
    const { properties, links } = metadataOf(yaml);
    const typed = links.filter(({ relation }) => relation === "links");
    expect(typed.map(({ target }) => target)).toEqual(related);
    const values = properties.flatMap(({ key, value }) => propertyStatements(key, value));
    expect(values.map(({ value }) => value.value)).toEqual(rest);
  });

  it("are none without front matter or with an invalid one", () => {
    const empty = { aliases: [], addresses: [], tags: [], authors: [], properties: [], links: [], diagnostics: [] };
    expect(metadataOfText("none")).toEqual(empty);
    expect(metadataOfText("---\na: b: c\n---\n")).toEqual(empty);
  });
});

describe("any block", () => {
  it("gives metadata whose places lie in it", () => {
    const keys = ["title", "tags", "aliases", "parent", "date", "lang", "author", "url", "x"];
    const scalars = [
      "a",
      "'[[A]]'",
      '"[[B|c]]"',
      "[[C]]",
      "[x, y]",
      "2024-01-01",
      "a.md",
      "",
      "{k: '[[D]]'}",
      '"é\\u0041 [[E]]"',
      "*r",
      "&r z",
    ];
    const line = fc
      .tuple(fc.constantFrom(...keys), fc.nat(9), fc.constantFrom(...scalars))
      .map(([key, count, value]) => `${key}${count || ""}: ${value}`);
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const text = `---\n${lines.join("\n")}\n---\n`;
        const { frontMatter } = read(text);
        const { links, tags } = metadataOfText(text);
        for (const link of links) {
          expect(link.range.start).toBeGreaterThanOrEqual(frontMatter!.range.start);
          expect(link.range.end).toBeLessThanOrEqual(frontMatter!.range.end);
          expect(text.split("\n")[link.line - 1]!.slice(link.column - 1)).toContain(
            text.slice(link.range.start, link.range.end),
          );
        }
        for (const tag of tags) expect(tag.line).toBeGreaterThan(1);
      }),
      { numRuns: 500, seed: 7 },
    );
  });
});
