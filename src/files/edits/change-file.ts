/** Writes and deletes whole files as the tools do it: with the difference told, on trial, and only over what was looked at. */

import { tooLargeToWrite } from "../../base/edit-errors.ts";
import { GraphdownError } from "../../base/errors.ts";
import type { LogicalPath } from "../../base/logical-path.ts";
import { showPath } from "../../base/show-path.ts";
import { hashVersion } from "../../storage/file-version.ts";
import { versionConflict } from "../../storage/store-errors.ts";
import { checkFile } from "../access.ts";
import { checkCreatable } from "../create-path.ts";
import { type DeletedFile, deleteFile } from "../delete-file.ts";
import { type FileScope, type ResolvedFileScope, resolveScope } from "../file-scope.ts";
import { nearNames } from "../near-names.ts";
import { versionOfBytes } from "../version-of.ts";
import { changedMeanwhile } from "./changed-meanwhile.ts";
import { type ChangedFile, type ChangeOptions, ofPath, type PlanListener } from "./edit-file.ts";
import { decodeEditable, encodeEditable } from "./editable-text.ts";
import { type ReadForEdit, readForEdit } from "./read-editable.ts";
import { type TextDiff, unifiedDiff } from "./unified-diff.ts";

/** What to write. */
export interface WriteContentOptions extends ChangeOptions {
  /** Text, written as UTF-8 without a byte order mark, or bytes. At most `maximumWriteBytes`. */
  readonly content: string | Uint8Array;
  /** Replace a file that exists. Default `false`: `already_exists`. With `ifVersion` it is replaced in any case. */
  readonly overwrite?: boolean | undefined;
}

/** What was written. The difference is absent where one side is no text, or is too large to be compared. */
export type WrittenContent = Omit<ChangedFile, "diff"> &
  Partial<TextDiff> & {
    /** Bytes of the file that was replaced. */
    readonly previousLength?: number;
  };

/** Writes a file, all or nothing. Content that is stored already is success, also where `ifVersion` names an older version. */
export async function writeContent(
  options: FileScope & WriteContentOptions & PlanListener & { readonly path: string },
): Promise<WrittenContent> {
  const scope = resolveScope(options);
  const path = checkFile(options.path, scope.access);
  const { content, overwrite = false, ifVersion, dryRun = false } = options;
  const bytes = await ofPath(path, async () => encode(content, scope.limits.maximumWriteBytes));
  const existing = await scope.store.stat(path, { signal: scope.signal });
  if (existing === null && ifVersion !== undefined) throw versionConflict({ path, expected: ifVersion, current: null });
  if (existing === null) await checkCreatable(scope, path);
  else if (!overwrite && ifVersion === undefined) throw alreadyExists(path);
  const readable = existing !== null && existing.size <= scope.limits.maximumEditBytes;
  const read = readable ? await readUnlessEqual(scope, { path, ifVersion, bytes }) : null;
  const present = read?.version ?? ifVersion;
  const isStored = read !== null && areEqual(read.bytes, bytes);
  const difference = differenceOf(path, existing === null ? null : read?.bytes, bytes);
  const answer = (version: string | undefined): WrittenContent => ({
    path,
    ...(version === undefined ? {} : { version }),
    created: existing === null,
    ...(existing === null ? {} : { previousLength: existing.size }),
    ...(dryRun ? { dryRun } : {}),
    ...difference,
  });
  if (dryRun || isStored) return answer(present);
  await options.onPlanned?.(answer(hashVersion(scope.sha256(bytes))));
  return answer(await put(scope, { path, bytes, present, exists: existing !== null, options }));
}

interface Write {
  readonly path: LogicalPath;
  readonly bytes: Uint8Array;
  readonly present: string | undefined;
  readonly exists: boolean;
  readonly options: ChangeOptions;
}

async function put(scope: ResolvedFileScope, { path, bytes, present, exists, options }: Write): Promise<string> {
  const condition = present === undefined ? { ifAbsent: !exists } : { ifVersion: present };
  const { metadata, ifVersion } = options;
  try {
    const entry = await scope.store.put(path, bytes, { ...condition, metadata, signal: scope.signal });
    return versionOfBytes(scope, entry, bytes);
  } catch (cause) {
    const isOutrun = GraphdownError.isInstance(cause) && cause.code === "version_conflict" && ifVersion === undefined;
    throw isOutrun ? changedMeanwhile(path, 1, cause) : cause;
  }
}

