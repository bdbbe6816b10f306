/** From documents to their sections. */

/** What an earlier table says: of the documents before `start` it says the same, and of those from `end` on, counted from behind. */
export interface EarlierSections {
  readonly firstSections: Uint32Array;
  readonly documentOf: Uint32Array;
  readonly start: number;
  readonly end: number;
}

/** The document of each section, by the numbers of the documents' first sections. It may be the array of the earlier table itself. */
export function documentsOfSections(
  firstSections: Uint32Array,
  documentCount: number,
  earlier?: EarlierSections,
): Uint32Array {
  const count = firstSections[documentCount] as number;
  const { start = 0, end = documentCount, documentOf: before = new Uint32Array(0) } = earlier ?? {};
  const documentShift = earlier === undefined ? 0 : documentCount + 1 - earlier.firstSections.length;
  const endBefore = earlier === undefined ? 0 : (earlier.firstSections[end - documentShift] as number);
  const endNow = firstSections[end] as number;
  const documentOf = new Uint32Array(count);
  let section = firstSections[start] as number;
  documentOf.set(before.subarray(0, section));
  for (let document = start; document < end; document++) {
    const next = firstSections[document + 1] as number;
    while (section < next) documentOf[section++] = document;
  }
  copyShifted(before.subarray(endBefore), documentOf, endNow, documentShift);
  return documentOf;
}

/** Copies numbers, each greater by `shift`. */
export function copyShifted(source: Uint32Array, target: Uint32Array, at: number, shift: number): void {
  if (shift === 0) target.set(source, at);
  else for (let index = 0; index < source.length; index++) target[at + index] = (source[index] as number) + shift;
}
