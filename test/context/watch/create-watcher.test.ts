/** The watcher over looks that the tests make up. */
import { describe, expect, it } from "vitest";
import { GraphdownError } from "../../../src/base/errors.ts";
import type { LogicalPath } from "../../../src/base/logical-path.ts";
import type { ChangeHints } from "../../../src/context/watch/change-hints.ts";
import { createWatcher, type ListenRequest, type Watcher } from "../../../src/context/watch/create-watcher.ts";
import type { Look } from "../../../src/context/watch/look.ts";
import { type Events, listsOf, next } from "./listen.ts";

/** A place whose files are text by path. */
class Place {
  files: Record<string, string> = {};
  failure: unknown;
  looks = 0;
  /** Called in each look. */
  onLook: (signal: AbortSignal) => void | Promise<void> = () => {};

  readonly look = async (signal: AbortSignal): Promise<Look> => {
    this.looks++;
    await this.onLook(signal);
    signal.throwIfAborted();
    if (this.failure !== undefined) throw this.failure;
    const paths = Object.keys(this.files).sort() as LogicalPath[];
    const isDocument = (path: string): boolean => path.endsWith(".md");
    return {
      files: paths.filter(isDocument).map((path) => ({ path, sha256: this.files[path] as string })),
      otherPaths: paths.filter((path) => !isDocument(path)),
      digest: JSON.stringify(this.files),
      time: `look ${this.looks}`,
    };
  };
}

function open(files: Record<string, string>): { place: Place; watcher: Watcher; listen: Listen } {
  const place = new Place();
  place.files = files;
  const watcher = createWatcher({ look: place.look });
  return { place, watcher, listen: (request = {}) => begin(watcher, request) };
}

type Listen = (request?: Partial<ListenRequest>) => Events;

function begin(watcher: Watcher, request: Partial<ListenRequest>): Events {
  return watcher.listen({ directory: "", intervalMs: 1, since: undefined, signal: undefined, ...request });
}

