/** Addresses that people write as valid IRIs. */

/** For a class of a regular expression: characters beyond ASCII that RFC 3987 allows (`ucschar`), less blanks, bidirectional controls and line separators. */
export const iriCharacters: string =
  "\\u00a1-\\u061b\\u061d-\\u167f\\u1681-\\u1fff\\u200b-\\u200d\\u2010-\\u2027\\u2030-\\u205e\\u2060-\\u2065\\u206a-\\u2fff" +
  "\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufefe\\uff00-\\uffef" +
  Array.from({ length: 14 }, (_, plane) => {
    const code = (offset: number): string => `\\u{${((plane + 1) * 0x10000 + offset).toString(16)}}`;
    return `${code(plane === 13 ? 0x1000 : 0)}-${code(0xfffd)}`;
  }).join("");

/** A character as the escapes of its bytes; half a surrogate pair as those of U+FFFD. */
export function percentEncode(character: string): string {
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

const notInHost = new RegExp(`[^\\w.~!$&'()*+,;=${iriCharacters}-]`, "gu");
const notInUser = new RegExp(`[^\\w.~!$&'()*+,;=:${iriCharacters}-]`, "gu");
const notInPath = new RegExp(`[^\\w.~!$&'()*+,;=:@/${iriCharacters}-]`, "gu");
const notInQuery = new RegExp(`[^\\w.~!$&'()*+,;=:@/?${iriCharacters}-]`, "gu");

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
