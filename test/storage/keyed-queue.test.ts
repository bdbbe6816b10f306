/** Things that concern one key, one after the other. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { KeyedQueue } from "../../src/storage/keyed-queue.ts";

describe("queues by key", () => {
  it("run tasks of one key in order, also after one that failed, and those of others at once", async () => {
    const queue = new KeyedQueue();
    const order: string[] = [];
    const step = (name: string, ms: number): Promise<void> =>
      new Promise((resolve) =>
        setTimeout(() => {
          order.push(name);
          resolve();
        }, ms),
      );
    const failing = queue.run(
      "a",
      async () => {
        await step("a1", 20);
        throw new Error("a1 failed");
      },
      undefined,
    );
    const rest = [
      queue.run("a", () => step("a2", 0), undefined),
      queue.run("b", () => step("b1", 0), undefined),
      queue.run("a", () => step("a3", 0), undefined),
    ];
    await expect(failing).rejects.toThrow("a1 failed");
    await Promise.all(rest);
    expect(order).toEqual(["b1", "a1", "a2", "a3"]);
  });

  /** A task that ends when it is told to, and notes that it has run. */
  function heldTask(name: string, order: string[]): { readonly task: () => Promise<string>; readonly end: () => void } {
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const task = async (): Promise<string> => {
      order.push(name);
      await ended;
      return name;
    };
    return { task, end };
  }

  it("let go who waits when its signal aborts; the others keep their order and wait on", async () => {
    const queue = new KeyedQueue();
    const order: string[] = [];
    const first = heldTask("first", order);
    const running = queue.run("a", first.task, undefined);
    const callers = [0, 1, 2, 3].map(() => new AbortController());
    const waiting = callers.map(({ signal }, index) => queue.run("a", async () => order.push(`${index}`), signal));
    const reason = new Error("the client left");
    // One between others, and the last one, behind which another one comes.
    for (const index of [1, 3]) {
      (callers[index] as AbortController).abort(reason);
      await expect(waiting[index]).rejects.toBe(reason);
    }
    const late = queue.run("a", async () => order.push("late"), undefined);
    expect(order).toEqual(["first"]);
    first.end();
    expect(await running).toBe("first");
    await Promise.all([waiting[0], waiting[2], late]);
    expect(order).toEqual(["first", "0", "2", "late"]);
    // Those that have had their turn are not held by it any more, and neither is the key.
    for (const each of callers) each.abort(reason);
    expect(await queue.run("a", async () => "free", undefined)).toBe("free");
  });

  it("run nothing for who has gone before", async () => {
    const queue = new KeyedQueue();
    const order: string[] = [];
    await expect(queue.run("a", async () => order.push("gone"), AbortSignal.abort("enough"))).rejects.toBe("enough");
    expect(await queue.run("a", async () => "free", undefined)).toBe("free");
    expect(order).toEqual([]);
  });

  it("run each task whose caller stays once, one at a time and in order, whoever leaves", async () => {
    const calls = fc.array(
      fc.record({
        key: fc.constantFrom("a", "b"),
        ticks: fc.nat(4),
        leavesAfter: fc.option(fc.nat(12)),
        fails: fc.boolean(),
      }),
      { maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(calls, async (given) => {
        const queue = new KeyedQueue();
        const running = new Set<string>();
        const begun: number[] = [];
        const ends = given.map(async ({ key, ticks, leavesAfter, fails }, index) => {
          const caller = new AbortController();
          const task = async (): Promise<void> => {
            expect(running.has(key)).toBe(false);
            running.add(key);
            begun.push(index);
            await afterTicks(ticks);
            running.delete(key);
            if (fails) throw new Error("failed");
          };
          const end = queue.run(key, task, caller.signal).then(
            () => "done",
            (cause: unknown) => (cause === "left" ? "left" : String(cause)),
          );
          if (leavesAfter !== null) void afterTicks(leavesAfter).then(() => caller.abort("left"));
          return end;
        });
        const outcomes = await Promise.all(ends);
        outcomes.forEach((outcome, index) => {
          const { fails, leavesAfter } = given[index] as (typeof given)[number];
          expect(begun.includes(index)).toBe(outcome !== "left");
          if (outcome === "left") expect(leavesAfter).not.toBeNull();
          else expect(outcome).toBe(fails ? "Error: failed" : "done");
        });
        for (const key of ["a", "b"]) {
          const order = begun.filter((index) => given[index]?.key === key);
          expect(order).toEqual(order.toSorted((one, other) => one - other));
        }
      }),
    );
  });
});

async function afterTicks(count: number): Promise<void> {
  for (let tick = 0; tick < count; tick++) await Promise.resolve();
}
