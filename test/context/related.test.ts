/** Documents that are close to one, as a context gives them: what is left out is said. */
import { expect, it } from "vitest";
import { createFileContext, createMemoryStore } from "../../src/index.ts";

it("says when more are related than are shown", async () => {
  const files = { "a.md": "[[b]] [[c]] [[d]]", "b.md": "", "c.md": "", "d.md": "" };
  const context = await createFileContext({ store: createMemoryStore({ files }) });
  const some = await context.related("a.md", { count: 2 });
  expect([some.relatedCount, some.related.length, some.cut]).toEqual([3, 2, { reason: "count" }]);
  for (const count of [3, 4, undefined]) {
    const all = await context.related("a.md", { count });
    expect([all.related.length, all.cut]).toEqual([3, undefined]);
  }
  await context.close();
});