/** Lets everything run that is ready to. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const failed = (details: object = {}): GraphdownError =>
  new GraphdownError({ code: "storage_failed", message: "It failed.", path: "", details: { ...details } });

describe("a listener", () => {
  it("is told what is there, and then what changes", async () => {
    const { place, listen } = open({ "a.md": "1", "b.md": "1", "c.png": "1" });
    const events = listen();
    expect(await next(events)).toEqual({
      type: "state",
      time: "look 1",
      snapshot: JSON.stringify(place.files),
      documentCount: 2,
      otherCount: 1,
    });
    place.files = { "a.md": "2", "d.md": "1", "e.png": "1" };
    const event = await next(events);
    expect(event).toMatchObject({
      type: "change",
      snapshot: JSON.stringify(place.files),
      counts: { added: 1, changed: 1, removed: 1, otherAdded: 1, otherRemoved: 1 },
    });
    expect(event).not.toHaveProperty("cut");
    expect(listsOf(event)).toEqual({
      added: ["d.md"],
      changed: ["a.md"],
      removed: ["b.md"],
      otherAdded: ["e.png"],
      otherRemoved: ["c.png"],
    });
    await events.return?.();
  });

  it("that is slow gets one difference for all that came meanwhile", async () => {
    const { place, listen } = open({ "a.md": "1", "b.md": "1" });
    const [slow, quick] = [listen(), listen()];
    await Promise.all([next(slow), next(quick)]);
    for (let step = 2; step < 50; step++) {
      place.files = { "a.md": String(step), [`n${step % 10}.md`]: "1" };
      await next(quick);
    }
    place.files = { "a.md": "49", "n9.md": "1" };
    expect(listsOf(await next(slow))).toEqual({ added: ["n9.md"], changed: ["a.md"], removed: ["b.md"] });
    const rest = slow.next();
    await turn();
    await slow.return?.();
    expect(await rest).toEqual({ done: true, value: undefined });
    await quick.return?.();
  });

  it("is not told of what is as it was again", async () => {
    const { place, listen } = open({ "a.md": "1" });
    const [slow, quick] = [listen(), listen()];
    await Promise.all([next(slow), next(quick)]);
    place.files = { "a.md": "2" };
    await next(quick);
    place.files = { "a.md": "1" };
    await next(quick);
    const told = next(slow);
    await turn();
    place.files = { "a.md": "1", "b.md": "1" };
    expect(listsOf(await told)).toEqual({ added: ["b.md"] });
    await Promise.all([slow.return?.(), quick.return?.()]);
  });

  it("of a folder hears of nothing else", async () => {
    const { place, listen } = open({ "a.md": "1", "notes/b.md": "1", "notes/c.png": "1", "notes2/d.md": "1" });
    const events = listen({ directory: "notes" as LogicalPath });
    expect(await next(events)).toMatchObject({ documentCount: 1, otherCount: 1 });
    const told = next(events);
    for (const text of ["2", "3"]) {
      const { looks } = place;
      place.files = { ...place.files, "a.md": text, "notes2/d.md": text };
      while (place.looks < looks + 2) await turn();
    }
    place.files = { ...place.files, "notes/b.md": "2" };
    expect(listsOf(await told)).toEqual({ changed: ["notes/b.md"] });
    await events.return?.();
  });

  it("is told at most a thousand paths at once, of short lists all", async () => {
    const { place, listen } = open({ "gone.md": "1", "changed.md": "1" });
    const events = listen();
    await next(events);
    const many = (ending: string): Record<string, string> =>
      Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`n${index}${ending}`, "1"]));
    place.files = { "changed.md": "2", ...many(".md"), ...many(".png") };
    const event = await next(events);
    expect(event).toMatchObject({
      counts: { added: 10_000, changed: 1, removed: 1, otherAdded: 10_000, otherRemoved: 0 },
      cut: { reason: "count" },
      changed: ["changed.md"],
      removed: ["gone.md"],
    });
    const { added = [], otherAdded = [] } = listsOf(event);
    expect([added.length, otherAdded.length]).toEqual([499, 499]);
    place.files = { ...place.files, "changed.md": "3" };
    expect(listsOf(await next(events))).toEqual({ changed: ["changed.md"] });
    await events.return?.();
  });
});

describe("looks", () => {
  it("are shared, and made only while somebody waits", async () => {
    const { place, listen } = open({ "a.md": "1" });
    const all = Array.from({ length: 20 }, () => listen());
    expect(place.looks).toBe(0);
    await Promise.all(all.map(next));
    const { looks } = place;
    expect(looks).toBeLessThanOrEqual(2);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(place.looks).toBe(looks);
    await Promise.all(all.map((events) => events.return?.()));
  });

  it("never run at the same time", async () => {
    const { place, listen } = open({ "a.md": "1" });
    let running = 0;
    place.onLook = async () => {
      expect(++running).toBe(1);
      await turn();
      running--;
    };
    const all = Array.from({ length: 5 }, () => listen());
    await Promise.all(all.map(next));
    for (let step = 2; step < 20; step++) {
      place.files = { "a.md": String(step) };
      await Promise.all(all.map(next));
    }
    await Promise.all(all.map((events) => events.return?.()));
  });

  it("that began before a listener came are not for it", async () => {
    const { place, listen } = open({ "a.md": "1" });
    const first = listen();
    let late: Promise<unknown> | undefined;
    place.onLook = () => {
      place.onLook = () => {};
      late = next(second);
      place.files = { ...place.files };
    };
    const second = listen();
    expect(await next(first)).toMatchObject({ time: "look 1" });
    expect(await late).toMatchObject({ type: "state", time: "look 2" });
    await Promise.all([first.return?.(), second.return?.()]);
  });

  it("come soon after a hint, however long the interval is", async () => {
    const place = new Place();
    let hint = (): void => {};
    const covered: string[][] = [];
    let isClosed = false;
    const watcher = createWatcher({
      look: place.look,
      hints: (given): ChangeHints => {
        hint = given;
        return {
          cover: (folders) => covered.push([...folders].sort()),
          close: () => {
            isClosed = true;
          },
        };
      },
    });
    place.files = { "a.md": "1", "b/c/d.md": "1", "e/f.png": "1" };
    const events = begin(watcher, { intervalMs: 3_600_000 });
    await next(events);
    expect(covered.at(-1)).toEqual(["", "b", "b/c", "e"]);
    const told = next(events);
    place.files = { "a.md": "2" };
    hint();
    hint();
    expect(listsOf(await told)).toMatchObject({ changed: ["a.md"] });
    expect(covered.at(-1)).toEqual([""]);
    expect([place.looks, isClosed]).toEqual([2, false]);
    await events.return?.();
    expect(isClosed).toBe(true);
  });
});

describe("a listener that names a snapshot", () => {
  it("which is what is there hears of the first change first", async () => {
    const { place, listen } = open({ "a.md": "1" });
    const events = listen({ since: JSON.stringify(place.files) });
    const told = next(events);
    while (place.looks < 3) await turn();
    place.files = { "a.md": "2" };
    expect(listsOf(await told)).toEqual({ changed: ["a.md"] });
    await events.return?.();
  });

  it("which is another one is told that it has missed something", async () => {
    const { listen } = open({ "a.md": "1" });
    const events = listen({ since: "another" });
    expect(await next(events)).toMatchObject({ type: "state", missed: true });
    await events.return?.();
  });

  it("which was looked at last goes on from there", async () => {
    const { place, listen } = open({ "a.md": "1" });
    const first = listen();
    const { snapshot } = (await next(first)) as { snapshot: string };
    await first.return?.();
    place.files = { "a.md": "2", "b.md": "1" };
    const second = listen({ since: snapshot });
    expect(listsOf(await next(second))).toEqual({ added: ["b.md"], changed: ["a.md"] });
    await second.return?.();
  });
});

describe("a look that fails", () => {
  it("is told once, and watching goes on", async () => {
    const { place, listen } = open({ "a.md": "1" });
    const events = listen();
    await next(events);
    place.failure = failed({ systemCode: "EIO" });
    expect(await next(events)).toMatchObject({
      type: "failure",
      error: { code: "storage_failed", message: "It failed.", details: { systemCode: "EIO" } },
    });
    const told = next(events);
    const { looks } = place;
    while (place.looks < looks + 3) await turn();
    place.failure = undefined;
    // Nothing has changed, and it is known again what is there.
    expect(await told).toMatchObject({ type: "state", documentCount: 1 });
    place.failure = failed({ systemCode: "EIO" });
    expect(await next(events)).toMatchObject({ type: "failure" });
    place.failure = failed({ systemCode: "ENOMEM" });
    expect(await next(events)).toMatchObject({ type: "failure", error: { details: { systemCode: "ENOMEM" } } });
    place.files = { "b.md": "1" };
    place.failure = undefined;
    expect(listsOf(await next(events))).toEqual({ added: ["b.md"], removed: ["a.md"] });
    await events.return?.();
  });

  it("can be the first thing that is told", async () => {
    const { place, listen } = open({ "a.md": "1" });
    place.failure = failed();
    const events = listen();
    expect(await next(events)).toMatchObject({ type: "failure" });
    place.failure = undefined;
    expect(await next(events)).toMatchObject({ type: "state" });
    await events.return?.();
  });

  it.each([
    ["the root is gone", failed({ reason: "root_removed" })],
    ["another folder stands in its place", failed({ reason: "root_changed" })],
    ["the root's path leads nowhere", failed({ systemCode: "ENOENT" })],
    ["the store is closed", failed({ reason: "closed" })],
    ["a setting is wrong", new GraphdownError({ code: "invalid_pattern", message: "No." })],
    ["it is a fault of ours", new TypeError("No.")],
  ])("for good ends it: %s", async (_what, cause) => {
    const { place, listen } = open({ "a.md": "1" });
    const events = [listen(), listen()];
    await Promise.all(events.map(next));
    place.failure = cause;
    for (const each of events) {
      await expect(each.next()).rejects.toBe(cause);
      expect(await each.next()).toEqual({ done: true, value: undefined });
    }
    place.failure = undefined;
    const later = listen();
    expect(await next(later)).toMatchObject({ type: "state" });
    await later.return?.();
  });
});

describe("listening ends", () => {
  it("with the reason of its signal, while it waits", async () => {
    const { listen } = open({ "a.md": "1" });
    const abort = new AbortController();
    const events = listen({ signal: abort.signal, intervalMs: 3_600_000 });
    await next(events);
    const told = events.next();
    await turn();
    const reason = new Error("enough");
    abort.abort(reason);
    await expect(told).rejects.toBe(reason);
    await expect(listen({ signal: abort.signal }).next()).rejects.toBe(reason);
  });

  it("with the reason of its signal, when it comes back", async () => {
    const { place, listen } = open({ "a.md": "1" });
    const abort = new AbortController();
    const events = listen({ signal: abort.signal });
    await next(events);
    place.files = {};
    abort.abort(new Error("enough"));
    await expect(events.next()).rejects.toThrow("enough");
  });

  it("in the middle of a look, which is stopped when nobody else listens", async () => {
    const { place, listen } = open({ "a.md": "1" });
    const stopped = new Promise<void>((resolve) => {
      place.onLook = (signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            resolve();
            reject(signal.reason);
          });
        });
    });
    const events = listen();
    const told = events.next();
    while (place.looks === 0) await turn();
    await events.return?.();
    await stopped;
    expect(await told).toEqual({ done: true, value: undefined });
    place.onLook = () => {};
    const later = listen();
    expect(await next(later)).toMatchObject({ type: "state" });
    await later.return?.();
  });

  it("for all when the watcher is closed", async () => {
    const { watcher, listen } = open({ "a.md": "1" });
    const events = [listen({ intervalMs: 3_600_000 }), listen({ intervalMs: 3_600_000 })];
    await Promise.all(events.map(next));
    const told = events.map((each) => each.next());
    await turn();
    watcher.close();
    expect(await Promise.all(told)).toEqual(events.map(() => ({ done: true, value: undefined })));
    expect(await listen().next()).toEqual({ done: true, value: undefined });
  });

  it("for one and goes on for others", async () => {
    const { place, listen } = open({ "a.md": "1" });
    const [one, other] = [listen(), listen()];
    await Promise.all([next(one), next(other)]);
    const told = next(other);
    await one.return?.();
    place.files = { "a.md": "2" };
    expect(listsOf(await told)).toEqual({ changed: ["a.md"] });
    await other.return?.();
    expect(await one.next()).toEqual({ done: true, value: undefined });
  });
});
