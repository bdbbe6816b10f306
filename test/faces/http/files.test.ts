/** `/v1/files` over a real socket: bytes, ranges, lines, conditions, listings. */
import { createHash } from "node:crypto";
import { connect } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { notes, openWritable, startServer, type TestServer } from "./start-server.ts";

const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 7) % 251);
const odd = 'a";x.md';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    files: {
      ...notes,
      "data.bin": bytes,
      "empty.md": "",
      "page.html": "<script>alert(1)</script>",
      "picture.svg": "<svg/>",
      "50% plan.md": "half\n",
      "日本/ノート.md": "こんにちは\n",
      [odd]: "odd\n",
      "lines.md": Array.from({ length: 500 }, (_, index) => `line ${index + 1}\n`).join(""),
    },
  });
});
afterAll(() => server.close());

const versionOf = (content: string | Uint8Array): string =>
  `sha256-${createHash("sha256").update(content).digest("hex")}`;
const put = (path: string, body: string, headers: Record<string, string> = {}) =>
  server.ask(`/v1/files/${path}`, { method: "PUT", body, headers });
/** Bytes as they come. */
const fetchBytes = async (path: string, headers: Record<string, string> = {}): Promise<Buffer> =>
  Buffer.from(await (await fetch(`${server.url}/v1/files/${path}`, { headers })).arrayBuffer());

