/** Five minutes in which a bucket refuses everything, while clients go on reading and writing: what each is told, and what is there at the end. */
import { describe, expect, it } from "vitest";
import { createFileContext, type FileContext, type ToolCallRecord, type ToolResult } from "../../src/index.ts";
import { defaultRetrySettings } from "../../src/storage/remote/retries.ts";
import type { S3StoreOptions } from "../../src/storage/s3/s3-options.ts";
import { newServer, openS3 } from "../s3/s3-stores.ts";

/** By the real clock and over HTTP, with more clients; else by a clock that only waiting moves. */
const isFull = process.env["GRAPHDOWN_FULL"] !== undefined;

const minute = 60_000;

interface Clock {
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Told when a request goes out and when its answer is there: the clock stands as long. */
  busy(by: 1 | -1): void;
}

const realClock: Clock = {
  now: Date.now,
  sleep: (ms, signal) => defaultRetrySettings.sleep(ms, signal),
  busy: () => {},
};

/** A clock that moves to the next who waits as soon as nobody has anything else to do. */
function waitingClock(): Clock {
  let time = 1_700_000_000_000;
  let requests = 0;
  let isTicking = false;
  const waiting: { readonly due: number; readonly wake: () => void }[] = [];
  /** Turns of the event loop in which nothing happened before the clock moves on. */
  const quietTurns = 4;
  const tick = async (): Promise<void> => {
    isTicking = true;
    for (let quiet = 0; waiting.length > 0; quiet++) {
      await new Promise((resolve) => setImmediate(resolve));
      if (requests > 0) quiet = 0;
      if (quiet < quietTurns) continue;
      waiting.sort((a, b) => a.due - b.due);
      const next = waiting.shift();
      time = Math.max(time, next?.due ?? 0);
      next?.wake();
      quiet = 0;
    }
    isTicking = false;
  };
  return {
    now: () => time,
    sleep: (ms) =>
      new Promise((wake) => {
        waiting.push({ due: time + ms, wake });
        if (!isTicking) void tick();
      }),
    busy: (by) => {
      requests += by;
    },
  };
}

interface Outcome {
  readonly path: string;
  readonly text: string;
  readonly result: ToolResult;
}

/** Writes, adds to a file that all write to, and reads back, until the time is over. */
async function work(
  client: number,
  { context, clock, until }: { readonly context: FileContext; readonly clock: Clock; readonly until: number },
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  let last: Outcome | undefined;
  const call = async (name: string, input: { readonly path: string; readonly content?: string }): Promise<Outcome> => {
    const result = await context.runToolCall({ id: `${client}-${outcomes.length}`, name, input });
    const outcome = { path: input.path, text: input.content ?? "", result };
    outcomes.push(outcome);
    return outcome;
  };
  for (let turn = 0; clock.now() < until; turn++) {
    const made = await call("file_access_write", { path: `${client}/${turn}.md`, content: `# ${client}-${turn}\n` });
    if (made.result.ok) last = made;
    await clock.sleep(500 + ((client * 7 + turn * 13) % 20) * 100);
    await call("file_access_append", { path: "log.md", content: `line ${client}-${turn}\n` });
    await clock.sleep(500 + ((client * 11 + turn * 3) % 20) * 100);
    if (last === undefined) continue;
    const read = await call("file_access_read", { path: last.path });
    const { content } = (read.result.data ?? {}) as { readonly content?: string };
    if (read.result.ok) expect(JSON.stringify(read.result.data), last.path).toContain(`# ${client}-`);
    if (content !== undefined) expect(content).toBe(last.text);
  }
  return outcomes;
}

