/** A checksum that tells damage, not malice: quick enough to be taken of everything that is loaded. */

const firstFactor = 0x9e3779b1;
const secondFactor = 0x85ebca6b;

/** 32 bits over all bytes and their number. */
export function checksumOf(bytes: Uint8Array): number {
  const words = bytes.length >> 2;
  // Words can only be read where they are aligned.
  const aligned = (bytes.byteOffset & 3) === 0 ? bytes : bytes.slice();
  const view = new Int32Array(aligned.buffer, aligned.byteOffset, words);
  let first = bytes.length;
  let second = secondFactor;
  let index = 0;
  for (; index + 1 < words; index += 2) {
    first = Math.imul(first ^ (view[index] as number), firstFactor);
    first ^= first >>> 15;
    second = Math.imul(second ^ (view[index + 1] as number), secondFactor);
    second ^= second >>> 13;
  }
  for (let at = index * 4; at < bytes.length; at++) {
    first = Math.imul(first ^ (bytes[at] as number), firstFactor);
    first ^= first >>> 15;
  }
  return (Math.imul(first, firstFactor) ^ second) >>> 0;
}
