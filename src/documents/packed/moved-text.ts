/** The error for a packed document whose file is no longer what it was when its text is asked for. */
import { GraphdownError } from "../../base/errors.ts";
import type { LogicalPath } from "../../base/logical-path.ts";

/** `version_conflict` with the reason `changed_meanwhile`. Questions begin again with the file as it is then. */
export class MovedText extends GraphdownError {
  constructor(path: LogicalPath) {
    super({
      code: "version_conflict",
      message: `"${path}" was changed by somebody else while it was needed.`,
      path,
      details: { reason: "changed_meanwhile" },
      next: "Try again.",
    });
  }
}
