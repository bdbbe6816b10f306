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
  readonly #labels = new Set<string>();

  /** What is known already, when a definition stands on the first line, and what is defined elsewhere. */
  static with(known: Iterable<string> = [], elsewhere: Iterable<string> = []): LabelList {
    const list = new LabelList();
    for (const label of known) list.push(label);
    for (const label of elsewhere) list.push(label);
    return list;
  }

  override push(...labels: string[]): number {
    for (const label of labels) this.#labels.add(label);
    return super.push(...labels);
  }

  override includes(label: string): boolean {
    return this.#labels.has(label);
  }
}
