/** The error for a knowledge base without a document: what is there instead, and how to go on. */
import { GraphdownError } from "../base/errors.ts";
import { nameOf } from "../base/logical-path.ts";
import type { Snapshot } from "./snapshot.ts";

/** What is known about the search for documents. */
export interface DocumentSelection {
  readonly markdownGlob: string | readonly string[];
  /** Only this folder was looked at; `""` is the whole. */
  readonly directory?: string | undefined;
  /** Whether an earlier snapshot of the same place had documents. */
  readonly hadDocuments?: boolean | undefined;
}

/** Extensions that often hold Markdown or text, in the order in which they are offered. */
const likely = [".md", ".markdown", ".mdx", ".mdown", ".mkd", ".qmd", ".rmd", ".txt", ".org", ".rst", ".adoc"];

const shownExtensions = 5;

/** Returns when the snapshot has a document; else throws `no_documents`, since a question never invents an empty knowledge base. */
export function requireDocuments(snapshot: Snapshot, selection: DocumentSelection): void {
  if (snapshot.files.length === 0) throw noDocuments(snapshot, selection);
}

function noDocuments(snapshot: Snapshot, selection: DocumentSelection): GraphdownError {
  const { otherPaths, skipped } = snapshot;
  const globs = typeof selection.markdownGlob === "string" ? [selection.markdownGlob] : selection.markdownGlob;
  const hadDocuments = selection.hadDocuments === true;
  const extensions = countExtensions(otherPaths);
  const place = selection.directory ? `"${selection.directory}"` : "this place";
  const what = globs.map((glob) => JSON.stringify(glob)).join(", ");
  return new GraphdownError({
    code: "no_documents",
    message: [
      `No file in ${place} is a document (markdownGlob ${what})`,
      otherPaths.length === 0 ? ": there is no visible file at all" : `: it holds ${describe(extensions)}`,
      skipped === undefined ? "" : `, and ${countOf(skipped.count, "file was", "files were")} left out`,
      hadDocuments ? ". There were documents before" : "",
      ".",
    ].join(""),
    details: {
      reason: otherPaths.length === 0 && skipped === undefined ? "empty" : "none_selected",
      markdownGlob: globs,
      files: otherPaths.length,
      extensions: Object.fromEntries(extensions.slice(0, shownExtensions)),
      hadDocuments,
      ...(skipped === undefined ? {} : { skipped }),
    },
    next: nextStep(snapshot, globs, extensions, hadDocuments),
  });
}

type ExtensionCount = readonly [extension: string, count: number];

function nextStep(
  { otherPaths, skipped }: Snapshot,
  globs: readonly string[],
  extensions: readonly ExtensionCount[],
  hadDocuments: boolean,
): string {
  const present = likely.find((extension) => extensions.some(([name]) => name === extension));
  if (skipped !== undefined && (present === undefined || present === ".md")) {
    const { path, reason } = skipped.first[0] as { path: string; reason: string };
    return `See what was left out and why: the first is "${path}" (${reason}).`;
  }
  if (present !== undefined) {
    const widened = JSON.stringify([...globs, `**/*${present}`]);
    return `Widen markdownGlob, for example to ${widened}, or ask for another directory.`;
  }
  if (otherPaths.length > 0)
    return "Check the folder and prefix, or set markdownGlob to the files that hold your notes.";
  return hadDocuments
    ? "Check that the folder or bucket is still mounted and whole; nothing that was known before is answered."
    : "Check the folder and prefix: hidden folders and what .gitignore excludes are not looked at.";
}

/** Extensions in lower case with how many files have them, most first. */
function countExtensions(paths: readonly string[]): readonly ExtensionCount[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const name = nameOf(path);
    const dot = name.lastIndexOf(".");
    const extension = dot <= 0 ? "(none)" : name.slice(dot).toLowerCase();
    counts.set(extension, (counts.get(extension) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

function describe(extensions: readonly ExtensionCount[]): string {
  const shown = extensions.slice(0, shownExtensions).map(([extension, count]) => {
    return extension === "(none)"
      ? `${count} without extension`
      : countOf(count, `${extension} file`, `${extension} files`);
  });
  const more = extensions.length - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${countOf(more, "other kind", "other kinds")}` : shown.join(", ");
}

function countOf(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
