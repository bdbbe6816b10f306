/** The methods of a file context that search lines. What they need is loaded when one is first called: few questions do. */

import { createDeadline } from "../base/deadline.ts";
import type { FileScope } from "../files/file-scope.ts";
import type { FileContext } from "./file-context.ts";
import { withinDeadline } from "./within-deadline.ts";

export function createGrepMethods(scope: Omit<FileScope, "signal">): Pick<FileContext, "grep" | "grepPages"> {
  const timeoutMs = scope.limits?.operationTimeoutMs ?? Number.POSITIVE_INFINITY;
  return {
    grep: (pattern, options = {}) =>
      withinDeadline({ timeoutMs, signal: options.signal }, async ({ signal }) => {
        const { searchFiles } = await import("../files/search-files.ts");
        return searchFiles({ ...options, ...scope, pattern, signal });
      }),
    async *grepPages(pattern, options = {}) {
      const deadline = createDeadline({ timeoutMs, signal: options.signal });
      try {
        deadline.check();
        const { searchPages } = await import("../files/search-files.ts");
        yield* searchPages({ ...options, ...scope, pattern, signal: deadline.signal });
      } catch (cause) {
        throw deadline.signal.aborted ? deadline.signal.reason : cause;
      } finally {
        deadline.close();
      }
    },
  };
}
