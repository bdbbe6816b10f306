/** The methods of a file context that work on single files and folders. */
import type { HashFunction } from "../base/hash.ts";
import type { Limits } from "../base/limits.ts";
import { type AccessRules, checkFile } from "../files/access.ts";
import { type FileScope, resolveScope } from "../files/file-scope.ts";
import { infoOf } from "../files/info-of.ts";
import { createKnownFiles } from "../files/known-files.ts";
import { listFolder } from "../files/list-folder.ts";
import { fileNotFound } from "../files/near-names.ts";
import { openFile } from "../files/open-file.ts";
import { readFile } from "../files/read-file.ts";
import { readRange } from "../files/read-range.ts";
import type { FileStore } from "../storage/file-store.ts";
import type { FileContext } from "./file-context.ts";
import { withinDeadline } from "./within-deadline.ts";

type FileMethods = Pick<FileContext, "read" | "readRange" | "info" | "open" | "list" | "notFound">;

export interface FileMethodsSettings {
  readonly store: FileStore;
  readonly limits: Limits;
  readonly sha256: HashFunction;
  readonly access: AccessRules;
}

export function createFileMethods({ store, limits, sha256, access }: FileMethodsSettings): FileMethods {
  const known = createKnownFiles();
  const within = <Result>(signal: AbortSignal | undefined, work: (scope: FileScope) => Promise<Result>) =>
    withinDeadline({ timeoutMs: limits.operationTimeoutMs, signal }, (deadline) =>
      work({ store, limits, sha256, access, known, signal: deadline.signal }),
    );
  return {
    read: (path, options = {}) => within(options.signal, (scope) => readFile({ ...options, ...scope, path })),
    readRange: (path, options = {}) => within(options.signal, (scope) => readRange({ ...options, ...scope, path })),
    info: (path, options = {}) =>
      within(options.signal, async (scope) => {
        const answer = await infoOf({ ...scope, path });
        return answer.status === "found" ? answer.info : null;
      }),
    // The deadline is for opening; whoever reads the bytes takes the time that is needed, and cancels the stream.
    open: (path, options = {}) => within(options.signal, (scope) => openFile({ ...scope, path })),
    list: (directory = "", options = {}) =>
      within(options.signal, (scope) => listFolder({ ...options, ...scope, directory })),
    notFound: (path, options = {}) =>
      within(options.signal, (given) => {
        const scope = resolveScope(given);
        return fileNotFound(scope, checkFile(path, scope.access));
      }),
  };
}
