/** Turns offsets in the UTF-8 of a text into offsets in the text itself. */

/** The offset in the text for each byte at which a character begins. Grown as needed and used again; valid until the next call. */
let units = new Int32Array(1 << 16);

/**
 * Gives the table for a text: index it with a byte offset. Its length is at least that of the text in bytes, and one more. Unpaired
 * surrogates must not occur.
 */
export function unitsByByte(text: string, byteLength: number): Int32Array {
  if (units.length <= byteLength) units = new Int32Array(Math.max(byteLength + 1, units.length * 2));
  let byte = 0;
  for (let unit = 0; unit < text.length; unit += 1) {
    units[byte] = unit;
    const code = text.charCodeAt(unit);
    if (code < 0x80) byte += 1;
    else if (code < 0x800) byte += 2;
    else if (code < 0xd800 || code > 0xdfff) byte += 3;
    else {
      byte += 4;
      unit += 1;
    }
  }
  units[byte] = text.length;
  return units;
}
