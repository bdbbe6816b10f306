import { abortAllDurableObjects, env } from "cloudflare:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { beforeEach, describe, expect, it } from "vitest";
import type { WorkspaceNamespace } from "../../../src/faces/worker/worker-environment.ts";
import { bucket, emptyBucket, putForeign } from "../storage/bucket.ts";
import { agent, type Fleet, person, soleToken, startFleet } from "./start-fleet.ts";
import { jsonOf } from "./start-worker.ts";

interface Found {
  readonly matches: readonly { readonly path: string }[];
}

const objects = env["WORKSPACES"] as WorkspaceNamespace;

/** A stream of workerd's own, of so many bytes: a request that has it as its body announces them. */
declare const FixedLengthStream: new (length: number) => TransformStream<Uint8Array, Uint8Array>;

beforeEach(async () => {
  await abortAllDurableObjects();
  await emptyBucket();
  for (const folder of ["default", "asked", "careful", "sole"]) {
    await putForeign(`${folder}/index.md`, "# Home\n\nSee [[ferry]].\n");
    await putForeign(`${folder}/ferry.md`, "# Ferry\n\nIt crosses the river at nine.\n");
  }
});

async function pathsOf(fleet: Fleet, query: string, base = ""): Promise<string[]> {
  const { matches } = await jsonOf<Found>(fleet.fetch(`${base}/v1/graph/search?query=${query}`));
  return matches.map(({ path }) => path);
}

async function statusAndCode(answer: Promise<Response>): Promise<unknown> {
  const response = await answer;
  return [response.status, ((await response.json()) as { code?: string }).code];
}

describe("a workspace with an object", () => {
  it("is answered by it, whichever isolate was asked, and sees what others have written to the bucket", async () => {
    const first = startFleet();
    expect(await pathsOf(first, "river")).toEqual(["ferry.md"]);
    const put = await first.fetch("/v1/files/ferry.md", {
      method: "PUT",
      headers: { "If-Match": "*" },
      body: "# Ferry\n\nIt passes the lighthouse.\n",
    });
    expect(put.status).toBe(200);
    expect(await pathsOf(startFleet(), "lighthouse")).toEqual(["ferry.md"]);
    await putForeign("default/light.md", "# Light\n\nA lighthouse.\n");
    expect(await pathsOf(first, "lighthouse")).toEqual(["light.md", "ferry.md"]);
  });

  it("goes on after its object was evicted between two questions", async () => {
    const fleet = startFleet();
    expect(await pathsOf(fleet, "river")).toEqual(["ferry.md"]);
    await abortAllDurableObjects();
    await putForeign("default/ferry.md", "# Ferry\n\nNone any more.\n");
    expect(await pathsOf(fleet, "river")).toEqual([]);
  });

  it("can't be seen through another one", async () => {
    await putForeign("sole/secret.md", "# One\n\nThe word is walrus.\n");
    const fleet = startFleet();
    expect(await pathsOf(fleet, "walrus")).toEqual([]);
    expect(await pathsOf(fleet, "walrus", "/w/sole")).toEqual(["secret.md"]);
    for (const path of ["/v1/files/", "/w/asked/v1/files/index.md", "/w/default/mcp", "/w/none/v1/files/"]) {
      expect((await fleet.fetch(path, { token: soleToken })).status, path).toBe(404);
    }
    for (const path of ["..%2Fsole%2Fsecret.md", "%2e%2e/sole/secret.md", "/sole/secret.md"]) {
      expect((await fleet.fetch(`/v1/files/${path}`)).status, path).not.toBe(200);
    }
  });

  it("asks for a token before its object is woken, and in the object again", async () => {
    const woken: string[] = [];
    const watched: WorkspaceNamespace = {
      idFromName: (name) => {
        woken.push(name);
        return objects.idFromName(name);
      },
      get: (id) => objects.get(id),
    };
    const fleet = startFleet({ WORKSPACES: watched });
    expect(await statusAndCode(fleet.fetch("/v1/files/index.md", { token: "nobody-has-this-token" }))).toEqual([
      401,
      "unauthorized",
    ]);
    expect((await fleet.fetch("/healthz", { token: "nobody-has-this-token" })).status).toBe(200);
    expect(woken).toEqual([]);
    const direct = objects.get(objects.idFromName("default") as never);
    const refused = direct.fetch(new Request("https://notes.example/v1/files/index.md"));
    expect(await statusAndCode(refused)).toEqual([401, "unauthorized"]);
  });

  it("is not answered by the object of another name", async () => {
    const other = objects.get(objects.idFromName("asked") as never);
    const headers = { Authorization: `Bearer ${agent}` };
    const answer = other.fetch(new Request("https://notes.example/v1/files/index.md", { headers }));
    expect(await statusAndCode(answer)).toEqual([400, "invalid_options"]);
  });

  it("carries the caller's id for a request, and the origin that may call, once", async () => {
    const response = await startFleet().fetch("/v1/files/gone.md", {
      headers: { "X-Request-Id": "request-7", Origin: "https://page.example" },
    });
    expect([response.status, response.headers.get("x-request-id")]).toEqual([404, "request-7"]);
    expect(response.headers.get("access-control-allow-origin")).toBe("https://page.example");
    expect(response.headers.get("vary")).toMatch(/^(?!.*origin.*origin).*origin/i);
  });
});

