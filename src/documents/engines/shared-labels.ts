/** Lets segments of one text that are parsed apart know of each other's definitions, and keeps look-ups of labels fast. */

/** The labels that are defined elsewhere in the text, as micromark normalises them. */
export interface DefinedLabels {
  readonly definitions: ReadonlySet<string>;
  readonly footnotes: ReadonlySet<string>;
}

/** A label as micromark compares it. */
export function normaliseLabel(label: string): string {
  return label
    .replace(/[\t\n\r ]+/g, " ")
    .replace(/^ | $/g, "")
    .toLowerCase()
    .toUpperCase();
}

/** What we touch of micromark's parse context: the lists in which it looks labels up. */
interface ParseContext {
  defined: string[];
  gfmFootnotes?: string[];
}

interface Construct {
  readonly tokenize: (this: { parser: ParseContext }, effects: unknown, ok: unknown, nok: unknown) => unknown;
}

/** An extension for micromark: constructs by where they may stand and the character that they begin with. */
export type SyntaxExtension = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * Makes an extension that puts `labels()` into each parse before its first line. It does so as a container construct that never matches,
 * since those are tried before anything else.
 */
export function createLabelsExtension(labels: () => DefinedLabels | undefined): SyntaxExtension {
  const construct: Construct = {
    tokenize(_effects, _ok, nok) {
      if (!(this.parser.defined instanceof LabelList)) {
        const defined = labels();
        this.parser.defined = LabelList.with(this.parser.defined, defined?.definitions);
        this.parser.gfmFootnotes = LabelList.with(this.parser.gfmFootnotes, defined?.footnotes);
      }
      return nok;
    },
  };
  return { document: { null: [construct] } };
}

/** A list of labels that finds one in constant time; micromark looks in it at each closing bracket. */
class LabelList extends Array<string> {
  #own = new Set<string>();
  #elsewhere: ReadonlySet<string> = new Set();

  /** What is known already, when a definition stands on the first line, and what is defined elsewhere (not copied). */
  static with(known: Iterable<string> = [], elsewhere: ReadonlySet<string> = new Set()): LabelList {
    const list = new LabelList();
    list.#own = new Set(known);
    list.#elsewhere = elsewhere;
    return list;
  }

  override push(...labels: string[]): number {
    for (const label of labels) this.#own.add(label);
    return this.#own.size;
  }

  override includes(label: string): boolean {
    return this.#own.has(label) || this.#elsewhere.has(label);
  }
}
