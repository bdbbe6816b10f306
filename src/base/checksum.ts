/** CRC-32 as zlib has it: tells damage, not malice. */

const polynomial = 0xedb88320;

/** What a byte does to the sum, for each byte. */
const table: Uint32Array = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = (value & 1) === 1 ? (value >>> 1) ^ polynomial : value >>> 1;
  return value;
});

let fastest: (bytes: Uint8Array) => number = checksumInScript;

/** 32 bits over bytes. */
export function checksumOf(bytes: Uint8Array): number {
  return fastest(bytes);
}

/** The same in plain JavaScript. */
export function checksumInScript(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (let index = 0; index < bytes.length; index++) {
    sum = (table[(sum ^ (bytes[index] as number)) & 0xff] as number) ^ (sum >>> 8);
  }
  return (sum ^ 0xffffffff) >>> 0;
}

/** Has the runtime's own CRC-32 used from now on, which gives the same numbers in less time. */
export function useNativeChecksum(native: (bytes: Uint8Array) => number): void {
  fastest = native;
}
