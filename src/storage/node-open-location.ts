/** A storage location, one string, to a store. */
import { GraphdownError } from "../base/errors.ts";
import { type LogicalPath, parseLogicalPath } from "../base/logical-path.ts";
import type { FileStore } from "./file-store.ts";
import { type GitLocation, parseGitLocation } from "./git-location.ts";
import { createMemoryStore } from "./memory-store.ts";
import { openDiskStore } from "./node-disk-store.ts";
import { createPrefixedStore } from "./prefixed-store.ts";
import { isS3Location, parseS3Location, type S3Access } from "./s3/parse-s3-location.ts";

/** A location and the folder below it that is served. */
export interface LocationSettings {
  /**
   * A folder, `git:folder@revision` for one as it is at a revision, `s3://bucket/prefix?endpoint=…&region=…` for a bucket, or `memory:` for
   * an empty store in memory.
   */
  readonly location: string;
  /** Opens the folder as it is at this revision of its repository, read-only; see `openGitStore`. */
  readonly revision?: string | undefined;
  /** Only this folder below the location; nothing else is visible. */
  readonly prefix?: string | undefined;
  /** Whether a bucket is going to be written to; it is then found out what its server holds of conditions. Default `false`. */
  readonly writable?: boolean | undefined;
  /** Credentials of a bucket, and where it is when the location does not say so. */
  readonly s3?: S3Access | undefined;
}

/**
 * Opens the store that a location names. A folder that does not exist is an error: a typing mistake must not look like an empty
 * knowledge base.
 */
export async function openLocation(settings: LocationSettings): Promise<FileStore> {
  const { location, revision, prefix } = settings;
  const below = prefixPath(prefix);
  const git = gitLocationOf({ location, revision });
  if (git !== undefined) {
    const { openGitStore } = await import("./node-git-store.ts");
    return openGitStore({ ...git, prefix: below });
  }
  if (isS3Location(location)) return openBucketLocation(settings, below);
  if (location === "memory:") {
    const store = createMemoryStore();
    return below === undefined ? store : createPrefixedStore(store, below);
  }
  // One letter before a colon is a drive, not a scheme.
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(location)?.[1];
  if (scheme !== undefined) {
    throw new GraphdownError({
      code: "invalid_options",
      message: `The location ${JSON.stringify(location)} has the scheme ${scheme}:, which names no storage of ours.`,
      details: { option: "location" },
      next: "Give a folder such as ./notes, a revision such as git:notes@main, a bucket such as s3://notes, or memory: for an empty store in memory.",
    });
  }
  return openDiskStore({ root: location, prefix: below });
}

async function openBucketLocation(
  { location, writable, s3 }: LocationSettings,
  below: LogicalPath | undefined,
): Promise<FileStore> {
  const { createS3Store } = await import("./s3-store.ts");
  const place = parseS3Location(location, s3);
  const store = await createS3Store({ ...place, credentials: s3?.credentials, writable });
  return below === undefined ? store : createPrefixedStore(store, below);
}

/** A prefix as a path; it may end in `/`, as folders are often written. `undefined` for none. */
export function prefixPath(prefix: string | undefined): LogicalPath | undefined {
  return prefix === undefined || prefix === "" ? undefined : parseLogicalPath(prefix.replace(/\/$/, ""));
}

/**
 * The folder and revision that settings name, `undefined` where they name no revision. A revision of what is no folder, or two of them, is
 * `invalid_options`.
 */
export function gitLocationOf({
  location,
  revision,
}: Pick<LocationSettings, "location" | "revision">): GitLocation | undefined {
  const named = parseGitLocation(location);
  if (revision === undefined) return named;
  const isFolder = named === undefined && !/^[a-z][a-z0-9+.-]+:/i.test(location);
  if (isFolder) return { folder: location, revision };
  throw new GraphdownError({
    code: "invalid_options",
    message:
      named === undefined
        ? `The location ${JSON.stringify(location)} has no revisions.`
        : `The location ${JSON.stringify(location)} names a revision already.`,
    details: { option: "revision" },
    next: named === undefined ? "Give a folder of a git repository." : "Name the revision in one place.",
  });
}
