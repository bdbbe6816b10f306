/** A WebAssembly module whose memory can't grow beyond a bound. */

/** Bytes of one page of memory. */
const pageBytes = 65_536;

const memorySection = 5;

/**
 * The bytes of a module with a maximum for its memory, which it has to define itself. What the module asks for beyond it is refused, and
 * a program that can't do without ends by a trap.
 */
export function boundedModule(bytes: Uint8Array, maximumMemoryBytes: number): Uint8Array<ArrayBuffer> {
  let at = 8;
  while (at < bytes.length) {
    const size = readNumber(bytes, at + 1);
    const end = size.end + size.value;
    if (bytes[at] === memorySection) {
      const section = memoryWithin(bytes.subarray(size.end, end), Math.floor(maximumMemoryBytes / pageBytes));
      return joined([
        bytes.subarray(0, at),
        [memorySection],
        numberBytes(section.length),
        section,
        bytes.subarray(end),
      ]);
    }
    at = end;
  }
  throw new TypeError("The module defines no memory.");
}

/** The contents of a section with one memory: how many there are, flags, minimum and perhaps a maximum, in pages. */
function memoryWithin(section: Uint8Array, maximum: number): readonly number[] {
  const count = readNumber(section, 0);
  const flags = section[count.end] as number;
  const minimum = readNumber(section, count.end + 1);
  if (count.value !== 1 || flags > 1) throw new TypeError("The module's memory is of another kind.");
  return [1, 1, ...numberBytes(minimum.value), ...numberBytes(Math.max(minimum.value, maximum))];
}

/** An unsigned number in LEB128, and where it ends. */
function readNumber(bytes: Uint8Array, start: number): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let place = 0; ; place++) {
    const byte = bytes[start + place];
    if (byte === undefined || place > 4) throw new TypeError("The module is damaged.");
    value += (byte & 0x7f) * 2 ** (7 * place);
    if (byte < 0x80) return { value, end: start + place + 1 };
  }
}

function numberBytes(value: number): readonly number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) + 128);
  }
}

function joined(parts: readonly ArrayLike<number>[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
