/** The places of a document that a fragment can name. */
import type { Anchor, MarkdownDocument, Section } from "../../documents/markdown-document.ts";
import { comparableAnchor, comparableHeading, slugOf } from "../../documents/slug.ts";
import type { LinkResolution } from "../knowledge-graph.ts";

/** What became of a fragment. */
export type FragmentResolution = NonNullable<LinkResolution["fragment"]>;

const missing: FragmentResolution = { status: "missing" };

/** Look-ups that scan a document before maps of its anchors are made: most documents are asked for one or two. */
const scans = 4;

function anchorName({ kind, name }: Anchor): string {
  return kind === "block" ? `^${name}` : name;
}

function anchorPlace({ name, section, line }: Anchor): FragmentResolution {
  return { status: "anchor", name, section, line };
}

/** Whether every fragment names the same place in two versions of a document. */
export function hasEqualAnchors(a: MarkdownDocument, b: MarkdownDocument): boolean {
  return (
    a.sections.length === b.sections.length &&
    a.anchors.length === b.anchors.length &&
    a.sections.every((section, index) => {
      const { text, slug, parent } = b.sections[index] as Section;
      return section.text === text && section.slug === slug && section.parent === parent;
    }) &&
    a.anchors.every((anchor, index) => {
      const { name, kind, section, line } = b.anchors[index] as Anchor;
      return anchor.name === name && anchor.kind === kind && anchor.section === section && anchor.line === line;
    })
  );
}

/** The anchors of one document, by the form in which they are compared. */
export class DocumentAnchors {
  readonly #document: MarkdownDocument;
  readonly #sections: (FragmentResolution | undefined)[] = [];
  #lookups = 0;
  /** Slugs and custom anchors by name, blocks by `^` and name, letter for letter. */
  #identical: Map<string, FragmentResolution> | undefined;
  /** The same in the form of comparison. */
  #byName: Map<string, FragmentResolution> | undefined;
  #textLookups = 0;
  #identicalTexts: Map<string, number> | undefined;
  #byText: Map<string, number> | undefined;
  #byWords: Map<string, number[]> | undefined;

  constructor(document: MarkdownDocument) {
    this.#document = document;
  }

  /**
   * The place that a fragment (as written, without `#`) names; `undefined` where it names the document as a whole: it is empty,
   * `top`, or only a text directive. Within the own document (`isOwn`) `tab/…` is the head of a tab as DocFX writes them.
   */
  find(fragment: string, lookup: "wikilink" | "path", isOwn: boolean): FragmentResolution | undefined {
    const text = (fragment.includes(":~:") ? fragment.slice(0, fragment.indexOf(":~:")) : fragment).trim();
    if (lookup === "path" && isOwn && text.startsWith("tab/")) return undefined;
    const found = this.#find(text, lookup);
    if (found !== missing || lookup === "path") return found;
    // A note reference of Dendron may name a range: `#start,1:#end`, `#start:#*`, `#*`.
    const start = /^([^:]*?)(?:,\d+)?(?::#.*)?$/s.exec(text)?.[1];
    if (start === "*" || start === "") return undefined;
    return start === undefined || start === text ? found : this.#find(start, lookup);
  }

  #find(text: string, lookup: "wikilink" | "path"): FragmentResolution | undefined {
    const name = comparableAnchor(text);
    if (name === "") return undefined;
    if (lookup === "wikilink" && !name.startsWith("^")) {
      const section = this.#byIdenticalText(text) ?? this.#texts.get(name);
      if (section !== undefined) return this.#section(section);
    }
    const named = this.#byIdenticalName(name) ?? this.#names.get(name);
    if (named !== undefined) return named;
    if (lookup === "wikilink") {
      const section = this.#sectionByWords(text);
      if (section !== undefined) return this.#section(section);
    }
    return name === "top" ? undefined : missing;
  }

  /** One object a section, shared by all links to it. */
  #section(index: number): FragmentResolution {
    let place = this.#sections[index];
    if (place === undefined) {
      place = { status: "section", section: index };
      this.#sections[index] = place;
    }
    return place;
  }

  /** The section whose slug, or else the anchor whose name, is `name` letter for letter. */
  #byIdenticalName(name: string): FragmentResolution | undefined {
    if (this.#identical !== undefined) return this.#identical.get(name);
    const { sections, anchors } = this.#document;
    if (this.#lookups++ < scans) {
      for (let index = 1; index < sections.length; index++) {
        if ((sections[index] as Section).slug === name) return this.#section(index);
      }
      const anchor = anchors.find((candidate) => anchorName(candidate) === name);
      return anchor === undefined ? undefined : anchorPlace(anchor);
    }
    this.#identical = new Map();
    for (let index = 1; index < sections.length; index++) {
      const { slug } = sections[index] as Section;
      if (!this.#identical.has(slug)) this.#identical.set(slug, this.#section(index));
    }
    for (const anchor of anchors) {
      if (!this.#identical.has(anchorName(anchor))) this.#identical.set(anchorName(anchor), anchorPlace(anchor));
    }
    return this.#identical.get(name);
  }

  /** The first heading whose text is `text` letter for letter. */
  #byIdenticalText(text: string): number | undefined {
    if (this.#identicalTexts === undefined) {
      const { sections } = this.#document;
      if (this.#textLookups++ < scans) {
        for (let index = 1; index < sections.length; index++) {
          if ((sections[index] as Section).text === text) return index;
        }
        return undefined;
      }
      this.#identicalTexts = new Map();
      for (let index = sections.length - 1; index > 0; index--) {
        this.#identicalTexts.set((sections[index] as Section).text, index);
      }
    }
    return this.#identicalTexts.get(text);
  }

  get #names(): Map<string, FragmentResolution> {
    if (this.#byName !== undefined) return this.#byName;
    const names = new Map<string, FragmentResolution>();
    const add = (name: string, place: FragmentResolution): void => {
      const key = comparableAnchor(name);
      if (!names.has(key)) names.set(key, place);
    };
    for (const { index, slug } of this.#headings()) add(slug, this.#section(index));
    for (const anchor of this.#document.anchors) add(anchorName(anchor), anchorPlace(anchor));
    // Headings without a letter have no slug on GitHub; other renderers call them `section`, `section-1`.
    const nameless = this.#headings().filter(({ slug, text }) => /^(?:-\d+)?$/.test(slug) && slugOf(text) === "");
    for (const [rank, { index }] of nameless.entries()) {
      add(rank === 0 ? "section" : `section-${rank}`, this.#section(index));
    }
    this.#byName = names;
    return names;
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
