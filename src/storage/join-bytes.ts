/** Puts pieces of bytes together. */

/** A new array of all pieces, which have `length` bytes in all. */
export function joinBytes(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
