/** Many clients who read, write, replace and delete a few files at the same time, and what each saw of it. */
import { GraphdownError } from "../../../src/base/errors.ts";
import { portableSha256 } from "../../../src/base/hash.ts";
import { type LogicalPath, parseLogicalPath } from "../../../src/base/logical-path.ts";
import { collectBytes } from "../../../src/storage/byte-streams.ts";
import type { FileStore } from "../../../src/storage/file-store.ts";
import { type FileOperation, findContradiction } from "./linearizable.ts";

/** What went wrong on the way of one call, as far as it leaves open what was done. */
export interface Trouble {
  /** A change was sent whose answer was lost, or more often than once: nobody can tell it from the same change by another. */
  isUnclear: boolean;
  /** It may have been done twice: a write on a missing file only, where it names what it goes on from; or on anything. */
  repeats: "never" | "absent" | "always";
  /** It came twice, and the answer is that to the second time. */
  isSecondAnswer: boolean;
  /** A copy that is still on its way: the moment at which it has come, once it has. */
  arrival: number | undefined;
}

export interface HistoryClient {
  readonly store: FileStore;
  /** Set anew before each call. */
  trouble: Trouble;
}

export interface HistoryOptions {
  readonly clients: number;
  readonly files: number;
  /** Turns of all clients together. */
  readonly total: number;
  readonly draw: (below: number) => number;
  readonly open: (client: number, moment: () => number) => Promise<HistoryClient>;
  /** Before the first call of a client, and after its last. */
  readonly join?: () => Promise<void>;
  readonly leave?: () => void;
  /** Has all come that is on its way. */
  readonly settle?: () => Promise<void>;
}

export interface History {
  readonly operations: number;
  /** Calls that ended with an error of the storage. */
  readonly failed: number;
  /** What can't have been, for people to read; empty where all could have come one after the other. */
  readonly contradictions: readonly string[];
}

export const noTrouble = (): Trouble => ({
  isUnclear: false,
  repeats: "never",
  isSecondAnswer: false,
  arrival: undefined,
});

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const versionOf = (text: string): string => `sha256-${portableSha256(bytes(text))}`;

/** Runs a history, and checks it file by file. */
export async function runHistory(options: HistoryOptions): Promise<History> {
  const { clients, files, total, draw } = options;
  const recorder = new Recorder();
  const paths = Array.from({ length: files }, (_, file) => parseLogicalPath(`file-${file}.md`));
  const opened: HistoryClient[] = [];
  for (let client = 0; client < clients; client++) opened.push(await options.open(client, () => recorder.moment()));
  await Promise.all(
    opened.map(async (client, number) => {
      await options.join?.();
      for (let turn = number; turn < total; turn += clients) {
        const path = paths[draw(files)] as LogicalPath;
        await takeTurn({ client, name: `client ${number}`, path, value: `${number}-${turn}`, recorder }, draw(6));
      }
      options.leave?.();
    }),
  );
  await options.settle?.();
  for (const path of paths)
    await read({ client: opened[0] as HistoryClient, name: "the last reader", path, value: "", recorder });
  return recorder.verdict();
}

interface Turn {
  readonly client: HistoryClient;
  readonly name: string;
  readonly path: LogicalPath;
  readonly value: string;
  readonly recorder: Recorder;
}

async function takeTurn(turn: Turn, kind: number): Promise<void> {
  if (kind === 0) await change(turn, "write", undefined);
  else if (kind === 1) await change(turn, "delete", undefined);
  else {
    const seen = await read(turn);
    if (seen === "failed" || kind === 2) return;
    // What is replaced or deleted on a condition is what was read before.
    if (kind === 3 && seen.value !== undefined) await change(turn, "delete", seen);
    else await change(turn, "write", seen);
  }
}

async function read({
  client,
  name,
  path,
  recorder,
}: Turn): Promise<{ readonly value: string | undefined } | "failed"> {
  client.trouble = noTrouble();
  const start = recorder.moment();
  try {
    const file = await client.store.open(path);
    const value = file === null ? undefined : new TextDecoder().decode(await collectBytes(file.stream));
    recorder.add(path, client.trouble, {
      shown: `${name} read ${value ?? "nothing"}`,
      start,
      end: recorder.moment(),
      apply: (before) => (before === value ? { after: before } : "impossible"),
      isPure: true,
    });
    return { value };
  } catch (error) {
    // One that broke off, and that the file was replaced under, says so.
    if (!GraphdownError.isInstance(error) || error.code !== "version_conflict") recorder.failure(error);
    return "failed";
  }
}

