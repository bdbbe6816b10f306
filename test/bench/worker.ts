/**
 * What a Worker of the built program takes over 10,000 notes in workerd with R2, as miniflare has them: time in the isolate (sampled, without
 * waiting), objects that were asked for, and the isolate's heap. `npm run bench:worker -- --notes 10000 --objects`.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Miniflare } from "miniflare";
import { generateCorpus } from "./generate-corpus.ts";

const { values } = parseArgs({
  options: {
    notes: { type: "string", default: "10000" },
    bytes: { type: "string", default: "700" },
    objects: { type: "boolean", default: false },
  },
});
const bundle = fileURLToPath(new URL("../graphdown-worker", import.meta.url));
const persist = mkdtempSync(join(tmpdir(), "graphdown-worker-"));
const inspectorPort = 19_229;

interface Running {
  readonly miniflare: Miniflare;
  readonly inspector: Inspector;
}

/** Lists the bucket and does nothing else: what every question has to do. */
const listingAlone = `export default {
  async fetch(request, { BUCKET }) {
    let cursor, count = 0;
    do {
      const page = await BUCKET.list({ cursor, limit: 1000 });
      for (const { key, size, etag, version } of page.objects) if (key && size >= 0 && etag && version) count++;
      cursor = page.truncated ? page.cursor : undefined;
    } while (cursor !== undefined);
    return new Response(String(count));
  },
}`;

/** Starts the Worker of the build, or one of this script alone. */
async function start(script?: string): Promise<Running> {
  const ofBuild = {
    modulesRoot: bundle,
    scriptPath: join(bundle, "worker.js"),
    modulesRules: [
      { type: "CompiledWasm" as const, include: ["**/*.wasm"] },
      { type: "Text" as const, include: ["**/*.txt"] },
    ],
  };
  const miniflare = new Miniflare({
    name: "graphdown",
    modules: true,
    ...(script === undefined ? ofBuild : { script }),
    compatibilityDate: "2026-04-01",
    r2Buckets: ["BUCKET"],
    r2Persist: persist,
    durableObjectsPersist: persist,
    inspectorPort,
    ...(values.objects ? { durableObjects: { WORKSPACES: { className: "Workspace", useSQLite: true } } } : {}),
  });
  await miniflare.ready;
  return { miniflare, inspector: await Inspector.open() };
}

interface Profile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: { readonly functionName: string } }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** The debugger of the isolate. */
class Inspector {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  #last = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      const { id, result } = JSON.parse(String(data)) as { id?: number; result?: unknown };
      if (id === undefined) return;
      this.#waiting.get(id)?.(result);
      this.#waiting.delete(id);
    });
  }

  static async open(): Promise<Inspector> {
    if (globalThis.WebSocket === undefined) throw new Error("This benchmark needs Node 22 or later.");
    const socket = new WebSocket(`ws://127.0.0.1:${inspectorPort}/core:user:graphdown`);
    await new Promise((resolve, reject) => {
      socket.addEventListener("open", resolve);
      socket.addEventListener("error", reject);
    });
    return new Inspector(socket);
  }

  call<Result>(method: string): Promise<Result> {
    return new Promise((resolve) => {
      this.#waiting.set(++this.#last, resolve as (result: unknown) => void);
      this.#socket.send(JSON.stringify({ id: this.#last, method }));
    });
  }

  /** Milliseconds in which the isolate ran while the work was done. */
  async cpuOf(work: () => Promise<void>): Promise<number> {
    await this.call("Profiler.enable");
    await this.call("Profiler.start");
    await work();
    const { profile } = await this.call<{ profile: Profile }>("Profiler.stop");
    const waiting = new Set(
      profile.nodes
        .filter(({ callFrame }) => ["(idle)", "(program)"].includes(callFrame.functionName))
        .map(({ id }) => id),
    );
    const busy = profile.samples.map((node, at) => (waiting.has(node) ? 0 : (profile.timeDeltas[at] as number)));
    return busy.reduce((sum, each) => sum + Math.max(0, each), 0) / 1_000;
  }

  /** MiB of the heap that are in use, and of buffers outside of it. */
  async heap(): Promise<readonly [used: number, buffers: number]> {
    const usage = await this.call<{ usedSize: number; backingStorageSize?: number }>("Runtime.getHeapUsage");
    return [usage.usedSize / 2 ** 20, (usage.backingStorageSize ?? 0) / 2 ** 20];
  }

  close(): void {
    this.#socket.close();
  }
}

