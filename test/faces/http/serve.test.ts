/** `graphdown serve` as a command, in this process. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../../../src/faces/cli/run-cli.ts";
import { makeFolder, type RunOptions, type RunResult, removeFolder, run } from "../cli/run-program.ts";

let folder: string;
beforeAll(() => {
  folder = makeFolder({ "a.md": "# A\n\nSee [[b]].\n", "b.md": "# B\n" });
});
afterAll(() => removeFolder(folder));

interface Served {
  readonly url: string;
  readonly notes: () => string;
  stop(): Promise<number>;
}

/** Starts the command and waits until it says where it serves. */
async function serve(argv: readonly string[], environment: Record<string, string> = {}): Promise<Served> {
  const abort = new AbortController();
  let errors = "";
  const quiet = { isTTY: false, write: () => true, once: () => {} };
  const code = runCli({
    argv: ["serve", "--root", folder, "--port", "0", ...argv],
    environment,
    output: quiet,
    errors: {
      ...quiet,
      write: (text: string) => {
        errors += text;
        return true;
      },
    },
    readInput: () => Promise.resolve(""),
    signal: abort.signal,
    folder,
    version: "1.2.3",
  });
  let ended = false;
  void code.then(() => {
    ended = true;
  });
  while (!errors.includes("serving at") && !ended) await new Promise((resolve) => setTimeout(resolve, 5));
  const url = /serving at (http:\S+)/.exec(errors)?.[1] ?? "";
  return {
    url,
    notes: () => errors,
    stop: () => {
      abort.abort();
      return code;
    },
  };
}

it("serves HTTP and MCP until it is told to stop, and then ends well", async () => {
  const { url, notes, stop } = await serve([]);
  expect((await fetch(`${url}/v1/files/a.md`)).status).toBe(200);
  const initialize = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
  };
  const mcp = await fetch(`${url}/mcp`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
    body: JSON.stringify(initialize),
  });
  expect(mcp.status).toBe(200);
  expect(await mcp.text()).toContain('"graphdown"');
  expect(notes()).not.toContain("approver token");
  expect(await stop()).toBe(0);
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
});

it("lets what runs end before it stops", async () => {
  const events = join(mkdtempSync(join(tmpdir(), "graphdown-events-")), "events.jsonl");
  const { url, stop } = await serve(["--events", events]);
  const answers = Promise.all(Array.from({ length: 8 }, () => fetch(`${url}/v1/graph/search?query=see`)));
  const started = (): number =>
    existsSync(events) ? readFileSync(events, "utf8").split("tool.started").length - 1 : 0;
  while (started() < 8) await new Promise((resolve) => setTimeout(resolve, 1));
  const code = stop();
  expect((await answers).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  expect(await code).toBe(0);
});

it("has writes approved with the token that it prints, and keeps the events", async () => {
  const events = join(mkdtempSync(join(tmpdir(), "graphdown-events-")), "events.jsonl");
  const { url, notes, stop } = await serve(["--allow-write", "--events", events]);
  const token = /approver token (\S+)/.exec(notes())?.[1] as string;
  const write = () => fetch(`${url}/v1/files/new.md`, { method: "PUT", body: "# New\n" });
  const waiting = await write();
  expect(waiting.status).toBe(202);
  const answer = await fetch(`${url}${waiting.headers.get("location")}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: '{"approved": true}',
  });
  expect(answer.status).toBe(200);
  expect((await write()).status).toBe(201);
  expect(await stop()).toBe(0);
  const types = readFileSync(events, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => (JSON.parse(line) as { type: string }).type);
  expect(types).toEqual([
    "tool.started",
    "approval.asked",
    "tool.failed",
    "approval.answered",
    "tool.started",
    "tool.done",
  ]);
});

it("asks nobody with --approve none", async () => {
  const { url, stop } = await serve(["--allow-write", "--approve", "none"]);
  expect((await fetch(`${url}/v1/files/n2.md`, { method: "PUT", body: "x" })).status).toBe(201);
  await stop();
});

it("takes tokens from the environment and from a file", async () => {
  const file = join(folder, "tokens");
  writeFileSync(file, "reader-token-0123456789 read\n");
  const { url, stop } = await serve(["--token-file", file], { GRAPHDOWN_TOKEN: "environment-token-0123" });
  const status = async (token?: string) =>
    (await fetch(`${url}/v1/tools`, { headers: token === undefined ? {} : { Authorization: `Bearer ${token}` } }))
      .status;
  expect([await status(), await status("reader-token-0123456789"), await status("environment-token-0123")]).toEqual([
    401, 200, 200,
  ]);
  await stop();
});

describe("refuses to start", () => {
  const refused = async (argv: readonly string[], options: RunOptions = {}): Promise<RunResult> =>
    run(["serve", "--root", folder, "--port", "0", ...argv], options);

  it.each([
    [["--host", "0.0.0.0"], "Without tokens the server listens on this machine only"],
    [["--host", "::"], "Without tokens"],
    [["--approve", "some"], "--approve must be all, writes or none"],
    [["--token-file", "/nowhere"], "can't be read (ENOENT)"],
    [["--jwt-issuer", "https://id.example"], "all three"],
    [["--rate", "0"], "at least 1"],
  ])("with %j", async (argv, message) => {
    const { code, errors } = await refused(argv);
    expect([code, errors]).toEqual([2, expect.stringContaining(message)]);
  });

  it("on a port that is taken", async () => {
    const first = await serve([]);
    const port = new URL(first.url).port;
    const { code, errors } = await run(["serve", "--root", folder, "--port", port]);
    expect([code, errors]).toEqual([2, expect.stringContaining("EADDRINUSE")]);
    await first.stop();
  });
});

it("shows nobody its tokens or its log, also where they lie among the notes", async () => {
  const tokens = join(folder, "tokens.txt");
  const events = join(folder, "events.jsonl");
  writeFileSync(tokens, "reads-all-of-it-1234567890 read\n");
  const { url, stop } = await serve(["--token-file", tokens, "--events", events, "--allow-write"]);
  const headers = { Authorization: "Bearer reads-all-of-it-1234567890" };
  await fetch(`${url}/v1/files/a.md`, { headers });
  for (const name of ["tokens.txt", "TOKENS.txt", "events.jsonl"]) {
    expect((await fetch(`${url}/v1/files/${name}`, { headers })).status, name).toBe(403);
  }
  const listing = await (await fetch(`${url}/v1/files/`, { headers })).text();
  expect(listing).toContain("a.md");
  expect(listing).not.toMatch(/tokens\.txt|events\.jsonl/);
  await stop();
});
