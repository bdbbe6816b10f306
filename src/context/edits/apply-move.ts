/** Carries out a move that was planned: the file is claimed, put at its new path, taken from its old one, and then links are changed. */
import { type ErrorInfo, GraphdownError } from "../../base/errors.ts";
import type { HashFunction } from "../../base/hash.ts";
import type { LogicalPath } from "../../base/logical-path.ts";
import type { ChangeOptions } from "../../files/edits/edit-file.ts";
import { readForEdit } from "../../files/edits/read-editable.ts";
import type { ResolvedFileScope } from "../../files/file-scope.ts";
import { fileNotFound } from "../../files/near-names.ts";
import { versionOfBytes } from "../../files/version-of.ts";
import { hashVersion } from "../../storage/file-version.ts";
import { alreadyExists } from "../../storage/store-errors.ts";
import { claimMove } from "./claim-move.ts";
import { changedMeanwhile } from "./move-errors.ts";
import { applyChange, closeMove, decideMove, endMove, failureOf, type MoveRecord } from "./move-journal.ts";

/** A move that is ready to be made. */
export interface PlannedMove {
  readonly record: MoveRecord;
  /** What is put at the new path. */
  readonly bytes: Uint8Array;
  /** The version of the old file that the plan was made for. */
  readonly version: string;
}

/** What a move has made, and what it could not. */
export interface AppliedMove {
  readonly version: string;
  readonly updated: readonly { readonly path: string; readonly version?: string }[];
  readonly failed?: readonly { readonly path: string; readonly error: ErrorInfo }[];
  /** Why the record of the move is still as it was. */
  readonly recordLeft?: ErrorInfo;
}

/** New file, old file, links: in this order a move that can't be made is one that was never begun. */
export async function applyMove(
  scope: ResolvedFileScope,
  { metadata, sha256 }: ChangeOptions & { readonly sha256: HashFunction },
  { record, bytes, version }: PlannedMove,
): Promise<AppliedMove> {
  const { store } = scope;
  const move: Move = {
    id: `${record.started}-${record.before.slice(0, 16)}-${Math.random().toString(36).slice(2, 10)}`,
    from: record.from as LogicalPath,
    to: record.to as LogicalPath,
  };
  await claimMove({ ...scope, sha256 }, move.id, record);
  let moved: string;
  try {
    await requireAsPlanned(scope, move, version);
    moved = await putNew(scope, move.to, bytes, { after: record.after, metadata });
    await deleteOld(scope, move, version, moved);
  } catch (cause) {
    // What was refused was not done. Of anything else nobody knows: the record stays, and the next start or the next move of the file
    // completes the move or takes it back. Where not even that can be noted, the record's age tells it.
    if (isRefusal(cause)) throw refusedWith(cause, await closeMove(store, move.id));
    await failureOf(endMove(store, move.id));
    throw cause;
  }
  // From here on the move is made: an abort would only leave it to be completed later.
  const unstoppable = { ...scope, signal: undefined, metadata };
  const updated: { path: string; version?: string }[] = [];
  const failed: { path: string; error: ErrorInfo }[] = [];
  for (const change of record.changes) {
    const outcome = await applyChange(unstoppable, change);
    if (outcome.error !== undefined) failed.push({ path: change.path, error: outcome.error.toInfo() });
    else updated.push({ path: change.path, ...(outcome.version === undefined ? {} : { version: outcome.version }) });
  }
  // What failed for now is done by the next start.
  const isUnclear = failed.some(({ error }) => unclearCodes.has(error.code));
  const recordLeft = await (isUnclear ? failureOf(endMove(store, move.id)) : closeMove(store, move.id));
  return {
    version: moved,
    updated,
    ...(failed.length === 0 ? {} : { failed }),
    ...(recordLeft === undefined ? {} : { recordLeft }),
  };
}

interface Move {
  /** Of its record in the journal. */
  readonly id: string;
  readonly from: LogicalPath;
  readonly to: LogicalPath;
}

/** Others may have moved the file, or one to the same path, between the plan and the claim; from now on no move can. */
async function requireAsPlanned(scope: ResolvedFileScope, { from, to }: Move, version: string): Promise<void> {
  const read = await readForEdit(scope, { path: from });
  if (read === null) throw await fileNotFound(scope, from);
  if (read.version !== version) throw changedMeanwhile(from);
  if ((await scope.store.stat(to, { signal: scope.signal })) !== null) throw alreadyExists(to);
}

/** Puts the file at its new path, and gives its version there. */
async function putNew(
  scope: ResolvedFileScope,
  to: LogicalPath,
  bytes: Uint8Array,
  { after, metadata }: Pick<MoveRecord, "after"> & Pick<ChangeOptions, "metadata">,
): Promise<string> {
  try {
    const entry = await scope.store.put(to, bytes, { ifAbsent: true, metadata, signal: scope.signal });
    return versionOfBytes(scope, entry, bytes);
  } catch (cause) {
    // The path was free a moment ago, and what is there now is what we put: a request may arrive twice.
    if (isConflict(cause) && cause.details?.["version"] === hashVersion(after)) return hashVersion(after);
    throw cause;
  }
}

/** Takes the old file away; one that has changed stays, and the new one goes. */
async function deleteOld(scope: ResolvedFileScope, move: Move, version: string, moved: string): Promise<void> {
  const { store } = scope;
  const { id, from, to } = move;
  // Nothing was sent yet, so it was deleted by somebody who wanted it gone, unless another start has taken this move for one left behind.
  if ((await store.stat(from)) === null) {
    if (!(await decideMove(store, id, "take_back"))) return;
    await store.delete(to, { ifVersion: moved });
    throw await fileNotFound(scope, from);
  }
  try {
    await store.delete(from, { ifVersion: version });
  } catch (cause) {
    // It may be gone all the same, and then the new file is the only one.
    if (!isConflict(cause)) throw cause;
    // Gone by a request that arrived twice, or by a deletion at this very moment: what is at the new path is all that is left.
    if (cause.details?.["version"] === null) return;
    await store.delete(to, { ifVersion: moved });
    throw cause;
  }
}

function isConflict(cause: unknown): cause is GraphdownError {
  return GraphdownError.isInstance(cause) && (cause.code === "version_conflict" || cause.code === "already_exists");
}

/** Codes of what may have been done all the same. */
const unclearCodes: ReadonlySet<string> = new Set(["storage_failed", "operation_timeout", "cancelled"]);

function isRefusal(cause: unknown): cause is GraphdownError {
  return GraphdownError.isInstance(cause) && !unclearCodes.has(cause.code);
}

/** A refusal, which says where its record is left. */
function refusedWith(cause: GraphdownError, recordLeft: ErrorInfo | undefined): GraphdownError {
  if (recordLeft === undefined) return cause;
  return new GraphdownError({ ...cause.toInfo(), details: { ...cause.details, recordLeft }, cause });
}
