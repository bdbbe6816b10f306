/** The file form of a pack: named sections of bytes behind a header that says where they are and what they must sum up to. */
import { checksumOf } from "../../base/checksum.ts";

/** What a pack says of itself. */
export interface PackLabel {
  /** Which version of the product wrote it, for what it was asked: a pack with another one is not looked into. */
  readonly fingerprint: string;
  /** The place whose files it is about, for people. */
  readonly location: string;
}

/** Bytes by name. */
export type PackSections = ReadonlyMap<string, Uint8Array>;

/** A pack that has been opened. */
export interface OpenPack {
  readonly label: PackLabel;
  /**
   * The bytes of a section, aligned to eight; `undefined` when there is none of this name, or when its bytes are not those that were
   * written. They are summed up when they are first asked for.
   */
  section(name: string): Uint8Array | undefined;
  /** Reads parts of a section, whose bytes are not summed up: for one that has checksums of its own beside it. */
  reader(name: string): ((start: number, end: number) => Uint8Array) | undefined;
}

/** Bytes that are read by need. */
export interface PackSource {
  readonly size: number;
  /** Some of them, fewer where they end; where numbers of 64 bits can be read. */
  read(start: number, end: number): Uint8Array;
}

/** A source over bytes in memory, which must be aligned. */
export function sourceOf(bytes: Uint8Array): PackSource {
  return { size: bytes.length, read: (start, end) => bytes.subarray(start, end) };
}

interface Header extends PackLabel {
  readonly sections: readonly {
    readonly name: string;
    readonly offset: number;
    readonly length: number;
    readonly checksum: number;
  }[];
}

const magic = 0x4b504447;
const formatVersion = 1;
const preambleBytes = 16;
const alignment = 8;

/** The pieces of a pack, to be written one after another. */
export function packPieces(label: PackLabel, sections: PackSections): readonly Uint8Array[] {
  const placed: Header["sections"][number][] = [];
  const bodies: Uint8Array[] = [];
  let offset = 0;
  for (const [name, bytes] of sections) {
    placed.push({ name, offset, length: bytes.length, checksum: checksumOf(bytes) });
    bodies.push(bytes, new Uint8Array(padding(bytes.length)));
    offset += bytes.length + padding(bytes.length);
  }
  const header = new TextEncoder().encode(JSON.stringify({ ...label, sections: placed } satisfies Header));
  const preamble = new Uint8Array(preambleBytes);
  const view = new DataView(preamble.buffer);
  view.setUint32(0, magic, true);
  view.setUint32(4, formatVersion, true);
  view.setUint32(8, header.length, true);
  view.setUint32(12, checksumOf(header), true);
  return [preamble, header, new Uint8Array(padding(preambleBytes + header.length)), ...bodies];
}

/** Opens a pack; `undefined` for bytes that are none, of another format, or damaged in their header. */
export function openPack(source: PackSource): OpenPack | undefined {
  const header = readHeader(source.read(0, Math.min(labelBytes, source.size)));
  if (header === undefined) return undefined;
  const { start, sections, ...label } = header;
  const known = new Map<string, Uint8Array | undefined>();
  const placeOf = (
    name: string,
  ): { readonly from: number; readonly to: number; readonly checksum: number } | undefined => {
    const place = sections.find((each) => each.name === name);
    if (place === undefined || start + place.offset + place.length > source.size) return undefined;
    return { from: start + place.offset, to: start + place.offset + place.length, checksum: place.checksum };
  };
  return {
    label,
    reader(name) {
      const place = placeOf(name);
      return place && ((from, to) => source.read(place.from + from, Math.min(place.from + to, place.to)));
    },
    section(name) {
      if (known.has(name)) return known.get(name);
      const place = placeOf(name);
      const found = place && source.read(place.from, place.to);
      known.set(name, found !== undefined && checksumOf(found) === place?.checksum ? found : undefined);
      return known.get(name);
    },
  };
}

/** Only what a pack says of itself, from its first bytes; `undefined` as for `openPack`. */
export function readLabel(bytes: Uint8Array): PackLabel | undefined {
  const header = readHeader(bytes);
  return header && { fingerprint: header.fingerprint, location: header.location };
}

/** Bytes from the start of a pack in which its label is, unless it has more sections than any has. */
export const labelBytes: number = 16 * 1024;

function readHeader(bytes: Uint8Array): (Header & { readonly start: number }) | undefined {
  if (bytes.length < preambleBytes) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, preambleBytes);
  if (view.getUint32(0, true) !== magic || view.getUint32(4, true) !== formatVersion) return undefined;
  const length = view.getUint32(8, true);
  const text = bytes.subarray(preambleBytes, preambleBytes + length);
  if (text.length !== length || checksumOf(text) !== view.getUint32(12, true)) return undefined;
  const start = preambleBytes + length + padding(preambleBytes + length);
  // What sums up was written by this code, in this format.
  return { ...(JSON.parse(new TextDecoder().decode(text)) as Header), start };
}

function padding(length: number): number {
  return (alignment - (length % alignment)) % alignment;
}
