import { describe, expect, it } from "vitest";
import { DescriptorBudget, type DescriptorHolder } from "../../../src/storage/node-disk/node-descriptor-budget.ts";

function holder(name: string, released: string[]): DescriptorHolder {
  return { release: () => released.push(name) };
}

const noDescriptors = Object.assign(new Error("too many open files"), { code: "EMFILE" });

describe("the budget of descriptors", () => {
  it("takes the descriptor of whoever has not used it for the longest time", () => {
    const released: string[] = [];
    const budget = new DescriptorBudget(2);
    const [a, b, c] = ["a", "b", "c"].map((name) => holder(name, released)) as [
      DescriptorHolder,
      DescriptorHolder,
      DescriptorHolder,
    ];
    for (const next of [a, b, a, c]) budget.use(next);
    expect(released).toEqual(["b"]);
    budget.forget(a);
    budget.releaseAll();
    expect(released).toEqual(["b", "c"]);
  });

  it("tries again when there are none, after everybody has given up theirs", async () => {
    const released: string[] = [];
    const budget = new DescriptorBudget(2);
    budget.use(holder("a", released));
    let attempts = 0;
    const result = await budget.run(() => {
      attempts++;
      if (released.length === 0 || attempts < 4) throw noDescriptors;
      return "done";
    });
    expect([result, attempts, released]).toEqual(["done", 4, ["a"]]);
  });

  it("throws everything else at once, and stops when it is aborted", async () => {
    const budget = new DescriptorBudget(2);
    let attempts = 0;
    const other = budget.run(() => {
      attempts++;
      throw new Error("another fault");
    });
    await expect(other).rejects.toThrow("another fault");
    expect(attempts).toBe(1);
    const abort = new AbortController();
    const waiting = budget.run(() => {
      abort.abort("enough");
      throw noDescriptors;
    }, abort.signal);
    await expect(waiting).rejects.toBe("enough");
  });
});
