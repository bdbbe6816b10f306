/** A typed array with more room. */

/** The kinds of arrays that grow. */
type Growing = Uint8Array | Uint16Array | Int32Array | Uint32Array | Float32Array;

/** A copy of an array that is `length` long, at least as long as the array itself; what is new is 0. */
export function grownArray<Numbers extends Growing>(from: Numbers, length: number): Numbers {
  const grown = new (from.constructor as new (length: number) => Numbers)(length);
  grown.set(from);
  return grown;
}
