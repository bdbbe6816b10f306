/** What was selected of one folder, with paths as if the folder were the whole. */
import { type DirectoryPath, isBelow, type LogicalPath } from "../base/logical-path.ts";
import type { FileEntry } from "../storage/file-store.ts";
import type { SelectedFiles } from "./select-files.ts";

/** @param folder Every file lies below it; `""` changes nothing. What is left out above it, such as an ignore file, keeps its name. */
export function selectedBelow(selected: SelectedFiles, folder: DirectoryPath): SelectedFiles {
  if (folder === "") return selected;
  const start = folder.length + 1;
  const inner = new Map<FileEntry, FileEntry>();
  for (const entry of selected.files) inner.set(entry, { ...entry, path: entry.path.slice(start) as LogicalPath });
  return {
    files: [...inner.values()],
    candidates: selected.candidates.map((entry) => inner.get(entry) as FileEntry),
    skipped: selected.skipped.map(({ path, reason }) => ({
      path: isBelow(path, folder) ? path.slice(start) : path,
      reason,
    })),
  };
}