/** Writes or deletes; `seen` is what the file must be before, if anything. */
async function change(
  { client, name, path, value, recorder }: Turn,
  kind: "write" | "delete",
  seen: { readonly value: string | undefined } | undefined,
): Promise<void> {
  const trouble = noTrouble();
  client.trouble = trouble;
  const { store } = client;
  const condition =
    seen === undefined ? {} : seen.value === undefined ? { ifAbsent: true } : { ifVersion: versionOf(seen.value) };
  const holds = (before: string | undefined): boolean => seen === undefined || before === seen.value;
  const after = kind === "write" ? value : undefined;
  const what = `${name} ${kind}s ${kind === "write" ? value : "it"}${seen === undefined ? "" : ` on ${seen.value ?? "nothing"}`}`;
  const start = recorder.moment();
  const outcome = await outcomeOf(
    kind === "write" ? store.put(path, bytes(value), condition) : store.delete(path, condition),
  );
  const end = recorder.moment();
  const add = (said: string, operation: Pick<FileOperation, "apply" | "isPure" | "isOptional">): void =>
    recorder.add(path, trouble, { shown: `${what}: ${said}`, start, end, ...operation });
  const maybe = (said: string): void =>
    add(said, { isOptional: true, apply: (before) => (holds(before) ? { after } : "impossible") });
  if (!GraphdownError.isInstance(outcome)) {
    const isRight = (before: string | undefined): boolean =>
      holds(before) && (kind === "write" || outcome === (before !== undefined) || trouble.isSecondAnswer);
    // Two who delete, of whom one has lost its answer, can't tell which of them it was.
    const isGone = (before: string | undefined): boolean =>
      kind === "delete" && trouble.isUnclear && before === undefined;
    add(kind === "write" ? "done" : String(outcome), {
      apply: (before) => (isRight(before) || isGone(before) ? { after } : "impossible"),
    });
    // Refused the second time, a deletion goes on with what is there by then.
    if (kind === "write" || trouble.isSecondAnswer)
      recorder.addRepetition(path, trouble, { what, start, end, after, holds });
  } else if (outcome.code === "version_conflict" || outcome.code === "already_exists") {
    // What was created, deleted by another and created by a third, before its writer could look, is taken for never created.
    if (trouble.isSecondAnswer || (trouble.isUnclear && seen?.value === undefined)) return maybe(outcome.code);
    const { version } = (outcome.details ?? {}) as { readonly version?: unknown };
    add(`${outcome.code}, ${version}`, {
      isPure: true,
      apply: (before) => (!holds(before) && isSaid(version, before) ? { after: before } : "impossible"),
    });
  } else {
    recorder.failure(outcome);
    maybe("failed");
    if (kind === "write") recorder.addRepetition(path, trouble, { what, start, end, after, holds });
  }
}

/** Whether a refusal tells of the file as it is. It need not tell. */
function isSaid(version: unknown, value: string | undefined): boolean {
  if (typeof version !== "string" || !version.startsWith("sha256-")) return version !== null || value === undefined;
  return value !== undefined && version === versionOf(value);
}

async function outcomeOf(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work;
  } catch (error) {
    if (!GraphdownError.isInstance(error)) throw error;
    return error;
  }
}

class Recorder {
  readonly #operations = new Map<LogicalPath, { readonly operation: FileOperation; readonly trouble: Trouble }[]>();
  #moment = 0;
  #failed = 0;

  moment(): number {
    return this.#moment++;
  }

  add(path: LogicalPath, trouble: Trouble, operation: FileOperation): void {
    const operations = this.#operations.get(path) ?? [];
    operations.push({ operation, trouble });
    this.#operations.set(path, operations);
  }

  /** The second time of what may have been done twice. */
  addRepetition(
    path: LogicalPath,
    trouble: Trouble,
    {
      what,
      start,
      end,
      after,
      holds,
    }: {
      readonly what: string;
      readonly start: number;
      readonly end: number;
      readonly after: string | undefined;
      readonly holds: (before: string | undefined) => boolean;
    },
  ): void {
    if (trouble.repeats === "never") return;
    const mayBe = (before: string | undefined): boolean =>
      holds(before) && (trouble.repeats === "always" || before === undefined || after === undefined);
    this.add(path, trouble, {
      shown: `${what}: perhaps again`,
      start: start + 0.25,
      end: end + 0.25,
      isOptional: true,
      apply: (before) => (mayBe(before) ? { after } : "impossible"),
    });
  }

  /** Reads and changes may end with an error of the storage, and with no other. */
  failure(error: unknown): void {
    if (!GraphdownError.isInstance(error) || error.code !== "storage_failed") throw error;
    this.#failed++;
  }

  verdict(): History {
    const contradictions: string[] = [];
    let operations = 0;
    for (const [path, all] of this.#operations) {
      operations += all.length;
      // A copy that comes late may do at that time what was not done, or do it again.
      const seen = all.map(({ operation, trouble: { arrival } }) =>
        operation.isOptional === true && arrival !== undefined && arrival > operation.end
          ? { ...operation, end: arrival + operation.end / 1e9 }
          : operation,
      );
      const found = findContradiction(seen, undefined);
      if (found !== undefined)
        contradictions.push([path, ...found.map(({ shown, start, end }) => `${start} to ${end}: ${shown}`)].join("\n"));
    }
    return { operations, failed: this.#failed, contradictions };
  }
}
