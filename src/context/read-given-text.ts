/** A text that a caller gives as it is, or as the path of a file of the knowledge base. */
import type { Limits } from "../base/limits.ts";
import { showPath } from "../base/show-path.ts";
import { type AccessRules, checkFile } from "../files/access.ts";
import { resolveScope } from "../files/file-scope.ts";
import { fileNotFound } from "../files/near-names.ts";
import { readFile } from "../files/read-file.ts";
import type { FileStore } from "../storage/file-store.ts";

export interface ReadGivenTextOptions {
  readonly store: FileStore;
  readonly limits: Limits;
  readonly access: AccessRules;
  readonly signal?: AbortSignal | undefined;
  /** The text, or a path. */
  readonly given: string;
  /** What ends a path: `.ttl`. */
  readonly ending: string;
  /** What a text is called in messages: `shapes`. */
  readonly name: string;
}

/** A text with what messages call it. */
export interface GivenText {
  readonly text: string;
  readonly name: string;
}

/**
 * Reads the file where a path is given: one line that ends like a file of that kind, and has no sign in it that every statement has. The
 * file is subject to what every read is: denied names, permissions, `maximumFullReadBytes`. A missing one is `not_found`.
 */
export async function readGivenText(options: ReadGivenTextOptions): Promise<GivenText> {
  const { given, ending, name, store, limits, access, signal } = options;
  if (!given.endsWith(ending) || /[\n\r<>"{}]/.test(given)) return { text: given, name };
  const scope = { store, limits, access, signal };
  const file = await readFile({ ...scope, path: given });
  if (file === null) throw await fileNotFound(resolveScope(scope), checkFile(given, access));
  return { text: file.content, name: `${name} in "${showPath(file.path)}"` };
}
