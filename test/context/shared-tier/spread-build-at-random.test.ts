/** A build that is spread over a queue: whatever the queue does, an answer is right or says that the index is being built. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GraphdownError } from "../../../src/base/errors.ts";
import type { BuildPage } from "../../../src/context/shared-tier/build-pages.ts";
import { collectBytes } from "../../../src/storage/byte-streams.ts";
import { at, bytesOf } from "../../../src/testing/contract-case.ts";
import { answersOf, freshAnswers, notes, Place } from "./spread-place.ts";

type Instance = Awaited<ReturnType<Place["start"]>>;

describe("a build that is too long for a question", () => {
  it("gives right answers or none, whatever comes twice, late or never, changes, is deleted or damaged", async () => {
    const index = fc.nat({ max: 63 });
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ kind: fc.constant("deliver" as const), index, keep: fc.boolean() }) },
      {
        weight: 3,
        arbitrary: fc.record({ kind: fc.constant("ask" as const), warm: fc.boolean(), flush: fc.boolean() }),
      },
      fc.record({ kind: fc.constant("edit" as const), index, text: fc.constantFrom("# A\n\nriver\n", "# B [[n3]]\n") }),
      fc.record({ kind: fc.constant("remove" as const), index }),
      fc.record({ kind: fc.constant("lose" as const), index }),
      fc.record({ kind: fc.constant("damage" as const), index, place: fc.nat() }),
      fc.record({ kind: fc.constant("wait" as const) }),
    );
    const outcomes = { answered: 0, building: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
        const place = new Place(notes(64));
        const paths = Object.keys(notes(64));
        let warm = await place.start();
        const folder = (): string => `.graphdown/parsed/${place.sent[0]?.fingerprint ?? "0".repeat(32)}`;
        const check = async (instance: Instance): Promise<void> => {
          try {
            const answers = await answersOf(instance.context);
            expect(answers).toEqual(await freshAnswers(place.store));
            outcomes.answered++;
          } catch (cause) {
            const { code, details } = cause as GraphdownError;
            if (code !== "operation_timeout") throw cause;
            expect(details).toMatchObject({ reason: "building" });
            outcomes.building++;
          }
        };
        await check(warm);
        for (const each of steps) {
          if (each.kind === "deliver" && place.sent.length > 0) {
            const which = each.index % place.sent.length;
            await (await place.start()).work.keepPage(place.sent[which] as BuildPage);
            if (!each.keep && place.sent.length > 1) place.sent.splice(which, 1);
          } else if (each.kind === "ask") {
            const instance = each.warm ? warm : await place.start();
            await check(instance);
            if (each.flush) expect(await instance.work.flush()).toEqual([]);
            if (!each.warm) warm = instance;
          } else if (each.kind === "edit") {
            await place.store.put(at(paths[each.index] as string), bytesOf(each.text));
          } else if (each.kind === "remove") await place.store.delete(at(paths[each.index] as string));
          else if (each.kind === "lose" || each.kind === "damage") {
            const names = ["all", "recent", "build.json", "page-0"];
            const path = at(`${folder()}/${names[each.index % names.length]}`);
            if (each.kind === "lose") await place.store.delete(path);
            else {
              const opened = await place.store.open(path);
              if (opened === null) continue;
              const bytes = (await collectBytes(opened.stream)).slice();
              bytes[each.place % bytes.length] = (bytes[each.place % bytes.length] as number) ^ 0x55;
              await place.store.put(path, bytes);
            }
          } else if (each.kind === "wait") place.now += 120_000;
        }
        // In the end a queue that works gets it done.
        for (let rounds = 0; rounds < 4; rounds++) {
          place.now += 120_000;
          await check(warm);
          await place.consume();
        }
        expect(await answersOf(warm.context)).toEqual(await freshAnswers(place.store));
      }),
      { numRuns: 15 },
    );
    expect(outcomes.answered).toBeGreaterThan(30);
    expect(outcomes.building).toBeGreaterThan(15);
  });
});
