/** The grammar of absolute IRIs (RFC 3987, without its private-use characters), written down part by part as an oracle. */

function isAllowed(text: string, ascii: RegExp): boolean {
  for (let index = 0; index < text.length; ) {
    const code = text.codePointAt(index) as number;
    const character = String.fromCodePoint(code);
    if (character === "%") {
      if (!/^%[0-9A-Fa-f]{2}$/.test(text.slice(index, index + 3))) return false;
      index += 3;
      continue;
    }
    if (code < 0x80 ? !ascii.test(character) : !isUcschar(code)) return false;
    index += character.length;
  }
  return true;
}

function isUcschar(code: number): boolean {
  if (code >= 0xa0 && code <= 0xd7ff) return true;
  if ((code >= 0xf900 && code <= 0xfdcf) || (code >= 0xfdf0 && code <= 0xffef)) return true;
  if (code < 0x10000 || code > 0xefffd) return false;
  return (code & 0xffff) <= 0xfffd && (code < 0xe0000 || code >= 0xe1000);
}

const unreservedAndDelimiters = /[A-Za-z0-9._~!$&'()*+,;=-]/;
const inPath = /[A-Za-z0-9._~!$&'()*+,;=:@/-]/;
const inQuery = /[A-Za-z0-9._~!$&'()*+,;=:@/?-]/;

/** Whether a text is an absolute IRI. */
export function isValidIri(text: string): boolean {
  const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:/.exec(text);
  if (scheme === null) return false;
  const [beforeFragment = "", ...fragments] = text.slice(scheme[0].length).split("#");
  if (fragments.length > 1 || fragments.some((fragment) => !isAllowed(fragment, inQuery))) return false;
  const question = beforeFragment.indexOf("?");
  const hierarchy = question === -1 ? beforeFragment : beforeFragment.slice(0, question);
  if (question !== -1 && !isAllowed(beforeFragment.slice(question + 1), inQuery)) return false;
  if (!hierarchy.startsWith("//")) return isAllowed(hierarchy, inPath);
  const slash = hierarchy.indexOf("/", 2);
  const authority = slash === -1 ? hierarchy.slice(2) : hierarchy.slice(2, slash);
  return isAuthority(authority) && (slash === -1 || isAllowed(hierarchy.slice(slash), inPath));
}

function isAuthority(authority: string): boolean {
  const at = authority.lastIndexOf("@");
  if (at !== -1 && !isAllowed(authority.slice(0, at), /[A-Za-z0-9._~!$&'()*+,;=:-]/)) return false;
  const rest = authority.slice(at + 1).replace(/:\d*$/, "");
  if (rest.startsWith("[")) return /^\[[0-9A-Fa-f:.]+\]$/.test(rest) || /^\[v[0-9A-Fa-f]+\.[^\][/?#@\s]+\]$/.test(rest);
  return isAllowed(rest, unreservedAndDelimiters);
}
