/** Reads the keys of front matter that describe the graph itself, as the Markdown-LD knowledge bank has them. */
import type { Diagnostic, FrontMatter, MarkdownLink, PropertyValue } from "../../markdown-document.ts";
import { type GraphKey, readKeyRole } from "../metadata-keys.ts";
import { readText } from "../value-texts.ts";
import { articleType } from "./article-types.ts";
import { claimFault } from "./claim-fault.ts";
import type { DraftObject, DraftStatement, Report } from "./draft-statement.ts";
import { entryOf, entryTexts } from "./entries.ts";
import { IriNames, sharedIri } from "./iri-names.ts";
import { readPrefixes } from "./read-prefixes.ts";
import { readPredicate, takesText } from "./statement-predicate.ts";
import { type LinkMaker, ThingReader, type ThingRequest } from "./thing-reader.ts";
import { readTypedValue } from "./typed-value.ts";

/** Where metadata is read from, and how its links and diagnostics are placed. */
export interface GraphMetadataInput {
  readonly frontMatter: FrontMatter;
  /** YAML takes wikilinks without quotes for lists. */
  readonly bareBrackets: boolean;
  /** Makes a link at the place of a text of a key; texts of a key are asked for in their order. */
  readonly makeLink: LinkMaker;
  readonly placeOf: (key: string, text: string) => { readonly line: number; readonly column: number };
}

export interface GraphMetadata {
  readonly links: readonly MarkdownLink[];
  readonly statements: readonly DraftStatement[];
  readonly diagnostics: readonly Diagnostic[];
}

const terms = {
  about: sharedIri("schema:about"),
  memberOf: sharedIri("md:memberOf"),
  mentions: sharedIri("schema:mentions"),
  nextItem: sharedIri("schema:nextItem"),
  related: sharedIri("skos:related"),
  type: sharedIri("rdf:type"),
};
const classes = {
  concept: sharedIri("skos:Concept"),
  definedTerm: sharedIri("schema:DefinedTerm"),
  thing: sharedIri("schema:Thing"),
};
const ownTerms = sharedIri("md:");

/** What the entries of a key are, and how the document relates to them. */
interface ThingKey extends Omit<ThingRequest, "value" | "key" | "where" | "relation"> {
  readonly predicate: string;
  /** Whether the key's name is the relation's name; otherwise the document only mentions the thing. */
  readonly isRelation: boolean;
}

const thingKeys: Partial<Readonly<Record<GraphKey, ThingKey>>> = {
  about: { predicate: terms.about, isRelation: true, kinds: [classes.concept], defaultKind: undefined },
  entityhints: { predicate: terms.mentions, isRelation: false, kinds: [], defaultKind: classes.thing, declares: true },
  graphentities: {
    predicate: terms.mentions,
    isRelation: false,
    kinds: [],
    defaultKind: classes.thing,
    declares: true,
  },
  graphgroups: {
    predicate: terms.memberOf,
    isRelation: true,
    kinds: [classes.concept],
    defaultKind: classes.definedTerm,
    declares: true,
    self: true,
  },
  graphrelated: { predicate: terms.related, isRelation: true, kinds: [], defaultKind: classes.thing, self: true },
  graphnextsteps: { predicate: terms.nextItem, isRelation: true, kinds: [], defaultKind: classes.thing, self: true },
};

/** Reads all such keys. Bad entries are left out, each with a diagnostic `graph-metadata` that names its key and index. */
export function readGraphMetadata(input: GraphMetadataInput): GraphMetadata {
  return new GraphMetadataReader(input).read();
}

class GraphMetadataReader {
  readonly #input: GraphMetadataInput;
  readonly #diagnostics: Diagnostic[] = [];
  readonly #statements: DraftStatement[] = [];
  readonly #names: IriNames;
  readonly #things: ThingReader;