/** What we ask of the bucket here, whose types miniflare leaves to others. */
interface Bucket {
  put(key: string, text: string): Promise<unknown>;
  list(options: { readonly prefix: string }): Promise<{
    readonly objects: readonly { readonly key: string; readonly version: string }[];
  }>;
}

async function bucketOf(miniflare: Miniflare): Promise<Bucket> {
  return (await miniflare.getR2Bucket("BUCKET")) as unknown as Bucket;
}

async function ask({ miniflare }: Running): Promise<void> {
  const response = await miniflare.dispatchFetch("http://localhost/v1/graph/search?query=ferry%20tide");
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status}: ${text}`);
}

const ticksPerSecond = 100;

/** Milliseconds of CPU that workerd has taken since it was started, with its bucket; only Linux tells. */
function cpuOfProcess(): number {
  if (process.platform !== "linux") return Number.NaN;
  let ticks = 0;
  for (const id of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${id}/stat`, "utf8");
      const [, parent, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (Number(parent) === process.pid) ticks += Number(rest[9]) + Number(rest[10]);
    } catch (cause) {
      // It has ended meanwhile.
      if (!["ENOENT", "ESRCH"].includes((cause as { code?: string }).code ?? "")) throw cause;
    }
  }
  return (ticks * 1_000) / ticksPerSecond;
}

async function measure(name: string, running: Running): Promise<void> {
  const started = performance.now();
  const before = cpuOfProcess();
  let whole = 0;
  let wall = 0;
  const cpu = await running.inspector.cpuOf(async () => {
    await ask(running);
    wall = performance.now() - started;
    whole = cpuOfProcess() - before;
    // What is kept after the answer counts too.
    await settled(running);
  });
  const [used, buffers] = await running.inspector.heap();
  console.log(
    `${name.padEnd(44)} ${cpu.toFixed(0).padStart(6)} ms in the isolate, answered after ${wall.toFixed(0).padStart(6)} ms with ${whole.toFixed(0)} ms of CPU, bucket included; heap ${used.toFixed(0)} MiB, buffers ${buffers.toFixed(0)} MiB`,
  );
}

/** Waits until nothing of ours is written any more. */
async function settled({ miniflare }: Running): Promise<void> {
  const bucket = await bucketOf(miniflare);
  let before = "";
  for (let same = 0; same < 3; ) {
    const { objects } = await bucket.list({ prefix: ".graphdown/" });
    const now = objects.map(({ key, version }) => `${key} ${version}`).join("\n");
    same = now === before ? same + 1 : 0;
    before = now;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

async function stop({ miniflare, inspector }: Running): Promise<void> {
  inspector.close();
  await miniflare.dispose();
}

const corpus = generateCorpus({ notes: Number(values.notes), bytes: Number(values.bytes) });
try {
  let running = await start();
  const bucket = await bucketOf(running.miniflare);
  const files = readdirSync(corpus, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (let from = 0; from < files.length; from += 32) {
    await Promise.all(
      files.slice(from, from + 32).map((entry) => {
        const path = join(entry.parentPath, entry.name);
        return bucket.put(path.slice(corpus.length + 1), readFileSync(path, "utf8"));
      }),
    );
  }
  console.log(`${files.length} notes, ${values.objects ? "through an object" : "without objects"}`);
  await measure("first build", running);
  for (const name of ["unchanged", "unchanged again", "unchanged a third time"]) await measure(name, running);
  const change = async (text: string): Promise<void> => {
    await (await bucketOf(running.miniflare)).put("area-1/note-1.md", text);
  };
  await change("# Changed\n\nferry [[note-2]]\n");
  await measure("one note changed", running);
  await stop(running);
  running = await start();
  await measure("another isolate", running);
  await change("# Changed again\n\nferry [[note-3]]\n");
  await stop(running);
  running = await start();
  await measure("another isolate, one note changed", running);
  await stop(running);
  running = await start(listingAlone);
  for (const name of ["the listing alone", "the listing alone again"]) await measure(name, running);
  await stop(running);
} finally {
  rmSync(corpus, { recursive: true });
  rmSync(persist, { recursive: true });
}