describe("GET", () => {
  it("gives the bytes with version, digest and type, and no way to run them", async () => {
    const { headers, text } = await server.ask("/v1/files/winch.md");
    const content = notes["winch.md"] as string;
    expect(text).toBe(content);
    expect(headers.get("etag")).toBe(`"${versionOf(content)}"`);
    expect(headers.get("repr-digest")).toBe(`sha-256=:${createHash("sha256").update(content).digest("base64")}:`);
    expect(headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(headers.get("content-length")).toBe(String(Buffer.byteLength(content)));
    expect(headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
    expect(headers.get("content-disposition")).toBe('inline; filename="winch.md"');
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect((await fetchBytes("data.bin")).equals(bytes)).toBe(true);
    expect((await server.ask("/v1/files/empty.md")).text).toBe("");
  });

  it.each([
    ["page.html", "text/plain; charset=utf-8"],
    ["picture.svg", "image/svg+xml"],
  ])("offers %s for saving only", async (path, type) => {
    const { headers } = await server.ask(`/v1/files/${path}`);
    expect(headers.get("content-disposition")).toMatch(/^attachment;/);
    expect(headers.get("content-type")).toBe(type);
  });

  it.each([
    ["50%25%20plan.md", 200],
    ["%E6%97%A5%E6%9C%AC/%E3%83%8E%E3%83%BC%E3%83%88.md", 200],
    ["%E6%97%A5%E6%9C%AC%2F%E3%83%8E%E3%83%BC%E3%83%88.md", 200],
    ["50%%20plan.md", 400],
    ["a%FFb.md", 400],
    ["a%00b.md", 400],
    ["%252e%252e/x", 404],
    ["none.md", 404],
    ["boats", 400],
    [".git/config", 403],
    ["winch.md?colour=red", 400],
  ])("decodes %s once: %i", async (path, status) => {
    expect((await server.ask(`/v1/files/${path}`)).status).toBe(status);
  });

  it("keeps a name inside its header", async () => {
    const { headers } = await server.ask(`/v1/files/${encodeURIComponent(odd)}`);
    expect(headers.get("content-disposition")).toBe(`inline; filename="a_;x.md"; filename*=UTF-8''a%22%3Bx.md`);
  });

  it("says what comes near a missing file", async () => {
    const { json } = await server.ask("/v1/files/Winch.md");
    expect(json).toMatchObject({ code: "not_found", path: "Winch.md" });
    expect(JSON.stringify(json)).toContain("winch.md");
  });

  it("gives any range of bytes as slicing does", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(80_000), fc.option(fc.nat(80_000)), async (first, last) => {
        const response = await fetch(`${server.url}/v1/files/data.bin`, {
          headers: { Range: `bytes=${first}-${last ?? ""}` },
        });
        const part = Buffer.from(await response.arrayBuffer());
        const expected = bytes.slice(first, last === null ? undefined : last + 1);
        if (expected.length === 0) return void expect(response.status).toBe(416);
        expect(response.status).toBe(206);
        expect(part.equals(expected)).toBe(true);
        expect(response.headers.get("content-range")).toBe(`bytes ${first}-${first + expected.length - 1}/70000`);
      }),
      { numRuns: 40 },
    );
  });

  it.each([
    ["bytes=-10", 206, "bytes 69990-69999/70000"],
    ["bytes=69990-99999999999999999999", 206, "bytes 69990-69999/70000"],
    ["bytes=-999999", 206, "bytes 0-69999/70000"],
    ["bytes=9999999999-", 416, "bytes */70000"],
    ["bytes=5-2", 416, "bytes */70000"],
    ["bytes=0-1,5-6", 416, "bytes */70000"],
    ["bytes=-", 416, "bytes */70000"],
    ["bytes=x", 416, "bytes */70000"],
    ["bytes=-0", 416, "bytes */70000"],
    ["lines=1-2", 200, null],
  ])("answers Range: %s with %i %s", async (range, status, contentRange) => {
    const { status: got, headers } = await server.ask("/v1/files/data.bin", { headers: { Range: range } });
    expect([got, headers.get("content-range")]).toEqual([status, contentRange]);
  });

  it("heeds a range only of the version that If-Range names", async () => {
    const headers = (tag: string) => ({ Range: "bytes=0-3", "If-Range": tag });
    expect((await server.ask("/v1/files/data.bin", { headers: headers(`"${versionOf(bytes)}"`) })).status).toBe(206);
    expect((await server.ask("/v1/files/data.bin", { headers: headers(`W/"${versionOf(bytes)}"`) })).status).toBe(200);
    expect((await server.ask("/v1/files/data.bin", { headers: headers("Wed, 21 Oct 2026 07:28:00 GMT") })).status).toBe(
      200,
    );
  });

  it("answers conditions: 304 also for a weak tag, 412 for another version", async () => {
    const tag = `"${versionOf(bytes)}"`;
    const status = async (headers: Record<string, string>) =>
      (await server.ask("/v1/files/data.bin", { headers })).status;
    expect(await status({ "If-None-Match": tag })).toBe(304);
    expect(await status({ "If-None-Match": `"x", W/${tag}` })).toBe(304);
    expect(await status({ "If-None-Match": "*" })).toBe(304);
    expect(await status({ "If-None-Match": '"x"' })).toBe(200);
    expect(await status({ "If-Match": tag })).toBe(200);
    expect(await status({ "If-Match": `W/${tag}` })).toBe(412);
    expect(await status({ "If-Match": '"x", *' })).toBe(400);
  });

  it("answers HEAD as GET, without content", async () => {
    const { status, headers, text } = await server.ask("/v1/files/data.bin", { method: "HEAD" });
    expect([status, text, headers.get("content-length")]).toEqual([200, "", "70000"]);
    expect((await server.ask("/v1/files/none.md", { method: "HEAD" })).status).toBe(404);
  });

  it.each([
    ["10-12", "line 10\nline 11\nline 12\n", "10-12/*"],
    ["500", "line 500\n", "500-500/500"],
    ["-2", "line 499\nline 500\n", "499-500/500"],
    ["600-", "", "600-599/500"],
  ])("gives lines=%s", async (lines, content, told) => {
    const { status, text, headers } = await server.ask(`/v1/files/lines.md?lines=${lines}`);
    expect([status, text]).toEqual([200, content]);
    expect([told, told.replace("*", "500")]).toContain(headers.get("graphdown-lines"));
  });

  it("walks a file by the links to the next lines", async () => {
    let text = "";
    for (let target: string | undefined = "/v1/files/lines.md?lines=1-"; target !== undefined; ) {
      const answer = await server.ask(target);
      text += answer.text;
      const next = /^<(.*)>; rel="next"$/.exec(answer.headers.get("link") ?? "")?.[1];
      target = next === undefined ? undefined : `/v1/files/lines.md${next}`;
    }
    expect(text).toBe(await (await fetch(`${server.url}/v1/files/lines.md`)).text());
  });

  it.each(["", "x", "0-2", "5-2", "1-2-3", "1-2&column=x"])("refuses lines=%s", async (lines) => {
    expect((await server.ask(`/v1/files/lines.md?lines=${lines}`)).status).toBe(400);
  });

  it("lists a folder for a path that ends in a slash", async () => {
    const root = await server.ask("/v1/files/");
    expect(root.json.entries[0]).toEqual({ name: "boats", type: "directory", path: "boats" });
    const { json } = await server.ask("/v1/files/boats/?glob=*.md");
    expect(json.entries).toEqual([{ name: "heron.md", type: "file", path: "boats/heron.md" }]);
    expect((await server.ask("/v1/files/?recursive=true")).text).toContain("boats/heron.md");
    expect((await server.ask("/v1/files/.git/")).status).toBe(403);
    expect((await server.ask("/v1/files/?colour=red")).status).toBe(400);
  });
});

