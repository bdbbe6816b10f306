/** `graphdown mcp` as a process of its own, with the official client and with raw lines. */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeFolder, removeFolder } from "../cli/run-program.ts";
import { bundleProgram } from "./bundle-program.ts";
import { type ClientOptions, errorOf, makeClient, openContext, textOf } from "./open-client.ts";
import { sampleCall, sampleFiles } from "./sample-call.ts";

const folders: string[] = [];
let program: string;
let noisy: string;

beforeAll(async () => {
  const [one, other] = await Promise.all([bundleProgram("command-line"), bundleProgram("noisy-server")]);
  folders.push(one.folder, other.folder);
  program = one.file;
  noisy = other.file;
});

afterAll(() => {
  for (const folder of folders) removeFolder(folder);
});

function newFolder(files: Readonly<Record<string, string>>): string {
  const folder = makeFolder(files);
  folders.push(folder);
  return folder;
}

async function connect(args: readonly string[], options: ClientOptions = {}): Promise<Client> {
  const client = makeClient(options);
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [...args], stderr: "pipe" }));
  return client;
}

/** Runs a server on lines that are given at once, then ends its input. */
async function exchange(
  args: readonly string[],
  lines: readonly string[],
): Promise<{
  readonly answers: readonly Record<string, never>[];
  readonly errors: string;
  readonly code: number | null;
}> {
  const child = spawn(process.execPath, args, { stdio: "pipe" });
  let output = "";
  let errors = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    output += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    errors += text;
  });
  child.stdin.end(lines.map((line) => `${line}\n`).join(""));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  const answers = output.split("\n").filter((line) => line !== "");
  return { answers: answers.map((line) => JSON.parse(line)), errors, code };
}

const call = (id: number, name: string, args: object = {}): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } });

// At once: what takes time is that so many processes start.
describe.concurrent("the command as a process", () => {
  it("lists and calls every tool for the official client", async () => {
    const names = (await openContext({})).tools().map(({ name }) => name);
    const folder = newFolder({ ...sampleFiles(names), "other.md": "# Other\n" });
    const client = await connect([program, "mcp", "--root", folder, "--allow-write", "--approve", "none"]);
    expect(client.getServerVersion()).toMatchObject({ name: "graphdown", version: "1.2.3" });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(names);
    for (const tool of tools) {
      const result = await client.callTool(sampleCall(tool));
      expect(result.isError, `${tool.name}: ${textOf(result)}`).toBeUndefined();
      expect(result.structuredContent).toBeTypeOf("object");
    }
    const { contents } = await client.readResource({ uri: "graphdown:///other.md" });
    expect(contents[0]).toMatchObject({ text: "# Other\n", mimeType: "text/markdown" });
    await client.close();
  });

  it("asks before writes unless told otherwise: approval_required without elicitation, yes and no with it", async () => {
    const folder = newFolder({ "a.md": "# A\n" });
    const args = [program, "mcp", "--root", folder, "--allow-write"];
    const write = (path: string) => ({ name: "file_access_write", arguments: { path, content: "x" } });
    const mute = await connect(args);
    const unasked = errorOf(await mute.callTool(write("b.md")));
    expect(unasked).toMatchObject({ code: "approval_required", next: expect.stringContaining("--approve none") });
    await mute.close();
    const answers = ["approve", "deny"];
    const asked = await connect(args, {
      elicit: () => {
        const decision = answers.shift();
        return decision === undefined ? { action: "cancel" } : { action: "accept", content: { decision } };
      },
    });
    expect((await asked.callTool(write("b.md"))).structuredContent).toMatchObject({ path: "b.md", created: true });
    expect(errorOf(await asked.callTool(write("c.md")))?.code).toBe("approval_denied");
    expect(errorOf(await asked.callTool(write("d.md")))).toMatchObject({ next: expect.stringMatching(/^Nobody has/) });
    await asked.close();
  });

  it("only reads unless writing is allowed", async () => {
    const client = await connect([program, "mcp", "--root", newFolder({ "a.md": "# A\n" })]);
    const { tools } = await client.listTools();
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
    await client.close();
  });

  it("answers everything that was asked before its input ended, and ends with 0; a bad line costs only itself", async () => {
    const folder = newFolder({ "a.md": "# A\n\ntext\n" });
    const { answers, code, errors } = await exchange(
      [program, "mcp", "--root", folder],
      [
        "garbage",
        call(1, "file_access_read", { path: "a.md" }),
        '{"jsonrpc":"2.0","method":"no/such/notification"}',
        '{"jsonrpc":"2.0","id":2,"method":"__proto__"}',
        call(3, "file_context_markdown_graph_search", { query: "text" }),
      ],
    );
    expect([code, errors]).toEqual([0, ""]);
    const byId = new Map(answers.map((answer) => [answer["id"] as unknown, answer]));
    expect([...byId.keys()].sort()).toEqual([1, 2, 3, null]);
    expect(byId.get(null)).toMatchObject({ error: { code: -32700 } });
    expect(byId.get(1)).toMatchObject({ result: { content: [{ text: "# A\n\ntext\n" }] } });
    expect(byId.get(2)).toMatchObject({ error: { code: -32601 } });
    expect(byId.get(3)).toMatchObject({ result: { structuredContent: { matches: [{ path: "a.md" }] } } });
  });

  it("ends with 0 when it is told to stop", async () => {
    const child = spawn(process.execPath, [program, "mcp", "--root", newFolder({ "a.md": "" })], { stdio: "pipe" });
    child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    await new Promise((resolve) => child.stdout.once("data", resolve));
    child.kill("SIGTERM");
    const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
      child.on("close", (...ended) => resolve(ended)),
    );
    expect([code, signal]).toEqual([0, null]);
  });

  it("says what is wrong with its options on standard error, with an exit code", async () => {
    const wrong = [
      [["mcp", "--root", "/no/such/folder"], 2],
      [["mcp", "--approve", "sometimes"], 2],
      [["mcp", "instal"], 2],
    ] as const;
    for (const [args, expected] of wrong) {
      const { answers, errors, code } = await exchange([program, ...args], []);
      expect([answers, code], args.join(" ")).toEqual([[], expected]);
      expect(errors).toMatch(/^graphdown: /);
    }
  });

  it("is loaded by no other command", async () => {
    const root = newFolder({ "a.md": "# A\n" });
    const loadedBy = async (args: readonly string[]): Promise<string> => {
      const coverage = newFolder({});
      const child = spawn(process.execPath, [program, ...args, "--root", root], {
        env: { ...process.env, NODE_V8_COVERAGE: coverage },
        stdio: ["ignore", "ignore", "ignore"],
      });
      expect(await new Promise((resolve) => child.on("close", resolve))).toBe(0);
      return readdirSync(coverage)
        .map((name) => readFileSync(join(coverage, name), "utf8"))
        .join("");
    };
    expect(await loadedBy(["mcp"])).toContain("@modelcontextprotocol/sdk");
    for (const args of [["ls"], ["search", "a", "--json"], ["mcp", "install", "--client", "cursor", "--print"]]) {
      expect(await loadedBy(args), args.join(" ")).not.toContain("@modelcontextprotocol/sdk");
    }
  });

  it("keeps the output for frames, whatever a library writes", async () => {
    const { answers, errors, code } = await exchange([noisy], [call(1, "noisy"), call(2, "noisy")]);
    expect(code).toBe(0);
    expect(answers.map(({ id }) => id)).toEqual([1, 2]);
    expect(errors.match(/^noise: (log|info|write)$/gm)).toHaveLength(6);
  });
});
