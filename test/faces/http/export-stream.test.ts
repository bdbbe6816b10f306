/** Exports over HTTP without a bound: made as they are read, ended when nobody reads, never half of one that looks whole. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createHttpApp } from "../../../src/faces/http/create-http-app.ts";
import { createFileContext, createMemoryStore, type FileContext, type ToolEvent } from "../../../src/node-index.ts";
import { startServer, type TestServer } from "./start-server.ts";

const files = Object.fromEntries(
  Array.from({ length: 600 }, (_, index) => [
    `f${index % 9}/${index}.md`,
    `# Note ${index}\n\n[[${(index * 7) % 600}]] and [[${(index * 3) % 600}]] #t${index % 5}\n\n## Part\n\nText.\n`,
  ]),
);

const target = "/v1/graph/export?format=nquads";
const address = `http://localhost${target}`;

type WriteExport = FileContext["writeExport"];

let original: FileContext;
let server: TestServer;
beforeAll(async () => {
  original = await createFileContext({ store: createMemoryStore({ files }), approvals: "none" });
  server = await startServer({ workspaces: { default: original } });
});
afterAll(() => server.close());

/** A face over a context whose exports go through `writeExport`. */
function openApp(replace: (original: WriteExport) => WriteExport): {
  fetch(request: Request): Promise<Response>;
  events: ToolEvent[];
} {
  const events: ToolEvent[] = [];
  const context: FileContext = { ...original, writeExport: replace(original.writeExport) };
  const app = createHttpApp({ workspaces: { default: context }, onEvent: (event) => events.push(event) });
  return { fetch: (request) => app.fetch(request), events };
}

/** Counts the texts that were made. */
function counting(made: string[]): (original: WriteExport) => WriteExport {
  return (original) => (format, options) =>
    original(format, {
      ...options,
      sink: {
        write(text) {
          made.push(text);
          return options.sink.write(text);
        },
      },
    });
}

describe("a streamed export", () => {
  it("is the whole graph, in more than one piece, with the entity tag that gives 304", async () => {
    const { content } = await server.context.export("nquads", { maximumCharacters: Infinity });
    const response = await fetch(`${server.url}${target}`);
    expect(response.headers.get("content-length")).toBeNull();
    expect(response.headers.get("content-type")).toBe("application/n-quads");
    const pieces: Uint8Array[] = [];
    for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) pieces.push(piece);
    expect(pieces.length).toBeGreaterThan(3);
    expect(Buffer.concat(pieces).toString("utf8")).toBe(content);
    expect(content.length).toBeGreaterThan(500_000);
    const headers = { "If-None-Match": response.headers.get("etag") as string };
    expect(await server.ask(target, { headers })).toMatchObject({ status: 304, text: "" });
    expect((await server.ask("/v1/graph/export?format=ntriples", { headers })).status).toBe(200);
  });

  it("is bounded where a bound is asked for, and the head says so", async () => {
    const { headers, text } = await server.ask(`${target}&maximumCharacters=5000`);
    expect(text.length).toBeLessThanOrEqual(5_000);
    expect(headers.get("graphdown-cut")).toBe("characters");
    const folded = await server.ask("/v1/graph/export?format=mermaid");
    expect(folded.headers.get("graphdown-cut")).toBe("count");
  });

  it.each(["focus=none.md", "directory=none"])("is a plain refusal before its first byte: %s", async (wrong) => {
    const { status, json } = await server.ask(`${target}&${wrong}`);
    expect([status, json.code]).toEqual([404, "not_found"]);
  });

  it("answers HEAD with the same head", async () => {
    const whole = await server.ask(target);
    const head = await server.ask(target, { method: "HEAD" });
    expect(head).toMatchObject({ status: 200, text: "" });
    expect(head.headers.get("etag")).toBe(whole.headers.get("etag"));
  });

  it("is broken off, not ended, when it fails on the way", async () => {
    let written = 0;
    const broken = await startServer({
      workspaces: {
        default: {
          ...server.context,
          writeExport: (format, options) =>
            server.context.writeExport(format, {
              ...options,
              sink: {
                async write(text) {
                  await options.sink.write(text);
                  // The server reads a few pieces before it sends a head.
                  if (++written === 5) throw new Error("the disk is gone");
                },
              },
            }),
        },
      },
    });
    const said = vi.spyOn(console, "error").mockImplementation(() => {});
    const response = await fetch(`${broken.url}${target}`);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
    await broken.close();
    said.mockRestore();
  });
});

describe("the work behind a streamed export", () => {
  it("goes no faster than the reader", async () => {
    const made: string[] = [];
    const { fetch } = openApp(counting(made));
    const response = await fetch(new Request(address));
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    for (let read = 1; read <= 4; read++) {
      expect((await reader.read()).done).toBe(false);
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
      expect(made.length).toBeLessThanOrEqual(read + 1);
    }
    await reader.cancel();
  });

  it("ends when the reader leaves, and makes room for the next call", async () => {
    const made: string[] = [];
    const ended: Promise<unknown>[] = [];
    const { fetch, events } = openApp((original) => (format, options) => {
      const work = counting(made)(original)(format, options);
      ended.push(work.catch((cause: unknown) => cause));
      return work;
    });
    for (const leave of ["cancel", "abort"] as const) {
      const abort = new AbortController();
      const response = await fetch(new Request(address, { signal: abort.signal }));
      const reader = (response.body as ReadableStream<Uint8Array>).getReader();
      await reader.read();
      const before = made.length;
      if (leave === "cancel") await reader.cancel("enough");
      else abort.abort();
      await ended.at(-1);
      expect(made.length).toBeLessThanOrEqual(before + 1);
    }
    expect(ended).toHaveLength(2);
    await new Promise((resolve) => setImmediate(resolve));
    expect(events.filter(({ type }) => type === "tool.failed")).toHaveLength(2);
  });

  it("is not begun for a caller who has the answer, nor for a head, and is recorded as any other export", async () => {
    const made: string[] = [];
    const { fetch, events } = openApp(counting(made));
    const head = await fetch(new Request(address, { method: "HEAD" }));
    const headers = { "If-None-Match": head.headers.get("etag") as string };
    expect((await fetch(new Request(address, { headers }))).status).toBe(304);
    expect(made).toEqual([]);
    expect(events.map(({ type }) => type)).toEqual(["tool.started", "tool.done", "tool.started", "tool.done"]);
    expect(events).toContainEqual(expect.objectContaining({ tool: "file_context_markdown_graph_export" }));
  });
});
