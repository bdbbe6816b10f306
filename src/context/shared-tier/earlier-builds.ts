/** Lets go of what earlier builds of the product have kept beside the files, and of what was kept for other settings. */
import { parseLogicalPath } from "../../base/logical-path.ts";
import type { FileStore } from "../../storage/file-store.ts";
import { StateFile, type StateRecords } from "../edits/state-file.ts";
import { maximumPages } from "./build-pages.ts";

/** Not used for so long, it is not going to be used again; where that is wrong, it is only made again. */
const lifetimeMs = 7 * 86_400_000;

/** Objects that are deleted at one time, each at the cost of a few calls, of which one request may make 1,000. The next time goes on. */
const maximumDeletions = 100;

/** When something was kept under a fingerprint last, and in how many pages at most. */
export interface KeptBuild {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly pages: number;
}

/** What is kept, by fingerprint. */
export type KeptBuilds = StateRecords<KeptBuild>;

/** Notes what is kept under a fingerprint, and gives all that is. Called before it is written, so that nothing is there that nobody knows of. */
export async function noteBuild(
  store: FileStore,
  fingerprint: string,
  { at, pages }: KeptBuild,
): Promise<StateRecords<KeptBuild>> {
  return fileOf(store).change((builds) => ({
    ...builds,
    [fingerprint]: { at, pages: Math.max(pages, pagesOf(builds[fingerprint])) },
  }));
}

/**
 * Deletes what was noted a week before `at`, or earlier, under other fingerprints, as far as one time goes. A name is forgotten when all
 * under it is gone: what can't be deleted is thrown in the end, and tried again the next time.
 */
export async function letGoOfEarlierBuilds(
  store: FileStore,
  builds: KeptBuilds,
  { fingerprint, at }: { readonly fingerprint: string; readonly at: number },
): Promise<void> {
  const failures: unknown[] = [];
  /** What is left under each name; `undefined` for nothing. */
  const left = new Map<string, KeptBuild | undefined>();
  let deletions = 0;
  for (const [name, build] of Object.entries(builds)) {
    if (name === fingerprint || at - build?.at < lifetimeMs) continue;
    // Only names that we gave: the record lies in a bucket that others write to.
    const names = /^[0-9a-f]{32}$/.test(name) ? namesOf(build) : [];
    let gone = 0;
    try {
      for (; gone < names.length && deletions < maximumDeletions; gone++) {
        deletions++;
        await store.delete(parseLogicalPath(`.graphdown/parsed/${name}/${names[gone]}`));
      }
    } catch (cause) {
      failures.push(cause);
    }
    left.set(name, gone === names.length ? undefined : { ...build, pages: Math.max(0, pagesOf(build) - gone) });
  }
  if (left.size > 0) await note(store, builds, left);
  if (failures.length > 0)
    throw new AggregateError(failures, "What earlier builds have kept could not all be deleted.");
}

/** Notes what is left, but of names under which something has been kept again meanwhile. */
async function note(
  store: FileStore,
  builds: KeptBuilds,
  left: ReadonlyMap<string, KeptBuild | undefined>,
): Promise<void> {
  await fileOf(store).change((present) =>
    Object.fromEntries(
      Object.entries(present).flatMap(([name, build]) => {
        if (!left.has(name) || build?.at !== builds[name]?.at) return [[name, build]];
        const rest = left.get(name);
        return rest === undefined ? [] : [[name, rest]];
      }),
    ),
  );
}

/** The last page first, so that a smaller number of pages says what is left. */
function namesOf(build: KeptBuild): readonly string[] {
  const pages = pagesOf(build);
  const fromLast = Array.from({ length: pages }, (_, page) => `page-${pages - 1 - page}`);
  return [...fromLast, "build.json", "recent", "all"];
}

function pagesOf(build: KeptBuild | undefined): number {
  const pages = build?.pages;
  return Number.isSafeInteger(pages) ? Math.max(0, Math.min(pages as number, maximumPages)) : 0;
}

function fileOf(store: FileStore): StateFile<KeptBuild> {
  return new StateFile(store, "parsed/builds");
}
