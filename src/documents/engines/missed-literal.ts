/** Finds e-mail addresses and hosts that an engine left as text, though remark may make links of them. */
import type { MarkdownSyntax, TextRange } from "../markdown-engine.ts";

/** What remark takes for the host of an address, from the `@` on. It must end in a letter; `_` may be the end of emphasis. */
const host = /@[\w-]+(?:\.[\w-]+)*\.[\w-]*[A-Za-z]_*(?![\w-])/y;

/**
 * Whether `source` has an e-mail address, a `www.` or an `http://` that `syntax` holds neither as a link nor within a link, code, HTML or a definition.
 * Takes time in proportion to the number of these and the size of `syntax`.
 */
export function hasMissedLiteral(source: string, syntax: MarkdownSyntax): boolean {
  return hasMissedAddress(source, syntax) || hasMissedHost(source, syntax);
}

function hasMissedAddress(source: string, syntax: MarkdownSyntax): boolean {
  const cover = new Cover(syntax);
  for (let at = source.indexOf("@"); at >= 0; at = source.indexOf("@", at + 1)) {
    if (at === 0 || !isAddressCode(source.charCodeAt(at - 1)) || cover.holds(at)) continue;
    host.lastIndex = at;
    if (host.test(source)) return true;
  }
  return false;
}

function hasMissedHost(source: string, syntax: MarkdownSyntax): boolean {
  if (!/www\.|https?:\/\//i.test(source)) return false;
  const cover = new Cover(syntax);
  for (const { index } of source.matchAll(
    /(?<![\p{L}\p{N}])(?:www\.|https?:\/\/[\p{L}\p{N}\u{10000}-\u{10FFFF}])/giu,
  )) {
    if (!cover.holds(index)) return true;
  }
  return false;
}

/** Tells whether places, asked for in ascending order, lie within a link, code, HTML or a definition. */
class Cover {
  readonly #lists: readonly (readonly TextRange[])[];
  readonly #next = [0, 0, 0];

  constructor({ links, opaque, definitions }: MarkdownSyntax) {
    this.#lists = [links, opaque, definitions];
  }

  holds(at: number): boolean {
    for (let list = 0; list < this.#lists.length; list += 1) {
      const ranges = this.#lists[list]!;
      let next = this.#next[list]!;
      while (next < ranges.length && ranges[next]!.end <= at) next += 1;
      this.#next[list] = next;
      if (next < ranges.length && ranges[next]!.start <= at) return true;
    }
    return false;
  }
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
