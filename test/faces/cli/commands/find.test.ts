/** `graphdown find`: its options, and what it refuses. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeFolder, removeFolder, run } from "../run-program.ts";

let root = "";
beforeAll(() => {
  root = makeFolder({
    "a.md": "---\ncreated: 2026-01-01\npart_of: [[home]]\n---\n\n- [ ] one\n",
    "b.md": '---\ncreated: 2026-03-01\npart_of: "[[home]]"\n---\n\n- [x] two\n',
    "c.md": "---\ncreated: 2026-02-01\n---\n",
  });
});
afterAll(() => removeFolder(root));

const find = (...argv: string[]) => run(["find", ...argv, "--root", root]);
const places = ({ output }: { readonly output: string }) => output.match(/^\S+/gm);

it.each([["-s=-created"], ["--sort=-created"], ["-s-created"]])("sorts by %s", async (option) => {
  expect(places(await find(option))).toEqual(["b.md", "c.md", "a.md"]);
});

it("takes a value behind a letter with or without an equals sign", async () => {
  expect(places(await find("-s=created", "-n=2"))).toEqual(["a.md", "c.md"]);
  expect(places(await find("-s", "created", "-n2"))).toEqual(["a.md", "c.md"]);
  expect((await find("-n=2=3")).errors).toContain('--count must be a whole number, but got "2=3". [invalid_input]');
  expect((await find("-s=")).errors).toContain("names no key to sort by. [invalid_input]");
});

it.each([["bogus"], [""], ["Open"]])("refuses the task state %j", async (state) => {
  const { code, output, errors } = await find("--tasks", state);
  expect({ code, output }).toEqual({ code: 2, output: "" });
  expect(errors).toContain(
    `There is no task state "${state}"; known are open, in-progress, done, cancelled, any. [invalid_input]`,
  );
});

describe("links", () => {
  it.each(["part_of=home", "part_of=[[home]]"])("are found by %s and shown alike", async (condition) => {
    expect((await find(condition)).output).toBe("a.md  a  part_of=[[home]]\nb.md  b  part_of=[[home]]\n");
  });
});

it("says when more was asked for than one answer holds", async () => {
  const many = makeFolder({ "a.md": "- [ ] task\n".repeat(1_001) });
  const { errors } = await run(["find", "--tasks", "open", "-n", "2000", "--root", many]);
  expect(errors).toContain("2000 were asked for, and one answer holds at most 1000 items\n");
  removeFolder(many);
});

it("shows tasks with their marks, those in progress as open and cancelled ones apart", async () => {
  const folder = makeFolder({ "a.md": "- [ ] new\n- [/] half\n- [x] over\n- [-] dropped\n" });
  const tasks = async (state: string) => (await run(["find", "--tasks", state, "--root", folder])).output;
  expect(await tasks("open")).toBe("a.md:1  [ ] new\na.md:2  [/] half\n");
  expect(await tasks("cancelled")).toBe("a.md:4  [-] dropped\n");
  removeFolder(folder);
});
