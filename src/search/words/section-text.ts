/** The tokens of one section's own text, for the few sections of an answer. */
import type { MarkdownDocument } from "../../documents/markdown-document.ts";
import { visitFrontMatterValues } from "../answer/front-matter-values.ts";
import { BodySegments } from "./body-segments.ts";
import { scanTokens, TokenSpans } from "./tokenise.ts";

/** Scans sections again and again into the same arrays: what {@link scan} gives is good until the next one. */
export class SectionScanner {
  private readonly segments = new BodySegments();
  private readonly spans = new TokenSpans();

  /** Tokens of a section's own text, heading included, in order. Offsets refer to the document's text. */
  scan(document: MarkdownDocument, section: number): TokenSpans {
    const { segments, spans } = this;
    segments.loadOnly(document, section);
    spans.count = 0;
    for (let index = 0; index < segments.count; index++)
      scanTokens(document.text, segments.starts[index] as number, segments.ends[index] as number, spans);
    return spans;
  }

  /** Tokens of the values of a document's front matter, in order. Offsets refer to the document's text. */
  scanFrontMatter(document: MarkdownDocument): TokenSpans {
    this.spans.count = 0;
    visitFrontMatterValues(document, (start, end) => scanTokens(document.text, start, end, this.spans));
    return this.spans;
  }

  /** Tokens of a text of its own. */
  scanText(text: string): TokenSpans {
    this.spans.count = 0;
    scanTokens(text, 0, text.length, this.spans);
    return this.spans;
  }
}
