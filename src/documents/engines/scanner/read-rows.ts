/** Makes a `MarkdownSyntax` from the rows that the scanner leaves in its memory. */
import { decodeEntity } from "../../decode-entity.ts";
import type {
  MarkdownSyntax,
  SyntaxContainer,
  SyntaxDefinition,
  SyntaxHeading,
  SyntaxLink,
  SyntaxOpaque,
} from "../../markdown-engine.ts";
import { normaliseLabel } from "../shared-labels.ts";

/** Kinds of rows, each with its number of words; as in `wasm/rows.ts`. */
const kinds = {
  none: 0,
  quote: 1,
  item: 2,
  table: 3,
  firstParagraph: 4,
  code: 7,
  htmlBlock: 8,
  definition: 9,
  inlineCode: 10,
  inlineHtml: 11,
  link: 12,
  headingText: 13,
  pieces: 14,
} as const;

const bits = { image: 1, reference: 2, autolink: 4, host: 8, address: 16 } as const;
const forms = { plain: 0, encoded: 1, lineBreak: 2, codeText: 3, inPieces: 4 } as const;
const taskStates: readonly (boolean | null)[] = [null, false, true];

/** Rows to read: words of memory, from `start` up to `end`, about a text. */
export interface RowSource {
  readonly words: Int32Array;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export function readRows(source: RowSource): MarkdownSyntax {
  const reading = new RowReading(source);
  reading.readAll();
  return reading.finish();
}

class RowReading {
  readonly #words: Int32Array;
  readonly #text: string;
  readonly #start: number;
  readonly #end: number;
  readonly #headings: SyntaxHeading[] = [];
  readonly #links: SyntaxLink[] = [];
  readonly #definitions: SyntaxDefinition[] = [];
  readonly #opaque: SyntaxOpaque[] = [];
  readonly #containers: SyntaxContainer[] = [];
  /** Places of links by reference: index in the list, number of the definition. */
  readonly #references: number[] = [];

  constructor({ words, start, end, text }: RowSource) {
    this.#words = words;
    this.#start = start;
    this.#end = end;
    this.#text = text;
  }

  readAll(): void {
    const words = this.#words;
    for (let at = this.#start; at < this.#end; ) at += this.#read(at, words[at]!);
  }

  finish(): MarkdownSyntax {
    this.#resolve();
    return {
      headings: this.#headings,
      links: this.#links,
      definitions: this.#definitions,
      opaque: this.#opaque,
      containers: this.#containers,
    };
  }

  /** Reads a row and gives its length. */
  #read(at: number, kind: number): number {
    const words = this.#words;
    const start = words[at + 1]!;
    const end = words[at + 2]!;
    switch (kind) {
      case kinds.link:
        this.#addLink(at, start, end);
        return 12;
      case kinds.inlineCode:
        this.#opaque.push({ kind: "inlineCode", start, end });
        return 3;
      case kinds.headingText: {
        const depth = words[at + 3] as SyntaxHeading["depth"];
        this.#headings.push({ start, end, depth, text: this.#textAt(at + 4) });
        return 7;
      }
      case kinds.item:
        this.#containers.push({ kind: "listItem", start, end, checked: taskStates[words[at + 3]!] ?? null });
        return 4;
      case kinds.firstParagraph:
        this.#containers.push({ kind: "paragraph", start, end });
        return 4;
      case kinds.quote:
        this.#containers.push({ kind: "blockquote", start, end });
        return 4;
      case kinds.table:
        this.#containers.push({ kind: "table", start, end });
        return 4;
      case kinds.code:
        this.#opaque.push({ kind: "code", start, end });
        return 3;
      case kinds.htmlBlock:
        this.#opaque.push({ kind: "html", start, end, block: true });
        return 3;
      case kinds.inlineHtml:
        this.#opaque.push({ kind: "html", start, end, block: false });
        return 3;
      case kinds.definition:
        this.#addDefinition(at, start, end);
        return 9;
      case kinds.pieces:
        return 2 + 3 * start;
      default:
        // A bracket that came to nothing.
        return 12;
    }
  }

  #addLink(at: number, start: number, end: number): void {
    const words = this.#words;
    const form = words[at + 3]!;
    const type = (form & bits.image) !== 0 ? "image" : "link";
    const text = this.#textAt(at + 9);
    if ((form & bits.reference) !== 0) {
      this.#references.push(this.#links.length, words[at + 8]!);
      this.#links.push({ start, end, type, form: "reference", url: "", title: null, text, identifier: "" });
    } else if ((form & bits.autolink) !== 0) {
      const scheme = (form & bits.host) !== 0 ? "http://" : (form & bits.address) !== 0 ? "mailto:" : "";
      const url = scheme + this.#text.slice(words[at + 4], words[at + 5]);
      this.#links.push({ start, end, type, form: "autolink", url, title: null, text });
    } else {
      const url = this.#decoded(words[at + 4]!, words[at + 5]!);
      this.#links.push({ start, end, type, form: "inline", url, title: this.#titleAt(at + 6), text });
    }
  }

  #addDefinition(at: number, start: number, end: number): void {
    const words = this.#words;
    const identifier = normaliseLabel(this.#text.slice(words[at + 3], words[at + 4])).toLowerCase();
    const url = this.#decoded(words[at + 5]!, words[at + 6]!);
    this.#definitions.push({ start, end, identifier, url, title: this.#titleAt(at + 7) });
  }

  #titleAt(at: number): string | null {
    const start = this.#words[at]!;
    return start < 0 ? null : this.#decoded(start, this.#words[at + 1]!) || null;
  }

  #textAt(at: number): string {
    const words = this.#words;
    const form = words[at]!;
    if (form !== forms.inPieces) return this.#piece(form, words[at + 1]!, words[at + 2]!);
    let place = words[at + 1]! >> 2;
    let text = "";
    for (let count = words[place + 1]!; count > 0; count -= 1, place += 3) {
      text += this.#piece(words[place + 2]!, words[place + 3]!, words[place + 4]!);
    }
    return text;
  }

  #piece(form: number, start: number, end: number): string {
    if (form === forms.lineBreak) return "\n";
    return form === forms.encoded ? this.#decoded(start, end) : this.#text.slice(start, end);
  }

  #decoded(start: number, end: number): string {
    const raw = this.#text.slice(start, end);
    return raw.includes("\\") || raw.includes("&") ? decodeText(raw) : raw;
  }

  /** Gives links by reference the destinations of their definitions. */
  #resolve(): void {
    const references = this.#references;
    for (let index = 0; index < references.length; index += 2) {
      const place = references[index]!;
      const { identifier, url, title } = this.#definitions[references[index + 1]!]!;
      this.#links[place] = { ...this.#links[place]!, identifier, url, title };
    }
  }
}

/** Resolves escapes and entities. Of entities the scanner accepts only numbers and names that `decodeEntity` knows. */
function decodeText(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])|&#?[\dA-Za-z]{1,31};/g, (whole, escaped: string | undefined) =>
    escaped === undefined ? (decodeEntity(whole.slice(1, -1)) ?? whole) : escaped,
  );
}
