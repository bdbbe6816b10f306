/** Splits what a listing shows into Markdown files to read, files that a bound leaves out, and all other files. */
import type { SkippedFile } from "../base/cut.ts";
import { compileGlob } from "../base/glob.ts";
import { type DirectoryPath, isBelow, type LogicalPath, parseDirectoryPath } from "../base/logical-path.ts";
import { defaultReservedFolders, isReserved } from "../base/reserved-folders.ts";
import type { FileEntry, ListEntry, UnlistedName } from "../storage/file-store.ts";

/** Which files behind a prefix are its documents. */
export interface SelectionOptions {
  /** Files that are documents, as globs below `directory`. Default: all that end in `.md`, at any depth. */
  readonly markdownGlob?: string | readonly string[] | undefined;
  /** Only documents below this folder. Everything else that is visible still counts as existing. Default: the whole prefix. */
  readonly directory?: string | undefined;
  /** Further lines in .gitignore form; `!` brings back. */
  readonly ignore?: readonly string[] | undefined;
  /** Do not heed `.gitignore` and `.graphdownignore` files. Default `false`. */
  readonly noIgnore?: boolean | undefined;
  /** Also folders that start with a dot, and `node_modules`. Default `false`. */
  readonly hidden?: boolean | undefined;
  /** Names that are denied besides those that always are. Default none. */
  readonly denied?: readonly string[] | undefined;
  /** Folders of the root that hold no documents and count as if they did not exist. Default: {@link defaultReservedFolders}. */
  readonly reserved?: readonly string[] | undefined;
}

/** The default of `markdownGlob`. */
export const defaultMarkdownGlob = "**/*.md";

/** One listing, split. */
export interface SelectedFiles {
  /** All visible files, sorted. */
  readonly files: readonly FileEntry[];
  /** Those of `files` that are selected as documents and not too large. */
  readonly candidates: readonly FileEntry[];
  /** Selected files that are too large, and names that the listing could not show. */
  readonly skipped: readonly SkippedFile[];
}

/** Makes the splitter of one question, so that globs are compiled once. */
export function createSelector(
  options: SelectionOptions,
  limits: SelectionLimits,
): (listing: { readonly entries: readonly ListEntry[]; readonly unlisted: readonly UnlistedName[] }) => SelectedFiles {
  const selects = selectionTest(options, limits);
  const reserved = options.reserved ?? defaultReservedFolders;
  return ({ entries, unlisted }) => {
    const files: FileEntry[] = [];
    const candidates: FileEntry[] = [];
    const skipped: SkippedFile[] = unlisted.map(({ shown, reason }) => ({ path: shown, reason }));
    for (const entry of entries) {
      if (entry.kind !== "file" || isReserved(entry.path, reserved)) continue;
      files.push(entry);
      const { path } = entry;
      if (!selects(path)) continue;
      if (entry.size > limits.maximumMarkdownFileBytes) skipped.push({ path, reason: "too_large" });
      else candidates.push(entry);
    }
    return { files, candidates, skipped };
  };
}

/** Makes the test for files that are documents unless they are too large; of all others a snapshot knows the paths alone. */
export function createDocumentTest(options: SelectionOptions, limits: SelectionLimits): (file: LogicalPath) => boolean {
  const selects = selectionTest(options, limits);
  const reserved = options.reserved ?? defaultReservedFolders;
  return (file) => selects(file) && !isReserved(file, reserved);
}

interface SelectionLimits {
  readonly maximumMarkdownFileBytes: number;
  readonly maximumGlobCharacters: number;
}

function selectionTest(options: SelectionOptions, limits: SelectionLimits): (file: LogicalPath) => boolean {
  const directory: DirectoryPath = parseDirectoryPath(options.directory ?? "");
  const matches = compileGlob(options.markdownGlob ?? defaultMarkdownGlob, {
    maximumCharacters: limits.maximumGlobCharacters,
  });
  const below = directory === "" ? 0 : directory.length + 1;
  return (file) => (below === 0 || isBelow(file, directory)) && matches(below === 0 ? file : file.slice(below));
}
