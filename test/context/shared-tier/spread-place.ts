/** A place whose builds are spread over a queue, for tests: a bucket, its queue, its clock, and instances that come and go. */
import { expect } from "vitest";
import type { GraphdownError } from "../../../src/base/errors.ts";
import type { FileContextOptions } from "../../../src/context/context-options.ts";
import { createFileContext } from "../../../src/context/create-file-context.ts";
import type { FileContext } from "../../../src/context/file-context.ts";
import { createMemoryTier } from "../../../src/context/memory-tier.ts";
import type { BuildPage } from "../../../src/context/shared-tier/build-pages.ts";
import { SharedWork } from "../../../src/context/shared-tier/shared-work.ts";
import { loadDefaultEngine } from "../../../src/documents/engines/node-default-engine.ts";
import type { FileStore } from "../../../src/storage/file-store.ts";
import { createMemoryStore } from "../../../src/storage/memory-store.ts";
import { bareStore } from "../../faults/bare-store.ts";

export const maximumFiles = 20;

/** A bucket, its queue and a clock, which outlive all instances. */
export class Place {
  readonly store: FileStore;
  readonly sent: BuildPage[] = [];
  /** Our own objects that are there, by name, and by path. */
  readonly ours: Set<string> = new Set();
  readonly paths: Set<string> = new Set();
  /** Deletions of our own so far, and whether one fails. */
  deletions = 0;
  deletionFails: (path: string) => boolean = () => false;
  now = 1_700_000_000_000;
  sendFails = false;

  constructor(files: Readonly<Record<string, string>>) {
    const store = createMemoryStore({ files });
    this.store = {
      ...bareStore(store),
      put: async (path, content, options) => {
        const entry = await store.put(path, content, options);
        if (path.startsWith(".graphdown/")) this.ours.add(path.slice(path.lastIndexOf("/") + 1));
        if (path.startsWith(".graphdown/")) this.paths.add(path);
        return entry;
      },
      delete: async (path, options) => {
        if (path.startsWith(".graphdown/")) this.deletions++;
        if (this.deletionFails(path)) throw new Error("The bucket is busy.");
        this.ours.delete(path.slice(path.lastIndexOf("/") + 1));
        this.paths.delete(path);
        return store.delete(path, options);
      },
    };
  }

  async start(buildId = "one", options: Settings = {}, store: FileStore = this.store): Promise<Instance> {
    const parsed: string[] = [];
    const engine = await loadDefaultEngine();
    const queue = {
      maximumFiles,
      maximumBytes: 1_000_000,
      send: async (pages: readonly BuildPage[]) => {
        if (this.sendFails) throw new Error("The queue is full.");
        this.sent.push(...pages);
      },
    };
    const work = new SharedWork(buildId, { queue, now: () => this.now });
    const counting = {
      name: "counting",
      parse: (text: string) => {
        parsed.push(text);
        return engine.parse(text);
      },
    };
    const parts = { engine: async () => counting, shared: work, memory: createMemoryTier(1e9) };
    return { context: await createFileContext({ ...options, store }, parts), work, parsed };
  }

  /** Has another instance parse all that was sent; tells how many documents it parsed. */
  async consume(options: Settings = {}): Promise<number> {
    const { work, parsed } = await this.start("one", options);
    for (const page of this.sent.splice(0)) await work.keepPage(page);
    return parsed.length;
  }

  pagesThere(): string[] {
    return [...this.ours].filter((name) => name.startsWith("page-"));
  }
}

export type Settings = Omit<FileContextOptions, "store">;

export interface Instance {
  readonly context: FileContext;
  readonly work: SharedWork;
  readonly parsed: readonly string[];
}

export async function answersOf(context: FileContext): Promise<unknown> {
  return [await context.search("river"), await context.overview(), await context.problems()];
}

export async function freshAnswers(store: FileStore, options: Settings = {}): Promise<unknown> {
  return answersOf(
    await createFileContext({ ...options, store }, { engine: loadDefaultEngine, memory: createMemoryTier(1e9) }),
  );
}

export async function failureOf(context: FileContext): Promise<GraphdownError> {
  return answersOf(context).then(
    () => expect.fail("There was an answer."),
    (cause: GraphdownError) => cause,
  );
}

const note = (index: number): string => `# Note ${index}\n\nThe river, [[n${index + 1}]] and [[n${index * 7}|more]].\n`;
export const notes = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`folder-${index % 3}/n${index}.md`, note(index)]));
