/** Help, version, and what stands before a command. */
import { describe, expect, it } from "vitest";
import { commands } from "../../../src/faces/cli/commands.ts";
import { handbook, run } from "./run-program.ts";

const names = commands.map(({ name }) => name);
const width = Math.max(...names.map((name) => name.length));

describe("graphdown --help", () => {
  it.each([[["--help"]], [["-h"]], [["help"]], [["--root", "x", "--help"]]])("%j lists every command", async (argv) => {
    const { code, output, errors } = await run(argv);
    expect(code).toBe(0);
    expect(errors).toBe("");
    for (const { name, summary } of commands) expect(output).toContain(`  ${name.padEnd(width)}  ${summary}\n`);
    expect(output).toContain("--root LOCATION");
  });

  it("is shown without a command too, as a wrong call", async () => {
    const { code, output } = await run([]);
    expect(code).toBe(2);
    expect(output).toContain("Usage: graphdown COMMAND");
  });
});

describe.each(names)("graphdown %s --help", (name) => {
  it("shows usage, options and examples, and reads nothing", async () => {
    const command = await commands.find((entry) => entry.name === name)?.load();
    const { code, output, errors } = await run([name, "--help", "--root", "/nowhere"]);
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect(output).toContain(`Usage: graphdown ${name}`);
    expect(output).toContain("Examples:\n  ");
    expect(output).toContain("--json");
    expect(command?.summary).toBe(commands.find((entry) => entry.name === name)?.summary);
    for (const option of Object.keys(command?.options ?? {})) expect(output).toContain(`--${option}`);
    for (const example of command?.examples ?? []) {
      expect(example.line).toContain(`graphdown ${name}`);
      expect(output).toContain(example.line);
    }
    expect((await run(["help", name])).output).toBe(output);
  });
});

describe("what is wrong before a command runs", () => {
  it.each([
    [["serach", "x"], 'There is no command "serach".', "Did you mean search?"],
    [["zebra"], 'There is no command "zebra".', "graphdown --help lists commands and options."],
    [["help", "serach"], 'There is no command "serach".', "Did you mean search?"],
    [["--bogus", "search"], 'There is no option "--bogus" here.', "graphdown --help lists commands and options."],
    [["--", "search"], 'There is no option "--" here.', "graphdown --help lists commands and options."],
    [["constructor"], 'There is no command "constructor".', "graphdown --help lists commands and options."],
    [["search", "--coutn", "3", "x"], 'search has no option "--coutn".', "Did you mean --count?"],
    [
      ["search", "-z", "x"],
      'search has no option "-z".',
      "graphdown search --help shows its options; an argument that begins with a dash goes behind --.",
    ],
    [["search", "x", "--constructor"], 'search has no option "--constructor".', undefined],
    [["search", "x", "--count"], "The option --count needs a value (N).", "graphdown search --help shows its options."],
    [["search", "x", "--root", "--json-lines"], "The option --root needs a value (LOCATION).", undefined],
    [
      ["ls", "--recursive=yes"],
      'The option --recursive takes no value, but got "yes".',
      "graphdown ls --help shows its options.",
    ],
    [["search"], "search takes at least 1 argument, but got none.", "Usage: graphdown search QUERY…"],
    [["read"], "read takes exactly 1 argument, but got none.", "Usage: graphdown read PATH[:START[-[END]]]"],
    [["read", "a", "b"], "read takes exactly 1 argument, but got 2.", undefined],
    [["ls", "a", "b"], "ls takes at most 1 argument, but got 2.", undefined],
    [["tools", "x"], "tools takes no arguments, but got 1.", "Usage: graphdown tools"],
    [["call"], "call takes 1 to 2 arguments, but got none.", undefined],
    [
      ["search", "x", "--count", "three"],
      '--count must be a whole number, but got "three".',
      "Give --count a number such as 2.",
    ],
  ])("%j: %s", async (argv, message, next) => {
    const { code, output, errors } = await run([...argv]);
    if (argv[0] === "call") return expect(JSON.parse(output).error.message).toBe(message);
    expect({ code, output }).toEqual({ code: 2, output: "" });
    expect(errors.split("\n")[0]).toBe(`graphdown: ${message} [invalid_input]`);
    if (next !== undefined) expect(errors.split("\n")[1]).toBe(`  ${next}`);
  });
});

describe("options of every command", () => {
  it("may stand before the command, between its arguments and behind them", async () => {
    const expected = (await run(["search", "river", "--root", handbook, "-n", "1"])).output;
    expect(expected).not.toBe("");
    for (const argv of [
      ["--root", handbook, "search", "river", "-n", "1"],
      [`--root=${handbook}`, "search", "-n1", "river"],
      ["search", "--root", handbook, "--count=1", "--", "river"],
    ]) {
      expect((await run(argv)).output, argv.join(" ")).toBe(expected);
    }
  });

  it("name the folder; GRAPHDOWN_ROOT does where they do not", async () => {
    const expected = (await run(["ls", "--root", handbook])).output;
    expect((await run(["ls"], { environment: { GRAPHDOWN_ROOT: handbook } })).output).toBe(expected);
    expect((await run(["ls", "--root", handbook], { environment: { GRAPHDOWN_ROOT: "/nowhere" } })).output).toBe(
      expected,
    );
    expect((await run(["ls"], { environment: { GRAPHDOWN_ROOT: "/nowhere" } })).code).toBe(2);
    expect((await run(["ls"], { environment: { GRAPHDOWN_ROOT: "" } })).output).toContain("package.json");
  });

  it("narrow what is visible to a folder below", async () => {
    const { output } = await run(["ls", "-R", "--root", handbook, "--prefix", "vessels"]);
    expect(output).not.toContain("vessels/");
    expect((await run(["ls", "-R", "--root", handbook])).output).toContain(`vessels/${output.split("\n")[0]}`);
  });
});

it("prints its version", async () => {
  expect(await run(["--version"])).toEqual({ code: 0, output: "1.2.3\n", errors: "" });
  expect(await run(["-v"])).toEqual({ code: 0, output: "1.2.3\n", errors: "" });
});