describe("approvals in an object", () => {
  const write = (fleet: Fleet, content: string, base = "/w/asked"): Promise<Response> =>
    fleet.fetch(`${base}/v1/tools/file_access_write`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ path: "new.md", content }),
    });
  const approve = (fleet: Fleet, id: string, { token = person, base = "/w/asked" } = {}): Promise<Response> =>
    fleet.fetch(`${base}/v1/approvals/${id}`, {
      method: "POST",
      token,
      headers: { "Content-Type": "application/json" },
      body: '{"approved":true}',
    });
  async function requestOf(answer: Promise<Response>): Promise<{ readonly id: string; readonly state: string }> {
    const response = await answer;
    expect(response.status).toBe(202);
    return (await response.json()) as { readonly id: string; readonly state: string };
  }

  it.each([
    ["while the object is up", async () => {}],
    ["though the object is evicted between all steps", abortAllDurableObjects],
  ])("are asked for by one isolate and granted through another, %s", async (_, between) => {
    // Larger than one value of the object's storage may be.
    const content = `# New\n\n${"an \u00e9lan \ud83d\ude80 ".repeat(120_000)}\n`;
    const asked = await requestOf(write(startFleet(), content));
    await between();
    const { approvals } = await jsonOf<{ approvals: { id: string }[] }>(
      startFleet().fetch("/w/asked/v1/approvals", { token: person }),
    );
    expect(approvals.map(({ id }) => id)).toEqual([asked.id]);
    expect(await statusAndCode(approve(startFleet(), asked.id, { token: agent }))).toEqual([403, "permission_denied"]);
    await between();
    expect((await approve(startFleet(), asked.id)).status).toBe(200);
    await between();
    expect(await statusAndCode(approve(startFleet(), asked.id))).toEqual([403, "approval_denied"]);
    const written = await write(startFleet(), content);
    expect([written.status, await written.text()]).toMatchObject([200, expect.stringContaining("new.md")]);
    expect((await bucket.head("asked/new.md"))?.size).toBe(new TextEncoder().encode(content).length);
    await between();
    // The yes is used up, also for who would overwrite it with the same again.
    await bucket.delete("asked/new.md");
    expect((await requestOf(write(startFleet(), content))).id).not.toBe(asked.id);
  });

  it("hold a bounded amount, which lists cut and the single request has whole, also after an eviction", async () => {
    // Of its own, since what other tests have asked waits on.
    const base = "/w/full";
    const contents = ["a", "b", "c"].map((letter) => letter.repeat(1_900_000));
    const [first] = await Promise.all(
      contents.slice(0, 2).map((content) => requestOf(write(startFleet(), content, base))),
    );
    const refused = await write(startFleet(), contents[2] as string, base);
    expect([refused.status, await refused.json()]).toMatchObject([
      429,
      { code: "limit_exceeded", details: { limit: "maximumPendingApprovalBytes" } },
    ]);
    await abortAllDurableObjects();
    const list = await startFleet().fetch(`${base}/v1/approvals`, { token: person });
    const text = await list.text();
    expect(text.length).toBeLessThan(5_000);
    const { approvals } = JSON.parse(text) as { approvals: { id: string; cut: object }[] };
    expect(approvals.map(({ cut }) => cut)).toMatchObject([{ content: 1_900_000 }, { content: 1_900_000 }]);
    const path = `${base}/v1/approvals/${first?.id}`;
    const whole = await jsonOf<{ arguments: { content: string }; cut?: object }>(startFleet().fetch(path));
    expect([whole.arguments.content.length, whole.cut]).toEqual([1_900_000, undefined]);
    expect((await approve(startFleet(), first?.id as string, { base })).status).toBe(200);
    expect((await write(startFleet(), whole.arguments.content, base)).status).toBe(200);
    await abortAllDurableObjects();
    expect(await jsonOf(startFleet().fetch(path))).toMatchObject({ state: "used", cut: { content: 1_900_000 } });
  });

  it.each([
    ["PUT of a new file", "new.md", { method: "PUT", body: "# New\n" }, 201],
    ["PUT over a file", "ferry.md", { method: "PUT", body: "# New\n", headers: { "If-Match": "*" } }, 200],
    ["DELETE", "ferry.md", { method: "DELETE" }, 204],
  ])(
    "hold for a %s though the object is evicted after the question, and after the yes",
    async (_, path, init, done) => {
      const call = (): Promise<Response> => startFleet().fetch(`/w/asked/v1/files/${path}`, init);
      const asked = await requestOf(call());
      await abortAllDurableObjects();
      // Still the same request, for a call that is repeated while it waits.
      expect((await requestOf(call())).id).toBe(asked.id);
      expect((await approve(startFleet(), asked.id)).status).toBe(200);
      await abortAllDurableObjects();
      const response = await call();
      expect([response.status, await response.text()]).toEqual([done, expect.anything()]);
      const { state } = await jsonOf<{ state: string }>(
        startFleet().fetch(`/w/asked/v1/approvals/${asked.id}`, { token: person }),
      );
      expect(state).toBe("used");
    },
  );

  it.each(["/v1/files/index.md", "/v1/files/", "/v1/graph/export?format=turtle", "/v1/graph/search?query=river"])(
    "hold for GET %s where reading is asked about too, though the object is evicted",
    async (path) => {
      const call = (): Promise<Response> => startFleet().fetch(`/w/careful${path}`);
      const asked = await requestOf(call());
      await abortAllDurableObjects();
      expect((await approve(startFleet(), asked.id, { base: "/w/careful" })).status).toBe(200);
      await abortAllDurableObjects();
      const response = await call();
      expect([response.status, await response.text()]).toEqual([200, expect.stringContaining("ferry")]);
    },
  );
});

