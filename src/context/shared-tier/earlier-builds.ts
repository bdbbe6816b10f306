/** Lets go of what earlier builds of the product have kept beside the files, and of what was kept for other settings. */
import { parseLogicalPath } from "../../base/logical-path.ts";
import type { FileStore } from "../../storage/file-store.ts";
import { StateFile } from "../edits/state-file.ts";

/** Not used for so long, it is not going to be used again; where that is wrong, it is only made again. */
const lifetimeMs = 7 * 86_400_000;

/** When something was kept under a fingerprint last, and in how many pages at most. */
export interface KeptBuild {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly pages: number;
}

/** Notes what is kept under a fingerprint, and deletes what is old under others. */
export async function letGoOfEarlierBuilds(
  store: FileStore,
  fingerprint: string,
  { at, pages }: KeptBuild,
): Promise<void> {
  const file = new StateFile<KeptBuild>(store, "parsed/builds");
  let old: [string, KeptBuild][] = [];
  await file.change((builds) => {
    const others = Object.entries(builds).filter(([name]) => name !== fingerprint);
    old = others.filter(([, build]) => at - build.at >= lifetimeMs);
    const young = others.filter(([, build]) => at - build.at < lifetimeMs);
    return Object.fromEntries([
      ...young,
      [fingerprint, { at, pages: Math.max(pages, builds[fingerprint]?.pages ?? 0) }],
    ]);
  });
  for (const [name, build] of old) {
    // Only names that we gave: the record lies in a bucket that others write to.
    if (!/^[0-9a-f]{32}$/.test(name)) continue;
    const pagesOf = Number.isSafeInteger(build.pages) ? Math.min(build.pages, 512) : 0;
    const names = ["all", "recent", "build.json", ...Array.from({ length: pagesOf }, (_, page) => `page-${page}`)];
    for (const each of names) await store.delete(parseLogicalPath(`.graphdown/parsed/${name}/${each}`));
  }
}
