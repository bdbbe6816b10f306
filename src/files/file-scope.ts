/** What every function on files works on: a store, and the bounds and rules under which it is used. */
import { type HashFunction, portableSha256 } from "../base/hash.ts";
import { defaultLimits, type Limits } from "../base/limits.ts";
import type { FileStore } from "../storage/file-store.ts";
import { type AccessRules, defaultAccess } from "./access.ts";
import { type KnownFiles, nothingKnown } from "./known-files.ts";

/** Where files are, and how they may be used. Only `store` is needed. */
export interface FileScope {
  readonly store: FileStore;
  /** Default: {@link defaultLimits}. */
  readonly limits?: Limits | undefined;
  /** Makes versions of bytes. Default: SHA-256 in plain JavaScript. */
  readonly sha256?: HashFunction | undefined;
  /** Default: {@link defaultAccess}. */
  readonly access?: AccessRules | undefined;
  /** Remembers versions and line positions between calls, so that walking a large file does not start anew. Default: nothing is kept. */
  readonly known?: KnownFiles | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A {@link FileScope} with every default filled in. */
export interface ResolvedFileScope {
  readonly store: FileStore;
  readonly limits: Limits;
  readonly sha256: HashFunction;
  readonly access: AccessRules;
  readonly known: KnownFiles;
  readonly signal: AbortSignal | undefined;
}

/** Fills in the defaults, and ends the call here when it has been cancelled already. */
export function resolveScope(scope: FileScope): ResolvedFileScope {
  scope.signal?.throwIfAborted();
  return {
    store: scope.store,
    limits: scope.limits ?? defaultLimits,
    sha256: scope.sha256 ?? portableSha256,
    access: scope.access ?? defaultAccess,
    known: scope.known ?? nothingKnown,
    signal: scope.signal,
  };
}
