/** What the operating system refuses, in our words: its code and what to do, never one of its paths. */
import { GraphdownError } from "../../base/errors.ts";
import { showPath } from "../../base/show-path.ts";

/** The system's own name of an error, such as `EACCES`; `undefined` for what does not come from the system. */
export function systemCodeOf(error: unknown): string | undefined {
  if (GraphdownError.isInstance(error) || !(error instanceof Error) || !("code" in error)) return undefined;
  const { code } = error;
  return typeof code === "string" && /^E[A-Z0-9]+$/.test(code) ? code : undefined;
}

/** Whether the process, or the machine, has no descriptor left: a state that passes. */
export function isOutOfDescriptors(error: unknown): boolean {
  const code = systemCodeOf(error);
  return code === "EMFILE" || code === "ENFILE";
}

const advice: Readonly<Record<string, string>> = {
  EACCES: "Give the user that runs this the right to use the file and its folder.",
  EPERM: "See whether the file is protected against changes, or belongs to another user.",
  EROFS: "The file system is mounted read-only; mount it writable or use another folder.",
  ENOSPC: "Free some space on the disk; nothing of the old file was lost.",
  EDQUOT: "Free some space, or raise the quota; nothing of the old file was lost.",
  EMFILE: "Close other files, or raise the number of files that the process may open.",
  ENFILE: "Close other files; the machine has no descriptor left.",
};

const otherAdvice = "Try again; if it stays, look at the disk and its file system.";

/** What was being done, and to which file. */
export interface FailedOperation {
  /** A verb: `read`, `write`, `list`, `delete`. */
  readonly operation: string;
  /** The logical path. */
  readonly path: string;
  /** Set when the change is visible but may not survive a power failure. */
  readonly durability?: "unknown" | undefined;
}

/**
 * A system error as `storage_failed`, its code in `details.systemCode`. Its message and cause are left out, since they hold paths of
 * this machine. What is no system error (an abort, one of our own) is given back as it is.
 */
export function storageFailure(error: unknown, { operation, path, durability }: FailedOperation): unknown {
  const systemCode = systemCodeOf(error);
  if (systemCode === undefined) return error;
  const what = path === "" ? "the root folder" : `"${showPath(path)}"`;
  return new GraphdownError({
    code: "storage_failed",
    message: `The disk did not let us ${operation} ${what} (${systemCode}).`,
    path,
    details: { operation, systemCode, ...(durability === undefined ? {} : { durability }) },
    next: advice[systemCode] ?? otherAdvice,
  });
}
