/** Applies a pure edit of a text to a file: read once, written once, and only over what was read. */
import { GraphdownError } from "../../base/errors.ts";
import type { LogicalPath } from "../../base/logical-path.ts";
import { showPath } from "../../base/show-path.ts";
import { sleep } from "../../base/sleep.ts";
import type { WriteMetadata } from "../../storage/file-store.ts";
import { hashVersion } from "../../storage/file-version.ts";
import { checkFile } from "../access.ts";
import { checkCreatable } from "../create-path.ts";
import { type FileScope, type ResolvedFileScope, resolveScope } from "../file-scope.ts";
import { fileNotFound } from "../near-names.ts";
import { versionOfBytes } from "../version-of.ts";
import { changedMeanwhile } from "./changed-meanwhile.ts";
import { decodeEditable, encodeEditable } from "./editable-text.ts";
import { readForEdit } from "./read-editable.ts";
import { type TextDiff, unifiedDiff } from "./unified-diff.ts";

/** What every change of a file takes besides its own arguments. */
export interface ChangeOptions {
  /**
   * Only over this version (`version_conflict`). Without it the change is conditional on what it read itself, so nothing that others
   * write meanwhile is lost; one that fits whatever they write is made on that.
   */
  readonly ifVersion?: string | undefined;
  /** Tell what would be done, and write nothing. Default `false`. */
  readonly dryRun?: boolean | undefined;
  /** Who writes, for stores that keep it. */
  readonly metadata?: WriteMetadata | undefined;
}

/** Is told what a change will answer, before anything is written; what it throws ends the change. */
export interface PlanListener {
  readonly onPlanned?: ((answer: object) => Promise<void>) | undefined;
}

/** What a change has made of a file. */
export interface ChangedFile extends TextDiff {
  readonly path: LogicalPath;
  /** The file's version now, to be passed as `ifVersion`; of a dry run the present one. Absent when a dry run would create the file. */
  readonly version?: string;
  readonly created: boolean;
  /** Present, and `true`, when nothing was written because it was not asked for. */
  readonly dryRun?: true;
}

/** The text that an edit makes, and whatever it tells besides. */
export type EditedText<Facts extends object> = { readonly text: string } & Facts;

/** A file as an edit sees it. */
export interface FileUnderEdit {
  readonly path: LogicalPath;
  /** Without a byte order mark. */
  readonly text: string;
  readonly bytes: Uint8Array;
}

/** What to do to which file. */
export interface EditFileRequest<Facts extends object> extends FileScope, ChangeOptions, PlanListener {
  readonly path: string;
  /** Make the file if it is missing. Default `false`: `not_found` with near names. */
  readonly create?: boolean | undefined;
  /**
   * The edit is as good on what others have written meanwhile: it is made anew on that, for at most 30 seconds. Where `ifVersion` is given
   * it never is. Default `false`: `version_conflict`.
   */
  readonly again?: boolean | undefined;
  edit(file: FileUnderEdit): EditedText<Facts> | Promise<EditedText<Facts>>;
}

/** How long an edit is made anew that others keep getting ahead of; each time, one of them has succeeded. */
const maximumPatienceMs = 30_000;
/** The longest wait before the second attempt; it doubles with each one. */
const firstWaitMs = 10;
const maximumWaitMs = 500;

/**
 * Edits a file. What the edit throws gets the file's path. A file that is too large, binary or no valid UTF-8 is refused before the edit
 * is asked; an edit that changes nothing writes nothing.
 */
export async function editFile<Facts extends object = object>(
  request: EditFileRequest<Facts>,
): Promise<ChangedFile & Facts> {
  const scope = resolveScope(request);
  const path = checkFile(request.path, scope.access);
  const { ifVersion, again = false } = request;
  const until = Date.now() + maximumPatienceMs;
  let planned: string | undefined;
  for (let attempt = 1; ; attempt++) {
    const result = await tryEdit(scope, path, request, planned);
    if (!(result instanceof Outrun)) return result;
    if (ifVersion !== undefined) throw result.failure;
    if (!again || Date.now() >= until) throw changedMeanwhile(path, attempt, result.failure);
    planned = result.planned;
    await sleep(Math.random() * Math.min(maximumWaitMs, firstWaitMs * 2 ** (attempt - 1)), scope.signal);
  }
}

