/** `graphdown context` and `graphdown related`: what they print, and what they say where there is nothing. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeFolder, type RunResult, removeFolder, run } from "../run-program.ts";

let root = "";

beforeAll(() => {
  root = makeFolder({
    "winch.md": "# Winch\n\nGrease the winch every spring.\n\n## Brake\n\nThe brake holds.\n",
    "rope.md": "---\ntags: [deck]\n---\n# Rope\n\nSee the [[winch]].\n",
    "anchor.md": "---\ntags: [deck]\n---\n# Anchor\n\nBelow the [[winch]].\n",
    "alone.md": `# Alone\n\n${"Nothing but sand.\n".repeat(300)}`,
  });
});

afterAll(() => removeFolder(root));

const on = (...argv: string[]): Promise<RunResult> => run([...argv, "--root", root]);

describe("graphdown context", () => {
  it("prints passages under their citations", async () => {
    const { code, output, errors } = await on("context", "grease", "spring");
    expect({ code, output }).toEqual({
      code: 0,
      output: "[winch.md:1-7] Winch\n# Winch\n\nGrease the winch every spring.\n\n## Brake\n\nThe brake holds.\n",
    });
    expect(errors).toMatch(/^1 passage, at most \d+ of 4000 tokens\n$/);
  });

  it("says what had no room, and how to read it", async () => {
    const { output, errors } = await on("context", "sand", "--budget", "60");
    expect(output).toBe("");
    expect(errors).toMatch(/^0 passages, at most 0 of 60 tokens\nno room for: alone\.md:1-302; read prints them\n$/);
  });

  it("says that nothing was found, and what is unknown", async () => {
    expect(await on("context", "zebra", "--tag", "dekc")).toEqual({
      code: 0,
      output: "",
      errors: 'no match\nno document has the tag "dekc"; did you mean "deck"?\nno document holds "zebra"\n',
    });
    expect((await on("context", " ")).code).toBe(2);
    expect((await on("context", "x", "--budget", "0")).errors).toContain("tokenBudget must be a whole number");
  });
});

describe("graphdown related", () => {
  it("prints the reasons", async () => {
    const { code, output, errors } = await on("related", "rope.md", "-n", "1");
    expect({ code, errors }).toEqual({ code: 0, errors: "1 of 2 related documents\n" });
    expect(output).toMatch(
      /^winch\.md {2}Winch 0\.\d\d\n {4}is linked to|^anchor\.md {2}Anchor 0\.\d\d\n {4}both link to winch\.md; #deck/,
    );
    expect((await on("related", "alone.md")).errors).toBe("0 of 0 related documents\n");
    expect(await on("related", "#deck")).toMatchObject({ code: 2 });
    expect(await on("related", "rpoe.md")).toMatchObject({ code: 1 });
  });
});
