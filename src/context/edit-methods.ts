/**
 * The methods of a file context that change files. Each checks path and permission first; what does the work is loaded with the first of
 * them, since most contexts only read.
 */

import { adviseTarget } from "../base/advise-target.ts";
import { GraphdownError } from "../base/errors.ts";
import type { Limits } from "../base/limits.ts";
import { checkFile } from "../files/access.ts";
import type { Permissions } from "../guard/permissions/permissions.ts";
import type { EditMethods } from "./edit-contract.ts";
import type { EditSettings } from "./edits/create-edits.ts";
import { withinDeadline } from "./within-deadline.ts";

export interface EditMethodsSettings extends EditSettings {
  readonly limits: Limits;
  readonly permissions: Permissions;
}

export function createEditMethods({ permissions, ...settings }: EditMethodsSettings): EditMethods {
  const { limits } = settings;
  let loaded: Promise<EditMethods> | undefined;
  const load = (): Promise<EditMethods> =>
    (loaded ??= import("./edits/create-edits.ts").then(({ createEdits }) => createEdits(settings)));

  /** Runs one method under the deadline; `needs` is what it takes of the files named by `paths`. */
  function run<Options extends { readonly signal?: AbortSignal | undefined }, Result>(
    { paths, needs, options }: { paths: readonly string[]; needs: readonly (keyof Permissions)[]; options: Options },
    work: (edits: EditMethods, options: Options) => Promise<Result>,
  ): Promise<Result> {
    return withinDeadline({ timeoutMs: limits.operationTimeoutMs, signal: options.signal }, async ({ signal }) => {
      for (const path of paths) checkFile(path, settings.access);
      for (const need of needs) requirePermission(permissions, need, paths[0]);
      return work(await load(), { ...options, signal });
    });
  }

  return {
    write: (path, content, options = {}) =>
      run({ paths: [path], needs: ["write"], options }, (edits, given) => edits.write(path, content, given)),
    delete: (path, options = {}) =>
      run({ paths: [path], needs: ["delete"], options }, (edits, given) => edits.delete(path, given)),
    replace: (path, list, options = {}) =>
      run({ paths: [path], needs: ["write"], options }, (edits, given) => edits.replace(path, list, given)),
    replaceLines: (path, list, options = {}) =>
      run({ paths: [path], needs: ["write"], options }, (edits, given) => edits.replaceLines(path, list, given)),
    insert: (path, afterLine, content, options = {}) =>
      run({ paths: [path], needs: ["write"], options }, (edits, given) =>
        edits.insert(path, afterLine, content, given),
      ),
    append: (path, content, options = {}) =>
      run({ paths: [path], needs: ["write"], options }, (edits, given) => edits.append(path, content, given)),
    move: (path, to, options = {}) =>
      run({ paths: [path, to], needs: ["write", "delete"], options }, (edits, given) =>
        edits.move(path, to, given),
      ).catch((cause) => {
        throw adviseTarget({ path, to }, cause);
      }),
    repair: (options = {}) =>
      run({ paths: [], needs: ["write", "delete"], options }, (edits, given) => edits.repair(given)),
    editSection: (path, edit, options = {}) =>
      run({ paths: [path], needs: ["write"], options }, (edits, given) => edits.editSection(path, edit, given)),
    readSection: (path, heading, options = {}) =>
      run({ paths: [path], needs: ["read"], options }, (edits, given) => edits.readSection(path, heading, given)),
    isAnswered: (key, options = {}) =>
      run({ paths: [], needs: [], options }, (edits, given) => edits.isAnswered(key, given)),
    setProperty: (path, key, value, options = {}) =>
      run({ paths: [path], needs: ["write"], options }, (edits, given) => edits.setProperty(path, key, value, given)),
  };
}

function requirePermission(permissions: Permissions, need: keyof Permissions, path: string | undefined): void {
  if (permissions[need]) return;
  throw new GraphdownError({
    code: "permission_denied",
    message: `This context may not ${need} files.`,
    path,
    details: { reason: "not_permitted", permission: need },
    next: `Create the context with permissions: { ${need}: true }.`,
  });
}
