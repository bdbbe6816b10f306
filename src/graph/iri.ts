/** The IRIs of everything in a graph: reversible, free of collisions, and without any character that an IRI forbids. */
import type { Section } from "../documents/markdown-document.ts";

/** A path that encoding leaves as it is: the usual case, settled by one look. */
const plainPath = /^[\w.!*'()-]+(?:\/[\w.!*'()-]+)*$/;

const loneSurrogate = /\p{Surrogate}/gu;

/** One segment as `encodeURIComponent` gives it, with a leading `~` written `%7E`: names of ours begin with `~`, files never do. */
function encodeSegment(segment: string): string {
  const encoded = encodeURIComponent(segment.replace(loneSurrogate, "\ufffd"));
  return encoded.startsWith("~") ? `%7E${encoded.slice(1)}` : encoded;
}

function encodePath(path: string): string {
  return plainPath.test(path) ? path : path.split("/").map(encodeSegment).join("/");
}

/** The IRI of a document or another file. `baseIri` is that of the graph's options; the path can be read back from the result. */
export function documentIri(baseIri: string, path: string): string {
  return baseIri + encodePath(path);
}

/** The IRI of a folder; `""` is the root, whose IRI is the base itself. */
export function folderIri(baseIri: string, path: string): string {
  return path === "" ? baseIri : `${baseIri}${encodePath(path)}/`;
}

/**
 * The IRI of a section: that of its document with its slug. The lead is the document itself. A heading without a slug (`# !!!`) is
 * told by its number behind a `~`, which no slug holds.
 */
export function sectionIri(documentIri: string, section: Pick<Section, "index" | "slug">): string {
  if (section.index === 0) return documentIri;
  if (section.slug === "") return `${documentIri}#~section-${section.index}`;
  return `${documentIri}#${plainPath.test(section.slug) ? section.slug : encodeSegment(section.slug)}`;
}

/** The IRI of a tag, from its key (see `tagKey`): nested tags are nested paths. */
export function tagIri(baseIri: string, key: string): string {
  return `${baseIri}~tag/${key.split("/").map(encodeName).join("/")}`;
}

/** The IRI of the scheme that all tags are in. */
export function tagSchemeIri(baseIri: string): string {
  return `${baseIri}~tags`;
}

/** The IRI of a person or another named thing. Letters of every script stay, and two names share an IRI only where they are the same text. */
export function entityIri(baseIri: string, name: string): string {
  return `${baseIri}~id/${encodeName(entityKey(name))}`;
}

/** The form of a name in which it is compared: NFC, runs of blanks as one. Case counts: IT and it are two things. */
export function entityKey(name: string): string {
  return name.normalize("NFC").replace(/\s+/gu, " ").trim();
}

/** The IRI of a property or relation without a predicate of its own. `keys` are the keys from the outermost map inwards. */
export function propertyIri(baseIri: string, ...keys: readonly string[]): string {
  return `${baseIri}~property/${keys.map((key) => encodeName(key.normalize("NFC"))).join("/")}`;
}

/** The IRI of a wikilink's target that does not exist, from its key. It identifies a node of diagrams and never appears in RDF. */
export function missingIri(baseIri: string, key: string): string {
  return `${baseIri}~missing/${encodeName(key)}`;
}

/** The IRI of a part of a document that has no address of its own, such as a task; `name` is made by us. */
export function partIri(documentIri: string, name: string): string {
  return `${documentIri}#~${name}`;
}

/** Characters beyond ASCII that RFC 3987 allows (`ucschar`), less blanks, bidirectional controls and line separators. */
const ucschar =
  "\\u00a1-\\u061b\\u061d-\\u167f\\u1681-\\u1fff\\u200b-\\u200d\\u2010-\\u2027\\u2030-\\u205e\\u2060-\\u2065\\u206a-\\u2fff" +
  "\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufefe\\uff00-\\uffef" +
  Array.from({ length: 14 }, (_, plane) => {
    const code = (offset: number): string => `\\u{${((plane + 1) * 0x10000 + offset).toString(16)}}`;
    return `${code(plane === 13 ? 0x1000 : 0)}-${code(0xfffd)}`;
  }).join("");

