/** From documents to their sections, and back. */

/** The document of each section, by the numbers of the documents' first sections. */
export function documentsOfSections(firstSections: Uint32Array, documentCount: number): Uint32Array {
  const documentOf = new Uint32Array(firstSections[documentCount] as number);
  let section = 0;
  for (let document = 0; document < documentCount; document++) {
    const end = firstSections[document + 1] as number;
    while (section < end) documentOf[section++] = document;
  }
  return documentOf;
}
