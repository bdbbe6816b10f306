/** Hints that something may have changed, where a place gives them: nothing rests on them, they only make a look come sooner. */

/** Starts listening. `hint` may be called for nothing, and may not be called when something changes. */
export type HintSource = (hint: () => void) => ChangeHints;

export interface ChangeHints {
  /** The folders that hold something visible now, `""` for the root: those to listen to. */
  cover(folders: ReadonlySet<string>): void;
  /** Frees everything at once. */
  close(): void;
}
