/** Writes a whole file. */
import { GraphdownError } from "../base/errors.ts";
import type { LogicalPath } from "../base/logical-path.ts";
import { showPath } from "../base/show-path.ts";
import { utf8Length } from "../base/utf8-length.ts";
import { checkFile } from "./access.ts";
import { checkCreatable } from "./create-path.ts";
import { type FileScope, resolveScope } from "./file-scope.ts";
import { versionOfBytes } from "./version-of.ts";

/** What to write, and what must hold before. */
export interface WriteFileOptions {
  readonly path: string;
  /** Text is written as UTF-8 without a byte order mark. At most `maximumWriteBytes`. */
  readonly content: string | Uint8Array;
  /** Replace a file that exists. Default `false`: `already_exists`, and nothing is written. */
  readonly overwrite?: boolean | undefined;
  /** Only over this version; `version_conflict` when the file has another or is missing. */
  readonly ifVersion?: string | undefined;
}

/** What was written. */
export interface WrittenFile {
  readonly path: LogicalPath;
  readonly version: string;
  readonly created: boolean;
  /** Bytes of the file that was replaced. */
  readonly previousLength?: number;
}

/** Writes a file, all or nothing. Too much content is `limit_exceeded` and text with half a surrogate pair `invalid_input`, before storage is touched. */
export async function writeFile(options: FileScope & WriteFileOptions): Promise<WrittenFile> {
  const scope = resolveScope(options);
  const path = checkFile(options.path, scope.access);
  const bytes = encode(path, options.content, scope.limits.maximumWriteBytes);
  const existing = await scope.store.stat(path, { signal: scope.signal });
  if (existing === null) await checkCreatable(scope, path);
  else if (options.overwrite !== true && options.ifVersion === undefined) throw alreadyExists(path);
  const condition =
    options.ifVersion !== undefined ? { ifVersion: options.ifVersion } : { ifAbsent: existing === null };
  const entry = await scope.store.put(path, bytes, { ...condition, signal: scope.signal });
  return {
    path,
    version: versionOfBytes(scope, entry, bytes),
    created: existing === null,
    ...(existing === null ? {} : { previousLength: existing.size }),
  };
}

function encode(path: LogicalPath, content: string | Uint8Array, maximum: number): Uint8Array {
  const size = typeof content === "string" ? utf8Length(content) : content.length;
  if (size > maximum) {
    throw new GraphdownError({
      code: "limit_exceeded",
      message: `The content for "${showPath(path)}" has ${size} bytes, and at most ${maximum} are written (maximumWriteBytes).`,
      path,
      details: { limit: "maximumWriteBytes", maximum, actual: size },
      next: "Split the content over several files, or raise maximumWriteBytes.",
    });
  }
  if (typeof content !== "string") return content;
  const half = /\p{Cs}/u.exec(content);
  if (half !== null) {
    throw new GraphdownError({
      code: "invalid_input",
      message: `The content for "${showPath(path)}" holds half a surrogate pair at offset ${half.index}, which has no UTF-8 form.`,
      path,
      details: { reason: "unpaired_surrogate", offset: half.index },
      next: "Send whole characters, or U+FFFD for what is broken.",
    });
  }
  return new TextEncoder().encode(content);
}

function alreadyExists(path: LogicalPath): GraphdownError {
  return new GraphdownError({
    code: "already_exists",
    message: `"${showPath(path)}" exists already, and nothing was written.`,
    path,
    next: "Write with overwrite: true to replace it, or choose another path.",
  });
}