describe("a bucket that is too busy for five minutes, under load", () => {
  it("has each call end right or with storage_failed and when to try again; none is lost, none is done twice", {
    timeout: 15 * minute,
  }, async () => {
    const clock = isFull ? realClock : waitingClock();
    const clients = isFull ? 16 : 4;
    const calm = isFull ? minute / 3 : minute;
    const server = await newServer({ versioning: "on", now: clock.now });
    const send: typeof fetch = isFull ? fetch : server.fetch;
    const start = clock.now();
    const isBusy = (): boolean => clock.now() >= start + calm && clock.now() < start + calm + 5 * minute;
    let refused = 0;
    const unreliable: typeof fetch = async (input, init) => {
      clock.busy(1);
      try {
        if (!isBusy()) return await send(input, init);
        // Some of the writes are done all the same: what refuses may stand before the server or behind it.
        if (refused++ % 8 === 0 && init?.method === "PUT") await (await send(input, init)).body?.cancel();
        return new Response("<Error><Code>SlowDown</Code></Error>", { status: 503 });
      } finally {
        clock.busy(-1);
      }
    };
    const waits = { count: 0, waitedMs: 0 };
    const options: Partial<S3StoreOptions> = {
      fetch: unreliable,
      now: clock.now,
      retries: {
        sleep: async (ms, signal) => {
          waits.count++;
          waits.waitedMs += ms;
          await clock.sleep(ms, signal);
        },
      },
    };
    const records: ToolCallRecord[] = [];
    const contexts: FileContext[] = [];
    for (let client = 0; client < clients; client++) {
      const store = await openS3(server, options);
      contexts.push(
        await createFileContext({
          store,
          permissions: { write: true },
          approvals: "none",
          onEvent: (event) => {
            if (event.type === "tool.done" || event.type === "tool.failed") records.push(event);
          },
        }),
      );
    }
    const opening = { ...waits };
    const until = start + calm + 5 * minute + calm;
    const outcomes = (
      await Promise.all(contexts.map((context, client) => work(client, { context, clock, until })))
    ).flat();

    const failed = outcomes.filter(({ result }) => !result.ok);
    for (const { path, result } of failed) {
      const { code, details } = result.error ?? {};
      // Whoever adds to the file that all write to may be outrun, also in creating it.
      if (path === "log.md" && (code === "version_conflict" || code === "already_exists")) continue;
      expect(result.error, path).toMatchObject({ code: "storage_failed" });
      if (details?.["reason"] !== "outcome_unknown")
        expect(details, path).toMatchObject({ retryAfter: expect.any(Number), retries: 10, status: 503 });
    }
    // Past all that refuses.
    const log = String(server.historyOf("log.md").at(-1));
    const done = { files: 0, lines: 0, uncertain: 0 };
    for (const { path, text, result } of outcomes) {
      if (text === "") continue;
      const times = path === "log.md" ? log.split(text).length - 1 : server.historyOf(path).length;
      if (result.ok) {
        expect(times, `${path} ${text}`).toBe(1);
        done[path === "log.md" ? "lines" : "files"]++;
      } else if (result.error?.details?.["outcome"] === "unknown") {
        expect(times, `${path} ${text}`).toBeLessThanOrEqual(1);
        done.uncertain++;
      } else expect(times, `${path} ${text}`).toBe(0);
    }
    // All that was waited for stands in the records, but for a wait of a call whose end another of its requests had decided meanwhile.
    const told = { count: 0, waitedMs: 0 };
    for (const { retries } of records) {
      told.count += retries?.count ?? 0;
      told.waitedMs += retries?.waitedMs ?? 0;
    }
    const unfinished = waits.count - opening.count - told.count;
    expect(records).toHaveLength(outcomes.length);
    expect(unfinished).toBeGreaterThanOrEqual(0);
    expect(unfinished).toBeLessThanOrEqual(failed.length / 2);
    const missingMs = waits.waitedMs - opening.waitedMs - told.waitedMs;
    expect(missingMs).toBeGreaterThan(-records.length);
    expect(missingMs).toBeLessThan(unfinished * defaultRetrySettings.maximumDelayMs + records.length);
    expect(failed.length).toBeGreaterThan(clients);
    expect(done.files).toBeGreaterThan(clients);
    expect(done.lines).toBeGreaterThan(clients);
    if (isFull)
      console.info({ clients, calls: outcomes.length, failed: failed.length, ...done, refused, told, unfinished });
    for (const context of contexts) await context.close();
  });
});
