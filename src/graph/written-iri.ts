/** IRIs as people type them, in the form in which the graph holds them. */
import { percentEncode } from "../base/external-iri.ts";

const beyondAscii = /[^\x00-\x7f]/u;
const allBeyondAscii = /[^\x00-\x7f]/gu;
const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:/;

/**
 * An IRI that is relative or below `baseIri` with each character outside ASCII percent-encoded, as IRIs of files are: `<Київ.md>` names
 * that document. Names of ours (`~tag/…`, `~id/…`, `~property/…`) keep their letters, and every IRI elsewhere stays as it is. A relative
 * one is below `relativeTo`, and stays relative unless it begins with a slash.
 */
export function writtenIri(iri: string, baseIri: string, relativeTo: string = baseIri): string {
  if (!beyondAscii.test(iri)) return iri;
  const isRelative = !scheme.test(iri);
  const whole = isRelative ? wholeIri(iri, relativeTo) : iri;
  if (!whole.startsWith(baseIri)) return iri;
  const below = whole.slice(baseIri.length);
  const isName = /^(?:\.\/)*~/.test(below);
  return isRelative && !iri.startsWith("/") ? encoded(iri, isName) : baseIri + encoded(below, isName);
}

/** A relative IRI below another; dot segments are left to who resolves it. */
export function wholeIri(iri: string, relativeTo: string): string {
  if (scheme.test(iri)) return iri;
  if (iri.startsWith("//")) return (scheme.exec(relativeTo)?.[0] ?? "") + iri;
  if (iri.startsWith("/")) return (/^[^:/]+:(?:\/\/[^/?#]*)?/.exec(relativeTo)?.[0] ?? "") + iri;
  if (iri.startsWith("#") || iri === "") return relativeTo.replace(/#.*$/s, "") + iri;
  return relativeTo.replace(/[?#].*$/s, "").replace(/[^/]*$/, "") + iri;
}

/** The slugs of sections are encoded also behind names. */
function encoded(iri: string, isName: boolean): string {
  const hash = isName ? iri.indexOf("#") : 0;
  const kept = hash === -1 ? iri.length : hash;
  return iri.slice(0, kept) + iri.slice(kept).replace(allBeyondAscii, percentEncode);
}
