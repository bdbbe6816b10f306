/** `graphdown diff`: its forms, its formats, its exit codes. */
import { fromMarkdown } from "mdast-util-from-markdown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { renderDiffMarkdown } from "../../../../src/faces/cli/render-diff-markdown.ts";
import { createFileContext, createMemoryStore, type GraphDiff } from "../../../../src/index.ts";
import { hasGit, makeRepository, type TestRepository } from "../../../storage/node-git/test-repository.ts";
import { makeFolder, removeFolder, run } from "../run-program.ts";

const names = { from: "before", to: "after" };

async function diffOf(from: Record<string, string>, to: Record<string, string>): Promise<GraphDiff> {
  const context = await createFileContext({ store: createMemoryStore({ files: to }) });
  const diff = await context.diff({ from: createMemoryStore({ files: from }) });
  await context.close();
  return diff;
}

describe("two folders", () => {
  const old = makeFolder({ "a.md": "# A\n\n[[b]] [x](c.md)\n", "b.md": "# B\n", "c.md": "# C\n" });
  const now = makeFolder({ "a.md": "# A\n\n[[b]] [x](c.md)\n\n[[nowhere]]\n", "c.md": "# C\n\n## New\n" });

  afterAll(() => {
    removeFolder(old);
    removeFolder(now);
  });

  it("are compared line by line, what broke first", async () => {
    const { code, output, errors } = await run(["diff", old, now]);
    expect(code).toBe(0);
    expect(output.split("\n")).toEqual([
      'a.md:3:1  broken-now  "b" led to b.md; nothing is found for it',
      'a.md:5:1  new-broken-link  "nowhere": nothing is found for it',
      "b.md  removed  B",
      "a.md  changed  A",
      "c.md  changed  C",
      "c.md:3  new-section  ## New",
      "b.md:1  removed-section  # B",
      "a.md:1  changed-section  # A",
      "",
    ]);
    expect(errors).toContain(
      `${old} to ${now}: 1 link newly broken, 1 new link to nowhere, 1 document removed, 2 documents changed`,
    );
  });

  it("say that a section was missing where a link finds it now", async () => {
    const [before, after] = [{ "a.md": "[x](c.md#part)\n", "c.md": "# C\n" }, { "c.md": "# C\n\n## Part\n" }];
    const [from, to] = [makeFolder(before), makeFolder({ ...before, ...after })];
    const { output } = await run(["diff", from, to]);
    expect(output).toContain('"c.md#part" the section or anchor was missing; it leads to c.md\n');
    removeFolder(from);
    removeFolder(to);
  });

  it("give JSON, a tool's result, and an exit code when asked", async () => {
    expect(JSON.parse((await run(["diff", old, now, "--format", "json"])).output).links.newlyBroken).toHaveLength(1);
    const result = await run(["diff", old, now, "--json", "--exit-code"]);
    expect(result.code).toBe(1);
    expect(JSON.parse(result.output)).toMatchObject({
      ok: true,
      status: "done",
      data: { documents: { removed: [{ path: "b.md" }] } },
    });
    expect((await run(["diff", old, now, "--exit-code"])).code).toBe(1);
    expect(await run(["diff", old, old, "--exit-code"])).toMatchObject({ code: 0, output: "" });
    const listed = (await run(["diff", old, now, "--triples"])).output;
    expect(listed).toContain('- <urn:graphdown:/b.md> <https://schema.org/name> "B" .\n');
    expect(listed).toMatch(
      /^- <urn:graphdown:\/b\.md> <https:\/\/schema\.org\/wordCount> "\d+"\^\^<http:\/\/www\.w3\.org\/2001\/XMLSchema#integer> \.$/m,
    );
    expect(listed).toMatch(/^- <urn:graphdown:\/b\.md> <[^>]+> <[^>]+> \.$/m);
  });

  it("refuse what they are not", async () => {
    expect((await run(["diff", old, now, "--format", "html"])).code).toBe(2);
    expect((await run(["diff", "--root", old])).code).toBe(2);
    expect((await run(["diff", `${old}/nothing`, now])).code).toBe(2);
    expect((await run(["diff", "main", "--root", old])).code).toBe(3);
  });
});

