/** MCP through the HTTP face, over real sockets. */
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterEach, describe, expect, it } from "vitest";
import { createMcpHandler } from "../../../src/faces/mcp/create-mcp-handler.ts";
import { type StartOptions, startServer, type TestServer } from "../http/start-server.ts";
import { type ClientOptions, errorOf, makeClient, openContext, textOf } from "./open-client.ts";
import { sampleCall, sampleFiles } from "./sample-call.ts";

let close: (() => Promise<void>) | undefined;

afterEach(async () => {
  await close?.();
  close = undefined;
});

async function start(options: StartOptions = {}): Promise<TestServer> {
  const mcp = createMcpHandler({ version: "1.2.3" });
  const server = await startServer({ mcp, ...options });
  close = async () => {
    const closed = server.close();
    await mcp.close();
    await closed;
  };
  return server;
}

async function connect(url: string, options: ClientOptions & { readonly token?: string } = {}): Promise<Client> {
  const client = makeClient(options);
  const headers: Record<string, string> =
    options.token === undefined ? {} : { authorization: `Bearer ${options.token}` };
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  await client.connect(transport as Parameters<Client["connect"]>[0]);
  return client;
}

describe("the official client", () => {
  it("lists and calls every tool", async () => {
    const names = (await openContext({})).tools().map(({ name }) => name);
    const server = await start({ files: { ...sampleFiles(names), "other.md": "# Other\n" } });
    const client = await connect(`${server.url}/mcp`);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(names);
    for (const tool of tools) {
      const result = await client.callTool(sampleCall(tool));
      expect(result.isError, `${tool.name}: ${textOf(result)}`).toBeUndefined();
      expect(result.structuredContent).toBeTypeOf("object");
    }
    await client.close();
  });

  it("has its calls counted, reads of resources too, under names of tools only", async () => {
    const server = await start({ files: { "a.md": "# A\n" } });
    const client = await connect(`${server.url}/mcp`);
    await client.callTool({ name: "file_access_read", arguments: { path: "a.md" } });
    await client.callTool({ name: "file_access_read", arguments: { path: "none.md" } });
    await client.callTool({ name: "secret name", arguments: {} });
    await client.readResource({ uri: "graphdown:///a.md" });
    await client.close();
    const counted = (await server.ask("/metrics")).text
      .split("\n")
      .filter((line) => line.includes("tool_calls_total{"));
    expect(counted).toEqual([
      'graphdown_tool_calls_total{workspace="default",tool="file_access_read",outcome="done"} 2',
      'graphdown_tool_calls_total{workspace="default",tool="file_access_read",outcome="not_found"} 1',
      'graphdown_tool_calls_total{workspace="default",tool="unknown",outcome="not_found"} 1',
    ]);
  });

  it("gets answers of its own when a hundred talk at once", async () => {
    const clients = 100;
    const files = Object.fromEntries(Array.from({ length: clients }, (_, index) => [`n${index}.md`, `# N ${index}\n`]));
    const server = await start({ files });
    const opened = await Promise.all(Array.from({ length: clients }, () => connect(`${server.url}/mcp`)));
    const wrong: string[] = [];
    await Promise.all(
      opened.flatMap((client, index) =>
        [0, 1, 2].map(async (round) => {
          await new Promise((resolve) => setTimeout(resolve, ((index * 31 + round * 17) % 23) * 3));
          const result = await client.callTool({ name: "file_access_read", arguments: { path: `n${index}.md` } });
          // All of them are one actor, which may have so many calls running and no more.
          const isRate = errorOf(result)?.code === "limit_exceeded";
          if (!isRate && textOf(result) !== `# N ${index}\n`) wrong.push(`${index}: ${textOf(result)}`);
        }),
      ),
    );
    expect(wrong).toEqual([]);
    await Promise.all(opened.map((client) => client.close()));
  });

  it("is asked for approval where it can be, and else told that one is needed", async () => {
    const server = await start({ files: {}, context: { approvals: "writes" } });
    const write = { name: "file_access_write", arguments: { path: "n.md", content: "new\n" } };
    const mute = await connect(`${server.url}/mcp`);
    expect(errorOf(await mute.callTool(write))?.code).toBe("approval_required");
    const answers = ["deny", "approve"];
    const asked = await connect(`${server.url}/mcp`, {
      elicit: () => ({ action: "accept", content: { decision: answers.shift() as string } }),
    });
    expect(errorOf(await asked.callTool(write))?.code).toBe("approval_denied");
    expect((await asked.callTool(write)).structuredContent).toMatchObject({ created: true });
    await Promise.all([mute.close(), asked.close()]);
  });

  it("sees the workspace of its address, with the rights of its token", async () => {
    const workspaces = {
      default: await openContext({ "a.md": "one\n" }),
      docs: await openContext({ "a.md": "two\n" }),
    };
    const tokens = [
      { token: "reader-token-0123456789", scopes: ["read"] as const, workspaces: ["docs"], actor: "ann" },
      { token: "writer-token-0123456789", scopes: ["read", "write"] as const, workspaces: ["*"], actor: "bob" },
    ];
    const server = await start({ workspaces, tokens });
    const reader = await connect(`${server.url}/w/docs/mcp`, { token: tokens[0]?.token as string });
    const read = { name: "file_access_read", arguments: { path: "a.md" } };
    expect(textOf(await reader.callTool(read))).toBe("two\n");
    expect((await reader.listTools()).tools.map(({ name }) => name)).not.toContain("file_access_write");
    const write = { name: "file_access_write", arguments: { path: "n.md", content: "" } };
    expect(errorOf(await reader.callTool(write))?.code).toBe("permission_denied");
    const writer = await connect(`${server.url}/mcp`, { token: tokens[1]?.token as string });
    expect(textOf(await writer.callTool(read))).toBe("one\n");
    expect((await writer.callTool(write)).isError).toBeUndefined();
    await expect(connect(`${server.url}/mcp`, { token: tokens[0]?.token as string })).rejects.toThrow();
    await expect(connect(`${server.url}/mcp`)).rejects.toThrow();
    await Promise.all([reader.close(), writer.close()]);
  });
});

it("refuses what web pages send, and answers bad bodies in the words of JSON-RPC", async () => {
  const server = await start({ files: {} });
  const headers = { accept: "application/json, text/event-stream" };
  const foreign = await server.ask("/mcp", {
    method: "POST",
    json: {},
    headers: { ...headers, origin: "https://evil.example" },
  });
  expect(foreign.status).toBe(403);
  for (const body of ['{"a":1,"a":2}', '{"__proto__":{"x":1}}', "[".repeat(100_000) + "]".repeat(100_000), "{"]) {
    const answer = await server.ask("/mcp", {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body,
    });
    expect([answer.status, answer.json.error.code]).toEqual([400, -32700]);
  }
});