function encode(content: string | Uint8Array, maximum: number): Uint8Array {
  if (typeof content === "string") return encodeEditable({ text: content, mark: false }, maximum);
  if (content.length > maximum) throw tooLargeToWrite(content.length, maximum);
  return content;
}

/** The file that is to be replaced. Its version counts only where its bytes are others than the wanted ones. */
async function readUnlessEqual(
  scope: ResolvedFileScope,
  {
    path,
    ifVersion,
    bytes,
  }: { readonly path: LogicalPath; readonly ifVersion: string | undefined; readonly bytes: Uint8Array },
): Promise<ReadForEdit | null> {
  const read = await readForEdit(scope, { path });
  if (ifVersion === undefined || (read !== null && areEqual(read.bytes, bytes))) return read;
  return readForEdit(scope, { path, ifVersion });
}

function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

function differenceOf(
  path: LogicalPath,
  before: Uint8Array | null | undefined,
  after: Uint8Array | null,
): Partial<TextDiff> {
  const old = before === undefined ? undefined : textOrNothing(path, before);
  const now = textOrNothing(path, after);
  return old === undefined || now === undefined ? {} : unifiedDiff({ path, before: old, after: now });
}

/** The text of bytes, `undefined` where they are none; `null` stays. */
function textOrNothing(path: LogicalPath, bytes: Uint8Array | null): string | null | undefined {
  if (bytes === null) return null;
  try {
    return decodeEditable(path, bytes).text;
  } catch (cause) {
    if (GraphdownError.isInstance(cause) && cause.code === "unsupported") return undefined;
    throw cause;
  }
}

function alreadyExists(path: LogicalPath): GraphdownError {
  return new GraphdownError({
    code: "already_exists",
    message: `"${showPath(path)}" exists already, and nothing was written.`,
    path,
    next: "Write with overwrite: true to replace it, or choose another path.",
  });
}

/** What was deleted. The difference is absent where there was no file, or no text that could be shown. */
export type RemovedFile = DeletedFile & Partial<TextDiff> & { readonly dryRun?: true };

/**
 * Deletes a file, conditional on what was looked at. A missing file is a value, also one that somebody else deleted meanwhile, or a process
 * that ended on the way to it; with `ifVersion` that is `version_conflict`.
 */
export async function removeFile(
  options: FileScope & ChangeOptions & PlanListener & { readonly path: string },
): Promise<RemovedFile> {
  const scope = resolveScope(options);
  const path = checkFile(options.path, scope.access);
  const { ifVersion, dryRun = false } = options;
  const existing = await scope.store.stat(path, { signal: scope.signal });
  if (existing === null) {
    if (ifVersion !== undefined) throw versionConflict({ path, expected: ifVersion, current: null });
    return { ...(await nothingDeleted(scope, path)), ...(dryRun ? { dryRun } : {}) };
  }
  if (existing.size > scope.limits.maximumEditBytes) {
    if (dryRun) return { path, deleted: true, dryRun };
    await options.onPlanned?.({ path, deleted: true });
    return deleteFile({ ...scope, path, ifVersion });
  }
  const read = await readForEdit(scope, { path, ifVersion });
  const difference = differenceOf(path, read?.bytes, null);
  if (dryRun) return { path, deleted: read !== null, dryRun, ...difference };
  await options.onPlanned?.({ path, deleted: true, ...difference });
  try {
    return { ...(await deleteFile({ ...scope, path, ifVersion: read?.version })), ...difference };
  } catch (cause) {
    // Who named no version wants it gone, and it is.
    if (ifVersion !== undefined || !isGone(cause)) throw cause;
    return nothingDeleted(scope, path);
  }
}

async function nothingDeleted(scope: ResolvedFileScope, path: LogicalPath): Promise<DeletedFile> {
  const suggestions = await nearNames(scope, path);
  return { path, deleted: false, ...(suggestions.length === 0 ? {} : { suggestions }) };
}

function isGone(cause: unknown): boolean {
  return GraphdownError.isInstance(cause) && cause.code === "version_conflict" && cause.details?.["version"] === null;
}
