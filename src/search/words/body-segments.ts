/** The parts of a document's text that are prose of its sections: own text of a section without what is hidden. */
import type { MarkdownDocument, Section } from "../../documents/markdown-document.ts";
import type { TextRange } from "../../documents/markdown-engine.ts";

/** Ranges of one document's text in order; loaded anew for each document. The heading's own line belongs to its section. */
export class BodySegments {
  count = 0;
  starts: Int32Array = new Int32Array(256);
  ends: Int32Array = new Int32Array(256);
  /** Index of the section that each range belongs to. */
  sections: Int32Array = new Int32Array(256);

  load(document: MarkdownDocument): void {
    this.count = 0;
    const { sections, hidden } = document;
    let nextHidden = 0;
    for (const section of sections) nextHidden = this.loadSection(section, hidden, nextHidden);
  }

  /** Loads one section alone. */
  loadOnly(document: MarkdownDocument, section: number): void {
    this.count = 0;
    const { sections, hidden } = document;
    const wanted = sections[section];
    if (wanted === undefined) return;
    const { start } = wanted.own;
    let low = 0;
    let high = hidden.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((hidden[middle]?.end ?? 0) <= start) low = middle + 1;
      else high = middle;
    }
    this.loadSection(wanted, hidden, low);
  }

  private loadSection({ index, own }: Section, hidden: readonly TextRange[], firstHidden: number): number {
    let at = own.start;
    let next = firstHidden;
    for (; next < hidden.length; next++) {
      const range = hidden[next] as { readonly start: number; readonly end: number };
      if (range.start >= own.end) break;
      if (range.start > at) this.push(at, range.start, index);
      if (range.end > at) at = range.end;
      if (range.end > own.end) break;
    }
    if (at < own.end) this.push(at, own.end, index);
    return next;
  }

  private push(start: number, end: number, section: number): void {
    const index = this.count++;
    if (index === this.starts.length) {
      this.starts = doubled(this.starts);
      this.ends = doubled(this.ends);
      this.sections = doubled(this.sections);
    }
    this.starts[index] = start;
    this.ends[index] = end;
    this.sections[index] = section;
  }
}

function doubled(from: Int32Array): Int32Array {
  const to = new Int32Array(from.length * 2);
  to.set(from);
  return to;
}
