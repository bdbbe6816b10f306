import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { beforeEach, expect, it } from "vitest";
import { createWorker } from "../../../src/faces/worker/create-worker.ts";
import type { BuildMessage, WorkerEnvironment } from "../../../src/faces/worker/worker-environment.ts";
import { bucket, emptyBucket, putForeign } from "../storage/bucket.ts";
import { program } from "./main.ts";
import { startFleet } from "./start-fleet.ts";
import { startWorker, token, writable } from "./start-worker.ts";

const count = 60;

beforeEach(async () => {
  await emptyBucket();
  for (let index = 0; index < count; index++) {
    await putForeign(`default/n${index}.md`, `# Note ${index}\n\nThe river, and [[n${index + 1}]].\n`);
  }
});

async function ask(fetch: (target: string) => Promise<Response>, target = "/v1/graph/search?query=river&limit=200") {
  const response = await fetch(target);
  return { status: response.status, after: response.headers.get("retry-after"), body: await response.json() };
}

it.each([
  ["objects", {}],
  ["isolates", { WORKSPACES: undefined }],
])("a first build that is too long for a request comes through the queue, for %s", async (name, changed) => {
  // One of the workspaces of the configuration needs objects.
  const settings =
    name === "objects" ? changed : { ...changed, GRAPHDOWN_CONFIG: { location: "r2:BUCKET/default", ...writable } };
  const fleet = startFleet(settings);
  const first = await ask((target) => fleet.fetch(target));
  expect(first).toMatchObject({
    status: 503,
    after: "5",
    body: { code: "operation_timeout", details: { reason: "building", parsed: 0, all: count } },
  });
  // Files can be read and written meanwhile.
  expect((await fleet.fetch("/v1/files/n0.md")).status).toBe(200);
  let answer = first;
  for (let tries = 0; answer.status === 503 && tries < 200; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    answer = await ask((target) => fleet.fetch(target));
  }
  expect([answer.status, (answer.body as { matches: object[] }).matches.length]).toEqual([200, count]);
});

it("settles each message by itself, and has those that failed brought again", async () => {
  const sent: { body: BuildMessage }[] = [];
  const builds = { sendBatch: async (messages: readonly { body: BuildMessage }[]) => void sent.push(...messages) };
  const settings = {
    GRAPHDOWN_CONFIG: { location: "r2:BUCKET/default" },
    GRAPHDOWN_BUILD_FILES: "20",
    BUILDS: builds,
  };
  await ask((target) => startWorker(settings).fetch(target));
  expect(sent.map(({ body }) => body)).toMatchObject([{ workspace: "default", page: 0, pages: 1 }]);
  const settled: string[] = [];
  const message = (name: string, body: unknown) => ({
    body,
    ack: () => settled.push(`${name}: ack`),
    retry: ({ delaySeconds }: { delaySeconds: number }) => settled.push(`${name}: retry in ${delaySeconds} s`),
  });
  const [{ body }] = sent as [{ body: BuildMessage }];
  let fails = true;
  const failing = new Proxy(bucket, {
    get: (real, method) =>
      method === "list" && fails
        ? () => Promise.reject(new Error("list: No access (10003)"))
        : (Reflect.get(real, method) as () => unknown).bind(real),
  });
  const environment = {
    ...env,
    ...settings,
    GRAPHDOWN_TOKEN: token,
    WORKSPACES: undefined,
  } as unknown as WorkerEnvironment;
  const broken = { messages: [message("nonsense", { page: "x" }), message("nowhere", { ...body, workspace: "gone" })] };
  await createWorker(program).queue(broken, environment);
  const onBroken = { ...environment, BUCKET: failing } as WorkerEnvironment;
  fails = true;
  const consumer = createWorker(program);
  const wasted = { messages: [message("page", body)] };
  await consumer.queue(wasted, onBroken);
  fails = false;
  await consumer.queue({ messages: [message("page again", body), message("and twice", body)] }, onBroken);
  expect(settled).toEqual([
    "nonsense: ack",
    "nowhere: ack",
    "page: retry in 10 s",
    "page again: ack",
    "and twice: ack",
  ]);
  const context = createExecutionContext();
  const request = new Request("https://notes.example/v1/graph/search?query=river&limit=200", {
    headers: { Authorization: `Bearer ${token}` },
  });
  const answer = await createWorker(program).fetch(request, environment, context);
  expect(((await answer.json()) as { matches: object[] }).matches).toHaveLength(count);
  await waitOnExecutionContext(context);
});

it("says what is wrong with the setting", async () => {
  const response = await startWorker({ GRAPHDOWN_BUILD_FILES: "few" }).fetch("/v1/files/n0.md");
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { code: "invalid_options", details: { option: "GRAPHDOWN_BUILD_FILES" } },
  ]);
});
