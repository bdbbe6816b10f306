/** The built program as a process: streams, signals, and what starting it loads. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handbook, isBuilt, makeFolder, program, removeFolder, run, runProgram } from "./run-program.ts";

const packageFile = fileURLToPath(new URL("../../../package.json", import.meta.url));

describe.skipIf(!isBuilt)("the program (npm run build makes it)", () => {
  let large = "";

  beforeAll(() => {
    large = makeFolder(
      Object.fromEntries(
        Array.from({ length: 600 }, (_, index) => [
          `${index}.md`,
          `# Note ${index}\n\n${`Some words on [[${(index * 7) % 600}]]. `.repeat(20)}\n`,
        ]),
      ),
    );
  });

  afterAll(() => removeFolder(large));

  it("is a script that runs by its name", () => {
    expect(readFileSync(program, "utf8").startsWith("#!/usr/bin/env node\n")).toBe(true);
    const { bin } = JSON.parse(readFileSync(packageFile, "utf8")) as { bin: { graphdown: string } };
    expect(join(packageFile, "..", bin.graphdown)).toBe(program);
  });

  it("prints the version of the package", async () => {
    const { version } = JSON.parse(readFileSync(packageFile, "utf8")) as { version: string };
    expect(await runProgram(["--version"])).toEqual({ code: 0, output: `${version}\n`, errors: "" });
  });

  it("answers as the function does, with its exit codes", async () => {
    const runs = [
      ["search", "river", "--root", handbook],
      ["read", "nothing.md", "--root", handbook],
      ["problems", "--json", "--root", handbook],
      ["search"],
    ];
    const given = await Promise.all(runs.map((argv) => runProgram(argv)));
    for (const [index, argv] of runs.entries()) expect(given[index]).toEqual(await run(argv));
  });

  it("works in the folder that it is started in", async () => {
    const { code, output } = await runProgram(["ls"], { cwd: join(handbook, "vessels") });
    expect(code).toBe(0);
    expect(output).toBe((await run(["ls", "vessels", "--root", handbook])).output);
  });

  it("reads arguments of a call from standard input", async () => {
    const input = '{"path": "vessels", "recursive": true}';
    const { code, output } = await runProgram(["call", "file_access_ls", "-", "--root", handbook], { input });
    expect(code).toBe(0);
    expect(JSON.parse(output).data.entries.length).toBeGreaterThan(1);
  });

  it("is done when its reader has seen enough", async () => {
    const child = spawn(process.execPath, [program, "export", "-f", "turtle", "--root", large], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let errors = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      errors += text;
    });
    await once(child.stdout, "data");
    child.stdout.destroy();
    const [code] = await once(child, "close");
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
  });

  it("does not mind when nobody reads its messages", async () => {
    const child = spawn(process.execPath, [program, "read", "nothing.md", "--root", handbook], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stderr.destroy();
    const [code] = await once(child, "close");
    expect(code).toBe(1);
  });

  it.skipIf(!existsSync("/dev/full"))("says that its output can't be written", async () => {
    const { openSync, closeSync } = await import("node:fs");
    const full = openSync("/dev/full", "w");
    const child = spawn(process.execPath, [program, "ls", "--root", handbook], { stdio: ["ignore", full, "pipe"] });
    let errors = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      errors += text;
    });
    const [code] = await once(child, "close");
    closeSync(full);
    expect({ code, errors }).toEqual({
      code: 3,
      errors: "graphdown: the output can't be written (ENOSPC) [storage_failed]\n",
    });
  });

  it.skipIf(process.platform === "win32").each(["SIGINT", "SIGTERM"] as const)(
    "stops on %s, and says so",
    async (signal) => {
      // A reader that does not read holds the export up, so that it is stopped in the middle.
      const child = spawn(process.execPath, [program, "export", "-f", "json", "--root", large], {
        stdio: ["ignore", "pipe", "pipe"],
      });
      let errors = "";
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        errors += text;
      });
      await once(child.stdout, "readable");
      child.kill(signal);
      await new Promise((resolve) => setTimeout(resolve, 200));
      child.stdout.resume();
      const [code] = await once(child, "close");
      expect({ code, errors }).toEqual({ code: 3, errors: "graphdown: Stopped before the end. [cancelled]\n" });
    },
  );

  it.skipIf(process.platform === "win32")("stops while it waits for standard input", async () => {
    const child = spawn(process.execPath, [program, "call", "file_access_ls", "-", "--root", handbook], {
      stdio: ["pipe", "pipe", "pipe"],
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    // More than the system holds for a reader: when it is written, the program has begun to read.
    await new Promise((resolve) => child.stdin.write(" ".repeat(1024 * 1024), resolve));
    child.kill("SIGINT");
    const [code] = await once(child, "close");
    expect(code).toBe(3);
    expect(JSON.parse(output)).toMatchObject({ ok: false, error: { code: "cancelled" } });
  });

  it("passes a large answer on whole, however slowly it is read", async () => {
    const argv = ["export", "-f", "json", "--root", large];
    const child = spawn(process.execPath, [program, ...argv], { stdio: ["ignore", "pipe", "ignore"] });
    let length = 0;
    for await (const chunk of child.stdout) {
      length += (chunk as Buffer).length;
      if (length % 7 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    expect(length).toBe(Buffer.byteLength((await run(argv)).output));
  });
});

describe.skipIf(!isBuilt)("starting the program", { concurrent: true }, () => {
  /** Paths of the modules that a run loads, ours by name, others by package. */
  async function loadedBy(argv: readonly string[]): Promise<string[]> {
    const hook = `import { register } from "node:module";
      register("data:text/javascript," + encodeURIComponent(\`
        export async function load(url, context, next) { process._rawDebug("loaded " + url); return next(url, context); }\`));`;
    const child = spawn(
      process.execPath,
      ["--import", `data:text/javascript,${encodeURIComponent(hook)}`, program, ...argv],
      {
        stdio: ["ignore", "ignore", "pipe"],
      },
    );
    let errors = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      errors += text;
    });
    await once(child, "close");
    return [...errors.matchAll(/^loaded (file:\S+)/gm)].map((match) => match[1] as string);
  }

  const packagesOf = (urls: readonly string[]): string[] => [
    ...new Set(urls.flatMap((url) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? [])),
  ];

  it("for help loads a few kilobytes of ours and no package", async () => {
    const urls = await loadedBy(["--help"]);
    expect(packagesOf(urls)).toEqual([]);
    expect(urls.length).toBeLessThanOrEqual(4);
    const bytes = urls.reduce((sum, url) => sum + readFileSync(fileURLToPath(url)).length, 0);
    expect(bytes).toBeLessThan(40_000);
  });

  it("for file commands loads neither parser nor graph nor schemas", async () => {
    const commands = [["ls"], ["read", "index.md"], ["info", "index.md"]];
    for (const urls of await Promise.all(commands.map((argv) => loadedBy([...argv, "--root", handbook])))) {
      expect(packagesOf(urls)).toEqual([]);
      expect(
        urls
          .map((url) => url.replace(/^.*\/dist\//, ""))
          .filter((name) => /^(knowledge|search|export|toolset|schemas)\d*\.js$/.test(name)),
      ).toEqual([]);
    }
  });

  it("for a search loads no schemas, no writers and, where there is a native parser, no other one", async () => {
    const urls = await loadedBy(["search", "river", "--root", handbook]);
    const packages = packagesOf(urls);
    expect(packages).not.toContain("zod");
    if (packages.includes("satteri"))
      expect(packages.filter((name) => /remark|unified|micromark|mdast/.test(name))).toEqual([]);
    expect(urls.filter((url) => /\/dist\/(toolset|schemas|export)\d*\.js$/.test(url))).toEqual([]);
  });
});
