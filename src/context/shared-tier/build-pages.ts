/** How the files of a long build are shared out: which page each belongs to. */
import type { FileEntry } from "../../storage/file-store.ts";

/** One part of a build, as it is named to whoever parses it. */
export interface BuildPage {
  /** What decides how files are parsed: a page for another one is of no use. */
  readonly fingerprint: string;
  /** From 0 on. */
  readonly page: number;
  readonly pages: number;
}

/** What one request can read and parse well within the bounds of any plan. */
const filesPerPage = 400;
const bytesPerPage = 4 * 1024 * 1024;

/** More would be too many to be looked at for one question. */
export const maximumPages = 512;

/** Into how many pages files are parted. */
export function countPages(files: readonly Pick<FileEntry, "size">[]): number {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const wanted = Math.max(1, Math.ceil(files.length / filesPerPage), Math.ceil(bytes / bytesPerPage));
  return Math.min(maximumPages, wanted);
}

/** The page of a file, by its path alone: files that come and go change no other's. */
export function pageOf(path: string, pages: number): number {
  // FNV-1a, over UTF-16.
  let hash = 0x811c9dc5;
  for (let at = 0; at < path.length; at++) hash = Math.imul(hash ^ path.charCodeAt(at), 0x01000193);
  // The low bits alone would tell similar names badly apart.
  return ((hash ^ (hash >>> 15)) >>> 0) % pages;
}
