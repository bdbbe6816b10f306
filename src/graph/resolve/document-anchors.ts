/** The places of a document that a fragment can name. */
import type { MarkdownDocument, Section } from "../../documents/markdown-document.ts";
import { comparableAnchor, comparableHeading } from "../../documents/slug.ts";
import type { LinkResolution } from "../knowledge-graph.ts";

/** What became of a fragment. */
export type FragmentResolution = NonNullable<LinkResolution["fragment"]>;

const missing: FragmentResolution = { status: "missing" };

/** The anchors of one document, by the form in which they are compared. Made when the first fragment asks for them. */
export class DocumentAnchors {
  readonly #document: MarkdownDocument;
  readonly #sections: readonly FragmentResolution[];
  /** Slugs and custom anchors by name, blocks by `^` and name. */
  readonly #names: Map<string, FragmentResolution> = new Map();
  #byText: Map<string, number> | undefined;
  #byWords: Map<string, number[]> | undefined;

  constructor(document: MarkdownDocument) {
    this.#document = document;
    this.#sections = document.sections.map(({ index }) => ({ status: "section", section: index }));
    for (const section of document.sections) {
      if (section.index > 0) this.#name(section.slug, this.#sections[section.index] as FragmentResolution);
    }
    for (const { name, kind, section, line } of document.anchors) {
      this.#name(kind === "block" ? `^${name}` : name, { status: "anchor", name, section, line });
    }
  }

  /**
   * The place that a fragment (as written, without `#`) names; `undefined` where it names the document as a whole: it is empty,
   * `top`, or only a text directive.
   */
  find(fragment: string, lookup: "wikilink" | "path"): FragmentResolution | undefined {
    const text = fragment.replace(/:~:.*$/s, "").trim();
    const name = comparableAnchor(text);
    if (name === "") return undefined;
    if (lookup === "wikilink" && !name.startsWith("^")) {
      const section = this.#texts.get(name);
      if (section !== undefined) return this.#sections[section];
    }
    const named = this.#names.get(name);
    if (named !== undefined) return named;
    if (lookup === "wikilink") {
      const section = this.#sectionByWords(text);
      if (section !== undefined) return this.#sections[section];
    }
    return name === "top" ? undefined : missing;
  }

  #name(name: string, place: FragmentResolution): void {
    const key = comparableAnchor(name);
    if (!this.#names.has(key)) this.#names.set(key, place);
  }

  get #texts(): Map<string, number> {
    if (this.#byText !== undefined) return this.#byText;
    this.#byText = new Map();
    for (const { index, text } of this.#headings()) {
      const key = comparableAnchor(text);
      if (!this.#byText.has(key)) this.#byText.set(key, index);
    }
    return this.#byText;
  }

  get #words(): Map<string, number[]> {
    if (this.#byWords !== undefined) return this.#byWords;
    this.#byWords = new Map();
    for (const { index, text } of this.#headings()) {
      const key = comparableHeading(text);
      const sections = this.#byWords.get(key);
      if (sections === undefined) this.#byWords.set(key, [index]);
      else sections.push(index);
    }
    return this.#byWords;
  }

  #headings(): readonly Section[] {
    return this.#document.sections.slice(1);
  }

  /** A heading by its words, or by a path of headings (`Chapter#Part`), each below the one before. */
  #sectionByWords(text: string): number | undefined {
    const whole = comparableHeading(text);
    if (whole === "") return undefined;
    const found = this.#words.get(whole);
    if (found !== undefined || !text.includes("#")) return found?.[0];
    const parts = text.split("#").map(comparableHeading);
    const last = this.#words.get(parts.at(-1) as string) ?? [];
    return last.find((section) => this.#isBelow(section, parts.slice(0, -1)));
  }

  #isBelow(section: number, ancestors: readonly string[]): boolean {
    let wanted = ancestors.length - 1;
    for (let index = this.#parentOf(section); index > 0 && wanted >= 0; index = this.#parentOf(index)) {
      if (comparableHeading((this.#document.sections[index] as Section).text) === ancestors[wanted]) wanted--;
    }
    return wanted < 0;
  }

  #parentOf(section: number): number {
    return (this.#document.sections[section] as Section).parent;
  }
}
