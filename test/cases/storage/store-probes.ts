/** What a store holds, as the cases look at it. */

import { GraphdownError } from "../../../src/base/errors.ts";
import { portableSha256 } from "../../../src/base/hash.ts";
import type { LogicalPath } from "../../../src/base/logical-path.ts";
import { collectBytes } from "../../../src/storage/byte-streams.ts";
import type { FileStore } from "../../../src/storage/file-store.ts";

/** The file that most cases are about. */
export const path = "kb/a.md" as LogicalPath;
/** A text as bytes. */
export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
/** The version of a file that holds a text. */
export const versionOf = (text: string): string => `sha256-${portableSha256(bytes(text))}`;

/** The text of a file; `undefined` where there is none. */
export async function textOf(store: FileStore, file: LogicalPath = path): Promise<string | undefined> {
  const opened = await store.open(file);
  return opened === null ? undefined : new TextDecoder().decode(await collectBytes(opened.stream));
}

/** All paths that a store lists, and how many of its keys are none. */
export async function pathsOf(
  store: FileStore,
  recursive = true,
): Promise<{ readonly paths: string[]; readonly unlisted: number }> {
  const paths: string[] = [];
  let unlisted = 0;
  for await (const page of store.list("", { recursive })) {
    for (const entry of page.entries) paths.push(entry.path);
    unlisted += page.unlisted.length;
  }
  return { paths, unlisted };
}

/** A step's value, or the one clear error that it ended with. */
export async function outcomeOf(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work;
  } catch (cause) {
    if (!GraphdownError.isInstance(cause)) throw cause;
    return cause;
  }
}
