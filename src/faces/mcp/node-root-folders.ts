/** The roots of an MCP client as folders of knowledge bases on this machine. */
import { realpath } from "node:fs/promises";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { type DirectoryPath, logicalPathFault } from "../../base/logical-path.ts";
import { folderOfLocation } from "../../storage/folder-of-location.ts";
import type { VisibleFolders } from "../../storage/narrowed-store.ts";

/** Where a knowledge base is; only folders on this machine can lie in a client's root. */
interface Place {
  readonly location?: string | undefined;
  readonly prefix?: string | undefined;
}

interface Base {
  readonly folder: string;
  visible: readonly DirectoryPath[] | undefined;
}

/**
 * Narrows knowledge bases to the folders that a client works in. Roots that lie in a knowledge base leave only these visible; one that holds
 * it whole, and roots that are elsewhere, change nothing. Nothing is ever visible that was not before.
 */
export class RootFolders {
  readonly #bases: Base[] = [];

  /** The visible folders of a knowledge base, as of now. */
  below({ location, prefix }: Place): VisibleFolders {
    const folder = location === undefined ? undefined : folderOfLocation(location);
    if (folder === undefined) return () => undefined;
    const base: Base = { folder: resolve(folder, prefix ?? ""), visible: undefined };
    this.#bases.push(base);
    return () => base.visible;
  }

  /** Takes the roots that a client has told, as URIs. */
  async change(uris: readonly string[]): Promise<void> {
    const roots = (await Promise.all(uris.map(folderOf))).filter((root) => root !== undefined);
    for (const base of this.#bases) base.visible = visibleIn(await real(base.folder), roots);
  }
}

function visibleIn(base: string, roots: readonly string[]): readonly DirectoryPath[] | undefined {
  if (roots.some((root) => pathIn(root, base) !== undefined)) return undefined;
  const inside = roots.map((root) => pathIn(base, root)).filter((path) => path !== undefined);
  if (inside.length === 0) return undefined;
  // A folder that we could not name holds nothing that we could show.
  return inside.filter((path) => logicalPathFault(path) === undefined) as DirectoryPath[];
}

/** The path of a folder as seen from another that holds it, with `/`; `undefined` where it does not. The same folder is `""`. */
function pathIn(folder: string, path: string): string | undefined {
  const way = relative(folder, path);
  if (way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way)) return undefined;
  return way.replaceAll(sep, "/");
}

/** The folder of a `file:` URI; `undefined` for what is none. */
async function folderOf(uri: string): Promise<string | undefined> {
  try {
    return await real(fileURLToPath(uri));
  } catch {
    return undefined;
  }
}

/** The path with its links followed, as far as it exists. */
async function real(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    return join(path);
  }
}
