/** A build that is spread over a queue, step by step. */
import { describe, expect, it } from "vitest";
import type { BuildPage } from "../../../src/context/shared-tier/build-pages.ts";
import { collectBytes } from "../../../src/storage/byte-streams.ts";
import type { FileStore } from "../../../src/storage/file-store.ts";
import { at, bytesOf } from "../../../src/testing/contract-case.ts";
import { answersOf, failureOf, freshAnswers, maximumFiles, notes, Place } from "./spread-place.ts";

describe("a build that is too long for a question", () => {
  it("is parsed by others, with progress, put together by who asks then, and leaves one pack", async () => {
    const place = new Place(notes(500));
    const asking = await place.start();
    expect(await failureOf(asking.context)).toMatchObject({
      code: "operation_timeout",
      details: { reason: "building", parsed: 0, all: 500, retryAfter: 5 },
    });
    // Others who ask meanwhile hand nothing out again.
    await failureOf((await place.start()).context);
    expect(place.sent.map(({ page, pages }) => [page, pages])).toEqual([
      [0, 2],
      [1, 2],
    ]);
    const consumer = await place.start();
    await consumer.work.keepPage(place.sent[1] as BuildPage);
    const { details } = await failureOf(asking.context);
    expect(details?.["parsed"]).toBe(consumer.parsed.length);
    expect(consumer.parsed.length).toBeGreaterThan(200);
    // One that is brought twice is not parsed twice.
    for (const page of place.sent) await consumer.work.keepPage(page);
    expect(consumer.parsed).toHaveLength(500);
    expect(await answersOf(asking.context)).toEqual(await freshAnswers(place.store));
    expect(asking.parsed).toEqual([]);
    expect(await asking.work.flush()).toEqual([]);
    expect([...place.ours].sort()).toEqual(["all", "builds.json"]);
    const next = await place.start();
    expect(await answersOf(next.context)).toEqual(await freshAnswers(place.store));
    expect(next.parsed).toEqual([]);
    // A page that comes when all is done costs a look, and leaves nothing.
    await consumer.work.keepPage(place.sent[0] as BuildPage);
    expect(place.pagesThere()).toEqual([]);
  });

  it("is not spread where it is short", async () => {
    const place = new Place(notes(maximumFiles));
    const instance = await place.start();
    expect(await answersOf(instance.context)).toEqual(await freshAnswers(place.store));
    expect([instance.parsed.length, place.sent]).toEqual([maximumFiles, []]);
  });

  it("takes files as they are when they are parsed, and again when they change before the answer", async () => {
    const place = new Place(notes(60));
    const asking = await place.start();
    await failureOf(asking.context);
    await place.store.put(at("folder-0/n0.md"), bytesOf("# Changed before\n"));
    await place.consume();
    await place.store.put(at("folder-1/n1.md"), bytesOf("# Changed after\n"));
    await place.store.delete(at("folder-2/n2.md"));
    await place.store.put(at("new.md"), bytesOf("# New river\n"));
    expect(await answersOf(asking.context)).toEqual(await freshAnswers(place.store));
    expect([...asking.parsed].sort()).toEqual(["# Changed after\n", "# New river\n"]);
  });

  it("is begun again by an instance with everything in memory when as much changes at once", async () => {
    const place = new Place(notes(10));
    const warm = await place.start();
    await answersOf(warm.context);
    await warm.work.flush();
    for (const [path, text] of Object.entries(notes(80))) await place.store.put(at(path), bytesOf(`${text}\nmore\n`));
    expect((await failureOf(warm.context)).details).toMatchObject({ parsed: 0, all: 80 });
    await place.consume();
    expect(await answersOf(warm.context)).toEqual(await freshAnswers(place.store));
    expect(warm.parsed).toHaveLength(10);
  });

  it("finds what another instance has finished meanwhile", async () => {
    const place = new Place(notes(60));
    const one = await place.start();
    const other = await place.start();
    await failureOf(one.context);
    await place.consume();
    await answersOf(other.context);
    await other.work.flush();
    expect(await answersOf(one.context)).toEqual(await freshAnswers(place.store));
    expect(place.sent).toEqual([]);
  });

  it("hands out again what has not come, after a while, and says when that does not help", async () => {
    const place = new Place(notes(60));
    const { context } = await place.start();
    for (let times = 1; times <= 4; times++) {
      const { next } = await failureOf(context);
      expect(place.sent).toHaveLength(times);
      expect(next?.includes("consumer")).toBe(times === 4);
      await failureOf(context);
      expect(place.sent).toHaveLength(times);
      place.now += 120_000;
    }
  });

  it.each([
    [
      "is damaged in its header",
      (bytes: Uint8Array) => bytes.map((byte, place) => (place === 20 ? byte ^ 0x55 : byte)),
    ],
    ["has lost all its bytes", () => new Uint8Array()],
    ["has lost half of its bytes", (bytes: Uint8Array) => bytes.slice(0, bytes.length / 2)],
  ])("is begun again where what was kept %s, and what is kept then is whole", async (_, damage) => {
    const place = new Place(notes(60));
    const first = await place.start();
    await failureOf(first.context);
    const pack = at(`.graphdown/parsed/${place.sent[0]?.fingerprint}/all`);
    await place.consume();
    await answersOf(first.context);
    await first.work.flush();
    const kept = await collectBytes((await place.store.open(pack))!.stream);
    await place.store.put(pack, damage(kept));
    const expected = await freshAnswers(place.store);
    // Also by who has written it, and has had to let go of what it had in memory.
    await first.context.close();
    for (const { context, work } of [await place.start(), first]) {
      expect((await failureOf(context)).details).toMatchObject({ reason: "building", parsed: 0, all: 60 });
      expect(await work.flush()).toEqual([]);
    }
    expect(await place.consume()).toBe(60);
    expect(await answersOf(first.context)).toEqual(expected);
    expect(await first.work.flush()).toEqual([]);
    const next = await place.start();
    expect(await answersOf(next.context)).toEqual(expected);
    expect([next.parsed, place.sent]).toEqual([[], []]);
  });

  it("is spread where others keep something with each attempt of a question", async () => {
    const place = new Place(notes(60));
    const busy: FileStore = {
      ...place.store,
      stat: async (path) => {
        if (path.endsWith("/all")) await place.store.put(path, bytesOf(`${Math.random()}`));
        return place.store.stat(path);
      },
    };
    const { context } = await place.start("one", {}, busy);
    expect((await failureOf(context)).details).toMatchObject({ reason: "building" });
    expect(place.sent).toHaveLength(1);
  });

  it("is not made of files that turn out to be binary, nor are those read again", async () => {
    const place = new Place(notes(10));
    const binary = Array.from({ length: 30 }, (_, index) => at(`binary/${index}.md`));
    for (const path of binary) await place.store.put(path, new Uint8Array([0, 1, 2, 0, 255]));
    const expected = await freshAnswers(place.store);
    const opened: string[] = [];
    const watched: FileStore = {
      ...place.store,
      open: (path, options) => {
        opened.push(path);
        return place.store.open(path, options);
      },
    };
    const first = await place.start("one", {}, watched);
    expect((await failureOf(first.context)).details).toMatchObject({ parsed: 0, all: 40 });
    expect(await place.consume()).toBe(10);
    expect(await answersOf(first.context)).toEqual(expected);
    expect(await first.work.flush()).toEqual([]);
    const next = await place.start("one", {}, watched);
    expect(await answersOf(next.context)).toEqual(expected);
    expect(opened.filter((path) => path.endsWith(".md"))).toEqual([]);
    // So many of them that come later are kept as well, and one that becomes text is a document.
    for (const path of binary) await place.store.put(path, new Uint8Array([0, 1, 2, 0, 254]));
    await place.store.put(at("binary/0.md"), bytesOf("# A river\n"));
    expect((await failureOf(next.context)).details).toMatchObject({ parsed: 10, all: 40 });
    await place.consume();
    const changed = await freshAnswers(place.store);
    expect(await answersOf(next.context)).toEqual(changed);
    expect(changed).not.toEqual(expected);
    expect(await next.work.flush()).toEqual([]);
    expect(place.pagesThere()).toEqual([]);
    expect(await answersOf((await place.start("one", {}, watched)).context)).toEqual(changed);
    expect(opened.filter((path) => path.endsWith(".md"))).toEqual([]);
    expect(place.sent).toEqual([]);
  });

  it("is not spread where each question reads all files to hash them", async () => {
    const place = new Place(notes(60));
    const instance = await place.start("one", { verify: "hash" });
    expect(await answersOf(instance.context)).toEqual(await freshAnswers(place.store));
    expect(await instance.work.flush()).toEqual([]);
    const next = await place.start("one", { verify: "hash" });
    expect(await answersOf(next.context)).toEqual(await freshAnswers(place.store));
    expect([next.parsed, place.sent]).toEqual([[], []]);
  });

  it("hands out at once what has come after a page did, but once", async () => {
    const place = new Place(notes(60));
    await failureOf((await place.start()).context);
    const import30 = async (name: string): Promise<void> => {
      for (let index = 0; index < 30; index++) await place.store.put(at(`${name}/${index}.md`), bytesOf("# A river\n"));
    };
    for (const name of ["first", "second", "third", "fourth", "fifth"]) {
      await place.consume();
      await import30(name);
      const { context } = await place.start();
      expect((await failureOf(context)).next).not.toContain("consumer");
      expect(place.sent).toHaveLength(1);
      // Also with what an instance has seen before the page was handed out.
      await failureOf(context);
      await failureOf((await place.start()).context);
      expect(place.sent).toHaveLength(1);
    }
    await place.consume();
    expect(await answersOf((await place.start()).context)).toEqual(await freshAnswers(place.store));
  });

  it("is of the files that are in, where there are more than the limit takes, and others are not parsed", async () => {
    const options = { limits: { maximumMarkdownFiles: 40 } };
    const place = new Place(notes(60));
    // These make room for as many others. More than one question reads, they are found by pages in two steps.
    for (let index = 0; index < 25; index++) {
      await place.store.put(at(`a/${index}.md`), new Uint8Array([0, 1, 2, 0, 255]));
    }
    const { context, work, parsed } = await place.start("one", options);
    expect((await failureOf(context)).details).toMatchObject({ parsed: 0, all: 40 });
    expect(await place.consume(options)).toBe(15);
    expect((await failureOf(context)).details).toMatchObject({ parsed: 40, all: 65 });
    expect(await place.consume(options)).toBe(25);
    const expected = await freshAnswers(place.store, options);
    expect(await answersOf(context)).toEqual(expected);
    expect(await work.flush()).toEqual([]);
    expect(parsed).toEqual([]);
    const next = await place.start("one", options);
    expect(await answersOf(next.context)).toEqual(expected);
    expect([next.parsed, place.sent]).toEqual([[], []]);
  });

  it("tells that the queue takes nothing, and tries it again with the next question", async () => {
    const place = new Place(notes(60));
    const { context } = await place.start();
    place.sendFails = true;
    expect(await failureOf(context)).toMatchObject({
      code: "storage_failed",
      details: { reason: "queue", retryAfter: 5 },
    });
    place.sendFails = false;
    expect(await failureOf(context)).toMatchObject({ details: { reason: "building" } });
    expect(place.sent).toHaveLength(1);
  });

  it("heeds no page of another build of the product, of another count, or of none", async () => {
    const place = new Place(notes(60));
    await failureOf((await place.start()).context);
    const [page] = place.sent as [BuildPage];
    const consumer = await place.start();
    await consumer.work.keepPage({ ...page, fingerprint: "0".repeat(32) });
    await consumer.work.keepPage({ ...page, pages: 7 });
    await (await place.start("two")).work.keepPage(page);
    expect([consumer.parsed, place.pagesThere()]).toEqual([[], []]);
  });
});
