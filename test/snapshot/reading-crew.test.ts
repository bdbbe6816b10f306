import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeText } from "../../src/base/decode-text.ts";
import { portableSha256 } from "../../src/base/hash.ts";
import { resolveLimits } from "../../src/base/limits.ts";
import type { LogicalPath } from "../../src/base/logical-path.ts";
import { parseFile } from "../../src/snapshot/parse-file.ts";
import type { CrewFile, CrewJob, CrewReading, ReadingCrew } from "../../src/snapshot/reading-crew.ts";
import type { Snapshot } from "../../src/snapshot/snapshot.ts";
import type { TakeSnapshotRequest } from "../../src/snapshot/snapshot-request.ts";
import { takeSnapshot } from "../../src/snapshot/take-snapshot.ts";
import type { FileStore } from "../../src/storage/file-store.ts";
import { createMemoryStore } from "../../src/storage/memory-store.ts";
import { createParser } from "./parser.ts";

/** How a helper treats one file. */
type Treatment = "reads" | "gives back" | "reads another state";

/** A crew in this thread, which does with each file what it is told. */
class FakeCrew implements ReadingCrew {
  readonly #store: FileStore;
  readonly #treatments: readonly Treatment[];
  readonly #tasks: number;
  readonly #changed = new Set<string>();
  taken = 0;
  isClosed = false;
  #work: Promise<void> = Promise.resolve();

  constructor(store: FileStore, treatments: readonly Treatment[], tasks: number) {
    this.#store = store;
    this.#treatments = treatments;
    this.#tasks = tasks;
  }

  start(job: CrewJob): void {
    this.#work = this.#helpWith(job);
  }

  finish(): Promise<void> {
    return this.#work;
  }

  close(): void {
    this.isClosed = true;
  }

  async #helpWith(job: CrewJob): Promise<void> {
    for (let task = 0; task < this.#tasks; task++)
      for (const file of job.take(2)) job.deliver(file, await this.#readingOf(file));
  }

  async #readingOf(file: CrewFile): Promise<CrewReading | undefined> {
    const treatment = this.#treatments[this.taken++ % this.#treatments.length];
    if (treatment === "gives back") return undefined;
    const { path } = file.entry;
    const isAnother = treatment === "reads another state" && this.#changed.size === 0;
    const opened = await this.#store.open(path);
    if (opened === null) return undefined;
    const bytes = new Uint8Array(await new Response(opened.stream).arrayBuffer());
    const { parse } = createParser();
    const parsed = parseFile({ path, bytes, known: file.known }, { sha256: portableSha256, decode: decodeText, parse });
    if (!isAnother) return { entry: opened.entry, parsed };
    this.#changed.add(path);
    return { entry: { ...opened.entry, validator: "another" }, parsed };
  }
}

function take(store: FileStore, more: Partial<TakeSnapshotRequest> = {}): Promise<Snapshot> {
  const { parse } = createParser();
  return takeSnapshot({ store, sha256: portableSha256, parse, limits: resolveLimits(), mayBeEmpty: true, ...more });
}

const content = fc.oneof(
  fc
    .constantFrom("# A\n", "---\ntags: [x]\n---\n# B [[a]]\n", "\ufeff# C\r\n", "")
    .map((text) => new TextEncoder().encode(text)),
  fc.constantFrom(Uint8Array.of(0, 1, 2), Uint8Array.of(0xff, 0xfe, 0x48, 0)),
);
const files = fc.dictionary(
  fc.constantFrom(..."abcdefghijklmnop").map((name) => `${name}.md`),
  content,
  { minKeys: 1 },
);
const treatments = fc.array(fc.constantFrom<Treatment>("reads", "gives back", "reads another state"), { minLength: 1 });

describe("helpers who read and parse", () => {
  it("change nothing of a snapshot, whatever they deliver", async () => {
    await fc.assert(
      fc.asyncProperty(files, treatments, fc.nat(6), async (given, treated, tasks) => {
        const store = createMemoryStore({ files: given });
        const alone = await take(store);
        const crew = new FakeCrew(store, treated, tasks);
        expect(await take(store, { crew: async () => crew })).toEqual(alone);
        expect(crew.isClosed).toBe(true);
        // A file in another state makes it list again.
        expect(crew.taken).toBeLessThanOrEqual(Object.keys(given).length * 2);
      }),
      { numRuns: 200 },
    );
  });

  it("do not parse what is as it was", async () => {
    const store = createMemoryStore({ files: { "a.md": "# A", "b.md": "# B", "c.md": "# C" } });
    const previous = await take(store);
    await store.put("b.md" as LogicalPath, new TextEncoder().encode("# B again"));
    const crew = new FakeCrew(store, ["reads"], 9);
    const options = { verify: "hash" } as const;
    const snapshot = await take(store, { previous, options, crew: async () => crew });
    expect(crew.taken).toBeGreaterThan(0);
    expect(snapshot.documents.map((document, index) => document === previous.documents[index])).toEqual([
      true,
      false,
      true,
    ]);
  });

  it("are ended when reading fails", async () => {
    const store = createMemoryStore({ files: { "a.md": "# A", "b.md": "# B" } });
    const crew = new FakeCrew(store, ["reads"], 0);
    const failure = new Error("no more");
    const parse = (): never => {
      throw failure;
    };
    await expect(take(store, { parse, crew: async () => crew })).rejects.toBe(failure);
    expect(crew.isClosed).toBe(true);
  });
});