describe("PUT", () => {
  it("makes a file, and replaces it only over the version that is named", async () => {
    const made = await put("put/a.md", "one\n");
    expect([made.status, made.headers.get("location"), made.headers.get("etag")]).toEqual([
      201,
      "/v1/files/put/a.md",
      `"${versionOf("one\n")}"`,
    ]);
    expect(made.json).toEqual({ path: "put/a.md", version: versionOf("one\n"), created: true });
    const without = await put("put/a.md", "two\n");
    expect([without.status, without.json.details.version]).toEqual([428, versionOf("one\n")]);
    expect((await put("put/a.md", "two\n", { "If-Match": '"x"' })).json).toMatchObject({
      status: 412,
      code: "version_conflict",
      details: { version: versionOf("one\n") },
    });
    expect((await put("put/a.md", "two\n", { "If-Match": `W/"${versionOf("one\n")}"` })).status).toBe(412);
    expect((await put("put/a.md", "two\n", { "If-Match": '"x", *' })).status).toBe(400);
    expect((await put("put/a.md", "two\n", { "If-None-Match": "*" })).status).toBe(412);
    const replaced = await put("put/a.md", "two\n", { "If-Match": `"x", "${versionOf("one\n")}"` });
    expect([replaced.status, replaced.json.created, replaced.json.previousLength]).toEqual([200, false, 4]);
    expect((await put("put/a.md", "three\n", { "If-Match": "*" })).status).toBe(200);
    expect((await server.ask("/v1/files/put/a.md")).text).toBe("three\n");
  });

  it("takes a repetition of a write that was done for the same", async () => {
    await put("put/b.md", "one\n");
    const condition = { "If-Match": `"${versionOf("one\n")}"` };
    expect((await put("put/b.md", "two\n", condition)).status).toBe(200);
    expect((await put("put/b.md", "two\n", condition)).status).toBe(200);
    expect((await put("put/b.md", "three\n", condition)).status).toBe(412);
  });

  it("answers a repetition with the same Idempotency-Key as it answered the first", async () => {
    const key = { "Idempotency-Key": "put-1" };
    const first = await put("put/k.md", "one\n", key);
    const again = await put("put/k.md", "one\n", key);
    expect([again.status, again.json]).toEqual([201, first.json]);
    expect((await put("put/k.md", "other\n", key)).json).toMatchObject({ status: 400, code: "invalid_input" });
    const append = { path: "put/k.md", content: "- x" };
    const headers = { "Idempotency-Key": "append-1" };
    const call = await server.call("file_access_append", append, { headers });
    const repeated = await server.call("file_access_append", append, { headers });
    expect(repeated.json.data).toEqual({ ...call.json.data, repeated: true });
    expect((await server.ask("/v1/files/put/k.md")).text).toBe("one\n- x");
    const remove = { method: "DELETE", headers: { "Idempotency-Key": "delete-1" } };
    expect((await server.ask("/v1/files/put/k.md", remove)).status).toBe(204);
    expect((await server.ask("/v1/files/put/k.md", remove)).status).toBe(204);
  });

  it.each([
    ["new.md", { "If-Match": '"x"' }, 412],
    ["new.md", { "If-Match": "*" }, 412],
    ["new.md", { "If-None-Match": '"x"' }, 400],
    ["winch.md/x.md", {}, 400],
    ["WINCH.md", {}, 409],
    ["a/../b.md", {}, 201],
    ["%2e%2e%2fb.md", {}, 400],
    [".env", {}, 403],
    ["CON.md", {}, 400],
    ["dir/", {}, 400],
    ["x.md?overwrite=true", {}, 400],
    ["x.md", { "Repr-Digest": "sha-256=:AAAA:" }, 400],
    ["x.md", { "Content-Encoding": "gzip" }, 415],
  ])("answers PUT %s with %j by %i", async (path, headers, status) => {
    // A client of the web has folded `..` before it sends.
    expect((await put(path, "x", headers as Record<string, string>)).status).toBe(status);
  });

  it("bounds what is written, by the header and while it streams", async () => {
    const small = await startServer({ context: { limits: { maximumWriteBytes: 1_000 } } });
    const over = await small.ask("/v1/files/x.md", { method: "PUT", body: "x".repeat(1_001) });
    expect(over.json).toMatchObject({ status: 413, details: { limit: "maximumWriteBytes", maximum: 1_000 } });
    const chunk = `3e8\r\n${"x".repeat(1_000)}\r\n`;
    const head = "PUT /v1/files/x.md HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n";
    expect(await small.raw(`${head}${chunk}${chunk}`)).toMatch(/^HTTP\/1\.1 413 /);
    expect((await small.ask("/v1/files/x.md")).status).toBe(404);
    await small.close();
  });

  it("leaves the old content when the client goes away in the middle", async () => {
    await put("put/c.md", "old\n");
    await new Promise<void>((resolve) => {
      const socket = connect(server.port, "127.0.0.1", () => {
        const head = `PUT /v1/files/put/c.md HTTP/1.1\r\nHost: localhost\r\nIf-Match: "${versionOf("old\n")}"\r\nContent-Length: 100\r\n\r\n`;
        socket.write(`${head}only some`, () => setTimeout(() => resolve(void socket.destroy()), 50));
      });
    });
    expect((await server.ask("/v1/files/put/c.md")).text).toBe("old\n");
  });

  it("is off where writing is off, and says how it is enabled", async () => {
    const readOnly = await startServer({ context: { permissions: {} } });
    for (const method of ["PUT", "DELETE"]) {
      const { status, json } = await readOnly.ask(
        "/v1/files/a.md",
        method === "PUT" ? { method, body: "x" } : { method },
      );
      expect([status, json.code, json.next]).toEqual([
        403,
        "permission_denied",
        expect.stringMatching(/^Set permissions\.(write|delete) of this workspace .* --allow-write/),
      ]);
      expect(json.detail).toMatch(/^(Writ|Delet)ing is off in the workspace "default"\.$/);
    }
    const only = await startServer({ context: { permissions: { write: true } } });
    const kept = await only.ask("/v1/files/winch.md", { method: "DELETE" });
    expect([kept.status, kept.json.detail]).toEqual([403, 'Deleting is off in the workspace "default".']);
    await only.close();
    expect((await readOnly.ask("/v1/tools")).text).not.toContain("file_access_write");
    expect((await readOnly.call("file_access_write", { path: "a.md", content: "" })).status).toBe(403);
    await readOnly.close();
  });
});

