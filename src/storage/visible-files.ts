/** What a listing shows to people, tools and graphs: everything but what is hidden, ignored or denied. */
import { decodeText } from "../base/decode-text.ts";
import { isDenied } from "../base/denied-names.ts";
import { GraphdownError } from "../base/errors.ts";
import { type DirectoryPath, isBelow, joinPath, type LogicalPath, nameOf, parentOf } from "../base/logical-path.ts";
import { collectBytes } from "./byte-streams.ts";
import type { FileEntry, FileStore, ListEntry, UnlistedName } from "./file-store.ts";
import { stampOf } from "./file-version.ts";
import { IgnoreTree, ignoreFileNames } from "./ignore-tree.ts";
import { changeBetween, type ListingChange, moveChosen } from "./listing-change.ts";

/** What to list. */
export interface VisibleFilesRequest {
  readonly store: FileStore;
  /** The folder to list; one that is named is listed even where a rule would hide it. */
  readonly directory: DirectoryPath;
  /** `true`: all files below it and no folders. `false`: its files and folders. */
  readonly recursive: boolean;
  /** Rules also have effect on `directory` itself: nothing is shown of one that a listing of the root leaves out. Default `false`. */
  readonly asFromRoot?: boolean | undefined;
  /** Also folders that start with a dot, and `node_modules`. Default `false`. Files that start with a dot are always shown. */
  readonly hidden?: boolean | undefined;
  /** Lines in .gitignore form, relative to the root; they win over ignore files, and `!` brings back. */
  readonly ignore?: readonly string[] | undefined;
  /** Do not heed `.gitignore` and `.graphdownignore`. Default `false`. */
  readonly noIgnore?: boolean | undefined;
  /** The names are enough; see `ListOptions.namesOnly`. Default `false`. */
  readonly namesOnly?: boolean | undefined;
  /** Names that are denied besides those that always are; see `isDenied`. */
  readonly denied?: readonly string[] | undefined;
  /**
   * What the same request gave before, of the whole store. Only entries that are not the same objects are decided anew; where all are, and
   * nothing is gone, this is the answer itself. Default: everything is decided anew.
   */
  readonly earlier?: VisibleFiles | undefined;
  /**
   * Have a proof of the listing, if the store can give one: that the same names are shown, and the files for which this is `true` are the
   * same. Only of the whole store. Default: none.
   */
  readonly prove?: ((file: LogicalPath) => boolean) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What can be seen. */
export interface VisibleFiles {
  /** Sorted by the code points of their paths. */
  readonly entries: readonly ListEntry[];
  /** Names that are there and would be shown if they were files that can be addressed, and ignore files that could not be read. */
  readonly unlisted: readonly UnlistedName[];
  /** What the store told, from which this was chosen. */
  readonly told: ToldFiles;
  /** What differs in `entries` from the earlier listing of the request, if one was given and rules are the same. */
  readonly change?: ListingChange | undefined;
  /** Bytes by which the store can tell whether the same request gives the same; see `FileStore.stillHolds`. */
  readonly proof?: Uint8Array | undefined;
}

/** A listing as the store gave it, with the ignore files that could not be read. */
export interface ToldFiles extends Pick<VisibleFiles, "entries" | "unlisted"> {
  /** Whether the rules that were heeded are those in the ignore files among `entries`: each was read, as it was listed. */
  readonly isByTheseRules: boolean;
  /** What those ignore files say. Those of folders above are not among them. */
  readonly rules: readonly { readonly path: LogicalPath; readonly text: string }[];
}

/** Largest ignore file that is read; a larger one is reported as unreadable. */
const maximumIgnoreFileBytes = 256 * 1024;

/** A name that only a rule for all names fits. */
const unknownName = "\u{f0000}";

/** Comparisons of a path with a rule after which other work gets a turn. */
const comparisonsPerTurn = 2_000_000;

/**
 * Lists a folder as people see it. Ignore files are read as the listing comes to them, so that a folder which they exclude is not
 * walked where the backend can leave it out. What is excluded, and why, is decided by names alone: no excluded file is opened.
 */
export async function listVisible(request: VisibleFilesRequest): Promise<VisibleFiles> {
  const {
    store,
    directory,
    recursive,
    asFromRoot = false,
    namesOnly,
    noIgnore = false,
    prove,
    earlier,
    signal,
  } = request;
  const visibility = new Visibility(asFromRoot ? { ...request, directory: "" } : request);
  const unlisted: UnlistedName[] = [];
  let isByTheseRules = true;
  const rules: { readonly path: LogicalPath; readonly text: string }[] = [];
  let proof: Uint8Array | undefined;
  if (!noIgnore && directory !== "") {
    for (const path of ignoreFilesAbove(directory)) await readRules({ store, path, visibility, unlisted, signal });
  }
  // Only `asFromRoot` can this be left out.
  if (!visibility.showsFolder(directory))
    return { entries: [], unlisted, told: { entries: [], unlisted, isByTheseRules, rules } };
  const entries: ListEntry[] = [];
  const pages = store.list(directory, {
    recursive,
    namesOnly,
    prove: prove !== undefined && directory === "" ? (file) => isIgnoreFile(file) || prove(file) : undefined,
    signal,
    enter: (folder) => visibility.showsFolder(folder),
    shows: (file) => visibility.showsFolder(parentOf(file)) && visibility.showsName(file),
    endPageAfter: noIgnore ? undefined : isIgnoreFile,
  });
  for await (const page of pages) {
    for (const entry of page.entries) {
      entries.push(entry);
      if (noIgnore || entry.kind !== "file" || !isIgnoreFile(entry.path)) continue;
      // One in a folder that is left out anyway has nothing to say.
      if (parentOf(entry.path) === directory || visibility.showsFolder(parentOf(entry.path))) {
        const read = await readRules({ store, path: entry.path, visibility, unlisted, signal });
        isByTheseRules &&= read !== undefined && stampOf(read.entry.validator) === stampOf(entry.validator);
        if (read !== undefined) rules.push({ path: entry.path, text: read.text });
      }
    }
    unlisted.push(...page.unlisted);
    proof = page.proof;
  }
  const told = { entries, unlisted, isByTheseRules, rules };
  const shown = unlisted.filter((name) => visibility.showsUnlisted(name.shown));
  const change = directory === "" && earlier !== undefined ? changeOf(told, earlier.told) : undefined;
  if (earlier === undefined || change === undefined) {
    // Rules that were read from something else than was listed are in no proof.
    const known = isByTheseRules ? { proof } : {};
    return { entries: await visibility.keep(entries, signal), unlisted: shown, told, ...known };
  }
  if (change.fresh.length === 0 && change.gone.size === 0 && isSameUnlisted(unlisted, earlier.told.unlisted))
    return earlier;
  const visible = { ...change, fresh: await visibility.keep(change.fresh, signal) };
  return { entries: moveChosen(earlier.entries, visible), unlisted: shown, told, change: visible };
}

/** `undefined` where the rules may differ. Those of folders above are not among the entries. */
function changeOf(now: ToldFiles, before: ToldFiles): ListingChange | undefined {
  if (!now.isByTheseRules || !before.isByTheseRules) return undefined;
  const change = changeBetween(before.entries, now.entries);
  const hasRules = ({ path }: ListEntry): boolean => isIgnoreFile(path);
  return change.fresh.some(hasRules) || [...change.gone].some(hasRules) ? undefined : change;
}

function isSameUnlisted(now: readonly UnlistedName[], before: readonly UnlistedName[]): boolean {
  return (
    now.length === before.length &&
    now.every(({ shown, reason }, at) => shown === before[at]?.shown && reason === before[at].reason)
  );
}

/**
 * Gives a test for folders: whether ignore files or rules exclude everything in one, as `out/*` does it, or a file with `*` in the folder
 * itself. Each ignore file is read once. A folder that no rule empties is not looked into; one that rules would empty counts as excluded
 * also when there is nothing in it.
 */
export function whollyExcluded(
  request: Omit<VisibleFilesRequest, "directory" | "recursive" | "namesOnly">,
): (folder: LogicalPath) => Promise<boolean> {
  const { store, noIgnore = false, signal } = request;
  const visibility = new Visibility({ ...request, directory: "" });
  const known = new Set<LogicalPath>();
  return async (folder) => {
    const own = [...ignoreFileNames].map((name) => joinPath(folder, name));
    for (const path of noIgnore ? [] : [...ignoreFilesAbove(folder), ...own]) {
      if (known.has(path)) continue;
      known.add(path);
      // One that can't be read is told by the listing of its folder.
      await readRules({ store, path, visibility, unlisted: [], signal });
    }
    if (!visibility.excludesUnknownNames(folder)) return false;
    const { entries } = await listVisible({ ...request, directory: folder, recursive: true, namesOnly: true });
    return entries.length === 0;
  };
}

/** Whether a file holds rules for what is shown. */
export function isIgnoreFile(path: LogicalPath): boolean {
  // Most paths end in another letter, which spares them the look-up.
  return path.endsWith("ignore") && ignoreFileNames.has(nameOf(path));
}

/** The ignore files of the folders above `directory`; its own are part of its listing. */
function ignoreFilesAbove(directory: LogicalPath): LogicalPath[] {
  const paths: LogicalPath[] = [];
  for (let folder = parentOf(directory); ; folder = parentOf(folder)) {
    for (const name of ignoreFileNames) paths.push(joinPath(folder, name));
    if (folder === "") return paths;
  }
}

/** Adds the rules of an ignore file, and tells what they say and of which state of the file they are; `undefined` where there are none to be read. */
async function readRules(options: {
  readonly store: FileStore;
  readonly path: LogicalPath;
  readonly visibility: Visibility;
  readonly unlisted: UnlistedName[];
  readonly signal: AbortSignal | undefined;
}): Promise<{ readonly entry: FileEntry; readonly text: string } | undefined> {
  const { store, path, visibility, unlisted, signal } = options;
  try {
    const file = await store.open(path, { signal });
    if (file === null) return undefined;
    if (file.entry.size > maximumIgnoreFileBytes) {
      await file.stream.cancel();
      unlisted.push({ shown: path, reason: "unreadable" });
      return undefined;
    }
    const text = decodeText(await collectBytes(file.stream, signal));
    visibility.addRules(path, text);
    return { entry: file.entry, text };
  } catch (error) {
    // A link or a folder of that name is no ignore file, as in git. One that can't be read is told, since the listing may show too much.
    if (!GraphdownError.isInstance(error) || !isAboutTheFile(error)) throw error;
    if (error.code === "storage_failed") unlisted.push({ shown: path, reason: "unreadable" });
    return undefined;
  }
}

/** Whether an error will be there next time too, and concerns this file alone. */
function isAboutTheFile({ code, details }: GraphdownError): boolean {
  if (code === "storage_failed") return details?.["systemCode"] === "EACCES";
  return code === "permission_denied" || code === "invalid_input";
}

/** Decides for one request what is shown. */
class Visibility {
  readonly #directory: DirectoryPath;
  readonly #hidden: boolean;
  readonly #denied: readonly string[];
  readonly #ignored: IgnoreTree;
  /** Folders that have been decided; emptied when a new ignore file is read. */
  readonly #folders = new Map<string, boolean>();