describe.skipIf(!hasGit)("revisions (needs git)", () => {
  let repository: TestRepository;

  beforeAll(() => {
    repository = makeRepository();
    repository.commit({ "docs/a.md": "# A\n\n[[b]]\n", "docs/b.md": "# B\n" });
    repository.commit({ "docs/b.md": null });
    repository.write({ "docs/c.md": "# C\n" });
  });

  afterAll(() => repository.remove());

  it("are compared with each other and with now", async () => {
    const root = ["--root", `${repository.folder}/docs`];
    const broken = 'a.md:3:1  broken-now  "b" led to b.md; nothing is found for it\n';
    for (const form of [["HEAD~1", "HEAD"], ["HEAD~1..HEAD"], ["HEAD~1", "--at", "HEAD"]]) {
      const { code, output } = await run(["diff", ...form, ...root]);
      expect({ code, output }).toEqual({
        code: 0,
        output: `${broken}b.md  removed  B\nb.md:1  removed-section  # B\n`,
      });
    }
    expect((await run(["diff", "HEAD", ...root])).output).toBe("c.md  added  C\nc.md:1  new-section  # C\n");
    const result = await run(["diff", "HEAD~1..HEAD", "--json", ...root]);
    expect(JSON.parse(result.output)).toMatchObject({ ok: true, summary: "1 document different, 1 link newly broken" });
    for (const same of [["HEAD.."], ["HEAD", "HEAD"], ["HEAD", "main"]]) {
      expect(await run(["diff", ...same, "--exit-code", ...root]), same.join(" ")).toMatchObject({
        code: 0,
        output: "",
      });
    }
    // Where the files are those of a revision, the later side goes by its name.
    expect((await run(["diff", "HEAD~1", "--at", "HEAD", ...root])).errors).toMatch(
      /^HEAD~1 \([0-9a-f]{10}\) to HEAD \([0-9a-f]{10}\): /m,
    );
    const sides = async (...argv: string[]): Promise<unknown> => {
      const { from, to } = JSON.parse((await run(["diff", ...argv, "--format", "json", ...root])).output);
      return [from, to].map(({ revision, commit }) => [revision, commit]);
    };
    const commit = expect.stringMatching(/^[0-9a-f]{40}$/);
    expect(await sides("HEAD~1", "--at", "HEAD")).toEqual([
      ["HEAD~1", commit],
      ["HEAD", commit],
    ]);
    expect(await sides("HEAD~1", "--at", "HEAD")).toEqual(await sides("HEAD~1", "HEAD"));
    expect((await run(["diff", "HEAD", ...root])).errors).toMatch(/^HEAD \([0-9a-f]{10}\) to now: /m);
    expect((await run(["diff", "nope", ...root])).code).toBe(1);
  });
});

describe("as a comment on a pull request", () => {
  it("says what broke, and folds the rest away", async () => {
    const before = { "a.md": "# A\n\n[b](b.md)", "b.md": "# B" };
    const diff = await diffOf(before, { "a.md": "# A\n\n[b](b.md)\n\n[new](none.md)", "c.md": "# B" });
    expect(renderDiffMarkdown(diff, names)).toBe(`### Links and documents: \`before\` to \`after\`

1 link newly broken, 1 new link to nowhere, 1 document renamed, 1 document changed.

**Links that broke**

- \`a.md:3\` \`b.md\` led to \`b.md\`, which has moved to \`c.md\`; nothing is found for it

**New links to nowhere**

- \`a.md:5\` \`none.md\`: nothing is found for it

<details><summary>Renamed documents (1)</summary>

- \`b.md\` is \`c.md\` now

</details>

<details><summary>Changed documents (1)</summary>

- \`a.md\` \`A\`

</details>

<details><summary>Changed sections (1)</summary>

- \`a.md:1\` \`A\`

</details>
`);
    expect(renderDiffMarkdown(await diffOf(before, before), names)).toContain("Nothing is different.");
  });

  it("shows hostile texts as they are, and makes nothing of them", async () => {
    const hostile = [
      "</details><script>alert(1)</script>",
      "`` ` ``` x",
      "@everyone #1 ![x](https://evil.example/p.png)",
      "**bold** | [y](javascript:alert)",
      "`",
      " a ",
      "\u202egnp.exe",
    ];
    const before = Object.fromEntries(hostile.map((_, index) => [`n${index}.md`, `# Old ${index}`]));
    const after = Object.fromEntries(
      hostile.map((text, index) => [
        `n${index}.md`,
        `---\ntitle: ${JSON.stringify(text)}\n---\n\n## ${text}\n\n[[${text.replace(/[|\][]/g, "")}]] [z](<${text.replace(/[<>]/g, "")}.md>)`,
      ]),
    );
    const text = renderDiffMarkdown(await diffOf(before, { ...after, "a`b <b>.md": "# x" }), {
      from: "main`<b>",
      to: "now",
    });
    const allowed = new Set([
      "root",
      "heading",
      "paragraph",
      "text",
      "strong",
      "list",
      "listItem",
      "inlineCode",
      "html",
    ]);
    const ours = /^(?:<details><summary>[A-Za-z ]+ \(\d+\)<\/summary>|<\/details>)$/;
    const codes: string[] = [];
    const visit = (node: { type: string; value?: string; children?: unknown[] }): void => {
      expect(allowed).toContain(node.type);
      if (node.type === "html") for (const line of (node.value as string).split("\n")) expect(line).toMatch(ours);
      if (node.type === "text") expect(node.value).not.toMatch(/[@#<>`]|evil|javascript/);
      if (node.type === "inlineCode") codes.push(node.value as string);
      for (const child of node.children ?? []) visit(child as typeof node);
    };
    visit(fromMarkdown(text));
    for (const each of hostile.slice(0, 5)) expect(codes, each).toContain(each);
    expect(codes).toContain("\\u{202e}gnp.exe");
    expect(codes).toContain("main`<b>");
  });

  it("stays short enough for a comment, and says how much there is besides", async () => {
    const long = "x".repeat(180);
    const many = (start: string): Record<string, string> =>
      Object.fromEntries(
        Array.from({ length: 200 }, (_, index) => [
          `${start}${index}-${long}.md`,
          `# ${index} ${long}\n\n[[${index} ${long}]]\n\n[z](<${start}${index} ${long}.md>)`,
        ]),
      );
    const text = renderDiffMarkdown(await diffOf(many("a"), many("b")), names);
    expect(text.length).toBeLessThan(65_536);
    expect(text).toContain("- and 150 more");
    expect(text.match(/<details>/g)?.length).toBe(text.match(/<\/details>/g)?.length);
  });
});
