/** The title of a document and where it came from. */
import type { Section, TitleSource } from "./markdown-document.ts";

/** A title with its source. */
export interface Title {
  readonly title: string;
  readonly titleSource: TitleSource;
}

/** The title of front matter, else the first heading of level 1, else the first heading, else the file name made readable. */
export function chooseTitle(fromFrontMatter: string | undefined, sections: readonly Section[], path: string): Title {
  if (fromFrontMatter !== undefined && fromFrontMatter !== "") {
    return { title: fromFrontMatter, titleSource: "frontmatter" };
  }
  let first: Section | undefined;
  for (const section of sections) {
    if (section.level === 0 || section.text === "") continue;
    if (section.level === 1) return { title: section.text, titleSource: "heading" };
    first ??= section;
  }
  if (first !== undefined) return { title: first.text, titleSource: "heading" };
  return { title: readableName(path), titleSource: "name" };
}

/** The file name without its extension, hyphens and underscores as blanks. */
function readableName(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  const base = dot > 0 ? name.slice(0, dot) : name;
  const readable = base.replace(/[-_\s]+/g, " ").trim();
  return readable === "" ? base : readable;
}
