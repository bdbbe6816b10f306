/** Finds e-mail addresses that an engine left as text, though remark makes links of them. */
import type { MarkdownSyntax, TextRange } from "../markdown-engine.ts";

/** What remark takes for the host of an address, from the `@` on. It must end in a letter; `_` may be the end of emphasis. */
const host = /@[\w-]+(?:\.[\w-]+)*\.[\w-]*[A-Za-z]_*(?![\w-])/y;

/**
 * Whether `source` has an e-mail address that `syntax` holds neither as a link nor within a link, code, HTML or a definition. Takes time in
 * proportion to the number of `@` and the size of `syntax`.
 */
export function hasMissedAddress(source: string, syntax: MarkdownSyntax): boolean {
  let opaque = 0;
  let link = 0;
  let definition = 0;
  for (let at = source.indexOf("@"); at >= 0; at = source.indexOf("@", at + 1)) {
    if (at === 0 || !isAddressCode(source.charCodeAt(at - 1))) continue;
    opaque = firstEndingAfter(syntax.opaque, at, opaque);
    link = firstEndingAfter(syntax.links, at, link);
    definition = firstEndingAfter(syntax.definitions, at, definition);
    if (covers(syntax.opaque[opaque], at) || covers(syntax.definitions[definition], at)) continue;
    if (covers(syntax.links[link], at)) continue;
    host.lastIndex = at;
    if (host.test(source)) return true;
  }
  return false;
}

/** Letters, digits and `+ - . _`: what may stand before the `@`. */
function isAddressCode(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x2b ||
    code === 0x2d ||
    code === 0x2e ||
    code === 0x5f
  );
}

function firstEndingAfter(ranges: readonly TextRange[], at: number, from: number): number {
  while (from < ranges.length && ranges[from]!.end <= at) from += 1;
  return from;
}

function covers(range: TextRange | undefined, at: number): boolean {
  return range !== undefined && range.start <= at && at < range.end;
}
