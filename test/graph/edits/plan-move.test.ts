import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LogicalPath } from "../../../src/base/logical-path.ts";
import { applyTextEdits } from "../../../src/base/text-edits.ts";
import { buildGraph } from "../../../src/graph/build-graph.ts";
import { planMove } from "../../../src/graph/edits/plan-move.ts";
import { strayLinks } from "../../../src/graph/edits/stray-links.ts";
import { parse } from "../../documents/parse.ts";

type Files = Readonly<Record<string, string>>;

function graphOf(files: Files) {
  const isNote = (path: string): boolean => /\.mdx?$/.test(path);
  const paths = Object.keys(files);
  return buildGraph({
    documents: paths.filter(isNote).map((path) => parse({ path, text: files[path] as string })),
    otherPaths: paths.filter((path) => !isNote(path)) as LogicalPath[],
  });
}

/** The files after a move, and the plan; links are checked to lead where they did. */
function move(files: Files, from: string, to: string) {
  const graph = graphOf(files);
  const names = { from: from as LogicalPath, to: to as LogicalPath };
  const plan = planMove({ graph, ...names });
  const after: Record<string, string> = { ...files };
  for (const { path, edits } of plan.changes) after[path] = applyTextEdits(files[path] as string, edits);
  after[to] = after[from] as string;
  delete after[from];
  return { after, plan, stray: strayLinks(graph, graphOf(after), { ...names, changes: plan.changes }) };
}

const changed = (files: Files, from: string, to: string): Record<string, string> => {
  const { after, plan, stray } = move(files, from, to);
  expect(stray).toEqual([]);
  expect(plan.left).toEqual([]);
  const same = (path: string): boolean => files[path] === after[path] && path !== to;
  return Object.fromEntries(Object.entries(after).filter(([path]) => !same(path)));
};

