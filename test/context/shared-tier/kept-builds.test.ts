/** What a deployment keeps in the bucket, and when another one lets go of it. */
import { describe, expect, it } from "vitest";
import { collectBytes } from "../../../src/storage/byte-streams.ts";
import { at, bytesOf } from "../../../src/testing/contract-case.ts";
import { failureOf, notes, Place } from "./spread-place.ts";

describe("what earlier builds have kept", () => {
  it("is let go of a week later, when another has kept its own", async () => {
    const place = new Place(notes(5));
    const keep = async (buildId: string): Promise<void> => {
      const { context, work } = await place.start(buildId);
      await context.overview();
      expect(await work.flush()).toEqual([]);
    };
    const folders = async (): Promise<number> => {
      const opened = await place.store.open(at(".graphdown/parsed/builds.json"));
      const records = JSON.parse(new TextDecoder().decode(await collectBytes(opened!.stream))) as object;
      let found = 0;
      for (const name of Object.keys(records)) {
        if ((await place.store.stat(at(`.graphdown/parsed/${name}/all`))) !== null) found++;
      }
      return found;
    };
    await keep("one");
    place.now += 3 * 86_400_000;
    await keep("two");
    expect(await folders()).toBe(2);
    const opened = await place.store.open(at(".graphdown/parsed/builds.json"));
    const [first] = Object.keys(JSON.parse(new TextDecoder().decode(await collectBytes(opened!.stream))) as object);
    place.now += 5 * 86_400_000;
    await keep("three");
    expect(await folders()).toBe(2);
    expect(await place.store.stat(at(`.graphdown/parsed/${first}/all`))).toBeNull();
  });

  const week = 7 * 86_400_000;

  async function keep(place: Place, buildId: string): Promise<readonly unknown[]> {
    const { context, work } = await place.start(buildId);
    await context.overview();
    return work.flush();
  }

  it("is let go of also where a build was never done", async () => {
    const place = new Place(notes(60));
    await failureOf((await place.start("one")).context);
    await place.consume();
    const unfinished = [...place.paths].filter((path) => path !== ".graphdown/parsed/builds.json");
    expect(unfinished).toHaveLength(2);
    for (const path of Object.keys(notes(60)).slice(10)) await place.store.delete(at(path));
    place.now += week;
    expect(await keep(place, "two")).toEqual([]);
    expect(unfinished.filter((path) => place.paths.has(path))).toEqual([]);
    expect([...place.paths].map((path) => path.slice(path.lastIndexOf("/") + 1)).sort()).toEqual([
      "all",
      "builds.json",
    ]);
  });

  it("is let go of later where it can't be deleted now", async () => {
    const place = new Place(notes(5));
    await keep(place, "one");
    const [first] = [...place.paths].filter((path) => path.endsWith("/all")) as [string];
    place.now += week;
    place.deletionFails = (path) => path === first;
    expect(await keep(place, "two")).toMatchObject([{ errors: [{ message: "The bucket is busy." }] }]);
    place.deletionFails = () => false;
    expect(place.paths.has(first)).toBe(true);
    place.now += 1000;
    expect(await keep(place, "three")).toEqual([]);
    expect(place.paths.has(first)).toBe(false);
  });

  it("is let go of in parts where it is much, and no name of others is touched", async () => {
    const place = new Place(notes(5));
    const old = "a".repeat(32);
    const pages = Array.from({ length: 250 }, (_, page) => at(`.graphdown/parsed/${old}/page-${page}`));
    for (const path of pages) await place.store.put(path, bytesOf("x"));
    const other = at(".graphdown/trash/all");
    await place.store.put(other, bytesOf("x"));
    const damaged = { "../trash": { at: 0, pages: 1 }, [`${"b".repeat(32)}`]: null, [old]: { at: 0, pages: 250 } };
    await place.store.put(at(".graphdown/parsed/builds.json"), bytesOf(JSON.stringify(damaged)));
    const left = (): number => pages.filter((path) => place.paths.has(path)).length;
    const counts: number[] = [];
    for (const buildId of ["one", "two", "three", "four"]) {
      const before = place.deletions;
      expect(await keep(place, buildId)).toEqual([]);
      expect(place.deletions - before).toBeLessThanOrEqual(102);
      counts.push(left());
    }
    expect(counts[0]).toBeGreaterThan(100);
    expect(counts[3]).toBe(0);
    expect(place.paths.has(other)).toBe(true);
    const builds = await place.store.open(at(".graphdown/parsed/builds.json"));
    const names = Object.keys(JSON.parse(new TextDecoder().decode(await collectBytes(builds!.stream))) as object);
    expect(names).toHaveLength(4);
    expect(names).not.toContain(old);
  });
});
