/** How a set of notes writes its wikilinks: `[[target|text]]`, or `[[text|target]]` and `dendron://` as Dendron does. */
import type { MarkdownDocument, MarkdownLink } from "../documents/markdown-document.ts";
import { deriveDocument } from "../documents/packed/derive-document.ts";
import type { GraphOptions } from "./knowledge-graph.ts";
import { CountedNames } from "./resolve/counted-names.ts";
import { baseNameOf, foldedForm, withoutMarkdownExtension } from "./resolve/name-forms.ts";
import { carried, type SortedDifference } from "./sorted-difference.ts";

/** How many links must speak for the text first, beyond four times those that speak against it. */
const minimumEvidence = 5;

/** Evidence that nothing outweighs any more. */
const settled = -1_000;

/** What a document's links say of the order, as bits. */
const withText = 1;
const withVault = 2;

/**
 * The documents of a graph with their links read as the notes mean them: unchanged for all but Dendron's way of writing. What stands
 * first is decided for all notes together, so it moves with them only as long as the decision stays.
 */
export class WikilinkReading {
  readonly #order: GraphOptions["wikilinkOrder"];
  readonly #textFirst: boolean;
  /** By document, in their order. */
  #written: Uint8Array;
  #names: CountedNames | undefined;
  #documents: readonly MarkdownDocument[];

  constructor(documents: readonly MarkdownDocument[], order: GraphOptions["wikilinkOrder"]) {
    this.#order = order;
    this.#written = Uint8Array.from(documents, writtenIn);
    this.#textFirst = this.#isTextFirst(documents);
    this.#documents = this.#written.some((written) => this.#isRewritten(written))
      ? documents.map((document, place) => this.#read(document, this.#written[place] as number))
      : documents;
  }

  /** The very same list that was given where no link is read otherwise than it is written. */
  get documents(): readonly MarkdownDocument[] {
    return this.#documents;
  }

  /** Moves to other documents; `undefined` where what stands first is another thing now. */
  move(difference: SortedDifference<MarkdownDocument>): SortedDifference<MarkdownDocument> | undefined {
    const { after, added, changed } = difference;
    const before = this.#documents;
    this.#moveNames(difference);
    this.#written = writtenAfter(this.#written, difference);
    if (this.#isTextFirst(after) !== this.#textFirst) return undefined;
    const others = [...added, ...changed];
    const isAsWritten =
      before === difference.before && !others.some((place) => this.#isRewritten(this.#written[place] as number));
    this.#documents = isAsWritten ? after : this.#readAfter(difference, others);
    return { ...difference, before, after: this.#documents };
  }

  #moveNames({ before, after, added, removed }: SortedDifference<MarkdownDocument>): void {
    if (this.#names === undefined) return;
    for (const place of added) this.#names.add(nameOf((after[place] as MarkdownDocument).path));
    for (const place of removed) this.#names.remove(nameOf((before[place] as MarkdownDocument).path));
  }

  #readAfter({ after, origins }: SortedDifference<MarkdownDocument>, others: readonly number[]): MarkdownDocument[] {
    const read = after.map((document, place) => {
      const origin = origins === undefined ? place : (origins[place] as number);
      return this.#documents[origin] ?? document;
    });
    for (const place of others)
      read[place] = this.#read(after[place] as MarkdownDocument, this.#written[place] as number);
    return read;
  }

  #isRewritten(written: number): boolean {
    return (written & withVault) !== 0 || (this.#textFirst && (written & withText) !== 0);
  }

  #read(document: MarkdownDocument, written: number): MarkdownDocument {
    return this.#isRewritten(written) ? rewrite(document, this.#textFirst) : document;
  }

  /** Whether names of notes stand behind the pipe, and hardly ever before it. */
  #isTextFirst(documents: readonly MarkdownDocument[]): boolean {
    if (this.#order !== "auto") return this.#order === "text-first";
    let evidence = 0;
    for (let place = 0; place < documents.length; place++) {
      if (((this.#written[place] as number) & withText) === 0) continue;
      const names = this.#allNames(documents);
      for (const link of (documents[place] as MarkdownDocument).links) {
        if (!hasText(link)) continue;
        const before = names.has(nameOf(link.path));
        const behind = names.has(nameOf(splitTarget(withoutVault(link.text)).path));
        if (before !== behind) evidence += behind ? 1 : -4;
        if (evidence < settled) return false;
      }
    }
    return evidence >= minimumEvidence;
  }

  #allNames(documents: readonly MarkdownDocument[]): CountedNames {
    if (this.#names === undefined) {
      this.#names = new CountedNames();
      for (const { path } of documents) this.#names.add(nameOf(path));
    }
    return this.#names;
  }
}

function writtenAfter(
  written: Uint8Array,
  { after, origins, added, changed }: SortedDifference<MarkdownDocument>,
): Uint8Array {
  const now = origins === undefined ? written.slice() : carried(written, origins, new Uint8Array(origins.length));
  for (const place of [...added, ...changed]) now[place] = writtenIn(after[place] as MarkdownDocument);
  return now;
}

function writtenIn({ links }: MarkdownDocument): number {
  let written = 0;
  for (const link of links) {
    if (hasText(link)) written |= withText;
    if (isDendronLink(link)) written |= withVault;
  }
  return written;
}

function hasText({ lookup, syntax, text, target }: MarkdownLink): boolean {
  return lookup === "wikilink" && (syntax === "wikilink" || syntax === "inline") && text !== target && text !== "";
}

function nameOf(path: string): string {
  const name = baseNameOf(path);
  return foldedForm(withoutMarkdownExtension(name) ?? name);
}

const vault = /^dendron:\/\/[^/]*\//;

function isDendronLink({ external, target }: MarkdownLink): boolean {
  return external && target.startsWith("dendron:") && vault.test(target);
}

function withoutVault(target: string): string {
  return target.replace(vault, "");
}

function splitTarget(target: string): Pick<MarkdownLink, "path" | "fragment"> {
  const hash = target.indexOf("#");
  return hash === -1 ? { path: target } : { path: target.slice(0, hash), fragment: target.slice(hash + 1) };
}

function rewrite(document: MarkdownDocument, textFirst: boolean): MarkdownDocument {
  const links = document.links.map((link) => {
    if (isDendronLink(link)) return readTarget(link, link.target, link.text);
    return textFirst && hasText(link) ? readTarget(link, link.text, link.target) : link;
  });
  // What was said of the scheme is settled: it names a note of this set.
  const diagnostics = document.diagnostics.filter(
    ({ kind, text }) => kind !== "foreign-scheme" || text === undefined || !vault.test(text),
  );
  return deriveDocument(document, { links, diagnostics });
}

function readTarget(link: MarkdownLink, target: string, text: string): MarkdownLink {
  const { fragment: _, ...rest } = link;
  const inVault = withoutVault(target);
  const external = inVault === target && /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(target);
  return { ...rest, lookup: "wikilink", target, text, external, ...splitTarget(inVault) };
}
