/** Fills a window from a file that was read before, where one look at the disk is all that it takes. */
import type { LogicalPath } from "../base/logical-path.ts";
import type { ResolvedFileScope } from "./file-scope.ts";
import type { KnownText } from "./known-files.ts";
import type { RangeWindow } from "./range-window.ts";
import { partBytes, readPart } from "./read-bytes.ts";
import { startFilling, type TextPlace } from "./scan-range.ts";
import { BlockCutter } from "./text-blocks.ts";
import { versionWithoutReading } from "./version-of.ts";

/** A file that was read before, by its path. */
export interface RememberedText {
  readonly text: KnownText;
  readonly version: string;
  /**
   * Fills a window from the bytes near `start`, after checking that the file still is what is remembered. `false` where it is not, or
   * the window reaches further than one part: then the window has to be filled anew.
   */
  fill(start: TextPlace, window: RangeWindow): boolean;
}

/** What is remembered of a file as text, if it is of the wanted version. */
export function rememberedText(
  scope: ResolvedFileScope,
  path: LogicalPath,
  wantedVersion: string | undefined,
): RememberedText | undefined {
  const known = scope.known.last(path);
  const text = known?.file.text;
  if (known === undefined || text === undefined) return undefined;
  const { entry } = known;
  const version = versionWithoutReading(scope, entry, known.file);
  if (version === undefined || (wantedVersion ?? version) !== version) return undefined;
  return {
    text,
    version,
    fill(start, window): boolean {
      const filling = startFilling(text, start, window);
      const cutter = new BlockCutter(text.encoding, filling.offset);
      const end = filling.offset + partBytes;
      const request = { store: scope.store, entry, signal: scope.signal, start: filling.offset, end };
      const goesOn = readPart(request, (bytes) => cutter.cut(bytes, filling.visit));
      if (goesOn !== true) return goesOn === false;
      if (end < entry.size) return false;
      if (!cutter.end(filling.visit)) return true;
      const lines = filling.end();
      text.totalLines ??= lines;
      return true;
    },
  };
}