describe("sessions and streams in an object", () => {
  it("keeps a session of MCP, which another isolate goes on with, and has the client begin anew after an eviction", async () => {
    const open = async (): Promise<{ client: Client; transport: StreamableHTTPClientTransport }> => {
      const client = new Client({ name: "test", version: "1" });
      const transport = new StreamableHTTPClientTransport(new URL("https://notes.example/mcp"), {
        fetch: (url, init) => startFleet().fetch(new Request(url, init)),
      });
      await client.connect(transport as never);
      return { client, transport };
    };
    const { client, transport } = await open();
    expect(transport.sessionId).toMatch(/^[0-9a-f-]{36}$/);
    const search = { name: "file_context_markdown_graph_search", arguments: { query: "river" } };
    expect((await client.callTool(search))["structuredContent"]).toMatchObject({ matches: [{ path: "ferry.md" }] });
    await abortAllDurableObjects();
    await expect(client.callTool(search)).rejects.toThrow(/no such session/i);
    const again = await open();
    expect((await again.client.callTool(search))["structuredContent"]).toMatchObject({
      matches: [{ path: "ferry.md" }],
    });
    await again.transport.terminateSession();
  });

  it("streams what changes", async () => {
    const controller = new AbortController();
    const response = await startFleet().fetch("/v1/events", { signal: controller.signal });
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
    const reader = (response.body as ReadableStream<Uint8Array>)
      .pipeThrough(new TextDecoderStream() as never)
      .getReader();
    let text = "";
    const readUntil = async (mark: string): Promise<void> => {
      while (!text.includes(mark)) text += (await reader.read()).value as string;
    };
    await readUntil("event: state");
    await putForeign("default/light.md", "# Light\n");
    await readUntil("light.md");
    expect(text).toContain("event: change");
    await reader.cancel();
    controller.abort();
  });
});

