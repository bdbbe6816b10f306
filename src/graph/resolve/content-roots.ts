/** Where root-relative links start: the folders that are published as the root of a site. */
import type { GraphOptions } from "../knowledge-graph.ts";
import { isMedia } from "./media-files.ts";
import { baseNameOf, folderOf, markdownExtensions } from "./name-forms.ts";
import type { NameIndex } from "./name-index.ts";

/** Names of folders that site generators take their pages from. */
const pageFolders: ReadonlySet<string> = new Set(
  "docs doc documentation content contents pages reference src site website wiki book vault".split(" "),
);

/** Names of folders whose files generators copy to the root of the site. */
const copiedFolders: readonly string[] = ["static", "public"];

/** Whether root-relative links may lead elsewhere where a folder appears or vanishes, whatever they name. */
export function isCopiedFolder(folder: string): boolean {
  return copiedFolders.includes(baseNameOf(folder));
}

const language = /^[a-z]{2,3}(?:-[a-z]{2,4})?$/i;

/** The content roots of each folder's documents, as configured or, by default, as the folders' names tell. */
export class ContentRoots {
  readonly #names: NameIndex;
  readonly #configured: readonly string[] | undefined;
  readonly #implied: Map<string, readonly string[]> = new Map();
  /** By folder and first segment; segments hold no `/`. */
  readonly #foreign: Map<string, boolean> = new Map();

  constructor(names: NameIndex, configured: GraphOptions["contentRoots"]) {
    this.#names = names;
    this.#configured = configured === "auto" ? undefined : configured;
  }

  /** The roots for documents in `folder`, in the order in which they are tried, after the prefix itself. */
  of(folder: string): readonly string[] {
    if (this.#configured !== undefined) return this.#configured;
    let roots = this.#implied.get(folder);
    if (roots === undefined) {
      roots = this.#imply(folder);
      this.#implied.set(folder, roots);
    }
    return roots;
  }

  /**
   * Whether a root-relative path that is not found names a page of another part of the published site: the linking document lies in
   * a folder that is published as the root of one, and the path has several segments, is no file by its ending, and nothing here begins
   * with its first segment. Such links are right on the site and can't be judged here. Elsewhere what is not found is broken.
   */
  isForeign(folder: string, path: string): boolean {
    const roots = this.of(folder);
    if (roots.length === 0 || !isSitePage(path)) return false;
    const first = path.slice(0, path.indexOf("/"));
    const key = `${folder}/${first}`;
    let foreign = this.#foreign.get(key);
    if (foreign === undefined) {
      foreign = !["", ...roots].some((root) => this.#exists(root, first)) && !this.#names.isAddressStart(first);
      this.#foreign.set(key, foreign);
    }
    return foreign;
  }

  /** Whether a relative path that is not found is a `.html` page beside the site's root: pages of another site, built elsewhere. */
  isLeft(folder: string, path: string): boolean {
    if (!/\.html$/i.test(path)) return false;
    const slash = path.indexOf("/");
    const first = slash === -1 ? path : path.slice(0, slash);
    const leaves = this.of(folder).some((root) => isWithin(folder, root) && !isWithin(path, root));
    return leaves && !this.#exists("", first);
  }

  /** From the top down: folders above (and of) the documents that are named as roots are, languages below `content`, then what is copied. */
  #imply(folder: string): readonly string[] {
    const above: string[] = [];
    for (let path = folder; path !== ""; path = folderOf(path)) above.unshift(path);
    const roots = above.filter((path) => {
      const name = baseNameOf(path);
      return pageFolders.has(name.toLowerCase()) || (language.test(name) && baseNameOf(folderOf(path)) === "content");
    });
    for (const path of ["", ...above]) {
      for (const name of copiedFolders) {
        const copied = path === "" ? name : `${path}/${name}`;
        if (this.#names.existingFolder(copied) !== undefined) roots.push(copied);
      }
    }
    return roots;
  }

  #exists(root: string, name: string): boolean {
    const path = root === "" ? name : `${root}/${name}`;
    return (
      this.#names.hasFolder(path, "loose") ||
      ["", ...markdownExtensions].some((extension) => this.#names.byPath(path + extension, "loose") !== undefined)
    );
  }
}

/** Whether a path is a folder or lies in it. */
function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** Whether a path from the root may name a page of a site: it has several segments, and not the ending of a file (`system.string` is none). */
export function isSitePage(path: string): boolean {
  return path.includes("/") && !isMedia(path) && !/\.(?:md|mdx|markdown|txt|csv|zip|gz)$/i.test(path);
}
