/** What somebody asked for by a name that nothing has. */

/** A name that nothing has, with names that are there and almost the same, the nearest first. */
export interface UnknownName {
  readonly name: string;
  /** At most 3. */
  readonly near: readonly string[];
}
