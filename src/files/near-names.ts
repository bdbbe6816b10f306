/** What a path that does not exist was probably meant to be. A path is never guessed: these are only suggestions in an error. */
import { compareCodePoints } from "../base/compare-code-points.ts";
import { GraphdownError } from "../base/errors.ts";
import { type DirectoryPath, type LogicalPath, nameOf, parentOf } from "../base/logical-path.ts";
import { editDistance } from "../base/nearest-name.ts";
import { showPath } from "../base/show-path.ts";
import type { ListEntry } from "../storage/file-store.ts";
import { isShown } from "./access.ts";
import type { ResolvedFileScope } from "./file-scope.ts";

/** Suggestions in one error at most. */
const maximumSuggestions = 3;

/** Names of one folder that are looked at, so that an error costs no walk through a million of them. */
const maximumNames = 10_000;

/** The error for a file that does not exist, with up to three paths that come near. */
export async function fileNotFound(scope: ResolvedFileScope, path: LogicalPath): Promise<GraphdownError> {
  const suggestions = await nearNames(scope, path);
  const first = suggestions[0];
  return new GraphdownError({
    code: "not_found",
    message: `There is no file "${showPath(path)}".`,
    path,
    ...(first === undefined ? {} : { details: { suggestions } }),
    next:
      first === undefined
        ? "List the folder with file_access_ls to see what there is."
        : `Did you mean ${suggestions.map((suggestion) => `"${showPath(suggestion)}"`).join(" or ")}?`,
  });
}

/** The error for a folder that does not exist, with those that come near: given ones, else up to three that are found beside it. */
export async function folderNotFound(
  scope: ResolvedFileScope,
  path: LogicalPath,
  known: readonly LogicalPath[] = [],
): Promise<GraphdownError> {
  const suggestions = known.length > 0 ? known : await nearNames(scope, path, "folder");
  return new GraphdownError({
    code: "not_found",
    message: `There is no folder "${showPath(path)}".`,
    path,
    ...(suggestions.length === 0 ? {} : { details: { suggestions } }),
    next:
      suggestions.length === 0
        ? "List the folder above it with file_access_ls to see what there is, or leave the folder out for everything."
        : `Did you mean ${suggestions.map((suggestion) => `"${showPath(suggestion)}"`).join(" or ")}?`,
  });
}

/**
 * Whether a folder is there, be it empty or without anything that is shown. Looks through the folder above it; a store without folders of
 * its own has those that hold a file.
 */
export async function folderExists(
  { store, signal }: Pick<ResolvedFileScope, "store" | "signal">,
  path: LogicalPath,
): Promise<boolean> {
  for await (const page of store.list(parentOf(path), { signal, namesOnly: true }))
    if (page.entries.some((entry) => entry.kind === "folder" && entry.path === path)) return true;
  return false;
}

/**
 * Up to three existing files near a path that is missing: the same one in another case or normal form first, then names in its folder
 * that differ by a few characters or by their extension. Or folders, where one is missing. The folders on the way are looked up in another case or form too.
 */
export async function nearNames(
  scope: ResolvedFileScope,
  path: LogicalPath,
  kind: ListEntry["kind"] = "file",
): Promise<readonly LogicalPath[]> {
  let folders: readonly DirectoryPath[] = [""];
  const parent = parentOf(path);
  for (const segment of parent === "" ? [] : parent.split("/")) {
    const next: LogicalPath[] = [];
    for (const folder of folders) {
      const entries = await namesIn(scope, folder);
      for (const entry of entries) {
        if (entry.kind === "folder" && foldName(nameOf(entry.path)) === foldName(segment)) next.push(entry.path);
      }
    }
    folders = next.slice(0, maximumSuggestions);
  }
  const ranked: { readonly path: LogicalPath; readonly rank: number }[] = [];
  for (const folder of folders) {
    for (const entry of await namesIn(scope, folder)) {
      const rank = entry.kind === kind && entry.path !== path ? nearness(nameOf(path), nameOf(entry.path)) : undefined;
      if (rank !== undefined) ranked.push({ path: entry.path, rank });
    }
  }
  ranked.sort((a, b) => a.rank - b.rank || compareCodePoints(a.path, b.path));
  return ranked.slice(0, maximumSuggestions).map((near) => near.path);
}

/** A name as paths are compared for collisions: upper-cased, lower-cased, NFC. */
export function foldName(name: string): string {
  return name.toUpperCase().toLowerCase().normalize("NFC");
}

async function namesIn(scope: ResolvedFileScope, folder: DirectoryPath): Promise<readonly ListEntry[]> {
  const entries: ListEntry[] = [];
  for await (const page of scope.store.list(folder, { signal: scope.signal })) {
    for (const entry of page.entries) if (isShown(entry.path, scope.access)) entries.push(entry);
    if (entries.length >= maximumNames) break;
  }
  return entries;
}

/** 0 for the same name in another form, else how far apart two names are; `undefined` when that is too far. */
function nearness(wanted: string, name: string): number | undefined {
  const a = foldName(wanted);
  const b = foldName(name);
  if (a === b) return 0;
  if (stemOf(a) === stemOf(b)) return 1;
  const bound = Math.max(2, Math.floor(a.length / 4)) + 1;
  const distance = editDistance(a, b, bound);
  return distance < bound ? distance : undefined;
}

function stemOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? name : name.slice(0, dot);
}
