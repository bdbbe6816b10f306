/** The methods of a file context that work on single files and folders. */
import { createDeadline } from "../base/deadline.ts";
import type { HashFunction } from "../base/hash.ts";
import type { Limits } from "../base/limits.ts";
import type { FileScope } from "../files/file-scope.ts";
import { infoOf } from "../files/info-of.ts";
import { createKnownFiles } from "../files/known-files.ts";
import { listFolder } from "../files/list-folder.ts";
import { readFile } from "../files/read-file.ts";
import { readRange } from "../files/read-range.ts";
import type { FileStore } from "../storage/file-store.ts";
import type { FileContext } from "./file-context.ts";

type FileMethods = Pick<FileContext, "read" | "readRange" | "info" | "list">;

export interface FileMethodsSettings {
  readonly store: FileStore;
  readonly limits: Limits;
  readonly sha256: HashFunction;
}

export function createFileMethods({ store, limits, sha256 }: FileMethodsSettings): FileMethods {
  const known = createKnownFiles();
  /** Runs one call under the deadline of the context and the caller's own signal. */
  async function within<Result>(
    signal: AbortSignal | undefined,
    work: (scope: FileScope) => Promise<Result>,
  ): Promise<Result> {
    const deadline = createDeadline({ timeoutMs: limits.operationTimeoutMs, signal });
    try {
      return await work({ store, limits, sha256, known, signal: deadline.signal });
    } finally {
      deadline.close();
    }
  }
  return {
    read: (path, options = {}) => within(options.signal, (scope) => readFile({ ...options, ...scope, path })),
    readRange: (path, options = {}) => within(options.signal, (scope) => readRange({ ...options, ...scope, path })),
    info: (path, options = {}) =>
      within(options.signal, async (scope) => {
        const answer = await infoOf({ ...scope, path });
        return answer.status === "found" ? answer.info : null;
      }),
    list: (directory = "", options = {}) =>
      within(options.signal, (scope) => listFolder({ ...options, ...scope, directory })),
  };
}
