/** Reads what front matter names: notes, IRIs and things without a note. */
import type { MarkdownLink, PropertyValue } from "../../markdown-document.ts";
import { findValueLinks, type ValueLink } from "../value-links.ts";
import { readText } from "../value-texts.ts";
import { claimFault } from "./claim-fault.ts";
import type { DraftStatement, Report } from "./draft-statement.ts";
import { entryOf, entryTexts } from "./entries.ts";
import { type IriNames, sharedIri } from "./iri-names.ts";

/** A link as metadata names it, without its place. */
export interface ThingLink extends Omit<ValueLink, "written"> {
  /** The text that stands in the file. */
  readonly written: string;
  readonly metadata: "note" | "thing";
  readonly external: boolean;
}

export type LinkMaker = (key: string, link: ThingLink) => MarkdownLink;

export interface ThingReaderSettings {
  readonly names: IriNames;
  readonly bareBrackets: boolean;
  readonly makeLink: LinkMaker;
  readonly say: (statement: DraftStatement) => void;
  readonly report: Report;
}

/** What is read, and what is said of it where it is no note. */
export interface ThingRequest {
  readonly value: PropertyValue;
  readonly key: string;
  /** Key and index, for diagnostics. */
  readonly where: string;
  /** The name of the document's relation to it, where it has one. */
  readonly relation?: string | undefined;
  /** Types that it always has. */
  readonly kinds: readonly string[];
  /** The type that it has when none is given. */
  readonly defaultKind: string | undefined;
  /** An IRI by itself is a thing that is declared here, and not only spoken of: it is its own name. */
  readonly declares?: true;
  /** `document`, `article` and `this article` are the document itself. */
  readonly self?: true;
}

const type = sharedIri("rdf:type");
const name = sharedIri("schema:name");
const sameAs = sharedIri("owl:sameAs");
const ownTerms = sharedIri("md:");

const labelNames = ["label", "name", "value", "target", "object"];
const idNames = ["id", "targetid", "objectid"];
const selfNames: ReadonlySet<string> = new Set(["article", "this article", "document"]);

/** Reads things and collects the links to them. */
export class ThingReader {
  readonly links: MarkdownLink[] = [];
  readonly #settings: ThingReaderSettings;

  constructor(settings: ThingReaderSettings) {
    this.#settings = settings;
  }

  /** The items of a list; a value that is no list, or is a wikilink in bare brackets, is one item. */
  itemsOf(value: PropertyValue): readonly PropertyValue[] {
    if (value.type !== "list") return [value];
    const isBare = value.items.length === 1 && value.items[0]?.type === "list" && this.#linksOf(value).length === 1;
    return isBare ? [value] : value.items;
  }

  isSelf(value: PropertyValue): boolean {
    return value.type === "text" && selfNames.has(value.value.trim().toLowerCase());
  }

  /** The IRI that a value writes out for a thing; `undefined` where it has a name, is a note, or is nothing. */
  iriOf(value: PropertyValue): string | undefined {
    if (value.type !== "map") {
      const text = readText(value);
      return text === undefined ? undefined : this.#settings.names.read(text);
    }
    const [label] = entryTexts(value.entries, labelNames);
    const [id = label] = entryTexts(value.entries, idNames);
    return id === undefined ? undefined : this.#settings.names.read(id);
  }

