/** Reads the nodes that satteri's walk over a tree gives, one after the other in document order, from its binary form. */
import type { Buffer } from "node:buffer";

/** Codes of the node types that are asked for: all blocks, and of inline content what a `MarkdownSyntax` has. */
export const nodeType = {
  paragraph: 1,
  heading: 2,
  thematicBreak: 3,
  blockquote: 4,
  list: 5,
  listItem: 6,
  html: 7,
  code: 8,
  definition: 9,
  text: 10,
  inlineCode: 13,
  break: 14,
  link: 15,
  image: 16,
  linkReference: 17,
  imageReference: 18,
  footnoteDefinition: 19,
  table: 21,
} as const;

const types: readonly number[] = Object.values(nodeType).filter((type) => type !== nodeType.text);

/** What to ask satteri's walk for. */
export const subscriptions: readonly { readonly nodeType: number; readonly tagFilter: readonly string[] }[] = types.map(
  (type) => ({ nodeType: type, tagFilter: [] }),
);

/**
 * The layout: a count, then for each node ten bytes (its number, the index of its subscription, a blank, where its data begins), then the
 * data: a length and as many bytes of JSON, six words of position (start and end in bytes, lines and columns), the count of children, their
 * numbers, their types, and what its type has. Numbers are little-endian.
 */
const entrySize = 10;
const positionSize = 24;

/** A walk's nodes. The fields are those of the node that was moved to last. */
export class MatchedNodes {
  readonly count: number;
  id = 0;
  type = 0;
  /** Offsets in bytes. */
  start = 0;
  end = 0;
  childCount = 0;
  #children = 0;
  #data = 0;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.count = bytes.length < 4 ? 0 : bytes.readUInt32LE(0);
  }

  /** Whether the bytes can hold as many nodes as they say; those of another layout rarely do. */
  get areAllThere(): boolean {
    return this.count <= Math.max(0, this.#bytes.length - 4) / entrySize;
  }

  /** Moves to a node by its place in document order. */
  move(index: number): void {
    const bytes = this.#bytes;
    const entry = 4 + index * entrySize;
    this.id = word(bytes, entry);
    this.type = types[bytes[entry + 4]!]!;
    const at = word(bytes, entry + 6);
    const position = at + 4 + word(bytes, at);
    this.start = word(bytes, position);
    this.end = word(bytes, position + 4);
    this.childCount = word(bytes, position + positionSize);
    this.#children = position + positionSize + 4;
    this.#data = this.#children + this.childCount * 5;
  }

  /** The number of the node's child, and where that stands; the place is valid for other nodes of the walk too. */
  childPlace(index: number): number {
    return this.#children + index * 4;
  }

  /** The number at a place that `childPlace` gave. */
  numberAt(place: number): number {
    return word(this.#bytes, place);
  }

  /** The type of the node's child. */
  childType(index: number): number {
    return this.#bytes[this.#children + this.childCount * 4 + index]!;
  }

  /** The first byte of what the type has: the depth of a heading, the state of an item's task mark (2 for none). */
  get firstByte(): number {
    return this.#bytes[this.#data]!;
  }

  /** The string with so many strings before it. All have a length of two bytes, so that none is longer than 65,535 bytes. */
  string(index: number): string {
    let at = this.#data;
    for (let skipped = 0; skipped < index; skipped += 1) at += 2 + short(this.#bytes, at);
    return this.#slice(at);
  }

  /** The alternative text of an image reference, which has a byte between its strings. */
  get alternative(): string {
    let at = this.#data;
    at += 2 + short(this.#bytes, at);
    at += 2 + short(this.#bytes, at);
    return this.#slice(at + 1);
  }

  #slice(at: number): string {
    const length = short(this.#bytes, at);
    return length === 0 ? "" : this.#bytes.toString("utf8", at + 2, at + 2 + length);
  }
}

function short(bytes: Buffer, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8);
}

function word(bytes: Buffer, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
}