/** Others were faster, and nothing was written. */
class Outrun {
  readonly failure: GraphdownError;
  /** The version that would have been written. */
  readonly planned: string | undefined;

  constructor(failure: GraphdownError, planned?: string) {
    this.failure = failure;
    this.planned = planned;
  }
}

async function tryEdit<Facts extends object>(
  scope: ResolvedFileScope,
  path: LogicalPath,
  request: EditFileRequest<Facts>,
  planned: string | undefined,
): Promise<(ChangedFile & Facts) | Outrun> {
  const { ifVersion, dryRun = false, create = false, metadata } = request;
  const versionOf = (bytes: Uint8Array): string => hashVersion(scope.sha256(bytes));
  const read = await unlessOutrun(readForEdit(scope, { path, ifVersion }));
  if (read instanceof Outrun) return read;
  if (read !== null && planned !== undefined && versionOf(read.bytes) === planned) throw sameIsThere(path, planned);
  if (read === null) {
    if (!create) throw await fileNotFound(scope, path);
    await checkCreatable(scope, path);
  }
  const before = read === null ? { text: "", mark: false } : decodeEditable(path, read.bytes);
  const { text, ...facts } = await ofPath(path, () =>
    request.edit({ path, text: before.text, bytes: read?.bytes ?? new Uint8Array() }),
  );
  const after = { text, mark: before.mark };
  const bytes = await ofPath(path, async () => encodeEditable(after, scope.limits.maximumWriteBytes));
  const difference = unifiedDiff({ path, before: read === null ? null : before.text, after: text });
  const answer = (version: string | undefined): ChangedFile & Facts => ({
    path,
    ...(version === undefined ? {} : { version }),
    created: read === null,
    ...(dryRun ? { dryRun } : {}),
    ...(facts as unknown as Facts),
    ...difference,
  });
  if (dryRun || (read !== null && before.text === text)) return answer(read?.version);
  const wanted = versionOf(bytes);
  await request.onPlanned?.(answer(wanted));
  const condition = read === null ? { ifAbsent: true } : { ifVersion: read.version };
  const entry = await unlessOutrun(scope.store.put(path, bytes, { ...condition, metadata, signal: scope.signal }));
  return entry instanceof Outrun ? new Outrun(entry.failure, wanted) : answer(versionOfBytes(scope, entry, bytes));
}

/**
 * Others had the same in mind, or the store was given one write twice and told of the second: made on what is there, the edit might be made
 * twice.
 */
function sameIsThere(path: LogicalPath, version: string): GraphdownError {
  return new GraphdownError({
    code: "version_conflict",
    message: `"${showPath(path)}" holds by now what the edit would have made of it.`,
    path,
    details: { reason: "same_content", version },
    next: "Read the file, and repeat the edit only if it is to be made once more.",
  });
}

async function unlessOutrun<Result>(step: Promise<Result>): Promise<Result | Outrun> {
  try {
    return await step;
  } catch (cause) {
    if (GraphdownError.isInstance(cause) && conflicts.has(cause.code)) return new Outrun(cause);
    throw cause;
  }
}

const conflicts: ReadonlySet<string> = new Set(["version_conflict", "already_exists"]);

/** Runs a part of an edit; what it throws gets the file's path. */
export async function ofPath<Result>(path: LogicalPath, part: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await part();
  } catch (cause) {
    if (!GraphdownError.isInstance(cause) || cause.path !== undefined) throw cause;
    const { code, message, details, next } = cause;
    throw new GraphdownError({ code, message: `"${showPath(path)}": ${message}`, path, details, next, cause });
  }
}
