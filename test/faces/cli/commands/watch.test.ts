/** `graphdown watch`, in this process and as the built program. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { runCli } from "../../../../src/faces/cli/run-cli.ts";
import { isBuilt, makeFolder, program, removeFolder, run } from "../run-program.ts";

const folders: string[] = [];

function newFolder(files: Readonly<Record<string, string>>): string {
  const folder = makeFolder(files);
  folders.push(folder);
  return folder;
}

afterAll(() => {
  for (const folder of folders) removeFolder(folder);
});

interface Watching {
  /** Waits until a text stands in what was written to standard output (or error). */
  until(text: string | RegExp, stream?: "output" | "errors"): Promise<void>;
  readonly written: { output: string; errors: string };
  stop(): Promise<number>;
  readonly code: Promise<number>;
}

const running: Watching[] = [];

afterEach(async () => {
  for (const each of running.splice(0)) await each.stop();
});

/** Starts the command in this process, looking ten times a second. */
function watch(argv: readonly string[], terminal = false): Watching {
  const abort = new AbortController();
  const written = { output: "", errors: "" };
  const waiting = new Set<() => void>();
  const stream = (name: keyof typeof written) => ({
    isTTY: terminal,
    write: (text: string) => {
      written[name] += text;
      for (const look of waiting) look();
      return true;
    },
    once: () => {},
  });
  const code = runCli({
    argv: ["watch", "--interval", "100", ...argv],
    environment: {},
    output: stream("output"),
    errors: stream("errors"),
    readInput: () => Promise.resolve(""),
    signal: abort.signal,
    folder: process.cwd(),
    version: "1.2.3",
  });
  const watching: Watching = {
    written,
    code,
    until: (text, name = "output") =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (typeof text === "string" ? !written[name].includes(text) : !text.test(written[name])) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        void code.then((ended) => reject(new Error(`It ended with ${ended}: ${written.errors}`)));
        look();
      }),
    stop: () => {
      abort.abort();
      return code;
    },
  };
  running.push(watching);
  return watching;
}

it("prints a line for each change until it is stopped", async () => {
  const root = newFolder({ "a.md": "# A\n", "b.md": "# B\n", "p.png": "x", ".env": "x" });
  const watching = watch([root]);
  await watching.until("watching 2 documents and 1 other file\n", "errors");
  writeFileSync(join(root, "a.md"), "# Another\n");
  await watching.until("~ a.md\n");
  renameSync(join(root, "b.md"), join(root, "c.md"));
  await watching.until("+ c.md\n");
  rmSync(join(root, "p.png"));
  await watching.until("- p.png\n");
  expect(await watching.stop()).toBe(0);
  expect(watching.written.output).toBe("~ a.md\n- b.md\n+ c.md\n- p.png\n");
});

it("prints events as lines of JSON", async () => {
  const root = newFolder({ "a.md": "# A\n" });
  const watching = watch(["--json", "--root", root], true);
  await watching.until("\n");
  writeFileSync(join(root, "b.md"), "# B\n");
  await watching.until("b.md");
  expect(await watching.stop()).toBe(0);
  const events = watching.written.output
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(events).toMatchObject([
    { type: "state", documentCount: 1 },
    { type: "change", added: ["b.md"], snapshot: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ]);
});

it("says that something has changed since a snapshot, and tells of one folder if wanted", async () => {
  const root = newFolder({ "a.md": "# A\n", "n/b.md": "# B\n" });
  const watching = watch(["--root", root, "--since", "another", "-d", "n"]);
  await watching.until(
    "watching 1 document\nsomething has changed since that snapshot; what, is not known\n",
    "errors",
  );
  writeFileSync(join(root, "a.md"), "# Another\n");
  writeFileSync(join(root, "n/b.md"), "# Another\n");
  await watching.until("n/b.md");
  await watching.stop();
  expect(watching.written.output).toBe("~ n/b.md\n");
});

it("shows names on a terminal so that they can't act on it, and colours marks", async () => {
  const root = newFolder({ "a.md": "# A\n" });
  const watching = watch([root], true);
  await watching.until("watching 1 document\n", "errors");
  writeFileSync(join(root, "\u200bz.md"), "# Z\n");
  await watching.until("z.md\n");
  expect(watching.written.output).toMatch(/^\u001b\[32m\+\u001b\[39m \S*z\.md\n$/);
});

it("says how many changes it does not list", async () => {
  const root = newFolder({ "a.md": "# A\n" });
  const watching = watch([root]);
  await watching.until("watching", "errors");
  for (let index = 0; index < 1_100; index++) writeFileSync(join(root, `n${index}.md`), "x");
  await watching.until("and 100 more changes at once; graphdown ls -R lists what is there\n", "errors");
  expect(watching.written.output.split("\n").length).toBe(1_001);
});

it("says what it can't do any more, and ends", async () => {
  const root = newFolder({ "a.md": "# A\n" });
  const watching = watch([root]);
  await watching.until("watching", "errors");
  rmSync(root, { recursive: true });
  expect(await watching.code).toBe(3);
  expect(watching.written.errors).toContain("[storage_failed]");
});

describe("is refused", () => {
  it.each([
    [["--interval", "5"], "between", "Give --interval such a number"],
    [["--interval", "soon"], "--interval must be a whole number", ""],
    [["--directory", "none"], 'There is no folder "none"', ""],
    [["/nowhere"], "does not exist", ""],
  ])("with %j", async (argv, message, next) => {
    const root = newFolder({ "a.md": "# A\n" });
    const { code, errors } = await run(["watch", ...argv, "--root", root]);
    expect(code).toBeGreaterThan(0);
    expect(errors.toLowerCase()).toContain(message.toLowerCase());
    expect(errors).toContain(next);
  });
});

describe.skipIf(!isBuilt || process.platform === "win32")("as a process", () => {
  const start = (root: string): ChildProcessByStdio<null, Readable, Readable> =>
    spawn(process.execPath, [program, "watch", root], { stdio: ["ignore", "pipe", "pipe"] });

  it.each(["SIGINT", "SIGTERM"] as const)("ends well on %s", async (signal) => {
    const root = newFolder({ "a.md": "# A\n" });
    const child = start(root);
    child.stdout.setEncoding("utf8");
    child.stderr.setEncoding("utf8");
    const [note] = await once(child.stderr, "data");
    writeFileSync(join(root, "a.md"), "# Another\n");
    const [line] = await once(child.stdout, "data");
    child.kill(signal);
    const [code] = await once(child, "close");
    expect({ note, line, code }).toEqual({ note: "watching 1 document\n", line: "~ a.md\n", code: 0 });
  });

  it("is done when its reader has seen enough", async () => {
    const root = newFolder({ "a.md": "# A\n" });
    const child = start(root);
    await once(child.stderr, "data");
    child.stdout.destroy();
    writeFileSync(join(root, "a.md"), "# Another\n");
    const [code] = await once(child, "close");
    expect(code).toBe(0);
  });
});
