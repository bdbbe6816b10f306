/** What of an answer to a change a caller may see who may not read. */
import type { ErrorInfo } from "../base/errors.ts";

/** The data without what it tells of files: differences, and names that come near. */
export function dataWithoutContent(data: object): object {
  const { diff: _diff, cut: _cut, suggestions: _suggestions, ...rest } = data as Record<string, unknown>;
  return rest;
}

/** The error by its code alone: messages and details of edits quote lines and name other files. */
export function errorWithoutContent(error: ErrorInfo): ErrorInfo {
  const isOfArguments = error.code.startsWith("invalid_") || error.code === "permission_denied";
  if (isOfArguments) return error;
  return {
    code: error.code,
    message: `The change was not made (${error.code}).`,
    ...(error.path === undefined ? {} : { path: error.path }),
    next: "Ask with credentials that may read, to be told more.",
  };
}
