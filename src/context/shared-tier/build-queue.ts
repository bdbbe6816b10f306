/** Where the pages of a build are sent that is too long for one question. */
import type { BuildPage } from "./build-pages.ts";

export interface BuildQueue {
  /** Most files, and bytes of them, that one question reads and parses itself. */
  readonly maximumFiles: number;
  readonly maximumBytes: number;
  /** Has pages parsed elsewhere, some time: they may come there twice, in any order, late, or never. */
  send(pages: readonly BuildPage[]): Promise<void>;
}
