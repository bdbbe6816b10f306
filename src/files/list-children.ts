/** Lists the direct children of a folder. */
import type { FileScope } from "./file-scope.ts";
import { type FolderListing, listFolder } from "./list-folder.ts";

/** One page of a folder's own children, hidden ones included; a missing folder has none. See {@link listFolder}. */
export async function listChildren(
  options: FileScope & { readonly directory?: string | undefined; readonly cursor?: string | undefined },
): Promise<FolderListing> {
  return listFolder({ ...options, recursive: false, hidden: true, noIgnore: true });
}
