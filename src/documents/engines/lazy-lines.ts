/** Finds floods of lazy lines: lines that go on with the paragraph of a quote or list item without its mark. */
import type { TextRange } from "../markdown-engine.ts";

/** Lazy lines in a row that a run of lines may have; for each, micromark looks back through all lines before it. */
const maximumLazyLines = 512;

const marker = /^[ \t]*(>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))/;

/**
 * Offsets of the characters that make the lines before such a flood begin containers, one a line; hidden, the run is a paragraph. The run
 * must begin after a blank line, or at the start of the text.
 */
export function lazyFloodMarkers(text: string, run: TextRange): number[] {
  const markers: number[] = [];
  let flooded = 0;
  let lazy = 0;
  for (let start = run.start; start < run.end; ) {
    const found = text.indexOf("\n", start);
    const end = found < 0 || found >= run.end ? run.end : found;
    const match = marker.exec(text.slice(start, Math.min(end, start + 256)));
    if (match === null) {
      lazy += 1;
      if (lazy > maximumLazyLines) flooded = markers.length;
    } else {
      lazy = 0;
      markers.push(start + match[0].length - 1);
    }
    start = end + 1;
  }
  return markers.slice(0, flooded);
}
