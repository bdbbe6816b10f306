/** A text in which some characters are hidden from a parser behind others of the same length, so that no offset moves. */

import type { MarkdownSyntax } from "../markdown-engine.ts";

/** The characters that can be hidden; the place in this list is the place in the block of stand-ins. */
const hideable = "*_~&[]<`(>-+.)\\";

/** Blocks of 16 in the private use area, one of which is taken that the text does not use. */
const firstBlock = 0xe000;
const lastBlock = 0xf8f0;
const blockSize = 16;

/** Collects places to hide, then gives the text without them; values parsed from it are restored with `restore`. */
export class MaskedText {
  readonly #source: string;
  #block = firstBlock;
  #codes: Uint16Array | undefined;

  constructor(source: string) {
    this.#source = source;
  }

  /** Whether anything is hidden. */
  get changed(): boolean {
    return this.#codes !== undefined;
  }

  /** Hides the character at an offset. It must be one of those that can be. */
  hide(offset: number): void {
    if (this.#codes === undefined) {
      this.#codes = codesOf(this.#source);
      this.#block = freeBlock(this.#source);
    }
    const index = hideable.indexOf(this.#source.charAt(offset));
    if (index >= 0) this.#codes[offset] = this.#block + index;
  }

  /** The text to parse. */
  get text(): string {
    return this.#codes === undefined
      ? this.#source
      : new TextDecoder("utf-16le", { ignoreBOM: true }).decode(this.#codes);
  }

  /** A syntax that was parsed from `text`, with what was hidden in its values. */
  restoreSyntax(syntax: MarkdownSyntax): MarkdownSyntax {
    return {
      ...syntax,
      headings: syntax.headings.map((heading) => ({ ...heading, text: this.restore(heading.text) })),
      links: syntax.links.map((link) => ({
        ...link,
        url: this.restore(link.url),
        title: link.title === null ? null : this.restore(link.title),
        text: this.restore(link.text),
        ...(link.identifier === undefined ? {} : { identifier: this.restore(link.identifier) }),
      })),
      definitions: syntax.definitions.map((definition) => ({
        ...definition,
        identifier: this.restore(definition.identifier),
        url: this.restore(definition.url),
        title: definition.title === null ? null : this.restore(definition.title),
      })),
    };
  }

  /** A value that was parsed from `text`, with what was hidden in it. */
  restore(value: string): string {
    let restored = "";
    let from = 0;
    for (let at = 0; at < value.length; at += 1) {
      const index = value.charCodeAt(at) - this.#block;
      if (index < 0 || index >= hideable.length) continue;
      restored += value.slice(from, at) + hideable.charAt(index);
      from = at + 1;
    }
    return from === 0 ? value : restored + value.slice(from);
  }
}

function codesOf(source: string): Uint16Array {
  const codes = new Uint16Array(source.length);
  for (let at = 0; at < source.length; at += 1) codes[at] = source.charCodeAt(at);
  return codes;
}

/** The first block of which the text uses no character; the last one when it uses them all, which no text does by chance. */
function freeBlock(source: string): number {
  if (!/[\uE000-\uF8FF]/.test(source)) return firstBlock;
  const used = new Set<number>();
  for (const character of source.match(/[\uE000-\uF8FF]/g) ?? []) used.add(character.charCodeAt(0) & ~(blockSize - 1));
  for (let block = firstBlock; block <= lastBlock; block += blockSize) if (!used.has(block)) return block;
  return lastBlock;
}
