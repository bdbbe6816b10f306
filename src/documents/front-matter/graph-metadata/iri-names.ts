/** IRIs as front matter writes them: compact with a prefix, or in full. */
import { externalIri } from "../../../base/external-iri.ts";
import { rdfPrefixes } from "../../../base/rdf-prefixes.ts";
import { kindOfScheme, schemeOf } from "../../schemes.ts";

const compactForm = /^([A-Za-z][\w-]*):(?!\/\/)(\S+)$/;
const classForm = /^[A-Za-z][A-Za-z0-9]*$/;

/** The prefixes of one file: those that all files share, and its own. */
export class IriNames {
  readonly #own: ReadonlyMap<string, string>;

  /** @param own Prefix to namespace; a shared prefix can't be given another meaning. */
  constructor(own: ReadonlyMap<string, string>) {
    this.#own = own;
  }

  /**
   * The IRI that a text is: `prefix:name` with a known prefix, or an address with a scheme that everybody knows or with `://`, made
   * valid. `undefined` for any other text, also for one that is a title with a colon.
   */
  read(text: string): string | undefined {
    if (/\s/.test(text)) return undefined;
    const [, prefix = "", name = ""] = compactForm.exec(text) ?? [];
    const namespace = rdfPrefixes.get(prefix) ?? this.#own.get(prefix);
    if (namespace !== undefined) return externalIri(namespace + name.normalize("NFC"));
    const scheme = schemeOf(text);
    if (scheme === undefined) return undefined;
    return text.includes("://") || kindOfScheme(scheme) === "known" ? externalIri(text) : undefined;
  }

  /** The IRI of a type: as {@link read} has it, or schema.org's class of that name (`TechArticle`, `software application`). */
  readType(text: string): string | undefined {
    const iri = this.read(text);
    if (iri !== undefined) return iri;
    const name = text.replace(/(?:^|[\s_-]+)(\S)/g, (_, first: string) => first.toUpperCase());
    return classForm.test(name) ? `${rdfPrefixes.get("schema")}${name}` : undefined;
  }
}

/** The IRI of a compact one whose prefix all files share. */
export function sharedIri(curie: string): string {
  const colon = curie.indexOf(":");
  return `${rdfPrefixes.get(curie.slice(0, colon))}${curie.slice(colon + 1)}`;
}
