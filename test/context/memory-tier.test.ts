import { describe, expect, it } from "vitest";
import { createMemoryTier } from "../../src/context/memory-tier.ts";

describe("the memory tier", () => {
  function owners(maximumBytes: number) {
    const tier = createMemoryTier(maximumBytes);
    const gone: string[] = [];
    const keys: Record<string, object> = { a: {}, b: {}, c: {} };
    return {
      tier,
      gone,
      use: (name: string, bytes: number) => tier.use(keys[name] as object, bytes, () => gone.push(name)),
      keys,
    };
  }

  it("lets the least recently used go first, as many as have to", () => {
    const { gone, use } = owners(100);
    use("a", 40);
    use("b", 40);
    use("a", 40);
    use("c", 40);
    expect(gone).toEqual(["b"]);
    use("b", 100);
    expect(gone).toEqual(["b", "a", "c"]);
  });

  it("keeps the one in use, however large it is, and counts an owner once", () => {
    const { gone, use } = owners(100);
    use("a", 60);
    use("a", 70);
    use("b", 30);
    expect(gone).toEqual([]);
    use("c", 1_000);
    expect(gone).toEqual(["a", "b"]);
  });

  it("forgets who holds nothing any more", () => {
    const { tier, gone, use, keys } = owners(100);
    use("a", 90);
    tier.forget(keys["a"] as object);
    tier.forget(keys["b"] as object);
    use("c", 90);
    expect(gone).toEqual([]);
  });
});
