import { describe, expect, it } from "vitest";
import { parseLogicalPath } from "../../../src/base/logical-path.ts";
import { createFileContext } from "../../../src/context/create-file-context.ts";
import type { FileContext } from "../../../src/context/file-context.ts";
import { SharedWork } from "../../../src/context/shared-tier/shared-work.ts";
import { loadDefaultEngine } from "../../../src/documents/engines/node-default-engine.ts";
import { collectBytes } from "../../../src/storage/byte-streams.ts";
import type { FileStore } from "../../../src/storage/file-store.ts";
import { createMemoryStore } from "../../../src/storage/memory-store.ts";
import { toolset } from "../../../src/tools/toolset.ts";
import { bareStore } from "../../faults/bare-store.ts";

const at = parseLogicalPath;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A store whose files outlive the contexts over it, as a bucket's do. It can't be read at once. */
function bucketOf(files: Readonly<Record<string, string>>): FileStore {
  return bareStore(createMemoryStore({ files }));
}

interface Instance {
  readonly context: FileContext;
  readonly parsed: string[];
  readonly work: SharedWork;
}

/** A process or isolate that remembers nothing. */
async function start(store: FileStore, buildId = "one"): Promise<Instance> {
  const parsed: string[] = [];
  const engine = await loadDefaultEngine();
  const work = new SharedWork(buildId);
  const counting = {
    name: "counting",
    parse: (text: string) => {
      parsed.push(text);
      return engine.parse(text);
    },
  };
  const context = await createFileContext({ store }, { toolset, engine: async () => counting, shared: work });
  return { context, parsed, work };
}

async function answersOf({ context }: Instance): Promise<unknown> {
  const found = [];
  for (const query of ["river", "fog", "note"]) found.push(await context.search(query));
  return [
    found,
    await context.overview(),
    await context.problems(),
    await context.outline("index.md"),
    await context.export("turtle"),
  ];
}

async function freshAnswers(store: FileStore): Promise<unknown> {
  const context = await createFileContext({ store }, { toolset, engine: loadDefaultEngine });
  return answersOf({ context, parsed: [], work: new SharedWork("none") });
}

const files: Readonly<Record<string, string>> = {
  "index.md": "---\ntags: [start]\n---\n# Home\n\nTo the [[river]], and [[gone]].\n",
  "river.md": "\ufeff# River\n\nFog over the river. ^fog\n",
  "plan.svg": "<svg/>",
  ...Object.fromEntries(
    Array.from({ length: 100 }, (_, index) => [
      `notes/${index}.md`,
      `# Note ${index}\n\nBack to [[index]] ${index}.\n`,
    ]),
  ),
};

