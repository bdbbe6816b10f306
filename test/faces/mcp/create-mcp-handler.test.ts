/** MCP over streamable HTTP, with requests as a server of any runtime hands them over. */
import { ResourceListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, it } from "vitest";
import { createMcpHandler } from "../../../src/faces/mcp/create-mcp-handler.ts";
import type { McpHandler } from "../../../src/faces/mcp/mcp-handler.ts";
import type { FileContext } from "../../../src/index.ts";
import { errorOf, openContext, openHttpClient, textOf } from "./open-client.ts";
import { sampleCall, sampleFiles } from "./sample-call.ts";

const headers = { accept: "application/json, text/event-stream", "content-type": "application/json" };

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
};

const createHandler = (options: object = {}): McpHandler => createMcpHandler({ version: "1.2.3", ...options });

function post(
  handler: McpHandler,
  context: FileContext,
  body: unknown,
  more: Readonly<Record<string, string>> = {},
  actor?: string,
): Promise<Response> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const request = new Request("http://localhost/mcp", { method: "POST", headers: { ...headers, ...more }, body: text });
  return handler.answer(request, { context, caller: { actor } });
}

/** The messages of an answer, whether it is JSON or a stream of events. */
async function messagesOf(response: Response): Promise<Record<string, never>[]> {
  const text = await response.text();
  if (response.headers.get("content-type")?.startsWith("application/json")) return [JSON.parse(text)].flat();
  return [...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data as string));
}

async function beginSession(handler: McpHandler, context: FileContext, actor?: string): Promise<string> {
  const response = await post(handler, context, initialize, {}, actor);
  await response.text();
  return response.headers.get("mcp-session-id") as string;
}

const listTools = { jsonrpc: "2.0", id: 2, method: "tools/list" };

describe("the official client", () => {
  it("lists and calls every tool", async () => {
    const names = (await openContext({})).tools().map(({ name }) => name);
    const context = await openContext({ ...sampleFiles(names), "other.md": "# Other\n" });
    const client = await openHttpClient(createHandler(), { context });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(names);
    for (const tool of tools) {
      const result = await client.callTool(sampleCall(tool));
      expect(result.isError, `${tool.name}: ${textOf(result)}`).toBeUndefined();
      expect(result.structuredContent).toBeTypeOf("object");
    }
  });

  it("gets answers of its own when a hundred talk at once", async () => {
    const clients = 100;
    const files = Object.fromEntries(
      Array.from({ length: clients }, (_, index) => [`n${index}.md`, `# Note ${index}\n`]),
    );
    const context = await openContext(files);
    const handler = createHandler();
    const opened = await Promise.all(
      Array.from({ length: clients }, (_, index) =>
        openHttpClient(handler, { context, caller: { actor: `actor ${index % 7}` } }),
      ),
    );
    const rounds = Array.from({ length: 5 }, (_, round) => round);
    await Promise.all(
      opened.flatMap((client, index) =>
        rounds.map(async (round) => {
          await new Promise((resolve) => setTimeout(resolve, ((index * 31 + round * 17) % 23) * 2));
          const path = `n${index}.md`;
          const result = await client.callTool({ name: "file_access_read", arguments: { path } });
          // A call that was one too many for its actor says so; no client ever gets what another one asked for.
          if (errorOf(result)?.code === "limit_exceeded") return;
          expect(textOf(result)).toBe(`# Note ${index}\n`);
          const { contents } = await client.readResource({ uri: `graphdown:///${path}` });
          expect(contents[0]).toMatchObject({ text: `# Note ${index}\n` });
        }),
      ),
    );
    await handler.close();
  });

  it("approves by elicitation over the stream of its call", async () => {
    const context = await openContext({}, { approvals: "writes" });
    const write = { name: "file_access_write", arguments: { path: "n.md", content: "new\n" } };
    const handler = createHandler();
    const mute = await openHttpClient(handler, { context });
    expect(errorOf(await mute.callTool(write))?.code).toBe("approval_required");
    const asked = await openHttpClient(
      handler,
      { context },
      { elicit: () => ({ action: "accept", content: { decision: "approve" } }) },
    );
    expect((await asked.callTool(write)).structuredContent).toMatchObject({ created: true });
  });

  it("hears of files that other clients of its context have made, and of no other context's", async () => {
    const context = await openContext({});
    const handler = createHandler();
    const told = { same: 0, other: 0 };
    const watch = async (name: keyof typeof told, scope: FileContext): Promise<void> => {
      const client = await openHttpClient(handler, { context: scope });
      client.setNotificationHandler(ResourceListChangedNotificationSchema, () => {
        told[name] += 1;
      });
    };
    await watch("same", context);
    await watch("other", await openContext({}));
    const writer = await openHttpClient(handler, { context });
    await new Promise((resolve) => setTimeout(resolve, 50));
    await writer.callTool({ name: "file_access_write", arguments: { path: "n.md", content: "" } });
    handler.filesChanged(context);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(told).toEqual({ same: 2, other: 0 });
    await handler.close();
  });

  it("cancels a call, and its stream ends", async () => {
    const context = await openContext({}, { approvals: "writes" });
    const abort = new AbortController();
    const client = await openHttpClient(
      createHandler(),
      { context },
      {
        elicit: () => {
          abort.abort("stop");
          return new Promise(() => {});
        },
      },
    );
    const write = { name: "file_access_write", arguments: { path: "n.md", content: "" } };
    await expect(client.callTool(write, undefined, { signal: abort.signal })).rejects.toThrow("stop");
    await expect(client.ping()).resolves.toEqual({});
  });
});