const forbiddenInName = new RegExp(`[^\\w.!*'()~${ucschar}-]`, "gu");
const plainName = /^[\w.!*'()-]*$/;

/** A name as one segment of an IRI: letters of every script are kept, everything else is percent-encoded. Dot segments would vanish and are encoded. */
function encodeName(name: string): string {
  if (name === "." || name === "..") return name.replaceAll(".", "%2E");
  return plainName.test(name) ? name : name.replace(forbiddenInName, percentEncode);
}

function percentEncode(character: string): string {
  const code = character.codePointAt(0) as number;
  if (code < 0x80) return `%${code.toString(16).toUpperCase().padStart(2, "0")}`;
  return encodeURIComponent(code >= 0xd800 && code <= 0xdfff ? "\ufffd" : character);
}

/** Longest address that becomes an IRI, in UTF-16 units. Longer ones are content, not addresses. */
const maximumExternalLength = 4_096;

/** A whole address of plain characters: most links, settled by one look. */
const plainAddress =
  /^[A-Za-z][A-Za-z0-9+.-]*:(?:\/\/[\w.~-]+(?::\d*)?(?:[/?][\w.~!$&'()*+,;=:@/?-]*)?|(?!\/\/)[\w.~!$&'()*+,;=:@/?-]+)(?:#[\w.~!$&'()*+,;=:@/?-]*)?$/;

const addressParts = /^([A-Za-z][A-Za-z0-9+.-]*):(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#([\s\S]*))?$/;

const notInHost = new RegExp(`[^\\w.~!$&'()*+,;=${ucschar}-]`, "gu");
const notInUser = new RegExp(`[^\\w.~!$&'()*+,;=:${ucschar}-]`, "gu");
const notInPath = new RegExp(`[^\\w.~!$&'()*+,;=:@/${ucschar}-]`, "gu");
const notInQuery = new RegExp(`[^\\w.~!$&'()*+,;=:@/?${ucschar}-]`, "gu");

/**
 * An address as a valid IRI: what an IRI forbids is percent-encoded, escapes that are there stay. `//host/x` is read as `https`.
 * `undefined` where encoding can't help: no scheme, a port that is no number, a broken IPv6 address, nothing behind the scheme, or
 * more than 4,096 characters. Never looked up.
 */
export function externalIri(url: string): string | undefined {
  if (url.length > maximumExternalLength) return undefined;
  const text = url.startsWith("//") ? `https:${url}` : url;
  if (plainAddress.test(text)) return text;
  const parts = addressParts.exec(text);
  if (parts === null) return undefined;
  const [, scheme, authority, path = "", query, fragment] = parts;
  const encodedAuthority = authority === undefined ? "" : encodeAuthority(scheme as string, authority);
  if (encodedAuthority === undefined) return undefined;
  const iri =
    encodedAuthority +
    encodePart(path, notInPath) +
    (query === undefined ? "" : `?${encodePart(query, notInQuery)}`) +
    (fragment === undefined ? "" : `#${encodePart(fragment, notInQuery)}`);
  return iri === "" ? undefined : `${scheme}:${iri}`;
}

function encodeAuthority(scheme: string, authority: string): string | undefined {
  if (authority === "") return /^(?:https?|ftp)$/i.test(scheme) ? undefined : "//";
  const at = authority.lastIndexOf("@");
  const user = at === -1 ? "" : `${encodePart(authority.slice(0, at), notInUser)}@`;
  const hostAndPort = authority.slice(at + 1);
  const literal = /^(\[(?:[0-9A-Fa-f:.]+|v[0-9A-Fa-f]+\.[\w.~!$&'()*+,;=:-]+)\])(:\d*)?$/.exec(hostAndPort);
  if (literal !== null) return `//${user}${literal[1]}${literal[2] ?? ""}`;
  const parts = /^([^:]+)(:\d*)?$/.exec(hostAndPort);
  if (parts === null || hostAndPort.includes("[")) return undefined;
  return `//${user}${encodePart(parts[1] as string, notInHost)}${parts[2] ?? ""}`;
}

/** Encodes what `forbidden` matches; a `%` stays where it starts an escape and is encoded where it stands for itself. */
function encodePart(text: string, forbidden: RegExp): string {
  return text.replace(forbidden, (character, offset: number) => {
    if (character === "%" && /^[0-9A-Fa-f]{2}/.test(text.slice(offset + 1, offset + 3))) return character;
    return percentEncode(character);
  });
}
