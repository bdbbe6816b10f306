/** Whether a file exists. */
import { checkFile } from "./access.ts";
import { type FileScope, resolveScope } from "./file-scope.ts";

/** `true` for a file; a folder is `invalid_input`, as it is wherever a file is asked for. */
export async function fileExists(options: FileScope & { readonly path: string }): Promise<boolean> {
  const scope = resolveScope(options);
  const path = checkFile(options.path, scope.access);
  return (await scope.store.stat(path, { signal: scope.signal })) !== null;
}
