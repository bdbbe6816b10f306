/** Paths as links write them: relative to a folder, with what would end or break the link encoded. */

/** The path of a file as seen from a folder, both without a leading `/`. */
export function relativePath(folder: string, path: string): string {
  const from = folder === "" ? [] : folder.split("/");
  const to = path.split("/");
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++;
  return [...from.slice(shared).map(() => ".."), ...to.slice(shared)].join("/");
}

/** A relative path of one folder as seen from another; one that climbs out of the root still leads to the same place above it. */
export function rebasedPath(oldFolder: string, folder: string, path: string): string {
  const segments = oldFolder === "" ? [] : oldFolder.split("/");
  let above = 0;
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.pop() === undefined) above++;
  }
  const end = path.endsWith("/") ? "/" : "";
  if (above === 0) return segments.length === 0 ? "" : relativePath(folder, segments.join("/")) + end;
  const depth = folder === "" ? 0 : folder.split("/").length;
  return [...Array<string>(depth + above).fill(".."), ...segments].join("/") + end;
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