  constructor({ directory, hidden = false, denied = [], ignore = [] }: Omit<VisibleFilesRequest, "recursive">) {
    this.#directory = directory;
    this.#hidden = hidden;
    this.#denied = denied;
    this.#ignored = new IgnoreTree(ignore);
  }

  addRules(file: LogicalPath, text: string): void {
    this.#ignored.add(file, text);
    this.#folders.clear();
  }

  /** Whether a folder, and every folder between it and the one that is listed, is shown. */
  showsFolder(folder: DirectoryPath): boolean {
    if (folder === "" || !isBelow(folder, this.#directory)) return true;
    const decided = this.#folders.get(folder);
    if (decided !== undefined) return decided;
    const shown =
      this.showsFolder(parentOf(folder)) &&
      (this.#hidden || !isHiddenFolder(nameOf(folder))) &&
      !this.#isDenied(folder) &&
      !this.#ignored.excludes(folder, "folder");
    this.#folders.set(folder, shown);
    return shown;
  }

  /** Whether a file and a folder are excluded of whose name no rule can know. */
  excludesUnknownNames(directory: LogicalPath): boolean {
    const path = joinPath(directory, unknownName);
    return this.#ignored.excludes(path, "file") && this.#ignored.excludes(path, "folder");
  }

  /** Whether a name that can't be listed would be shown; it may be a link to a folder or to a file. */
  showsUnlisted(shown: string): boolean {
    const path = shown as LogicalPath;
    return this.showsFolder(parentOf(path)) && this.showsName(path) && nameOf(shown) !== "node_modules";
  }

  /** What is shown of a listing, which is sorted, so that files of one folder mostly follow each other. */
  async keep(entries: readonly ListEntry[], signal: AbortSignal | undefined): Promise<readonly ListEntry[]> {
    const kept: ListEntry[] = [];
    let folder: DirectoryPath = this.#directory;
    let isFolderShown = true;
    let comparisons = 0;
    for (const entry of entries) {
      if (entry.kind === "folder") {
        if (this.showsFolder(entry.path)) kept.push(entry);
        continue;
      }
      if (!isDirectlyIn(entry.path, folder)) {
        folder = parentOf(entry.path);
        isFolderShown = this.showsFolder(folder);
      }
      if (isFolderShown && this.showsName(entry.path)) kept.push(entry);
      comparisons += this.#ignored.size;
      if (comparisons > comparisonsPerTurn) {
        comparisons = 0;
        await new Promise((resolve) => setTimeout(resolve, 0));
        signal?.throwIfAborted();
      }
    }
    return kept.length === entries.length ? entries : kept;
  }

  /** Whether a file is shown whose folder is. */
  showsName(file: LogicalPath): boolean {
    return !this.#isDenied(file) && !this.#ignored.excludes(file, "file");
  }

  /** Folders above have been asked for already, so the name is enough, unless a whole path is denied. */
  #isDenied(path: LogicalPath): boolean {
    return isDenied(this.#denied.length === 0 ? nameOf(path) : path, this.#denied);
  }
}

function isDirectlyIn(path: LogicalPath, folder: DirectoryPath): boolean {
  const slash = path.lastIndexOf("/");
  return folder === "" ? slash === -1 : slash === folder.length && path.startsWith(folder);
}

function isHiddenFolder(name: string): boolean {
  return name.startsWith(".") || name === "node_modules";
}
