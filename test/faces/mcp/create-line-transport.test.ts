/** JSON-RPC in lines: what is refused, what is answered, and that nothing ends the server but the end of its input. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openContext } from "./open-client.ts";
import { serveLines as serve } from "./serve-lines.ts";

type Answer = Record<string, unknown>;

const encoder = new TextEncoder();

const ping = (id: unknown): string => `${JSON.stringify({ jsonrpc: "2.0", id, method: "ping" })}\n`;
const pong = (id: unknown): Answer => ({ jsonrpc: "2.0", id, result: {} });
const refusal = (code: number, id: unknown = null): Answer => ({
  jsonrpc: "2.0",
  id,
  error: { code, message: expect.any(String) },
});

describe("a line", () => {
  it("may come in any pieces, end in CRLF, or be the last without an end", async () => {
    const context = await openContext({});
    const bytes = encoder.encode(`${ping("ä🙂").trimEnd()}\r\n\n  \n${ping(2)}${ping(3).trimEnd()}`);
    const expected = [pong("ä🙂"), pong(2), pong(3)];
    expect(await serve(context, [bytes])).toEqual(expected);
    expect(
      await serve(
        context,
        Array.from(bytes, (byte) => Uint8Array.of(byte)),
      ),
    ).toEqual(expected);
    expect(await serve(context, [`\ufeff${ping(1)}`])).toEqual([pong(1)]);
  });

  it.each([
    ["no JSON", "{", -32700, null],
    ["depth", `${"[".repeat(100_000)}${"]".repeat(100_000)}`, -32700, null],
    ["a key twice", '{"a":1,"a":2}', -32700, null],
    ["__proto__", '{"__proto__":{"x":1}}', -32700, null],
    ["half a surrogate pair", '"\\ud800"', -32700, null],
    ["a text", '"x"', -32600, null],
    ["null", "null", -32600, null],
    ["no version", '{"id":7,"method":"ping"}', -32600, 7],
    ["a method that is no text", '{"jsonrpc":"2.0","id":"x","method":1}', -32600, "x"],
    ["parameters that are a list", '{"jsonrpc":"2.0","id":7,"method":"ping","params":[1]}', -32600, 7],
    ["an id that is null", '{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600, null],
    ["an id that is an object", '{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600, null],
    ["an empty batch", "[]", -32600, null],
    ["a batch of 100,000", `[${Array(100_000).fill(ping(1).trim()).join(",")}]`, -32600, null],
  ])("that is no request is refused, and the next is answered: %s", async (_name, line, code, id) => {
    expect(await serve(await openContext({}), [`${line}\n${ping(1)}`])).toEqual([refusal(code, id), pong(1)]);
  });

  it("that is no UTF-8 is refused", async () => {
    const bad = Uint8Array.of(0x22, 0xff, 0x22, 0x0a);
    expect(await serve(await openContext({}), [bad, ping(1)])).toEqual([refusal(-32700), pong(1)]);
  });

  it("that is longer than a request may be is passed over without being held", async () => {
    const context = await openContext({}, { limits: { maximumRequestBytes: 1_000 } });
    const piece = new Uint8Array(65_536).fill(0x61);
    const chunks = (function* () {
      for (let index = 0; index < 2_000; index++) yield piece;
      yield `\n${ping(1)}`;
    })();
    const before = process.memoryUsage().arrayBuffers;
    expect(await serve(context, chunks)).toEqual([refusal(-32600), pong(1)]);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024);
  });
});

describe("a notification", () => {
  it.each([
    ['{"jsonrpc":"2.0","method":"no/such"}'],
    ['{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}'],
    ['{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}'],
    ['{"jsonrpc":"2.0","method":"notifications/cancelled"}'],
    ['{"jsonrpc":"2.0","method":"notifications/progress"}'],
    ['{"method":"ping"}'],
    ['{"jsonrpc":"2.0","method":"x","params":[]}'],
    ['[{"jsonrpc":"2.0","method":"x"},{"jsonrpc":"2.0","method":"y"}]'],
    ['{"jsonrpc":"2.0","id":99,"result":{}}'],
    ['{"jsonrpc":"2.0","id":99,"error":{"code":1,"message":"x"}}'],
  ])("and an answer to nothing are never answered: %s", async (line) => {
    expect(await serve(await openContext({}), [`${line}\n${ping(1)}`])).toEqual([pong(1)]);
  });
});

it("answers a batch in one line, without what was cancelled in it", async () => {
  const batch = [
    { jsonrpc: "2.0", id: 1, method: "ping" },
    { jsonrpc: "2.0", method: "x" },
    { jsonrpc: "2.0", id: "b", method: "no/such" },
  ];
  const [answers] = (await serve(await openContext({}), [`${JSON.stringify(batch)}\n`])) as [Answer[]];
  expect(answers).toHaveLength(2);
  expect(answers).toEqual(expect.arrayContaining([pong(1), refusal(-32601, "b")]));
  const call = { name: "file_context_markdown_graph_overview", arguments: {} };
  const cancelling = [
    { jsonrpc: "2.0", id: 1, method: "tools/call", params: call },
    { jsonrpc: "2.0", id: 2, method: "ping" },
    { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } },
  ];
  expect(await serve(await openContext({}), [`${JSON.stringify(cancelling)}\n`])).toEqual([[pong(2)]]);
});

it("refuses the id of a request that is running", async () => {
  const call = `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "file_access_ls" } })}\n`;
  const answers = (await serve(await openContext({}), [call + call])) as Answer[];
  expect(answers.map(({ id }) => id)).toEqual([1, 1]);
  expect(answers.filter((answer) => "error" in answer)).toEqual([refusal(-32600, 1)]);
});

it("bounds how many calls run at once, and stays usable", async () => {
  const context = await openContext({ "a.md": "x\n" });
  const calls = Array.from({ length: 5_000 }, (_, id) => {
    const params = { name: "file_access_grep", arguments: { pattern: "x" }, _meta: { progressToken: id } };
    return `${JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params })}\n`;
  });
  const answers = (await serve(context, [...calls, ping("last")])) as {
    id: unknown;
    method?: string;
    result: Answer;
  }[];
  const ids = answers.filter(({ method }) => method === undefined).map(({ id }) => id);
  expect(new Set(ids).size).toBe(5_001);
  expect(ids).toHaveLength(5_001);
});

it("answers every request once and no other, whatever else is between them", async () => {
  const context = await openContext({ "a.md": "# A\n" });
  const json = fc.jsonValue({ maxDepth: 3 });
  const method = fc.oneof(
    fc.constantFrom(
      "ping",
      "initialize",
      "tools/list",
      "tools/call",
      "resources/read",
      "resources/list",
      "prompts/get",
    ),
    fc.constantFrom("__proto__", "constructor", "logging/setLevel", "completion/complete", "tasks/get"),
    fc.string(),
  );
  const names = fc.constantFrom("file_access_read", "file_access_write", "file_access_ls", "x", "__proto__");
  const params = fc.oneof(
    json,
    fc.record({
      name: fc.oneof(names, json),
      arguments: fc.oneof(fc.record({ path: fc.oneof(fc.string(), json) }), json),
    }),
    fc.record({ uri: fc.oneof(fc.string(), fc.constant("graphdown:///a.md")), cursor: json }),
    fc.record({ _meta: json }),
  );
  const request = fc.record(
    { jsonrpc: fc.constant("2.0"), id: fc.nat(), method, params },
    { requiredKeys: ["jsonrpc", "method"] },
  );
  const line = fc.oneof(
    request.map((value) => JSON.stringify(value)),
    json.map((value) => JSON.stringify(value)),
    fc.string().map((text) => text.replaceAll("\n", "")),
    request.map((value) => JSON.stringify(value).slice(1)),
    fc.array(request, { maxLength: 3 }).map((value) => JSON.stringify(value)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 12 }), async (lines) => {
      const answers = (await serve(context, lines.map((each) => `${each}\n`).concat(ping("last")))).flat() as Answer[];
      expect(answers.filter(({ id }) => id === "last")).toEqual([pong("last")]);
      for (const answer of answers) {
        expect(answer["jsonrpc"]).toBe("2.0");
        const isAnswer = "result" in answer !== "error" in answer;
        expect(isAnswer || "method" in answer).toBe(true);
      }
      const asked = lines.flatMap(idsOf);
      const answered = answers.flatMap(({ id, method: told }) =>
        typeof id === "number" && told === undefined ? [id] : [],
      );
      expect(answered.sort()).toEqual(asked.sort());
    }),
    { numRuns: 400 },
  );
});

/** The ids of the requests in a line, which are to be answered; all but none in what is no valid batch. */
function idsOf(line: string): number[] {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return [];
  }
  if (!Array.isArray(value)) return idOf(value);
  const isValid = value.every((each) => isMessage(each));
  const ids = value.flatMap(idOf);
  return isValid && new Set(ids).size === ids.length ? ids : [];
}

function idOf(value: unknown): number[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  const { id } = value as { id?: unknown };
  return typeof id === "number" && Number.isSafeInteger(id) ? [id] : [];
}

function isMessage(value: unknown): boolean {
  if (typeof value !== "object" || value === null || !("method" in value)) return false;
  const { params } = value as { params?: unknown };
  if (params === undefined) return true;
  if (typeof params !== "object" || params === null || Array.isArray(params)) return false;
  const { _meta: meta } = params as { _meta?: unknown };
  if (meta === undefined) return true;
  if (typeof meta !== "object" || meta === null || Array.isArray(meta)) return false;
  const token = (meta as { progressToken?: unknown }).progressToken;
  return token === undefined || typeof token === "string" || Number.isSafeInteger(token);
}