  constructor(input: GraphMetadataInput) {
    const { frontMatter, bareBrackets, makeLink } = input;
    this.#input = input;
    this.#names = new IriNames(readPrefixes(frontMatter, (key, message) => this.#reportKey(key, message)));
    this.#things = new ThingReader({
      names: this.#names,
      bareBrackets,
      makeLink,
      say: (statement) => this.#statements.push(statement),
      report: this.#report,
    });
  }

  read(): GraphMetadata {
    for (const [key, value] of this.#input.frontMatter.values) {
      const { graphKey } = readKeyRole(key);
      if (graphKey !== undefined && value.type !== "null") this.#readKey(graphKey, key, value);
    }
    return { links: this.#things.links, statements: this.#statements, diagnostics: this.#diagnostics };
  }

  #readKey(graphKey: GraphKey, key: string, value: PropertyValue): void {
    const things = thingKeys[graphKey];
    if (things !== undefined) this.#readThings(things, key, value);
    else if (graphKey === "rdftypes") this.#readTypes(key, value);
    else if (graphKey === "entrytype") this.#readEntryType(value);
    else if (graphKey === "graphedges") this.#readEdges(key, value);
    else if (graphKey === "rdfproperties") {
      if (value.type === "map") this.#readProperties(key, value.entries);
      else this.#report(key, value.text, `${key} needs a mapping of predicates to values.`);
    }
  }

  #readThings(kind: ThingKey, key: string, value: PropertyValue): void {
    for (const [index, item] of this.#things.itemsOf(value).entries()) {
      const relation = kind.isRelation ? key : undefined;
      const found = this.#things.read({ ...kind, value: item, key, where: `${key}[${index}]`, relation });
      for (const link of found ?? []) this.#statements.push({ predicate: kind.predicate, object: { link } });
    }
  }

  #readTypes(key: string, value: PropertyValue): void {
    for (const [index, item] of this.#things.itemsOf(value).entries()) {
      const text = readText(item);
      if (text === undefined) {
        if (item.type !== "null") this.#report(key, item.text, `${key}[${index}] needs the name or IRI of a type.`);
        continue;
      }
      const type = this.#things.readType(text, key, `${key}[${index}]`);
      if (type !== undefined) this.#statements.push({ predicate: terms.type, object: { iri: type } });
    }
  }

  /** Words that name no kind of article are a property and nothing more. */
  #readEntryType(value: PropertyValue): void {
    for (const item of this.#things.itemsOf(value)) {
      const text = readText(item);
      if (text === undefined) continue;
      const name = articleType(text);
      const iri = name === undefined ? this.#names.read(text) : sharedIri(`schema:${name}`);
      if (iri !== undefined && !iri.startsWith(ownTerms)) {
        this.#statements.push({ predicate: terms.type, object: { iri } });
      }
    }
  }

  #readProperties(key: string, entries: ReadonlyMap<string, PropertyValue>): void {
    for (const [name, given] of entries) {
      const predicate = this.#predicate(name, key, `${key}.${name}`);
      if (predicate === undefined) continue;
      const items = this.#things.itemsOf(given);
      for (const [index, item] of items.entries()) {
        const where = items.length === 1 && given.type !== "list" ? `${key}.${name}` : `${key}.${name}[${index}]`;
        this.#readObject({ predicate, name, item, key, where });
      }
    }
  }

  #readObject(about: {
    readonly predicate: string;
    readonly name: string;
    readonly item: PropertyValue;
    readonly key: string;
    readonly where: string;
  }): void {
    const { predicate, name, item, key, where } = about;
    const request = { value: item, key, where, relation: name, kinds: [], defaultKind: undefined };
    if (item.type === "list") this.#report(key, item.text, `${where} is a list in a list.`);
    else if (item.type !== "null" && this.#mayClaim({ predicate, item, key, where })) {
      const objects = item.type === "map" ? this.#readMapObject(request, item.entries) : this.#readPlainObject(request);
      for (const object of objects) this.#statements.push({ predicate, object });
    }
  }

  /** Whether a note can make a statement; says so where it can't. */
  #mayClaim(claim: {
    readonly subject?: PropertyValue | undefined;
    readonly predicate: string;
    readonly item: PropertyValue;
    readonly key: string;
    readonly where: string;
  }): boolean {
    const { subject, predicate, item, key, where } = claim;
    const fault = claimFault({
      subject: subject === undefined ? undefined : this.#things.iriOf(subject),
      predicate,
      object: this.#things.iriOf(item),
    });
    if (fault !== undefined) this.#report(key, item.text, `${where}: ${fault}`);
    return fault === undefined;
  }

  /** A link or an IRI as what it leads to, anything else as a value. */
  #readPlainObject(request: ThingRequest): readonly DraftObject[] {
    const links = request.value.type === "text" ? this.#things.readReference(request) : undefined;
    return links === undefined ? [{ value: request.value }] : links.map((link) => ({ link }));
  }

  #readMapObject(request: ThingRequest, entries: ReadonlyMap<string, PropertyValue>): readonly DraftObject[] {
    if (entryOf(entries, ["id"]) !== undefined) {
      return (this.#things.read(request) ?? []).map((link) => ({ link }));
    }
    const { key, where, value } = request;
    const written = entryOf(entries, ["value"]);
    if (written !== undefined && written.type !== "map" && written.type !== "list") {
      return [this.#typed(written, entryTexts(entries, ["datatype"])[0], { key, where })];
    }
    this.#report(key, value.text, `${where} needs an id or a value.`);
    return [];
  }

  /** A value with a datatype, and as it is where that can't be. */
  #typed(
    value: PropertyValue,
    datatype: string | undefined,
    { key, where }: { readonly key: string; readonly where: string },
  ): DraftObject {
    if (datatype === undefined) return { value };
    const iri = this.#names.read(datatype);
    if (iri === undefined) {
      this.#report(
        key,
        datatype,
        `${where} has a datatype that is no IRI and has no known prefix: ${shown(datatype)}.`,
      );
      return { value };
    }
    const typed = readTypedValue(value.text, iri);
    if (typed !== undefined) return typed;
    this.#report(key, value.text, `${where}: ${shown(value.text)} is no value of ${datatype}.`);
    return { value: { type: "text", value: value.text, text: value.text } };
  }

  #readEdges(key: string, value: PropertyValue): void {
    for (const [index, item] of this.#things.itemsOf(value).entries()) {
      if (item.type === "null") continue;
      const where = `${key}[${index}]`;
      if (item.type === "map") this.#readEdge(item.entries, item.text, key, where);
      else this.#report(key, item.text, `${where} needs a mapping with predicate and object.`);
    }
  }

  #readEdge(entries: ReadonlyMap<string, PropertyValue>, text: string, key: string, where: string): void {
    const [name] = entryTexts(entries, ["predicate"]);
    const object = entryOf(entries, ["objectid", "object", "targetid", "target"]);
    if (name === undefined) this.#report(key, text, `${where} needs a predicate.`);
    else if (object === undefined || isBlank(object)) this.#report(key, text, `${where} needs an object.`);
    else {
      const predicate = this.#predicate(name, key, where);
      const subject = entryOf(entries, ["subjectid", "subject"]);
      if (predicate === undefined || !this.#mayClaim({ subject, predicate, item: object, key, where })) return;
      this.#sayEdge({ name, predicate, subject, object, key, where });
    }
  }

  /** An edge of another thing than the document is a relation of that thing; the document only mentions both. */
  #sayEdge(edge: {
    readonly name: string;
    readonly predicate: string;
    readonly subject: PropertyValue | undefined;
    readonly object: PropertyValue;
    readonly key: string;
    readonly where: string;
  }): void {
    const { name, predicate, subject, object, key, where } = edge;
    const end = { key, kinds: [], defaultKind: classes.thing };
    const isOwn = subject === undefined || isBlank(subject) || this.#things.isSelf(subject);
    const subjects = isOwn
      ? [undefined]
      : (this.#things.read({ ...end, value: subject, where: `${where}.subject` }) ?? []);
    const relation = isOwn ? name : undefined;
    const objects: readonly DraftObject[] = takesText(predicate)
      ? textsOf(object).map((text) => ({ value: { type: "text", value: text, text } }))
      : (this.#things.read({ ...end, value: object, where: `${where}.object`, relation, self: true }) ?? []).map(
          (link) => ({ link }),
        );
    for (const from of subjects) {
      for (const to of objects) this.#statements.push({ subject: from, predicate, object: to });
    }
  }

  #predicate(name: string, key: string, where: string): string | undefined {
    const reading = readPredicate(name, this.#names);
    if ("iri" in reading) return reading.iri;
    const message =
      reading.fault === "unknown"
        ? `${where} needs a supported predicate: ${shown(name)} is no known name and no IRI with a known prefix.`
        : `${where} can't use ${shown(name)}, which every graph relies on.`;
    this.#report(key, name, message);
    return undefined;
  }

  readonly #report: Report = (key, text, message) => {
    const { line, column } = this.#input.placeOf(key, text);
    this.#diagnostics.push({ kind: "graph-metadata", line, column, message, text });
  };

  #reportKey(key: string, message: string): void {
    const line = this.#input.frontMatter.lines.get(key) ?? 1;
    this.#diagnostics.push({ kind: "graph-metadata", line, column: 1, message, text: key });
  }
}

function textsOf(value: PropertyValue): readonly string[] {
  return (value.type === "list" ? value.items : [value]).flatMap((item) => readText(item) ?? []);
}

function isBlank(value: PropertyValue): boolean {
  return value.type === "null" || (value.type === "text" && value.value.trim() === "");
}

/** A text as a message shows it. */
function shown(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}
