/** Where one context keeps what it built for later processes. What is kept may be missing, never wrong. */
import type { OpenPack, PackSections } from "./pack-container.ts";

/** What decides what is built, besides the files: another value, another pack. Plain JSON. */
export type BuildSettings = Readonly<Record<string, unknown>>;

/** The kept work of one context. */
export interface LocalTier {
  /** What an earlier process kept; `undefined` when there is nothing that can be used. It is read by need. */
  load(): OpenPack | undefined;
  /**
   * Keeps work in place of what was kept before, all or nothing: another process reads the old or the new. Whether it was kept. A failure
   * (a full disk, a folder without rights, whatever `make` throws) is told to whoever set the tier up, and changes no answer.
   */
  save(make: () => PackSections | undefined): boolean;
  /** Throws away what was kept, since it turned out to be damaged. */
  discard(): void;
  /** Frees what was loaded, which can't be read any more then. */
  close(): void;
}

/** Makes the tier of a context from what decides what it builds. */
export type LocalTierSource = (settings: BuildSettings) => LocalTier;
