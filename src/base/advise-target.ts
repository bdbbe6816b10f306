/** What a move advises when its target can't be one: other programs take a folder there, or replace what is there. */
import { GraphdownError } from "./errors.ts";
import { nameOf } from "./logical-path.ts";
import { showPath } from "./show-path.ts";

/** The same failure with the advice that fits, when it is about the target of a move; any other as it is. */
export function adviseTarget({ path, to }: { readonly path: string; readonly to: string }, cause: unknown): unknown {
  if (!GraphdownError.isInstance(cause) || !isOfTarget(cause, path, to)) return cause;
  const { code, message, details } = cause;
  const next =
    code === "already_exists"
      ? "Choose another path, or delete that file first: a move replaces nothing."
      : `Give the file's new path, such as "${showPath(`${to.replace(/\/$/, "")}/${nameOf(path)}`)}".`;
  return new GraphdownError({ code, message, path: cause.path, details, next, cause });
}

function isOfTarget({ code, path: failed, details }: GraphdownError, path: string, to: string): boolean {
  const reason = details?.["reason"];
  if (reason === "trailing_slash") return to.endsWith("/") && !path.endsWith("/");
  return failed === to && (reason === "is_directory" || (code === "already_exists" && reason === "exists"));
}
