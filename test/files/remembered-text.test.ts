import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { GraphdownError } from "../../src/base/errors.ts";
import { resolveLimits } from "../../src/base/limits.ts";
import type { LogicalPath } from "../../src/base/logical-path.ts";
import { createKnownFiles } from "../../src/files/known-files.ts";
import { type ReadRangeOptions, readRange } from "../../src/files/read-range.ts";
import { createMemoryStore } from "../../src/storage/memory-store.ts";

const path = "a.md" as LogicalPath;
const limits = resolveLimits({ maximumRangeReadBytes: 4_000, maximumEditBytes: 60_000 });
const line = fc.constantFrom("\n", "\r\n", "\r", "ab\n", "ä語😀\n", `${"long ".repeat(300)}\n`, "no end");
const content = fc
  .tuple(fc.array(line, { maxLength: 40 }), fc.constantFrom(1, 3, 40))
  .map(([lines, times]) => lines.join("").repeat(times));
const wanted = fc.record<ReadRangeOptions>(
  {
    startLine: fc.oneof(fc.integer({ min: -30, max: -1 }), fc.integer({ min: 1, max: 400 })),
    startColumn: fc.integer({ min: 1, max: 1_600 }),
    lineCount: fc.integer({ min: 1, max: 30 }),
  },
  { requiredKeys: ["startLine", "lineCount"] },
);

async function outcomeOf(work: Promise<object>): Promise<object> {
  try {
    // Who has seen the end before knows more.
    return { ...(await work), totalLines: undefined };
  } catch (cause) {
    if (!GraphdownError.isInstance(cause)) throw cause;
    return cause.toInfo();
  }
}

describe("a text that was read before", () => {
  it("is read as one that was not, whatever happens to it in between", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(content, fc.array(wanted, { maxLength: 6 })), { maxLength: 3 }),
        async (steps) => {
          const store = createMemoryStore();
          const known = createKnownFiles();
          for (const [text, windows] of steps) {
            await store.put(path, new TextEncoder().encode(text));
            for (const window of windows) {
              const remembered = await outcomeOf(readRange({ store, limits, known, path, ...window }));
              expect(remembered).toEqual(await outcomeOf(readRange({ store, limits, path, ...window })));
            }
          }
          await store.delete(path);
          expect(await outcomeOf(readRange({ store, limits, known, path }))).toMatchObject({ code: "not_found" });
        },
      ),
      { numRuns: 150 },
    );
  });
});
