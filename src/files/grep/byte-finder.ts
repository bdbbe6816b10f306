/** Looks for literals in the bytes of a file, so that most files are never decoded. */
import { encodingOf } from "../../base/decode-text.ts";
import { membersOf } from "./code-point-set.ts";
import { byteChance, type Literal } from "./needed-literals.ts";

/** Whether the bytes may be those of a text with a match: `false` is certain. */
export type ByteFinder = (bytes: Uint8Array) => boolean;

/** A literal as bytes. */
interface ByteRow {
  /** The bytes that each place takes. */
  readonly places: readonly (readonly number[])[];
  /** The place that is met least. */
  readonly rare: number;
}

/** Makes a finder of one of several literals. Both cases of a letter are literals' own affair: each place lists its bytes. */
export function createByteFinder(literals: readonly Literal[]): ByteFinder {
  const rows = literals.map(byteRow);
  return (bytes) => encodingOf(bytes).encoding !== "utf-8" || rows.some((row) => isIn(bytes, row));
}

function byteRow(literal: Literal): ByteRow {
  const encoder = new TextEncoder();
  const places = literal.flatMap((set) => {
    const forms = (membersOf(set, Number.POSITIVE_INFINITY) ?? []).map((member) =>
      encoder.encode(String.fromCodePoint(member)),
    );
    return Array.from({ length: (forms[0] as Uint8Array).length }, (_, place) => [
      ...new Set(forms.map((form) => form[place] as number)),
    ]);
  });
  const chances = places.map((place) => place.reduce((sum, byte) => sum + byteChance(byte), 0));
  return { places, rare: chances.indexOf(Math.min(...chances)) };
}

function isIn(bytes: Uint8Array, { places, rare }: ByteRow): boolean {
  const last = bytes.length - places.length + rare;
  for (const byte of places[rare] as readonly number[]) {
    for (let at = bytes.indexOf(byte, rare); at !== -1 && at <= last; at = bytes.indexOf(byte, at + 1)) {
      if (isAt(bytes, at - rare, places)) return true;
    }
  }
  return false;
}

function isAt(bytes: Uint8Array, start: number, places: ByteRow["places"]): boolean {
  for (let place = 0; place < places.length; place++) {
    if (!(places[place] as readonly number[]).includes(bytes[start + place] as number)) return false;
  }
  return true;
}
