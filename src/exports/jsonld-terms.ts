/** How IRIs are written under our own `@context`: the reverse of what a JSON-LD reader does with them. */
import { writableIri } from "./writable-iri.ts";

/** How a predicate is written as a key. */
export interface JsonldKey {
  /** In quotes. */
  readonly key: string;
  /** What bare strings below the key are read as: `@id` for IRIs, the IRI of a datatype, or `undefined` for plain text. */
  readonly type: string | undefined;
  /** The reader would take the key for something else, so it must be written where no context holds. */
  readonly unsafe: boolean;
}

/** The names that a context gives. Names of predicates are remembered, since there are few and they come often. */
export class JsonldTerms {
  readonly #terms = new Map<string, JsonldKey>();
  readonly #prefixes = new Map<string, string>();
  readonly #firstUnits: ReadonlySet<number>;
  readonly #compacted = new Map<string, string>();

  /** The context maps names to IRIs (prefixes) and to `{"@id", "@type"?}`; other features are ours to leave out. */
  constructor(context: Readonly<Record<string, unknown>>) {
    for (const [name, definition] of Object.entries(context))
      if (typeof definition === "string" && !name.startsWith("@")) this.#prefixes.set(name, definition);
    this.#firstUnits = new Set(Array.from(this.#prefixes.keys(), (prefix) => prefix.charCodeAt(0)));
    for (const [name, definition] of Object.entries(context)) {
      if (typeof definition !== "object" || definition === null) continue;
      const { "@id": id, "@type": type } = definition as Readonly<Record<string, unknown>>;
      if (typeof id !== "string") continue;
      const datatype = typeof type === "string" && type !== "@id" ? this.expand(type) : type;
      this.#terms.set(this.expand(id), {
        key: JSON.stringify(name),
        type: datatype as string | undefined,
        unsafe: false,
      });
    }
  }

  /** A compact IRI of the context as the whole IRI. */
  expand(name: string): string {
    const colon = name.indexOf(":");
    const namespace = colon === -1 ? undefined : this.#prefixes.get(name.slice(0, colon));
    return namespace === undefined ? name : namespace + name.slice(colon + 1);
  }

  /** The key of a predicate. */
  keyOf(predicate: string): JsonldKey {
    let key = this.#terms.get(predicate);
    if (key === undefined) {
      key = { key: `"${this.compact(writableIri(predicate))}"`, type: undefined, unsafe: this.isMistaken(predicate) };
      this.#terms.set(predicate, key);
    }
    return key;
  }

  /** A type or datatype with a prefix where there is one; remembered, since there are few. */
  nameOf(iri: string): string {
    let name = this.#compacted.get(iri);
    if (name === undefined) {
      name = this.compact(writableIri(iri));
      this.#compacted.set(iri, name);
    }
    return name;
  }

  /** An IRI with a prefix where there is one. */
  compact(iri: string): string {
    for (const [prefix, namespace] of this.#prefixes) {
      if (iri.length <= namespace.length || !iri.startsWith(namespace)) continue;
      // What follows a prefix and begins with `//` is read as a whole address.
      if (!iri.startsWith("//", namespace.length)) return `${prefix}:${iri.slice(namespace.length)}`;
    }
    return iri;
  }

  /** Whether an IRI written in full would be read as a compact one, because its scheme is one of our prefixes. */
  isMistaken(iri: string): boolean {
    if (!this.#firstUnits.has(iri.charCodeAt(0))) return false;
    const colon = iri.indexOf(":");
    return this.#prefixes.has(iri.slice(0, colon)) && !iri.startsWith("//", colon + 1);
  }
}