it("ends the stream of a call that its client has cancelled", async () => {
  const context = await openContext({}, { approvals: "writes" });
  const handler = createHandler();
  const params = { ...initialize.params, capabilities: { elicitation: {} } };
  const begun = await post(handler, context, { ...initialize, params });
  const session = { "mcp-session-id": begun.headers.get("mcp-session-id") as string };
  const write = { name: "file_access_write", arguments: { path: "n.md", content: "" } };
  const called = await post(handler, context, { jsonrpc: "2.0", id: 7, method: "tools/call", params: write }, session);
  const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } };
  const [messages] = await Promise.all([messagesOf(called), post(handler, context, cancel, session)]);
  expect(messages.some(({ id, method }) => (id as unknown) === 7 && method === undefined)).toBe(false);
  expect(await context.read("n.md")).toBeNull();
});

describe("sessions", () => {
  it("belong to the context and the actor that began them", async () => {
    const handler = createHandler();
    const context = await openContext({});
    const id = await beginSession(handler, context, "ann");
    const own = await post(handler, context, listTools, { "mcp-session-id": id }, "ann");
    expect(own.status).toBe(200);
    expect((await messagesOf(own))[0]).toMatchObject({ id: 2, result: { tools: expect.any(Array) } });
    for (const [scope, actor] of [
      [context, "bob"],
      [context, undefined],
      [await openContext({}), "ann"],
    ] as const) {
      const response = await post(handler, scope, listTools, { "mcp-session-id": id }, actor);
      expect(response.status).toBe(404);
    }
    const invented = await post(handler, context, listTools, { "mcp-session-id": "invented" });
    expect(invented.status).toBe(404);
  });

  it("end by DELETE, for a newer one when there are too many, and when they are not used", async () => {
    let time = 0;
    const handler = createHandler({ maximumSessions: 2, sessionLifetimeMs: 1_000, now: () => time });
    const context = await openContext({});
    const isAlive = async (id: string): Promise<boolean> => {
      const response = await post(handler, context, listTools, { "mcp-session-id": id });
      await response.text();
      return response.status === 200;
    };
    const first = await beginSession(handler, context);
    const request = new Request("http://localhost/mcp", { method: "DELETE", headers: { "mcp-session-id": first } });
    expect((await handler.answer(request, { context, caller: {} })).status).toBe(200);
    expect(await isAlive(first)).toBe(false);

    const second = await beginSession(handler, context);
    const third = await beginSession(handler, context);
    const ofOther = await beginSession(handler, context, "ann");
    expect(await isAlive(second)).toBe(true);
    const fourth = await beginSession(handler, context);
    expect([await isAlive(second), await isAlive(third), await isAlive(fourth)]).toEqual([true, false, true]);
    const response = await post(handler, context, listTools, { "mcp-session-id": ofOther }, "ann");
    expect(response.status).toBe(200);

    time = 5_000;
    const fifth = await beginSession(handler, context);
    expect([await isAlive(second), await isAlive(fourth), await isAlive(fifth)]).toEqual([false, false, true]);
    await handler.close();
    expect(await isAlive(fifth)).toBe(false);
  });

  it("all stay while there are no more than may be", async () => {
    const handler = createHandler({ maximumSessions: 10 });
    const context = await openContext({});
    const ids: string[] = [];
    for (let count = 0; count < 10; count++) ids.push(await beginSession(handler, context));
    for (const id of ids) {
      const response = await post(handler, context, listTools, { "mcp-session-id": id });
      expect(response.status).toBe(200);
      await response.text();
    }
    await handler.close();
  });

  it("take each request's permissions, which may have become fewer", async () => {
    const handler = createHandler();
    const context = await openContext({});
    const id = await beginSession(handler, context, "ann");
    const write = {
      jsonrpc: "2.0",
      id: 3,
      method: "tools/call",
      params: { name: "file_access_write", arguments: { path: "a.md", content: "" } },
    };
    const request = new Request("http://localhost/mcp", {
      method: "POST",
      headers: { ...headers, "mcp-session-id": id },
      body: JSON.stringify(write),
    });
    const response = await handler.answer(request, {
      context,
      caller: { actor: "ann", permissions: { write: false } },
    });
    const [message] = await messagesOf(response);
    expect(errorOf(message?.["result"])?.code).toBe("permission_denied");
  });
});

