import { describe, expect, it } from "vitest";
import { GraphdownError } from "../../src/base/errors.ts";
import { parseLogicalPath } from "../../src/base/logical-path.ts";
import type { FileContext } from "../../src/context/file-context.ts";
import { createFileContext } from "../../src/index.ts";
import { collectBytes } from "../../src/storage/byte-streams.ts";
import type { FileStore } from "../../src/storage/file-store.ts";
import { createMemoryStore } from "../../src/storage/memory-store.ts";
import { openDiskStore } from "../../src/storage/node-disk-store.ts";
import { bareStore } from "../faults/bare-store.ts";
import { allFaults, type FaultPlan } from "../faults/faults.ts";
import { createFaultyStore } from "../faults/faulty-store.ts";
import { newServer, openS3 } from "../s3/s3-stores.ts";
import { newFolder } from "../storage/node-disk/disk-folder.ts";

/** Every fault at every call takes minutes; without it each call has one of the faults in memory, and every second one elsewhere. */
const isFull = process.env["GRAPHDOWN_FULL"] !== undefined;

type State = Readonly<Record<string, string>>;

interface Step {
  readonly name: string;
  readonly run: (context: FileContext) => Promise<unknown>;
}

/** What changes something gives nothing; what asks gives its answer. */
const steps: readonly Step[] = [
  { name: "write", run: async (context) => void (await context.write("a.md", "# Alpha\n\nThe first note.\n")) },
  { name: "append", run: async (context) => void (await context.append("log/day.md", "one line\n")) },
  {
    name: "write a link",
    run: async (context) => void (await context.write("b.md", "# Beta\n\nSee [Alpha](a.md).\n")),
  },
  {
    name: "replace",
    run: async (context) => void (await context.replace("a.md", [{ oldString: "first", newString: "very first" }])),
  },
  { name: "search", run: async (context) => (await context.search("very first note")).matches.map(({ path }) => path) },
  { name: "problems", run: async (context) => (await context.problems()).problems },
  { name: "move", run: moveAll },
  { name: "grep", run: async (context) => (await context.grep("very first")).files.map(({ path }) => path) },
  { name: "read", run: async (context) => (await context.read("b.md"))?.content },
  { name: "delete", run: async (context) => void (await context.delete("log/day.md")) },
];

/** A move that says that a link could not be rewritten is one that failed. */
async function moveAll(context: FileContext): Promise<void> {
  const { failed = [] } = await context.move("a.md", "notes/alpha.md");
  const [first] = failed;
  if (first !== undefined) throw new GraphdownError(first.error);
}

async function contextOn(store: FileStore): Promise<FileContext> {
  return createFileContext({ store, permissions: { write: true, delete: true } });
}

/** All files, past everything that may fail. */
async function stateOf(store: FileStore): Promise<State> {
  const files: Record<string, string> = {};
  for await (const page of store.list("", { recursive: true })) {
    for (const { path } of page.entries) {
      const file = await store.open(path);
      if (file !== null) files[path] = new TextDecoder().decode(await collectBytes(file.stream));
    }
  }
  return files;
}

/** Makes the files what they should be. */
async function bringTo(store: FileStore, wanted: State): Promise<void> {
  for (const path of Object.keys(await stateOf(store)))
    if (wanted[path] === undefined) await store.delete(parseLogicalPath(path));
  for (const [path, text] of Object.entries(wanted))
    await store.put(parseLogicalPath(path), new TextEncoder().encode(text));
}

interface Expected {
  readonly answers: readonly unknown[];
  /** Before the first step, and after each. */
  readonly states: readonly State[];
  readonly calls: number;
}

async function runPlain(store: FileStore): Promise<Expected> {
  const counted = createFaultyStore(store, { fault: "reset", at: Number.POSITIVE_INFINITY });
  const context = await contextOn(counted.store);
  const answers: unknown[] = [];
  const states: State[] = [await stateOf(store)];
  for (const { run } of steps) {
    answers.push(await run(context));
    states.push(await stateOf(store));
  }
  await context.close();
  return { answers, states, calls: counted.calls() };
}

async function runWithFault(store: FileStore, plan: FaultPlan, expected: Expected): Promise<void> {
  const faulty = createFaultyStore(bareStore(store), plan);
  // Opening looks for unfinished moves, which may fail as everything may.
  const context = await contextOn(faulty.store).catch(() => contextOn(faulty.store));
  for (const [index, { name, run }] of steps.entries()) {
    const label = `${plan.fault} at call ${plan.at}, ${name}`;
    const before = expected.states[index] as State;
    const after = expected.states[index + 1] as State;
    try {
      const answer = await run(context);
      expect(answer, label).toEqual(expected.answers[index]);
      expect(await stateOf(store), label).toEqual(after);
    } catch (error) {
      if (!GraphdownError.isInstance(error)) throw error;
      // What was done twice may be told as a conflict with itself.
      const codes =
        plan.fault === "duplicate"
          ? ["storage_failed", "version_conflict", "already_exists", "not_found"]
          : ["storage_failed", "version_conflict"];
      expect(codes, `${label}: ${error.message}`).toContain(error.code);
      // The next start completes what was left unfinished, or takes it back.
      const next = await contextOn(bareStore(store));
      await next.close();
      expect([before, after], label).toContainEqual(await stateOf(store));
      await bringTo(store, after);
    }
  }
  await context.close();
  await store.close();
}

const backends: readonly {
  readonly name: string;
  readonly stride: number;
  readonly opener: () => Promise<() => Promise<FileStore>>;
}[] = [
  { name: "memory", stride: 9, opener: async () => async () => createMemoryStore({ pageSize: 2 }) },
  {
    name: "disk",
    stride: 18,
    opener: async () => () => openDiskStore({ root: newFolder({ quick: true }), pageSize: 2 }),
  },
  {
    name: "S3",
    stride: 18,
    opener: async () => {
      const server = await newServer();
      const place = ".graphdown/probe/verdict.json";
      await openS3(server);
      let count = 0;
      return async () => {
        const prefix = parseLogicalPath(`kb-${count++}`);
        server.write(`${prefix}/${place}`, server.bytesOf(place) as Buffer);
        return openS3(server, { prefix, pageSize: 2 });
      };
    },
  },
];

describe("every fault of a store at every call of a script", () => {
  it.each(backends)(
    "on $name: files are as before or as after, answers are right, and an error is clear",
    async ({ stride, opener }) => {
      const open = await opener();
      const expected = await runPlain(await open());
      expect(expected.calls).toBeGreaterThan(30);
      expect(Object.keys(expected.states.at(-1) as State)).toEqual(["b.md", "notes/alpha.md"]);
      for (let at = 1; at <= expected.calls; at++) {
        for (const [index, fault] of allFaults.entries()) {
          if (!isFull && (at + index) % stride !== 0) continue;
          await runWithFault(await open(), { fault, at }, expected);
        }
      }
    },
  );
});
