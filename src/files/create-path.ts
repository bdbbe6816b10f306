/** What must hold before a path is created: a name that every system can check out, and none that only looks different from another. */
import { GraphdownError } from "../base/errors.ts";
import { type DirectoryPath, type LogicalPath, nameOf } from "../base/logical-path.ts";
import { nonPortableReason } from "../base/portable-name.ts";
import { showPath } from "../base/show-path.ts";
import type { ResolvedFileScope } from "./file-scope.ts";
import { foldName } from "./near-names.ts";

/**
 * Refuses a path that does not exist yet and should not be made: `invalid_path` for a name that is not portable, `already_exists` when a
 * file or folder on the way exists in another case or normal form. Against someone who creates such a name at the same instant it is best
 * effort.
 */
export async function checkCreatable(scope: ResolvedFileScope, path: LogicalPath): Promise<void> {
  const reason = nonPortableReason(path);
  if (reason !== undefined) {
    throw new GraphdownError({
      code: "invalid_path",
      message: `"${showPath(path)}" can't be created: ${reason}.`,
      path,
      details: { reason: "not_portable" },
      next: "Choose another name: letters, digits, blanks inside, dots, - and _ work everywhere.",
    });
  }
  let folder: DirectoryPath = "";
  for (const segment of path.split("/")) {
    const twin = await findTwin(scope, folder, segment);
    if (twin === "exact") {
      folder = (folder === "" ? segment : `${folder}/${segment}`) as LogicalPath;
      continue;
    }
    if (twin === undefined) return;
    throw new GraphdownError({
      code: "already_exists",
      message: `"${showPath(path)}" differs from the existing "${showPath(twin)}" only in case or normal form.`,
      path,
      details: { reason: "same_name", existing: twin },
      next: `Use "${showPath(twin)}" as it is spelled, or choose another name.`,
    });
  }
}

/** The entry of a folder that has this name, or else one that has it in another case or normal form. */
async function findTwin(
  scope: ResolvedFileScope,
  folder: DirectoryPath,
  segment: string,
): Promise<LogicalPath | "exact" | undefined> {
  const folded = foldName(segment);
  let twin: LogicalPath | undefined;
  for await (const page of scope.store.list(folder, { signal: scope.signal })) {
    for (const { path } of page.entries) {
      const name = nameOf(path);
      if (name === segment) return "exact";
      if (twin === undefined && foldName(name) === folded) twin = path;
    }
  }
  return twin;
}
