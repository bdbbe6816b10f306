/** A document as readers see its words: the text that is searched. */
import type { MarkdownDocument, TextReading } from "../../documents/markdown-document.ts";
import type { TextRange } from "../../documents/markdown-engine.ts";
import { deriveDocument } from "../../documents/packed/derive-document.ts";

/** Kept as long as the document is: what one answer shows, the next one often shows too. */
const shown = new WeakMap<MarkdownDocument, MarkdownDocument>();

/**
 * The document with entities, escapes and marks of emphasis within words read; the same one where it has none. Its text, and the ranges
 * of its sections and of what is hidden, refer to that reading. Lines are those of the file, since no reading holds or makes a line break.
 */
export function asShown(document: MarkdownDocument): MarkdownDocument {
  if (isShown(document)) return document;
  let made = shown.get(document);
  if (made === undefined) {
    made = makeShown(document);
    shown.set(document, made);
  }
  return made;
}

/** The same, for who looks at it once: nothing is kept. */
export function makeShown(document: MarkdownDocument): MarkdownDocument {
  return isShown(document) ? document : readAll(document, document.readings ?? []);
}

function isShown({ readings }: MarkdownDocument): boolean {
  return readings === undefined || readings.length === 0;
}

function readAll(document: MarkdownDocument, readings: readonly TextReading[]): MarkdownDocument {
  const { text, sections, hidden } = document;
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, text: seen } of readings) {
    parts.push(text.slice(at, start), seen);
    at = end;
  }
  parts.push(text.slice(at));
  const starts = new ShownPlaces(readings);
  // Sections are in order by their starts, and hidden ranges by both: each offset is found by going on from the last one.
  const owns = sections.map(({ own }) => ({ start: starts.of(own.start), end: starts.of(own.end) }));
  const hiddenPlaces = new ShownPlaces(readings);
  const hiddenRanges = hidden.map(({ start, end }): TextRange => {
    return { start: hiddenPlaces.of(start), end: hiddenPlaces.of(end) };
  });
  return deriveDocument(document, {
    text: parts.join(""),
    sections: sections.map((section, index) => ({ ...section, own: owns[index] as TextRange })),
    hidden: hiddenRanges,
    readings: [],
  });
}

/** Finds where offsets of the file's text, asked for in ascending order, are in the text as it is read. */
class ShownPlaces {
  readonly #readings: readonly TextReading[];
  #next = 0;
  #shift = 0;

  constructor(readings: readonly TextReading[]) {
    this.#readings = readings;
  }

  of(offset: number): number {
    for (let reading = this.#readings[this.#next]; reading !== undefined; reading = this.#readings[++this.#next]) {
      if (reading.end > offset) break;
      this.#shift += reading.text.length - (reading.end - reading.start);
    }
    const reading = this.#readings[this.#next];
    // Within a reading, as where what is hidden begins in it, its start stands for every place in it.
    return (reading !== undefined && reading.start < offset ? reading.start : offset) + this.#shift;
  }
}
