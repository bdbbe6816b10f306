/** Finds texts on which satteri takes quadratic time: it copies the rest of a paragraph for every character reference in it. */

/** References in the whole text below which nothing is looked at more closely. */
const fewReferences = 256;

/** The most that the copies of one block may come to: characters of the block times references in it. */
const maximumCopies = 8_000_000;

/** Whether a block (lines up to a blank one) has so many `&` that satteri's copies of it would cost more than the reference engine. */
export function hasCostlyEntities(source: string): boolean {
  let count = 0;
  for (let at = source.indexOf("&"); at !== -1; at = source.indexOf("&", at + 1)) {
    count += 1;
    if (count > fewReferences) return hasCostlyBlock(source);
  }
  return false;
}

function hasCostlyBlock(source: string): boolean {
  const blank = /\n[ \t]*\n/g;
  for (let start = 0; start < source.length; ) {
    blank.lastIndex = start;
    const end = blank.exec(source)?.index ?? source.length;
    let references = 0;
    for (let at = source.indexOf("&", start); at !== -1 && at < end; at = source.indexOf("&", at + 1)) references += 1;
    if (references * (end - start) > maximumCopies) return true;
    start = end + 1;
  }
  return false;
}