  /** The links to what a value names, mostly one; `undefined` with a diagnostic where it names nothing. Null is nothing, and not wrong. */
  read(request: ThingRequest): readonly MarkdownLink[] | undefined {
    const { value, key, where } = request;
    if (value.type === "null") return [];
    if (value.type === "map") return this.#readMap(request, value.entries);
    if (request.self === true && this.isSelf(value)) return [this.#self(request)];
    const notes = this.#notes(request);
    if (notes !== undefined) return notes;
    const text = readText(value);
    if (text === undefined) {
      this.#settings.report(key, value.text, `${where} needs a label or an id.`);
      return undefined;
    }
    return [this.#thing(request, { id: text, label: undefined, types: [], same: [] })];
  }

  /** The links of a text that is written as links, or is an IRI; `undefined` for any other text. */
  readReference(request: ThingRequest): readonly MarkdownLink[] | undefined {
    const notes = this.#notes(request);
    if (notes !== undefined) return notes;
    const text = readText(request.value);
    if (text === undefined || this.#settings.names.read(text) === undefined) return undefined;
    return [this.#thing(request, { id: text, label: undefined, types: [], same: [] })];
  }

  /** The IRI of a type, with a diagnostic where it is none. */
  readType(text: string, key: string, where: string): string | undefined {
    const { names, report } = this.#settings;
    const iri = names.readType(text);
    if (iri === undefined) {
      report(
        key,
        text,
        `${where}: ${JSON.stringify(text.slice(0, 100))} is no class of schema.org and no IRI with a known prefix.`,
      );
      return undefined;
    }
    if (!iri.startsWith(ownTerms)) return iri;
    report(key, text, `${where}: the terms of md: are said by the graph itself.`);
    return undefined;
  }

  #readMap(request: ThingRequest, entries: ReadonlyMap<string, PropertyValue>): readonly MarkdownLink[] | undefined {
    const { key, where, value } = request;
    const [label] = entryTexts(entries, labelNames);
    const [id = label] = entryTexts(entries, idNames);
    const idValue = entryOf(entries, idNames) ?? entryOf(entries, labelNames);
    if (id === undefined || idValue === undefined) {
      this.#settings.report(key, value.text, `${where} needs a label or an id.`);
      return undefined;
    }
    const subject = this.#settings.names.read(id);
    const mayClaim = (predicate: string, object: string, at: string): boolean => {
      const fault = claimFault({ subject, predicate, object });
      if (fault !== undefined) this.#settings.report(key, id, `${at}: ${fault}`);
      return fault === undefined;
    };
    const types = entryTexts(entries, ["type"])
      .flatMap((text) => this.readType(text, key, `${where}.type`) ?? [])
      .filter((iri) => mayClaim(type, iri, `${where}.type`));
    const same = entryTexts(entries, ["sameas"])
      .flatMap((text) => this.#sameAs(text, key, where) ?? [])
      .filter((iri) => mayClaim(sameAs, iri, `${where}.same_as`));
    const self = request.self === true && this.isSelf(idValue) ? [this.#self(request)] : undefined;
    const notes = self ?? this.#notes({ ...request, value: idValue });
    if (notes === undefined) return [this.#thing(request, { id, label, types, same })];
    for (const link of notes) this.#describe(link, types, same);
    return notes;
  }

  #sameAs(text: string, key: string, where: string): string | undefined {
    const { names, report } = this.#settings;
    const iri = names.read(text);
    if (iri === undefined) report(key, text, `${where}.same_as: ${JSON.stringify(text.slice(0, 100))} is no IRI.`);
    return iri;
  }

  /** Links to notes, where the value is nothing but links and paths. */
  #notes({ value, key, relation }: ThingRequest): readonly MarkdownLink[] | undefined {
    const found = this.#linksOf(value);
    if (found.length === 0) return undefined;
    return found.map((link) => {
      const { relation: _, lookup, ...rest } = link;
      return this.#add(key, {
        ...rest,
        // A path without brackets is that of a note wherever it is seen from, as the name of one is.
        lookup: link.written === link.target ? "wikilink" : lookup,
        ...(relation === undefined ? {} : { relation }),
        metadata: "note",
        external: false,
      });
    });
  }

  #linksOf(value: PropertyValue): readonly ValueLink[] {
    const { bareBrackets } = this.#settings;
    const { links, onlyLinks } = findValueLinks(value, "", { bareBrackets, maps: false });
    return onlyLinks ? links : [];
  }

  #self({ value, key, relation }: ThingRequest): MarkdownLink {
    const written = value.text.trim();
    return this.#add(key, {
      lookup: "path",
      written,
      target: written,
      path: "",
      text: written,
      ...(relation === undefined ? {} : { relation }),
      metadata: "note",
      external: false,
    });
  }

  #thing(
    { key, relation, kinds, defaultKind, declares }: ThingRequest,
    about: {
      readonly id: string;
      readonly label: string | undefined;
      readonly types: readonly string[];
      readonly same: readonly string[];
    },
  ): MarkdownLink {
    const { id, label, types, same } = about;
    const iri = this.#settings.names.read(id);
    const target = iri ?? id;
    const link = this.#add(key, {
      lookup: "wikilink",
      written: id,
      target,
      path: target,
      text: label ?? target,
      ...(relation === undefined ? {} : { relation }),
      metadata: "thing",
      external: iri !== undefined,
    });
    // What is only an address is spoken of without a name.
    const isNamed = iri === undefined || label !== undefined || types.length > 0 || declares === true;
    const defaults = types.length === 0 && defaultKind !== undefined && isNamed ? [defaultKind] : [];
    for (const kind of [...defaults, ...(isNamed ? kinds : [])]) {
      this.#settings.say({ subject: link, predicate: type, object: { iri: kind }, unlessNote: true });
    }
    if (isNamed) {
      const value = { type: "text", value: link.text, text: link.text } as const;
      this.#settings.say({ subject: link, predicate: name, object: { value }, unlessNote: true });
    }
    this.#describe(link, types, same);
    return link;
  }

  #describe(subject: MarkdownLink, types: readonly string[], same: readonly string[]): void {
    for (const iri of types) this.#settings.say({ subject, predicate: type, object: { iri } });
    for (const iri of same) this.#settings.say({ subject, predicate: sameAs, object: { iri } });
  }

  #add(key: string, link: ThingLink): MarkdownLink {
    const made = this.#settings.makeLink(key, link);
    this.links.push(made);
    return made;
  }
}