describe("planning a move", () => {
  it("rewrites every form of link, and keeps all around it", () => {
    const files = {
      "a.md":
        '[[old#Part|label]] [t](old.md#part "T") [r][1] ![[old]] `[[old]]`\n\n```\n[c](old.md)\n[1]: old.md\n```\n\n[1]: old.md#part\n',
      "sub/b.md": "[u](../old.md) [[old]] <a href='../old.md?x=1#part'>h</a> | [![i](../i.png)](<../old.md>)\n",
      "c.md": '---\nup: "[[old]]"\nsee: old.md\n---\nkey:: [[old]]\n\n| a |\n|---|\n| [[old\\|x]] |\n',
      "old.md": "# Old\n\n## Part\n",
      "i.png": "",
    };
    expect(changed(files, "old.md", "new/fresh name.md")).toEqual({
      "a.md":
        '[[fresh name#Part|label]] [t](new/fresh%20name.md#part "T") [r][1] ![[fresh name]] `[[old]]`\n\n```\n[c](old.md)\n[1]: old.md\n```\n\n[1]: new/fresh%20name.md#part\n',
      "sub/b.md":
        "[u](../new/fresh%20name.md) [[fresh name]] <a href='../new/fresh%20name.md?x=1#part'>h</a> | [![i](../i.png)](<../new/fresh%20name.md>)\n",
      "c.md":
        '---\nup: "[[fresh name]]"\nsee: new/fresh%20name.md\n---\nkey:: [[fresh name]]\n\n| a |\n|---|\n| [[fresh name\\|x]] |\n',
      "new/fresh name.md": "# Old\n\n## Part\n",
    });
  });

  it("keeps relative wikilinks relative, and endings as they were written", () => {
    const files = {
      "hub/a.md": "[up](../hub.md) [[../hub]] [b](../hub) [[hub.md]] [r](/hub.md)\n",
      "hub.md": "# Hub\n",
    };
    expect(changed(files, "hub.md", "core.md")).toMatchObject({
      "hub/a.md": "[up](../core.md) [[../core]] [b](../core) [[core.md]] [r](/core.md)\n",
    });
  });

  it("rebases the moved file's own relative links, dead ones too", () => {
    const files = {
      "a.md":
        "[b](b.md) ![i](img/x.png) [gone](gone.md) [f](img/) [s](#s) [self](a.md) [[b]] [o](/b.md) [e](https://x.y)\n",
      "b.md": "# B\n",
      "img/x.png": "",
    };
    expect(changed(files, "a.md", "deep/a.md")).toEqual({
      "deep/a.md":
        "[b](../b.md) ![i](../img/x.png) [gone](../gone.md) [f](../img/) [s](#s) [self](a.md) [[b]] [o](/b.md) [e](https://x.y)\n",
    });
  });

  it("rebases what leads out of the base too", () => {
    expect(changed({ "a/b.md": "[o](../../out.md) [p](../gone/x.html#f)\n" }, "a/b.md", "x/y/z.md")).toEqual({
      "x/y/z.md": "[o](../../../out.md) [p](../../gone/x.html#f)\n",
    });
  });

  it("never retargets: not a dead link, and not one that the new path would catch", () => {
    const dead = { "a.md": "[[old/tools]]\n", "new/tools.md": "# T\n" };
    expect(changed(dead, "new/tools.md", "x/tools.md")).toEqual({ "x/tools.md": "# T\n" });
    const caught = { "n/a.md": "[[tools]]\n", "tools.md": "# 1\n", "z.md": "# 2\n" };
    expect(changed(caught, "z.md", "n/tools.md")).toMatchObject({ "n/a.md": "[[../tools]]\n" });
  });

  it("leaves links that still lead there", () => {
    const files = { "a.md": "[[note]] [[The title]]\n", "note.md": "---\ntitle: The title\n---\n" };
    expect(changed(files, "note.md", "archive/note.md")).toEqual({ "archive/note.md": files["note.md"] });
    expect(changed(files, "note.md", "archive/other.md")).toMatchObject({ "a.md": "[[other]] [[The title]]\n" });
  });

  it("takes the shortest name that is the file's alone", () => {
    const files = { "a.md": "[[old]]\n", "old.md": "", "x/note.md": "", "y/z.md": "" };
    expect(changed(files, "old.md", "y/note.md")).toMatchObject({ "a.md": "[[y/note]]\n" });
  });

  it("moves assets, and names what it can't write", () => {
    expect(
      changed({ "a.md": "![[x.png|300]] ![p](img/x.png)\n", "img/x.png": "" }, "img/x.png", "pics/y.png"),
    ).toMatchObject({
      "a.md": "![[y.png|300]] ![p](pics/y.png)\n",
    });
    const { plan } = move({ "a.md": "[[old]]\n", "old.md": "" }, "old.md", "a[b]#c.md");
    expect(plan.left).toEqual([{ path: "a.md", line: 1, target: "old" }]);
  });

  it("writes values of front matter so that they parse, and with their own quotes where those will do", () => {
    const yaml = (value: string): string => `---\nup: ${value}\ntags: [x]\n---\n[[a]]\n`;
    const toml = (value: string): string => `+++\nup = ${value}\nn = 1\n+++\n[[a]]\n`;
    const json = (value: string): string => `;;;\n{ "up": ${value}, "n": 1 }\n;;;\n[[a]]\n`;
    const cases: readonly (readonly [string, string, string])[] = [
      [yaml("'[[a]]'"), "John's.md", yaml("'[[John''s]]'")],
      [yaml('"[[a]]"'), "John's.md", yaml('"[[John\'s]]"')],
      [yaml('"[[a]]"'), 'q"q.md', yaml('"[[q\\"q]]"')],
      [yaml("[[a]]"), "b.md", yaml("[[b]]")],
      [yaml("[[a]]"), "b, c.md", yaml('"[[b, c]]"')],
      [yaml("[[a]]"), "@x.md", yaml('"[[@x]]"')],
      [yaml("[[a]]"), "it's.md", yaml('"[[it\'s]]"')],
      [yaml("see [[a]], so"), "b, c.md", yaml("see [[b, c]], so")],
      [yaml("see [[a]]"), "b: c.md", yaml('"see [[b: c]]"')],
      [yaml("[see [[a]] there]").replace("[[a]] there", "a.md"), "x.md", yaml("[see a.md]")],
      [yaml("[a.md, c]"), "@ x.md", yaml('["@%20x.md", c]')],
      [yaml("a.md"), "b, c.md", yaml("b%2C%20c.md")],
      [yaml("a.md # why"), "'n.md", yaml('"\'n.md" # why')],
      [yaml("\n  - [[a]]\n  - '[t](a.md)'"), "o'b.md", yaml("\n  - \"[[o'b]]\"\n  - '[t](o''b.md)'")],
      [toml("'[[a]]'"), "Jo'n.md", toml('"[[Jo\'n]]"')],
      [toml('"[[a]]"'), 'q"q.md', toml('"[[q\\"q]]"')],
      [toml("['x', '[[a]]']"), "b.md", toml("['x', '[[b]]']")],
      [json('"[[a]]"'), 'q"q.md', json('"[[q\\"q]]"')],
    ];
    for (const [before, to, after] of cases) {
      const name = to.slice(0, -3);
      const moved = changed({ "n.md": before, "a.md": "# A" }, "a.md", to);
      expect(moved["n.md"] ?? before, `${before} ${to}`).toBe(after.replace("[[a]]\n", `[[${name}]]\n`));
    }
  });

  it("takes time that grows with the links of a block", () => {
    const up = (link: string): string => `---\nup:\n${`  - ${link}\n`.repeat(3_000)}---\n`;
    const graph = graphOf({ "n.md": up("[[a]]"), "a.md": "" });
    const started = performance.now();
    const { changes } = planMove({ graph, from: "a.md" as LogicalPath, to: "it's.md" as LogicalPath });
    expect(performance.now() - started).toBeLessThan(30_000);
    expect(applyTextEdits(up("[[a]]"), changes[0]?.edits ?? [])).toBe(up('"[[it\'s]]"'));
  });

  it("finds what it has written itself, and writes it anew", () => {
    const up = (value: string): string => `---\nup: ${value}\n---\n`;
    for (const value of ["'[[it''s]]'", '"[[it\'s]]"', "'[t](it''s.md)'"]) {
      const after = changed({ "n.md": up(value), "it's.md": "" }, "it's.md", "b.md");
      expect(after["n.md"], value).toBe(up(value.replace(/it'{1,2}s/, "b")));
    }
  });

  it("escapes what would end an attribute", () => {
    const files = { "n.md": "<a href='a.md'>x</a> <a href=\"a.md\">x</a> <a href=a.md>x</a>\n", "a.md": "" };
    expect(changed(files, "a.md", "Jo'n x.md")).toMatchObject({
      "n.md": "<a href='Jo&#39;n%20x.md'>x</a> <a href=\"Jo'n%20x.md\">x</a> <a href=Jo%27n%20x.md>x</a>\n",
    });
  });

  it("knows links again by their place when others are lost", () => {
    const files = { "n.md": "---\nup: '[[a]]'\n---\n[[a]] [[c]]\n", "a.md": "", "c.md": "" };
    const graph = graphOf(files);
    const spoilt = { "n.md": "---\nup: '[[b's]]'\n---\n[[a]] [[c]]\n", "b's.md": "", "c.md": "" };
    const edits = [{ start: 11, end: 12, text: "b's" }];
    const tried = {
      from: "a.md" as LogicalPath,
      to: "b's.md" as LogicalPath,
      changes: [{ path: "n.md" as LogicalPath, edits }],
    };
    expect(strayLinks(graph, graphOf(spoilt), tried)).toEqual(["0 n.md", "1 n.md"]);
    const other = { ...spoilt, "n.md": "---\nup: '[[b''s]]'\n---\n[[b's]] [[c]]\n" };
    const both = [
      { start: 11, end: 12, text: "b''s" },
      { start: 21, end: 22, text: "b's" },
    ];
    expect(
      strayLinks(graph, graphOf(other), { ...tried, changes: [{ path: "n.md" as LogicalPath, edits: both }] }),
    ).toEqual([]);
  });

  it("counts front matter as harmed when another key changes", () => {
    const files = { "n.md": "---\nup: '[[a]]'\nn: 1\n---\n", "a.md": "" };
    const spoilt = { "n.md": "---\nup: '[[b]]'\nn: 2\n---\n", "b.md": "" };
    const changes = [{ path: "n.md" as LogicalPath, edits: [{ start: 11, end: 12, text: "b" }] }];
    const names = { from: "a.md" as LogicalPath, to: "b.md" as LogicalPath };
    expect(strayLinks(graphOf(files), graphOf(spoilt), { ...names, changes })).toEqual(["0 n.md"]);
  });

  it("rewrites links to a folder that mean its page", () => {
    const files = {
      "n.md": "[x](d/) [x](d) [[d]] [x](d/#h) [f](d/sub/) [x](./d/)\n",
      "e/o.md": "[x](../d/)\n",
      "d/README.md": "# h\n\n[own](./) [f](sub/)\n",
      "d/sub/p.md": "[up](../)\n",
    };
    expect(changed(files, "d/README.md", "e/README.md")).toEqual({
      "n.md": "[x](e/) [x](e) [[e]] [x](e/#h) [f](d/sub/) [x](./e/)\n",
      "e/o.md": "[x](./)\n",
      "e/README.md": "# h\n\n[own](./) [f](../d/sub/)\n",
      "d/sub/p.md": "[up](../../e/)\n",
    });
    expect(changed(files, "d/README.md", "e.md")).toMatchObject({
      "n.md": "[x](e.md) [x](e.md) [[e]] [x](e.md#h) [f](d/sub/) [x](./e.md)\n",
      "d/sub/p.md": "[up](../../e.md)\n",
    });
    // The folder has another page that comes first.
    expect(changed({ ...files, "e/index.md": "" }, "d/README.md", "e/README.md")).toMatchObject({
      "n.md": "[x](e/README.md) [x](e/README.md) [[README]] [x](e/README.md#h) [f](d/sub/) [x](./e/README.md)\n",
    });
  });

  it("keeps every link of random bases", () => {
    const names = ["a.md", "b.md", "x/a.md", "x/c d.md", "x/y/b.md", "i.png", "x/é.md"];
    const targets = ["a", "b", "c d", "x/a", "../a", "./b", "y/b", "i.png", "é", "gone", "c%20d", "/x/a"];
    const forms: ((target: string) => string)[] = [
      (target) => `[[${target}]]`,
      (target) => `[[${target}#h|t]]`,
      (target) => `[t](${target.replace(" ", "%20")}.md)`,
      (target) => `[t](<${target}.md> "x")`,
      (target) => `![i](${target.replace(" ", "%20")})`,
      (target) => `[t][r]\n\n[r]: <${target}.md#h>`,
      (target) => `\`[[${target}]]\``,
    ];
    const link = fc.tuple(fc.constantFrom(...forms), fc.constantFrom(...targets)).map(([form, target]) => form(target));
    const text = fc.array(link, { maxLength: 4 }).map((links) => `# h\n\n${links.join("\n\n")}\n`);
    const destination = fc.constantFrom("n.md", "x/n.md", "x/y/z/n o.md", "x/b.md", "y/a.md", "100% (n)_*.md");
    fc.assert(
      fc.property(fc.array(text, { minLength: 7, maxLength: 7 }), fc.nat(5), destination, (texts, pick, to) => {
        const files = Object.fromEntries(names.map((name, index) => [name, texts[index] as string]));
        const from = names[pick] as string;
        fc.pre(!(to in files) && (from.endsWith(".md") || !to.endsWith(".md")));
        const { stray, plan } = move(files, from, to);
        expect([stray, plan.left]).toEqual([[], []]);
      }),
      { numRuns: 120 },
    );
  }, 30_000);
});