describe("requests without a session", () => {
  it("are answered each by itself", async () => {
    const context = await openContext({ "a.md": "text\n" });
    for (const handler of [createHandler(), createHandler({ maximumSessions: 0 })]) {
      const read = {
        jsonrpc: "2.0",
        id: 9,
        method: "tools/call",
        params: { name: "file_access_read", arguments: { path: "a.md" } },
      };
      const response = await post(handler, context, read);
      expect(response.headers.get("mcp-session-id")).toBeNull();
      expect((await messagesOf(response))[0]).toMatchObject({ id: 9, result: { content: [{ text: "text\n" }] } });
    }
  });

  it("serve a client where there are no sessions at all", async () => {
    const context = await openContext({ "a.md": "text\n" });
    const client = await openHttpClient(createHandler({ maximumSessions: 0 }), { context });
    const result = await client.callTool({ name: "file_access_read", arguments: { path: "a.md" } });
    expect(textOf(result)).toBe("text\n");
  });

  it("do not open streams or end anything", async () => {
    const context = await openContext({});
    for (const method of ["GET", "DELETE"]) {
      const request = (): Request => new Request("http://localhost/mcp", { method, headers });
      expect((await createHandler().answer(request(), { context, caller: {} })).status).toBe(400);
      const without = await createHandler({ maximumSessions: 0 }).answer(request(), { context, caller: {} });
      expect([without.status, without.headers.get("allow")]).toEqual([405, "POST"]);
    }
  });
});

describe("what is wrong", () => {
  it.each([
    ["no JSON", "{", 400, -32700],
    ["a key twice", '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', 400, -32700],
    ["__proto__", '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"__proto__":{"x":1}}}', 400, -32700],
    ["half a surrogate pair", '{"jsonrpc":"2.0","id":1,"method":"\\ud800"}', 400, -32700],
    [
      "depth",
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
      400,
      -32700,
    ],
    ["an empty batch", "[]", 400, -32600],
    ["a batch of 100,000", `[${Array(100_000).fill('{"jsonrpc":"2.0","method":"x"}').join(",")}]`, 400, -32600],
    ["two requests with one id", JSON.stringify([listTools, listTools]), 400, -32600],
    ["no message", '{"hello":1}', 400, -32600],
    ["text alone", '"x"', 400, -32600],
  ])("is refused: %s", async (_name, body, status, code) => {
    const response = await post(createHandler(), await openContext({}), body);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ jsonrpc: "2.0", error: { code } });
  });

  it("is refused: more bytes than a request may have, told or not", async () => {
    const context = await openContext({}, { limits: { maximumRequestBytes: 1_000 } });
    const body = JSON.stringify({ ...listTools, params: { x: "x".repeat(2_000) } });
    expect((await post(createHandler(), context, body)).status).toBe(413);
    const request = new Request("http://localhost/mcp", {
      method: "POST",
      headers,
      body: new Blob([body]).stream(),
      duplex: "half",
    } as RequestInit);
    expect((await createHandler().answer(request, { context, caller: {} })).status).toBe(413);
  });

  it("accepts a byte order mark, and a batch of the revision that knows them", async () => {
    const context = await openContext({});
    const marked = await post(createHandler(), context, `\ufeff${JSON.stringify(listTools)}`);
    expect(marked.status).toBe(200);
    const batch = [listTools, { jsonrpc: "2.0", method: "notifications/x" }, { ...listTools, id: "b", method: "ping" }];
    const messages = await messagesOf(await post(createHandler(), context, batch));
    expect(messages.map(({ id }) => id).sort()).toEqual([2, "b"]);
  });

  it("answers no notification", async () => {
    const response = await post(createHandler(), await openContext({}), { jsonrpc: "2.0", method: "no/such" });
    expect([response.status, await response.text()]).toEqual([202, ""]);
  });
});
