/** Paths as links write them: relative to a folder, with what would end or break the link encoded. */

/** The path of a file as seen from a folder, both without a leading `/`. */
export function relativePath(folder: string, path: string): string {
  const from = folder === "" ? [] : folder.split("/");
  const to = path.split("/");
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++;
  return [...from.slice(shared).map(() => ".."), ...to.slice(shared)].join("/");
}

/** What ends a destination, opens other syntax, or stands for something else in a URL. */
const special = /[%\s"<>\\`{|}?#()[\]*~$&\p{Cc}]/gu;

/** A path as a destination of Markdown or an attribute of HTML: blanks are `%20`, letters of every script stay. */
export function encodeDestination(path: string): string {
  const encoded = path.replace(special, (character) => {
    // Alone, an ampersand is only itself.
    if (character === "&" && !/&#?\w+;/.test(path)) return character;
    const bytes = [...new TextEncoder().encode(character)];
    return bytes.map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
  });
  // A first segment with a colon would be a scheme.
  return /^[^/]*:/.test(encoded) ? `./${encoded}` : encoded;
}
