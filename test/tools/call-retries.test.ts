/** Records of calls tell what was spent on requests to storage that had to be repeated: of that call, whatever else goes on. */
import { afterEach, describe, expect, it } from "vitest";
import type { FileContext, ToolCallRecord, ToolEvent } from "../../src/index.ts";
import { createFileContext } from "../../src/index.ts";
import { startServer } from "../faces/http/start-server.ts";
import { openClient } from "../faces/mcp/open-client.ts";
import { newServer, openS3 } from "../s3/s3-stores.ts";

const notes = {
  "a.md": "# Alpha\n\nSee [[b]].\n",
  "b.md": "# Beta\n\nSee [Alpha](a.md).\n",
  "deep/c.md": "# Gamma\n",
};

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

interface Busy {
  readonly context: FileContext;
  /** What the clients of the bucket have waited for since the last look: how often, and how long. */
  waits(): { readonly count: number; readonly waitedMs: number };
  /** The records of calls since the last look. */
  records(): readonly ToolCallRecord[];
}

/** A knowledge base in a bucket whose server is busy whenever `isBusy` says so. */
async function openBusy(isBusy: (url: string, method: string) => boolean): Promise<Busy> {
  const server = await newServer();
  for (const [path, text] of Object.entries(notes)) server.write(path, text);
  let isOpen = false;
  let [count, waitedMs] = [0, 0];
  const store = await openS3(server, {
    fetch: async (input, init) =>
      isOpen && isBusy(String(input), init?.method ?? "GET")
        ? new Response("<Error><Code>SlowDown</Code></Error>", { status: 503 })
        : server.fetch(input, init),
    retries: {
      random: () => 0.5,
      sleep: async (ms, signal) => {
        signal?.throwIfAborted();
        count++;
        waitedMs += ms;
      },
    },
  });
  const seen: ToolCallRecord[] = [];
  const onEvent = (event: ToolEvent): void => {
    if (event.type === "tool.done" || event.type === "tool.failed") seen.push(event);
  };
  const permissions = { write: true, delete: true };
  const context = await createFileContext({ store, permissions, approvals: "none", onEvent });
  closing.push(() => context.close());
  isOpen = true;
  return {
    context,
    waits: () => {
      const waits = { count, waitedMs };
      [count, waitedMs] = [0, 0];
      return waits;
    },
    records: () => seen.splice(0),
  };
}

/** Each request is refused once, and done when it is repeated. */
function onceEach(): (url: string, method: string) => boolean {
  const refused = new Set<string>();
  return (url, method) => {
    const request = `${method} ${url}`;
    if (refused.delete(request)) return false;
    refused.add(request);
    return true;
  };
}

describe("the record of a call over a busy bucket", () => {
  it.each<[string, object]>([
    ["file_access_ls", { path: "" }],
    ["file_access_read", { path: "a.md" }],
    ["file_access_grep", { pattern: "Alpha" }],
    ["file_context_markdown_graph_search", { query: "gamma" }],
    ["file_context_markdown_graph_overview", {}],
    ["file_access_write", { path: "new/d.md", content: "# Delta\n" }],
    ["file_access_write", { path: "new/e.md", content: "# Epsilon\n", idempotencyKey: "once-and-only" }],
    ["file_access_replace", { path: "a.md", edits: [{ oldString: "Alpha", newString: "Alef" }] }],
    ["file_access_move", { path: "a.md", to: "deep/alpha.md" }],
    ["file_access_delete", { path: "b.md" }],
  ])("%s has every wait of its requests, %j", async (name, input) => {
    const { context, waits, records } = await openBusy(onceEach());
    const result = await context.runToolCall({ id: "1", name, input });
    expect(result.error).toBeUndefined();
    const { count, waitedMs } = waits();
    expect(count).toBeGreaterThan(0);
    expect(records()).toMatchObject([{ tool: name, retries: { count, waitedMs: Math.round(waitedMs) } }]);
  });

  it("has those of a call that failed in the end", async () => {
    const { context, records } = await openBusy((url) => url.endsWith("/a.md"));
    const { error } = await context.runToolCall({ id: "1", name: "file_access_read", input: { path: "a.md" } });
    expect(error).toMatchObject({ code: "storage_failed", details: { retries: 10, retryAfter: 5 } });
    expect(records()).toMatchObject([{ retries: { count: 10, waitedMs: error?.details?.["waitedMs"] } }]);
  });

  it("has none of what others waited for at the same time, also by one signal", async () => {
    const { context, records } = await openBusy((url) => url.endsWith("/a.md"));
    const { signal } = new AbortController();
    const read = (id: string, path: string) =>
      context.runToolCall({ id, name: "file_access_read", input: { path } }, { signal });
    await Promise.all([read("busy", "a.md"), read("free", "b.md"), read("busy too", "a.md")]);
    const told = Object.fromEntries(records().map(({ call, retries }) => [call, retries]));
    const ten = { count: 10, waitedMs: expect.any(Number) };
    expect(told).toEqual({ busy: ten, free: undefined, "busy too": ten });
  });

  it("says nothing where nothing was repeated", async () => {
    const { context, records } = await openBusy(() => false);
    await context.runToolCall({ id: "1", name: "file_access_read", input: { path: "a.md" } });
    const told = records();
    expect(told).toHaveLength(1);
    expect(told[0]).not.toHaveProperty("retries");
  });

  it("is the same over HTTP and MCP", async () => {
    const { context, waits, records } = await openBusy(onceEach());
    const events: ToolEvent[] = [];
    const server = await startServer({ workspaces: { default: context }, onEvent: (event) => events.push(event) });
    closing.push(() => server.close());
    expect((await server.call("file_access_read", { path: "a.md" })).status).toBe(200);
    const overHttp = waits();
    expect(events.at(-1)).toMatchObject({
      type: "tool.done",
      retries: { count: overHttp.count, waitedMs: Math.round(overHttp.waitedMs) },
    });
    expect(overHttp.count).toBeGreaterThan(0);
    const client = await openClient(context);
    closing.push(() => client.close());
    await client.callTool({ name: "file_access_read", arguments: { path: "b.md" } });
    const overMcp = waits();
    expect(overMcp.count).toBeGreaterThan(0);
    expect(records().at(-1)).toMatchObject({
      tool: "file_access_read",
      retries: { count: overMcp.count, waitedMs: Math.round(overMcp.waitedMs) },
    });
  });
});
