/** Lists a folder page by page: folders before files, each by code point. */
import { type Cut, type Skipped, summariseSkipped } from "../base/cut.ts";
import { compileGlob } from "../base/glob.ts";
import type { DirectoryPath, LogicalPath } from "../base/logical-path.ts";
import { isReserved } from "../base/reserved-folders.ts";
import type { UnlistedName } from "../storage/file-store.ts";
import { checkFolder } from "./access.ts";
import { type FileScope, type ResolvedFileScope, resolveScope } from "./file-scope.ts";
import { type CandidateRequest, type Candidates, findCandidates } from "./list-candidates.ts";
import { firstPlace, type ListPlace, type ListQuestion, readCursor, writeCursor } from "./list-cursor.ts";
import { folderExists, folderNotFound } from "./near-names.ts";

/** What to list. */
export interface ListFolderOptions {
  /** Only entries whose path below the folder matches; without a `/` the name is compared. Folders are filtered too. */
  readonly glob?: string | readonly string[] | undefined;
  /** Also everything below, with the folders that hold a file. Default `false`: the folder's own children. */
  readonly recursive?: boolean | undefined;
  /** Also folders that start with a dot, and `node_modules`. Default `false`; files that start with a dot are always shown. */
  readonly hidden?: boolean | undefined;
  /** Goes on behind an earlier page; another question's is `invalid_input`. */
  readonly cursor?: string | undefined;
  /** Further lines in .gitignore form, from the root; `!` brings back. */
  readonly ignore?: readonly string[] | undefined;
  /** Do not heed `.gitignore` and `.graphdownignore` files. Default `false`. */
  readonly noIgnore?: boolean | undefined;
  /** A folder that is not there is `not_found`, with near names. Default `false`: it gives no entries, as an empty one. */
  readonly mustExist?: boolean | undefined;
}

/** One entry of a listing. */
export interface FolderItem {
  /** The path below the folder that was listed. */
  readonly name: string;
  readonly type: "directory" | "file";
  readonly path: LogicalPath;
}

/** One page of a listing. */
export interface FolderListing {
  readonly entries: readonly FolderItem[];
  /** There is more: pass `cursor`. */
  readonly cut?: Cut;
  readonly cursor?: string;
  /** Names that are there but can't be shown; said on the first page only. */
  readonly skipped?: Skipped;
}

/** Entries that are looked at ahead, as a multiple of the page: what ignore rules take away must not make a page need another pass. */
const ahead = 2;

/**
 * Lists a folder. Hidden folders, what ignore files exclude, denied and reserved names are left out. At most `maximumListEntries` a page;
 * `cursor` gives the rest without gap or repeat. A missing or empty folder gives none, unless it must exist.
 *
 * Memory follows the page, not the folder; the time of a page grows with the folder, since its order is known only at the end.
 */
export async function listFolder(
  options: FileScope & ListFolderOptions & { readonly directory?: string | undefined },
): Promise<FolderListing> {
  const scope = resolveScope(options);
  const directory = checkFolder(options.directory ?? "", scope.access);
  const wants = createFilter(options, directory, scope);
  const request = { ...pick(options), store: scope.store, directory, signal: scope.signal };
  const { maximumListEntries: maximum } = scope.limits;
  const question = questionOf(options, directory);
  const page = new ListingPage(directory, maximum, question);
  let unlisted: readonly UnlistedName[] = [];
  for (let place = startOf(options.cursor, question); ; ) {
    const found = await findCandidates({
      ...request,
      recursive: options.recursive ?? false,
      denied: scope.access.denied,
      wants,
      place,
      maximum: maximum * ahead,
    });
    if (place === firstPlace) unlisted = found.unlisted;
    const next = page.add(found);
    if (next === undefined) break;
    place = next;
  }
  const result = page.result();
  if (options.mustExist === true && directory !== "" && result.entries.length === 0) {
    if (!(await folderExists(scope, directory))) throw await folderNotFound(scope, directory);
  }
  const skipped = summariseSkipped(unlisted.map(({ shown, reason }) => ({ path: shown, reason })));
  return { ...result, ...(skipped === undefined ? {} : { skipped }) };
}

function startOf(cursor: string | undefined, question: ListQuestion): ListPlace {
  return cursor === undefined ? firstPlace : readCursor(cursor, question);
}

/** What is said by leaving it out is the same as what is said. */
function questionOf(options: ListFolderOptions, directory: DirectoryPath): ListQuestion {
  const { glob, recursive = false, hidden = false, ignore = [], noIgnore = false } = options;
  const globs = glob === undefined ? undefined : [glob].flat();
  return { asked: "ls", directory, glob: globs, recursive, hidden, ignore, noIgnore };
}

function pick({
  hidden,
  ignore,
  noIgnore,
}: ListFolderOptions): Pick<CandidateRequest, "hidden" | "ignore" | "noIgnore"> {
  return { hidden, ignore, noIgnore };
}

function createFilter(
  { glob }: ListFolderOptions,
  directory: DirectoryPath,
  { access, limits }: ResolvedFileScope,
): (path: LogicalPath) => boolean {
  const matches =
    glob === undefined ? undefined : compileGlob(glob, { maximumCharacters: limits.maximumGlobCharacters });
  const below = directory === "" ? 0 : directory.length + 1;
  return (path) => (matches?.(path.slice(below)) ?? true) && !isReserved(path, access.reserved);
}

/** Fills one page from one or more looks through the listing. */
class ListingPage {
  readonly #directory: DirectoryPath;
  readonly #maximum: number;
  readonly #question: ListQuestion;
  readonly #entries: FolderItem[] = [];
  /** Where the next page begins: behind the last entry of this one. */
  #end: ListPlace = firstPlace;
  #hasMore = false;

  constructor(directory: DirectoryPath, maximum: number, question: ListQuestion) {
    this.#directory = directory;
    this.#maximum = maximum;
    this.#question = question;
  }

  /** Takes what was found. Gives the place from which to look further, or `undefined` when the page is full or the listing at its end. */
  add(found: Candidates): ListPlace | undefined {
    for (const path of found.folders) if (!this.#addEntry("directory", path, undefined)) return undefined;
    // Files come when all folders have been seen.
    if (found.lastFolder !== undefined) return { kind: "folder", after: found.lastFolder };
    for (const path of found.files) if (!this.#addEntry("file", path, found.storeCursorOf(path))) return undefined;
    const { lastFile } = found;
    return lastFile && { kind: "file", after: lastFile, storeCursor: found.storeCursorOf(lastFile) };
  }

  result(): Pick<FolderListing, "entries" | "cut" | "cursor"> {
    if (!this.#hasMore) return { entries: this.#entries };
    return { entries: this.#entries, cut: { reason: "count" }, cursor: writeCursor(this.#end, this.#question) };
  }

  /** `false` when the page is full, which only an entry that no longer fits can tell. */
  #addEntry(type: FolderItem["type"], path: LogicalPath, storeCursor: string | undefined): boolean {
    this.#hasMore = this.#entries.length >= this.#maximum;
    if (this.#hasMore) return false;
    const name = this.#directory === "" ? path : path.slice(this.#directory.length + 1);
    this.#entries.push({ name, type, path });
    this.#end = { kind: type === "file" ? "file" : "folder", after: path, storeCursor };
    return true;
  }
}
