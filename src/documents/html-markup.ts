/** Reads tags and comments in raw HTML and JSX, one after the other, in linear time. */

const LT = 60;
const GT = 62;
const SLASH = 47;
const EQUALS = 61;
const QUOTE = 34;
const APOSTROPHE = 39;
const BRACE = 123;
const CLOSING_BRACE = 125;

/** Elements whose content is no text. */
const rawElements: ReadonlySet<string> = new Set(["script", "style"]);

/**
 * A reader over a part of a text. After `next` its fields describe the piece of markup that was found; they are reused, so that a
 * document full of tags makes no objects.
 */
export class MarkupReader {
  readonly #text: string;
  readonly #jsx: boolean;
  /** Characters that may still be read in vain within braces that never close. */
  #budget: number;
  readonly #places: Map<string, number> = new Map();
  /** Range of the piece: a tag, or a comment, declaration or raw element as a whole. */
  start = 0;
  end = 0;
  /** Name of the element as written; empty when the piece is no tag. */
  name = "";
  closing = false;
  /** Attributes of a start tag, by lower-case name, entities decoded. In JSX only those whose value is a plain string. */
  readonly attributes: Map<string, string> = new Map();

  /** `jsx`: attribute values in braces are understood. */
  constructor(text: string, jsx = false) {
    this.#text = text;
    this.#jsx = jsx;
    this.#budget = 4 * text.length;
  }

  /** Moves to the next piece that starts in [from, limit); `false` when there is none. */
  next(from: number, limit: number): boolean {
    const text = this.#text;
    for (let at = text.indexOf("<", from); at !== -1 && at < limit; at = text.indexOf("<", at + 1)) {
      const end = this.#pieceAt(at, limit);
      if (end === -1) continue;
      this.start = at;
      this.end = end;
      return true;
    }
    return false;
  }

  #pieceAt(at: number, limit: number): number {
    const text = this.#text;
    const next = text.charCodeAt(at + 1);
    this.name = "";
    this.closing = next === SLASH;
    this.attributes.clear();
    if (next === 33 || next === 63) return this.#declarationEnd(at, limit);
    const nameStart = this.closing ? at + 2 : at + 1;
    if (!isNameStart(text.charCodeAt(nameStart))) return -1;
    let index = nameStart + 1;
    while (isNamePart(text.charCodeAt(index))) index++;
    this.name = text.slice(nameStart, index);
    const end = this.#readAttributes(index, limit);
    if (end === -1 || this.closing || this.#jsx || !rawElements.has(this.name.toLowerCase())) return end;
    return Math.min(this.#find(`</${this.name}`, end), limit);
  }

  /** `<!-- … -->`, `<? … ?>`, `<!DOCTYPE …>` and `<![CDATA[ … ]]>`; one that does not end goes to the limit. */
  #declarationEnd(at: number, limit: number): number {
    const text = this.#text;
    let mark = ">";
    if (text.startsWith("<!--", at)) mark = "-->";
    else if (text.startsWith("<![CDATA[", at)) mark = "]]>";
    else if (text.charCodeAt(at + 1) === 63) mark = "?>";
    return Math.min(this.#find(mark, at + 2) + mark.length, limit);
  }

  /** Next place of `mark`. The answer is kept while it lies ahead, so that a mark that is missing is looked for once. */
  #find(mark: string, from: number): number {
    const kept = this.#places.get(mark);
    if (kept !== undefined && kept >= from) return kept;
    const at = this.#text.indexOf(mark, from);
    const place = at === -1 ? Number.POSITIVE_INFINITY : at;
    this.#places.set(mark, place);
    return place;
  }

