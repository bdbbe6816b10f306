/** The forms in which names and targets are compared. */

/** Endings of Markdown files, in the order in which they are tried. */
export const markdownExtensions: readonly string[] = [".md", ".mdx", ".markdown"];

/** File names of a folder's own page, without their ending, in the order in which they are tried. */
const indexNames = ["index", "_index", "README"];

/** The page of a folder, as file names: those with `.md` first. */
export const indexPages: readonly string[] = markdownExtensions.flatMap((extension) =>
  indexNames.map((name) => name + extension),
);

const beyondAscii = /[^\0-\x7f]/;

/** Unicode's composed form (NFC): one name, however the system that wrote it spells its accents. */
export function normalForm(text: string): string {
  return beyondAscii.test(text) ? text.normalize("NFC") : text;
}

/** A text without regard to case: NFC and lower case. */
export function foldedForm(text: string): string {
  return beyondAscii.test(text) ? text.normalize("NFC").toLowerCase().normalize("NFC") : text.toLowerCase();
}

/** As {@link foldedForm}, and with blank, `-` and `_` taken as one. */
export function looseForm(text: string): string {
  return foldedForm(text).replace(/[\s_-]/gu, " ");
}

/** A text with each run of blanks and tabs as one blank. */
export function withSingleBlanks(text: string): string {
  return /\s\s|[^\S ]/u.test(text) ? text.replace(/\s+/gu, " ") : text;
}

/** A file name without its Markdown ending; `undefined` for one that has none. */
export function withoutMarkdownExtension(name: string): string | undefined {
  const dot = name.lastIndexOf(".");
  if (dot <= 0 || !markdownExtensions.includes(name.slice(dot).toLowerCase())) return undefined;
  return name.slice(0, dot);
}

/** Whether a file name is that of a folder's own page, in any case. */
export function isIndexPage(name: string): boolean {
  const base = withoutMarkdownExtension(name)?.toLowerCase();
  return base === "index" || base === "_index" || base === "readme";
}

/** The folder part of a path, `""` at the top. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash === -1 ? "" : path.slice(0, slash);
}

/** The last segment of a path. */
export function baseNameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
