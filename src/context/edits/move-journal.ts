/** What is left to do of moves on their way, written down before anything changes, so that a process that dies leaves no half of one. */

import { type ErrorInfo, GraphdownError } from "../../base/errors.ts";
import type { HashFunction } from "../../base/hash.ts";
import { type LogicalPath, parseLogicalPath } from "../../base/logical-path.ts";
import { applyTextEdits, type TextEdit } from "../../base/text-edits.ts";
import { editFile } from "../../files/edits/edit-file.ts";
import type { FileScope } from "../../files/file-scope.ts";
import { collectBytes } from "../../storage/byte-streams.ts";
import type { FileStore } from "../../storage/file-store.ts";
import { hashVersion } from "../../storage/file-version.ts";
import { StateFile } from "./state-file.ts";

/** A move on its way. */
export interface MoveRecord {
  readonly from: string;
  readonly to: string;
  /** SHA-256 of the old file, and of what is put at the new path. */
  readonly before: string;
  readonly after: string;
  /** Milliseconds since the epoch. */
  readonly started: number;
  readonly changes: readonly RecordedChange[];
  /** How it ends, where that was decided while the old file was gone or about to go: whoever decides first is right. */
  readonly decided?: MoveDecision;
  /** Its call has ended, and left it to others to find out how far it came. */
  readonly ended?: true;
}

/** `complete`: the new file stays. `take_back`: somebody else deleted the old file, so the new one goes too. */
export type MoveDecision = "complete" | "take_back";

/** A change of another file's links. */
export interface RecordedChange {
  readonly path: string;
  /** SHA-256 of the bytes that the edits refer to. */
  readonly sha256: string;
  /** SHA-256 of what they make of them. */
  readonly after: string;
  readonly edits: readonly TextEdit[];
}

/** What became of a move that was found unfinished. */
export interface RepairedMove {
  readonly from: string;
  readonly to: string;
  /** `completed`, or taken back as if it had not begun. */
  readonly outcome: "completed" | "taken_back";
  /** Files whose links could not be changed, since they have changed meanwhile. */
  readonly failed: readonly string[];
}

/** Where moves are repaired. */
export type RepairScope = FileScope & { readonly sha256: HashFunction };

/** A move of which nothing was done is forgotten only when its process can't be about to begin. */
const patienceMs = 10 * 60 * 1_000;

export function moveJournal(store: FileStore): StateFile<MoveRecord> {
  return new StateFile(store, "moves");
}

/** Finishes or takes back every move that a process has left behind. Another one that is at it is not disturbed: each step is the same. */
export async function repairMoves(scope: RepairScope): Promise<readonly RepairedMove[]> {
  const journal = moveJournal(scope.store);
  if (!(await journal.exists())) return [];
  const repaired: RepairedMove[] = [];
  for (const [id, record] of Object.entries(await journal.read())) {
    const outcome = await settleMove(scope, id, record);
    if (outcome !== "wait") repaired.push(outcome);
  }
  return repaired;
}

/** Finishes or takes back one move, and forgets it. `wait` where its process may still be about to begin, or its files do not rest. */
export async function settleMove(scope: RepairScope, id: string, record: MoveRecord): Promise<RepairedMove | "wait"> {
  const outcome = await repairSteadily(scope, id, record);
  if (outcome !== "wait") await forgetMove(scope.store, id);
  return outcome;
}

/** Takes a move out of the journal. */
export async function forgetMove(store: FileStore, id: string): Promise<void> {
  await moveJournal(store).change(({ [id]: _, ...others }) => others);
}

/**
 * Takes a move out of the journal at the end of its call. Where that fails, what the call has made or refused stands all the same: it is
 * noted at least that the call has ended, so that whoever comes next need not wait, and the failure is given back to be told.
 */
export async function closeMove(store: FileStore, id: string): Promise<ErrorInfo | undefined> {
  const failure = await failureOf(forgetMove(store, id));
  if (failure !== undefined) await failureOf(endMove(store, id));
  return failure;
}

/** What work on the journal failed with; `undefined` where it did not. */
export async function failureOf(work: Promise<void>): Promise<ErrorInfo | undefined> {
  try {
    await work;
    return undefined;
  } catch (cause) {
    if (GraphdownError.isInstance(cause)) return cause.toInfo();
    const kind = cause instanceof Error ? cause.name : typeof cause;
    return {
      code: "storage_failed",
      message: `The record of the move could not be changed (${kind}).`,
      details: { reason: "unexpected", kind },
    };
  }
}