describe("an answer that needs no body", () => {
  const size = 9 * 1024 * 1024;
  it.each([
    ["another content type", "/v1/sparql", { method: "POST", type: "application/sparql-update", token: agent }, 400],
    ["no scope for it", "/v1/approvals/x", { method: "POST", type: "application/json", token: agent }, 403],
    ["no token", "/v1/files/new.md", { method: "PUT", type: "text/plain", token: "nobody-has-this-token" }, 401],
    ["too long a body", "/v1/files/new.md", { method: "PUT", type: "text/plain", token: agent }, 413],
  ])("takes the body in all the same: %s", async (_, path, { method, type, token }, status) => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent === size) controller.close();
        else controller.enqueue(new Uint8Array(65_536));
        sent = Math.min(size, sent + 65_536);
      },
    });
    const { readable, writable } = new FixedLengthStream(size);
    const piped = body.pipeTo(writable);
    const object = objects.get(objects.idFromName("default") as never);
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": type, "Content-Length": `${size}` };
    const request = new Request(`https://notes.example${path}`, { method, headers, body: readable });
    const response = await object.fetch(request);
    expect([response.status, await response.text()]).toEqual([status, expect.stringContaining("code")]);
    await piped;
    expect(sent).toBe(size);
  });
});

describe("an object that fails", () => {
  /** A namespace whose objects fail so often before they answer. */
  const failing = (times: number, failure: object): WorkspaceNamespace => {
    let left = times;
    return {
      idFromName: (name) => objects.idFromName(name),
      get: (id) => ({
        fetch: async (request) => {
          if (left-- > 0) throw Object.assign(new Error("Durable Object reset"), failure);
          return objects.get(id).fetch(request);
        },
      }),
    };
  };
  const write = { method: "PUT", body: "# New\n" };

  it("is asked again what changes nothing", async () => {
    const fleet = startFleet({ WORKSPACES: failing(2, { retryable: true }) });
    expect((await fleet.fetch("/v1/files/index.md")).status).toBe(200);
  });

  it("is not asked twice to write, and the answer says that the outcome is not known", async () => {
    const fleet = startFleet({ WORKSPACES: failing(1, { retryable: true }) });
    const response = await fleet.fetch("/v1/files/new.md", write);
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "2"]);
    expect(await response.json()).toMatchObject({
      code: "storage_failed",
      details: { reason: "object_failed", outcome: "unknown", retryAfter: 2 },
    });
    expect(await bucket.head("default/new.md")).toBeNull();
  });

  it("is left alone while it has too much to do", async () => {
    const response = await startFleet({ WORKSPACES: failing(1, { overloaded: true }) }).fetch("/v1/files/index.md");
    expect([response.status, await response.json()]).toMatchObject([
      503,
      { code: "storage_failed", details: { reason: "object_overloaded", retryAfter: 10 } },
    ]);
  });
});

describe("an exclusive workspace", () => {
  it("needs objects for its writes to go through", async () => {
    const response = await startFleet({ WORKSPACES: undefined }).fetch("/w/sole/v1/files/index.md");
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { code: "invalid_options", details: { option: "WORKSPACES" } },
    ]);
  });

  const writers = Number(env["GRAPHDOWN_WRITERS"]);
  const increments = Number(env["GRAPHDOWN_INCREMENTS"]);

  it("loses no increment of many writers", { timeout: 120_000 + writers * increments * 200 }, async () => {
    const fleet = startFleet();
    const target = "/w/sole/v1/files/counter.md";
    expect((await fleet.fetch(target, { method: "PUT", body: "0" })).status).toBe(201);
    const increment = async (own: Fleet): Promise<void> => {
      for (;;) {
        const read = await own.fetch(target);
        const etag = read.headers.get("etag") as string;
        // Each text is another one: writing what is there already succeeds.
        const next = `${Number.parseInt(await read.text(), 10) + 1} ${crypto.randomUUID()}`;
        const written = await own.fetch(target, { method: "PUT", headers: { "If-Match": etag }, body: next });
        await written.body?.cancel();
        if (written.status === 200) return;
        expect(written.status).toBe(412);
        // So many at once would mostly be in each other's way.
        await new Promise((resolve) => setTimeout(resolve, Math.random() * writers * 10));
      }
    };
    await Promise.all(
      Array.from({ length: writers }, async () => {
        const own = startFleet();
        for (let count = 0; count < increments; count++) await increment(own);
      }),
    );
    expect(Number.parseInt(await (await fleet.fetch(target)).text(), 10)).toBe(writers * increments);
  });
});
