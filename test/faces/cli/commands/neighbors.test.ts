/** `graphdown neighbors` and `graphdown path`: what they print, and what they say where there is nothing. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeFolder, type RunResult, removeFolder, run } from "../run-program.ts";

let root = "";

beforeAll(() => {
  root = makeFolder({
    "index.md": "# Home\n\nRead [[boats/heron|the Heron]] first. #guide\n\n- up [[Fleet]]\n",
    "boats/heron.md": "# Heron\n\nBack [home](../index.md#home).\n\nHome is near, and so is the home port.\n",
    "far.md": "# Far\n\n[[boats/heron]]\n",
    "alone.md": "# Alone\n",
  });
});

afterAll(() => removeFolder(root));

const on = (...argv: string[]): Promise<RunResult> => run([...argv, "--root", root]);

describe("graphdown neighbors", () => {
  it("prints each neighbour with the lines of its links", async () => {
    expect(await on("neighbors", "index.md")).toEqual({
      code: 0,
      output: [
        "boats/heron.md  Heron",
        "    → links  index.md:3  Read [[boats/heron|the Heron]] first. #guide",
        "    ← links  boats/heron.md:3  Back [home](../index.md#home).",
        "#guide",
        "    → tag  index.md:3  Read [[boats/heron|the Heron]] first. #guide",
        "Fleet (missing)",
        "    → up  index.md:5  - up [[Fleet]]",
        "",
      ].join("\n"),
      errors: "3 neighbours\n",
    });
  });

  it("goes farther, in one direction, and page by page", async () => {
    const { output } = await on("neighbors", "index.md", "--depth", "2", "--direction", "in");
    expect(output).toContain("far.md  Far (2 steps)\n    ← links with urn:graphdown:/boats/heron.md  far.md:3");
    const first = await on("neighbors", "index.md", "-n", "2");
    expect(first.errors).toMatch(/^2 of 3 neighbours\nmore: --cursor \S+\n$/);
    const cursor = /--cursor (\S+)/.exec(first.errors)?.[1] as string;
    expect((await on("neighbors", "index.md", "-n", "2", "--cursor", cursor)).output).toMatch(/^Fleet/);
  });

  it("finds mentions without a link", async () => {
    const { output, errors } = await on("neighbors", "index.md", "--unlinked", "-k", "cites");
    expect(output).toBe(
      [
        "Unlinked mentions of Home",
        "    boats/heron.md:5:1  Home is near, and so is the home port.",
        "    boats/heron.md:5:29  Home is near, and so is the home port.",
        "",
      ].join("\n"),
    );
    expect(errors).toBe("0 neighbours, 2 unlinked mentions\n");
  });

  it.each([
    [["neighbors", "indx.md"], 1, 'Did you mean "index.md"?'],
    [["neighbors", "#guides"], 1, 'Did you mean "#guide"?'],
    [["neighbors", "index.md", "--depth", "4"], 2, "depth must be a whole number from 1 to 3"],
    [["neighbors", "index.md", "--direction", "up"], 2, 'direction can\'t have "up"'],
    [["neighbors", "index.md", "-k", "links"], 2, 'Did you mean "linksTo"?'],
    [["neighbors", "#guide", "--unlinked"], 2, "Only a document can have unlinked mentions"],
    [["neighbors", "../x.md"], 2, "[invalid_path]"],
    [["neighbors", " "], 2, "[invalid_input]"],
    [["neighbors", ".env"], 4, "[permission_denied]"],
    [["path", ".git/x#y", "index.md"], 4, "[permission_denied]"],
    [["path", "index.md", "nowhere.md"], 1, "[not_found]"],
    [["path", "index.md"], 2, "path takes exactly 2 arguments"],
  ])("refuses %j", async (argv, code, message) => {
    const result = await on(...argv);
    expect(result).toMatchObject({ code, output: "" });
    expect(result.errors).toContain(message);
  });
});

describe("graphdown path", () => {
  it("prints the way with its links", async () => {
    expect(await on("path", "index.md", "far.md")).toEqual({
      code: 0,
      output: [
        "index.md  Home",
        "    → links  index.md:3  Read [[boats/heron|the Heron]] first. #guide",
        "    ← links  boats/heron.md:3  Back [home](../index.md#home).",
        "boats/heron.md  Heron",
        "    ← links  far.md:3  [[boats/heron]]",
        "far.md  Far",
        "",
      ].join("\n"),
      errors: "2 steps\n",
    });
  });

  it("says that there is none", async () => {
    expect(await on("path", "index.md", "alone.md")).toEqual({
      code: 0,
      output: "",
      errors: "no path: no chain of links connects them\n",
    });
    expect((await on("path", "index.md", "far.md", "--direction", "out")).errors).toBe(
      "no path in this direction; over links either way it is 2 steps\n",
    );
    const { output } = await on("path", "index.md", "alone.md", "--json");
    expect(JSON.parse(output)).toMatchObject({ ok: true, data: { found: false, steps: [] } });
  });
});