  /** Reads up to the `>` of a tag; −1 when this is no tag after all. */
  #readAttributes(from: number, limit: number): number {
    const text = this.#text;
    let index = from;
    while (index < limit) {
      const unit = text.charCodeAt(index);
      if (unit === GT) return index + 1;
      if (unit === LT) return -1;
      if (unit === BRACE && this.#jsx) {
        index = this.#bracesEnd(index, limit);
        if (index === -1) return -1;
      } else if (isSpace(unit) || unit === SLASH || unit === QUOTE || unit === APOSTROPHE || unit === EQUALS) {
        index++;
      } else {
        index = this.#readAttribute(index, limit);
        if (index === -1) return -1;
      }
    }
    return -1;
  }

  #readAttribute(from: number, limit: number): number {
    const text = this.#text;
    let index = from;
    while (index < limit && !endsAttributeName(text.charCodeAt(index))) index++;
    const name = text.slice(from, index).toLowerCase();
    let value = index;
    while (value < limit && isSpace(text.charCodeAt(value))) value++;
    if (text.charCodeAt(value) !== EQUALS || value >= limit) return index;
    value++;
    while (value < limit && isSpace(text.charCodeAt(value))) value++;
    const unit = text.charCodeAt(value);
    if (unit === QUOTE || unit === APOSTROPHE) {
      const close = text.indexOf(unit === QUOTE ? '"' : "'", value + 1);
      if (close === -1 || close >= limit) return -1;
      this.#set(name, text.slice(value + 1, close));
      return close + 1;
    }
    if (unit === BRACE && this.#jsx) {
      const end = this.#bracesEnd(value, limit);
      if (end !== -1) this.#setFromBraces(name, value, end);
      return end;
    }
    let end = value;
    while (end < limit && !endsBareValue(text.charCodeAt(end))) end++;
    this.#set(name, text.slice(value, end));
    return end;
  }

  #set(name: string, value: string): void {
    if (!this.attributes.has(name)) this.attributes.set(name, decodeEntities(value.trim()));
  }

  /** `{"text"}`, `{'text'}` and `` {`text`} `` without substitutions. */
  #setFromBraces(name: string, start: number, end: number): void {
    const value = this.#text.slice(start + 1, end - 1).trim();
    const quote = value[0];
    if (value.length < 2 || (quote !== '"' && quote !== "'" && quote !== "`") || !value.endsWith(quote)) return;
    const inner = value.slice(1, -1);
    if (!inner.includes(quote) && !inner.includes("\\") && !inner.includes("${")) this.#set(name, inner);
  }

  #bracesEnd(from: number, limit: number): number {
    const text = this.#text;
    if (this.#budget <= 0) return -1;
    let depth = 0;
    for (let index = from; index < limit; index++) {
      const unit = text.charCodeAt(index);
      if (unit === BRACE) depth++;
      else if (unit === CLOSING_BRACE && --depth === 0) return index + 1;
    }
    this.#budget -= limit - from;
    return -1;
  }
}

function isNameStart(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90);
}

function isNamePart(unit: number): boolean {
  return isNameStart(unit) || (unit >= 48 && unit <= 58) || unit === 45 || unit === 46 || unit === 95;
}

function isSpace(unit: number): boolean {
  return unit === 32 || (unit >= 9 && unit <= 13);
}

function endsAttributeName(unit: number): boolean {
  return isSpace(unit) || unit === EQUALS || unit === GT || unit === LT || unit === SLASH || unit === BRACE;
}

function endsBareValue(unit: number): boolean {
  return isSpace(unit) || unit === GT || unit === LT || unit === QUOTE || unit === APOSTROPHE;
}

const entity = /&(?:amp|lt|gt|quot|apos|nbsp|#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6});/g;
const named: ReadonlyMap<string, string> = new Map([
  ["&amp;", "&"],
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&quot;", '"'],
  ["&apos;", "'"],
  ["&nbsp;", "\u00a0"],
]);

/** Decodes numeric entities and the handful of names that occur in addresses and short texts. */
export function decodeEntities(text: string): string {
  return text.includes("&") ? text.replace(entity, decodeEntity) : text;
}

function decodeEntity(written: string): string {
  const character = named.get(written);
  if (character !== undefined) return character;
  const hexadecimal = written[2] === "x" || written[2] === "X";
  const codePoint = Number.parseInt(written.slice(hexadecimal ? 3 : 2, -1), hexadecimal ? 16 : 10);
  const valid = codePoint > 0 && codePoint <= 0x10ffff && !(codePoint >= 0xd800 && codePoint <= 0xdfff);
  return valid ? String.fromCodePoint(codePoint) : "\ufffd";
}
