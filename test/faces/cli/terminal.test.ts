/** What a terminal shows: control characters escaped, colours, progress. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createProgress } from "../../../src/faces/cli/terminal/progress.ts";
import { createTerminal } from "../../../src/faces/cli/terminal/terminal.ts";
import { makeFolder, removeFolder, run } from "./run-program.ts";

const esc = "\u001b";
let root = "";

beforeAll(() => {
  root = makeFolder({
    "odd.md": `---\ntitle: "${"\\e"}]0;owned\\a and\\nforged.md:1  A line"\ntags: ["x\u202ey"]\n---\n\n# Head ${esc}[31mred\n\nText ${esc}[2J wiped.\tTab.\r\nlone\rcr \u0085 \u2066\n\n[[Nowhere${esc}c]]\n`,
    "name \u00a0x.md": "# Plain\n",
  });
});

afterAll(() => removeFolder(root));

/** Everything that a terminal would act on, but for the colours that are ours. */
function controlsOf(text: string): string[] {
  return (
    text
      .replaceAll(/\u001b\[\d+m/g, "")
      .match(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g) ?? []
  );
}

describe("on a terminal", () => {
  it.each([
    [["read", "odd.md"]],
    [["read", "odd.md:1-20"]],
    [["read", "-N", "odd.md"]],
    [["search", "wiped"]],
    [["search", "owned"]],
    [["outline", "odd.md"]],
    [["overview"]],
    [["problems"]],
    [["ls"]],
    [["info", "odd.md"]],
    [["export", "-f", "mermaid"]],
    [["export", "-f", "json"]],
    [["search", "wiped", "--json"]],
    [["read", "odd.md", "--json"]],
    [["read", `x${esc}[31m.md`]],
    [["search", "--x\u001b[2J"]],
  ])("%j shows no control character of a name or of content", async (argv) => {
    const { output, errors } = await run([...argv, "--root", root], { terminal: true, environment: { NO_COLOR: "1" } });
    expect(output + errors).not.toBe("");
    expect(controlsOf(output)).toEqual([]);
    // The progress line is ours and holds no name.
    expect(controlsOf(errors.replaceAll(`\r${esc}[K`, ""))).toEqual([]);
    expect(output).not.toContain(esc);
  });

  it("shows them as visible escapes, line ends and tabs of content as they are", async () => {
    const { output } = await run(["read", "odd.md", "--root", root], { terminal: true });
    expect(output).toContain("Text \\x1b[2J wiped.\tTab.\nlone\\x0dcr \\x85 \\u2066\n");
  });

  it("lets no name begin a line that looks like an answer", async () => {
    for (const argv of [["search", "owned"], ["outline", "odd.md"], ["overview"]]) {
      const { output } = await run([...argv, "--root", root], { terminal: true });
      expect(output, argv.join(" ")).not.toMatch(/^forged\.md:1/m);
    }
  });

  it("keeps JSON what it was, only indented", async () => {
    const argv = ["read", "odd.md", "--json", "--root", root];
    const shown = (await run(argv, { terminal: true })).output;
    expect(shown.split("\n").length).toBeGreaterThan(5);
    expect(JSON.parse(shown)).toEqual(JSON.parse((await run(argv)).output));
  });

  it("shows the bytes with --raw", async () => {
    const piped = (await run(["read", "odd.md", "--root", root])).output;
    expect(piped).toContain(esc);
    expect((await run(["read", "odd.md", "--raw", "--root", root], { terminal: true })).output).toBe(piped);
  });

  it("colours places and headings unless colours are off", async () => {
    const argv = ["outline", "odd.md", "--root", root];
    expect((await run(argv, { terminal: true })).output).toContain(`${esc}[36modd.md:6${esc}[39m`);
    for (const environment of [{ NO_COLOR: "1" }, { TERM: "dumb" }] as Readonly<Record<string, string>>[]) {
      expect((await run(argv, { terminal: true, environment })).output).not.toContain(esc);
    }
  });
});

describe("into a pipe", () => {
  it("names and content are the bytes, without colours", async () => {
    const { output } = await run(["search", "wiped", "--root", root]);
    expect(output).not.toContain(`${esc}[36m`);
    const read = (await run(["read", "odd.md", "--root", root])).output;
    expect(controlsOf(read)).toContain("\u2066");
  });

  it("no progress is shown", async () => {
    const files = Object.fromEntries(Array.from({ length: 700 }, (_, index) => [`${index}.md`, "# A\n"]));
    const folder = makeFolder(files);
    const { errors } = await run(["overview", "--root", folder]);
    expect(errors).toBe("");
    removeFolder(folder);
  });
});

describe("progress", () => {
  function record(isTTY: boolean): {
    written: string[];
    stream: { isTTY: boolean; write: (text: string) => boolean; once: () => void };
  } {
    const written: string[] = [];
    return { written, stream: { isTTY, write: (text) => written.push(text) > 0, once: () => {} } };
  }

  it("appears when work takes long, changes now and then, and is cleared", () => {
    const { written, stream } = record(true);
    let time = 0;
    const progress = createProgress(stream, () => time);
    for (; time < 1_000; time += 10) progress.report("read", time, 1_000);
    expect(written[0]).toBe(`\r${esc}[Kread [#########---------------] 400/1000`);
    expect(written).toHaveLength(6);
    progress.clear();
    progress.clear();
    expect(written.slice(6)).toEqual([`\r${esc}[K`]);
  });

  it("is nothing where errors go into a file, and nothing for quick work", () => {
    const piped = record(false);
    const quick = record(true);
    for (const [{ stream }, last] of [
      [piped, 5_000],
      [quick, 390],
    ] as const) {
      let time = 0;
      const progress = createProgress(stream, () => time);
      for (; time < last; time += 10) progress.report("read", 1, 0);
      progress.clear();
    }
    expect(piped.written).toEqual([]);
    expect(quick.written).toEqual([]);
  });

  it("is cleared before a line is written on the same terminal", () => {
    const { written, stream } = record(true);
    const terminal = createTerminal({ output: stream, errors: stream, environment: {}, raw: false });
    const end = performance.now() + 450;
    while (performance.now() < end);
    terminal.progress.report("read", 1, 2);
    terminal.note("a note");
    expect(written.at(-2)).toBe(`\r${esc}[K`);
    expect(written.at(-1)).toBe("a note\n");
  });

  it("waits for a slow reader", async () => {
    const listeners: (() => void)[] = [];
    const stream = {
      isTTY: false,
      write: () => false,
      once: (_event: "drain", listener: () => void) => listeners.push(listener),
    };
    const terminal = createTerminal({ output: stream, errors: stream, environment: {}, raw: false });
    let done = false;
    const writing = terminal.write("text").then(() => {
      done = true;
    });
    await Promise.resolve();
    expect(done).toBe(false);
    for (const listener of listeners) listener();
    await writing;
    expect(done).toBe(true);
  });
});