describe("work that instances keep for each other", () => {
  it("spares the next one all parsing and reading, and gives the same answers", async () => {
    const store = bucketOf(files);
    const first = await start(store);
    const expected = await answersOf(first);
    expect(first.parsed).toHaveLength(102);
    expect(await first.work.flush()).toEqual([]);
    const opened: string[] = [];
    const watched = {
      ...store,
      open: (...given: Parameters<FileStore["open"]>) => {
        opened.push(given[0]);
        return store.open(...given);
      },
    };
    const second = await start(watched);
    expect(await answersOf(second)).toEqual(expected);
    expect(second.parsed).toEqual([]);
    expect(opened.filter((path) => !path.startsWith(".graphdown/parsed/"))).toEqual([]);
  });

  it("is moved by what has changed, and the change is parsed once by all together", async () => {
    const store = bucketOf(files);
    const first = await start(store);
    await answersOf(first);
    await first.work.flush();
    await store.put(at("river.md"), bytes("# River\n\nNo ferry, and [[gone]].\n"));
    await store.put(at("gone.md"), bytes("# Not gone\n\nfog\n"));
    await store.delete(at("notes/7.md"));
    const expected = await freshAnswers(store);
    const second = await start(store);
    expect(await answersOf(second)).toEqual(expected);
    expect(second.parsed).toHaveLength(2);
    await second.work.flush();
    const third = await start(store);
    expect(await answersOf(third)).toEqual(expected);
    expect(third.parsed).toEqual([]);
    // A note that is as it was before, and one whose change is not the first.
    await store.put(at("river.md"), bytes(files["river.md"] as string));
    await store.put(at("gone.md"), bytes("# Gone again\n"));
    const fourth = await start(store);
    expect(await answersOf(fourth)).toEqual(await freshAnswers(store));
    expect(fourth.parsed).toHaveLength(2);
    await fourth.work.flush();
    // What was first comes from the large pack, where a file has the bytes that it had.
    const fifth = await start(store);
    expect(await answersOf(fifth)).toEqual(await freshAnswers(store));
    expect(fifth.parsed).toEqual([]);
  });

  it("knows which files it is about when some have changed and none is gone", async () => {
    const store = bucketOf(files);
    const first = await start(store);
    await answersOf(first);
    await first.work.flush();
    await store.put(at("river.md"), bytes("# River\n\nOther fog.\n"));
    const second = await start(store);
    await answersOf(second);
    await second.work.flush();
    const third = await start(store);
    expect([await answersOf(third), third.parsed]).toEqual([await freshAnswers(store), []]);
  });

  it("is made anew as a whole when much has changed", async () => {
    const store = bucketOf(files);
    const first = await start(store);
    await answersOf(first);
    await first.work.flush();
    for (let index = 0; index < 40; index++)
      await store.put(at(`notes/${index}.md`), bytes(`# Other ${index}\n\nriver\n`));
    const expected = await answersOf(first);
    expect(first.parsed).toHaveLength(142);
    await first.work.flush();
    const second = await start(store);
    expect(await answersOf(second)).toEqual(expected);
    expect([expected, second.parsed]).toEqual([await freshAnswers(store), []]);
  });

  it("is not used when another build made it, or for other settings", async () => {
    const store = bucketOf(files);
    const first = await start(store);
    await answersOf(first);
    await first.work.flush();
    const other = await start(store, "two");
    await other.context.overview();
    expect(other.parsed).toHaveLength(102);
  });

  it("that is damaged anywhere gives right answers all the same, and is made again", async () => {
    const store = bucketOf(files);
    const first = await start(store);
    const expected = await answersOf(first);
    await first.work.flush();
    // The store's listing shows nothing of ours: the name is learned from who opens it.
    let pack = "";
    await (
      await start({
        ...store,
        open: (path, options) => {
          if (path.endsWith("/all")) pack = path;
          return store.open(path, options);
        },
      })
    ).context.overview();
    const read = async (): Promise<Uint8Array> => {
      const file = await store.open(at(pack));
      return collectBytes((file as NonNullable<typeof file>).stream);
    };
    const whole = await read();
    for (let part = 0; part < 8; part++) {
      const damaged = whole.slice();
      const place = Math.floor((damaged.length * (part + 0.5)) / 8);
      damaged[place] = (damaged[place] as number) ^ 0x55;
      await store.put(at(pack), damaged);
      const instance = await start(store);
      expect(await answersOf(instance), `damaged at ${place}`).toEqual(expected);
      await instance.work.flush();
      const next = await start(store);
      expect(await answersOf(next)).toEqual(expected);
    }
    await store.put(at(pack), whole.slice(0, whole.length / 2));
    expect(await answersOf(await start(store))).toEqual(expected);
    await store.put(at(pack), bytes("nothing of ours"));
    expect(await answersOf(await start(store))).toEqual(expected);
  });

  it("that can't be kept is told to who keeps it, and changes no answer", async () => {
    const store = bucketOf(files);
    const failing = await start({
      ...store,
      put: () => Promise.reject(new Error("full")),
    });
    expect(await answersOf(failing)).toEqual(await freshAnswers(store));
    expect(await failing.work.flush()).toEqual([expect.objectContaining({ message: "full" })]);
  });
});