describe("DELETE", () => {
  it("deletes a file once, over the version that is named", async () => {
    await put("put/d.md", "one\n");
    const remove = (headers = {}) => server.ask("/v1/files/put/d.md", { method: "DELETE", headers });
    expect((await remove({ "If-Match": '"x"' })).status).toBe(412);
    expect((await remove({ "If-Match": `"${versionOf("one\n")}"` })).status).toBe(204);
    expect((await remove()).json).toMatchObject({ status: 404, code: "not_found" });
    expect((await server.ask("/v1/files/boats/", { method: "DELETE" })).status).toBe(400);
  });
});

it("asks for approval of a write, shows what would change, and writes once it is given", async () => {
  const context = await openWritable(notes, { approvals: "writes" });
  const asking = await startServer({ workspaces: { default: context }, approverToken: "approver-token-0123456789" });
  const write = () =>
    asking.ask("/v1/files/winch.md", { method: "PUT", body: "# New\n", headers: { "If-Match": "*" } });
  const waiting = await write();
  expect(waiting.status).toBe(202);
  expect(waiting.json).toMatchObject({ state: "pending", tool: "http_put_file", targets: [{ path: "winch.md" }] });
  expect(waiting.json.diff).toContain("+# New");
  const location = waiting.headers.get("location") as string;
  const token = "approver-token-0123456789";
  expect((await asking.ask(location, { method: "POST", json: { approved: true } })).status).toBe(403);
  expect((await asking.ask(location, { method: "POST", json: { approved: true }, token })).json.state).toBe("approved");
  expect((await write()).status).toBe(200);
  expect((await write()).status).toBe(202);
  await asking.close();
});
