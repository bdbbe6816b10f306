/** Makes changes that can be repeated: a call with a key that has been answered gets that answer, and nothing is written again. */
import { GraphdownError } from "../../base/errors.ts";
import type { HashFunction } from "../../base/hash.ts";
import { parseLogicalPath } from "../../base/logical-path.ts";
import { collectBytes } from "../../storage/byte-streams.ts";
import type { FileStore } from "../../storage/file-store.ts";
import { hashVersion } from "../../storage/file-version.ts";
import { KeyedQueue } from "../../storage/keyed-queue.ts";
import type { Repeatable } from "../edit-contract.ts";
import { StateFile } from "./state-file.ts";

/** What is kept of a change. */
interface RequestRecord {
  /** SHA-256 of what was asked for. */
  readonly arguments: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** The file that tells whether the change was made. */
  readonly path: string;
  readonly answer: object;
  /** Whether the answer was given; a process may have died between writing and saying so. */
  readonly done: boolean;
}

/** One call that may be a repeat. */
export interface RepeatableCall {
  /** The store of the files, as the call sees it. */
  readonly store: FileStore;
  /** Ends the wait for a call with the same key that is on its way. */
  readonly signal: AbortSignal | undefined;
  readonly key: string | undefined;
  /** Who asks: two callers that happen to choose the same key do not take each other's answers. */
  readonly actor: string | undefined;
  /** What is asked for, as JSON; not the condition on a version, which another attempt may give anew. */
  readonly arguments: readonly unknown[];
  /** The file that is there with the answer's version, or missing, once the change is made. */
  readonly path: string;
}

/** Tells what will be answered, before anything is written. */
type TellPlan = (answer: object) => Promise<void>;

/** Runs `work`, or gives the answer of the first call with the same key and says so. */
export type Once = <Result extends object>(
  call: RepeatableCall,
  work: (tellPlan: TellPlan | undefined) => Promise<Result>,
) => Promise<Result & Repeatable>;

export interface Repeats {
  readonly once: Once;
  /** Whether a change with this key was made for this caller and its answer is kept: a call with the key then writes nothing. */
  isAnswered(store: FileStore, key: string, actor: string | undefined): Promise<boolean>;
}

const keptMs = 24 * 60 * 60 * 1_000;
const maximumKeyCharacters = 255;
/** Clocks of stores count in seconds, some of them. */
const clockToleranceMs = 2_000;

/**
 * Keeps answers in the state folder of the store, next to the files that they are about, so that they outlive the process wherever files
 * do.
 */
export function createRepeats(sha256: HashFunction): Repeats {
  const queue = new KeyedQueue();
  const encoder = new TextEncoder();
  const hashOf = (text: string): string => sha256(encoder.encode(text));
  const idOf = (key: string, actor: string | undefined): string => hashOf(JSON.stringify([actor ?? null, key]));
  const fileOf = (store: FileStore, id: string): StateFile<RequestRecord> => new StateFile(store, `requests-${id[0]}`);
  /** What is kept of a change that was made. */
  const findMade = async (store: FileStore, id: string): Promise<RequestRecord | undefined> => {
    const record = (await fileOf(store, id).read())[id];
    if (record === undefined || record.time <= Date.now() - keptMs) return undefined;
    return record.done || (await wasMade(store, sha256, record)) ? record : undefined;
  };
  const once: Once = async <Result extends object>(
    call: RepeatableCall,
    work: (tellPlan: TellPlan | undefined) => Promise<Result>,
  ): Promise<Result & Repeatable> => {
    const { key, store } = call;
    if (key === undefined) return work(undefined);
    checkKey(key);
    const id = idOf(key, call.actor);
    const wanted = hashOf(
      JSON.stringify(call.arguments, (_, value) => (value instanceof Uint8Array ? sha256(value) : value)),
    );
    const note = async (answer: object, done: boolean): Promise<void> => {
      const time = Date.now();
      await fileOf(store, id).change((records) => {
        const fresh = Object.entries(records).filter(([, record]) => record.time > time - keptMs);
        return { ...Object.fromEntries(fresh), [id]: { arguments: wanted, time, path: call.path, answer, done } };
      });
    };
    /** The answer that was given; that the same was asked says that it is of the same kind. */
    const known = async (): Promise<(Result & Repeatable) | undefined> => {
      const record = (await fileOf(store, id).read())[id];
      if (record === undefined || record.time <= Date.now() - keptMs) return undefined;
      if (record.arguments !== wanted) throw otherArguments();
      const made = await findMade(store, id);
      return made === undefined ? undefined : { ...(made.answer as Result), repeated: true };
    };
    const answer = async (): Promise<Result & Repeatable> => {
      const first = await known();
      if (first !== undefined) return first;
      try {
        const result = await work((planned) => note(planned, false));
        await note(result, true);
        return result;
      } catch (cause) {
        // The other process that was given the same call may have been faster.
        const theirs = isOutrun(cause) ? await known() : undefined;
        if (theirs !== undefined) return theirs;
        throw cause;
      }
    };
    return queue.run(id, answer, call.signal);
  };
  return { once, isAnswered: async (store, key, actor) => (await findMade(store, idOf(key, actor))) !== undefined };
}

/** Whether a change may have failed because it was made already: what a move takes is gone by then, and what it makes is there. */
function isOutrun(cause: unknown): boolean {
  return GraphdownError.isInstance(cause) && ["version_conflict", "not_found", "already_exists"].includes(cause.code);
}

/** Whether a change was made whose end nobody noted: the file is what it was to become, or has been since. */
async function wasMade(store: FileStore, sha256: HashFunction, record: RequestRecord): Promise<boolean> {
  const path = parseLogicalPath(record.path);
  const { version } = record.answer as { readonly version?: string };
  const opened = await store.open(path);
  if (version === undefined) {
    await opened?.stream.cancel();
    return opened === null;
  }
  const since = record.time - clockToleranceMs;
  if (opened !== null) {
    const present = hashVersion(sha256(await collectBytes(opened.stream)));
    if (present === version && opened.entry.modified >= since) return true;
  }
  const older = (await store.versions?.(path)) ?? [];
  return older.some((each) => each.version === version && each.written >= since);
}

function checkKey(key: string): void {
  if (key.length > 0 && key.length <= maximumKeyCharacters) return;
  throw new GraphdownError({
    code: "invalid_input",
    message: `An idempotency key has 1 to ${maximumKeyCharacters} characters, and this one has ${key.length}.`,
    details: { parameter: "idempotencyKey", minimum: 1, maximum: maximumKeyCharacters },
    next: "Give a key of your own for each change, such as a UUID.",
  });
}

function otherArguments(): GraphdownError {
  return new GraphdownError({
    code: "invalid_input",
    message: "The idempotency key was used for another change, and nothing was done.",
    details: { parameter: "idempotencyKey", reason: "key_reused" },
    next: "Give each change a key of its own; repeat a change with exactly the same arguments.",
  });
}
