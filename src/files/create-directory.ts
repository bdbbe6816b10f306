/** Makes a folder where folders exist by themselves. */
import { checkFolder } from "./access.ts";
import { checkCreatable } from "./create-path.ts";
import { type FileScope, resolveScope } from "./file-scope.ts";

/**
 * Makes a folder and those above it; one that exists is fine. On stores without folders of their own, such as object stores, only the path
 * is checked: there a folder is there as soon as a file is in it.
 */
export async function createDirectory(options: FileScope & { readonly directory: string }): Promise<void> {
  const scope = resolveScope(options);
  const directory = checkFolder(options.directory, scope.access);
  if (directory === "") return;
  await checkCreatable(scope, directory);
  await scope.store.createFolder?.(directory, { signal: scope.signal });
}