/** Notes that the call of a move has ended without knowing how far it came. */
export async function endMove(store: FileStore, id: string): Promise<void> {
  await moveJournal(store).change((records) => {
    const record = records[id];
    return record === undefined ? records : { ...records, [id]: { ...record, ended: true } };
  });
}

/** Decides how a move ends. `false` where it was decided otherwise, or the move is settled. */
export async function decideMove(store: FileStore, id: string, decided: MoveDecision): Promise<boolean> {
  const records = await moveJournal(store).change((before) => {
    const record = before[id];
    return record === undefined || record.decided !== undefined ? before : { ...before, [id]: { ...record, decided } };
  });
  return records[id]?.decided === decided;
}

/** How often a move is looked at anew whose files change while it is repaired; after that the next start tries again. */
const maximumAttempts = 5;

/**
 * Repairs a move over what is there now. A file may change on the way, and not only by others: a deletion that the dead process had
 * claimed is carried out by the first change that follows it.
 */
async function repairSteadily(scope: RepairScope, id: string, record: MoveRecord): Promise<RepairedMove | "wait"> {
  for (let attempt = 1; attempt <= maximumAttempts; attempt++) {
    try {
      return await repairMove(scope, id, record);
    } catch (cause) {
      if (!GraphdownError.isInstance(cause) || cause.code !== "version_conflict") throw cause;
    }
  }
  return "wait";
}

async function repairMove(scope: RepairScope, id: string, record: MoveRecord): Promise<RepairedMove | "wait"> {
  const { store } = scope;
  const from = parseLogicalPath(record.from);
  const to = parseLogicalPath(record.to);
  const [old, present] = [await hashOf(scope, from), await hashOf(scope, to)];
  const names = { from, to };
  if (present === undefined) {
    const isOver = record.ended === true || record.decided !== undefined;
    if (old !== undefined && !isOver && Date.now() - record.started < patienceMs) return "wait";
    return { ...names, outcome: "taken_back", failed: [] };
  }
  if (old !== undefined && old !== record.before) {
    // The old file has been written to since: it stays, and ours goes.
    if (present === record.after) await store.delete(to, { ifVersion: hashVersion(present) });
    return { ...names, outcome: "taken_back", failed: [] };
  }
  // Somebody else's file, put there before ours.
  if (old !== undefined && present !== record.after) return { ...names, outcome: "taken_back", failed: [] };
  // The call itself may be alive: from here on it must not take the new file away, or we must.
  if (!(await decideMove(store, id, "complete"))) {
    const isTakenBack = (await moveJournal(store).read())[id]?.decided === "take_back";
    if (isTakenBack && present === record.after) await store.delete(to, { ifVersion: hashVersion(present) });
    return { ...names, outcome: isTakenBack ? "taken_back" : "completed", failed: [] };
  }
  if (old !== undefined) await store.delete(from, { ifVersion: hashVersion(old) });
  const failed: string[] = [];
  for (const change of record.changes) {
    const outcome = await applyChange(scope, change);
    if (outcome.error !== undefined) failed.push(change.path);
  }
  return { ...names, outcome: "completed", failed };
}

async function hashOf(
  { store, sha256 }: { readonly store: FileStore; readonly sha256: HashFunction },
  path: LogicalPath,
): Promise<string | undefined> {
  const opened = await store.open(path);
  return opened === null ? undefined : sha256(await collectBytes(opened.stream));
}

/** What came of changing one file. */
export interface ChangeOutcome {
  readonly version?: string | undefined;
  readonly diff?: string | undefined;
  readonly error?: GraphdownError | undefined;
}

/** Changes the links of one file, if it still is what the plan was made from; a change that is made already is success. */
export async function applyChange(
  scope: FileScope & { readonly dryRun?: boolean | undefined },
  { path, sha256, after, edits }: RecordedChange,
): Promise<ChangeOutcome> {
  try {
    const { version, diff } = await editFile({
      ...scope,
      path,
      ifVersion: hashVersion(sha256),
      edit: ({ text }) => ({ text: applyTextEdits(text, edits) }),
    });
    return { version, diff };
  } catch (cause) {
    scope.signal?.throwIfAborted();
    if (!GraphdownError.isInstance(cause)) throw cause;
    return cause.details?.["version"] === hashVersion(after) ? { version: hashVersion(after) } : { error: cause };
  }
}
