/** The failures that every backend words alike. */
import { GraphdownError } from "../base/errors.ts";
import { showPath } from "../base/show-path.ts";

/** What is there is not what is wanted. */
export type WrongKind = "is_directory" | "not_a_file" | "not_a_directory";

const wrongKinds: Readonly<Record<WrongKind, string>> = {
  is_directory: "is a folder, and a file is wanted",
  not_a_file: "is neither a file nor a folder, so it is not opened",
  not_a_directory: "is a file, and a folder is wanted",
};

/** A folder, pipe, socket or device where a file is wanted, or a file where a folder is. */
export function wrongKind(path: string, reason: WrongKind): GraphdownError {
  return new GraphdownError({
    code: "invalid_input",
    message: `"${showPath(path)}" ${wrongKinds[reason]}.`,
    path,
    details: { reason },
    next:
      reason === "is_directory"
        ? "List it, and name a file in it."
        : "Name another path; a listing shows what is there.",
  });
}

/** A symbolic link on the way or at its end: following it could leave the prefix. */
export function symbolicLink(path: string): GraphdownError {
  return new GraphdownError({
    code: "permission_denied",
    message: `"${showPath(path)}" is or goes through a symbolic link, and links are not followed.`,
    path,
    details: { reason: "symbolic_link" },
    next: "Name the file by the path that it really has.",
  });
}

/** A prefix that is denied, or lies in what is: nothing below it may be touched. */
export function deniedPrefix(prefix: string): GraphdownError {
  return new GraphdownError({
    code: "permission_denied",
    message: `The prefix "${showPath(prefix)}" can't be used: it has a name that no tool may touch.`,
    path: prefix,
    details: { reason: "denied_name" },
    next: "Give another folder as the prefix.",
  });
}

/** The version that a write or read is conditional on is not the present one. */
export function versionConflict(options: {
  readonly path: string;
  /** What the caller wanted to find; `undefined` where only a change is known. */
  readonly expected?: string | undefined;
  /** The present version; `null` when there is no such file, `undefined` where it is not known. */
  readonly current?: string | null | undefined;
}): GraphdownError {
  const { path, expected, current } = options;
  const found = current === null ? "there is no such file" : `it is now ${current ?? "another one"}`;
  return new GraphdownError({
    code: "version_conflict",
    message: `"${showPath(path)}" is not the version that was asked for: ${found}.`,
    path,
    details: {
      reason: "version_conflict",
      ...(expected === undefined ? {} : { expected: showPath(expected) }),
      ...(current === undefined ? {} : { version: current }),
    },
    next: "Read the file again, and repeat the change on what it holds now.",
  });
}

/** A file that should be created is there already. */
export function alreadyExists(path: string, current?: string): GraphdownError {
  return new GraphdownError({
    code: "already_exists",
    message: `"${showPath(path)}" exists already.`,
    path,
    details: { reason: "exists", ...(current === undefined ? {} : { version: current }) },
    next: "Choose another path, or ask for the file to be replaced.",
  });
}

/** The content is not what its sender said: nothing was written. */
export function contentMismatch(path: string, expected: string, actual: string): GraphdownError {
  return new GraphdownError({
    code: "invalid_input",
    message: `The content for "${showPath(path)}" has the SHA-256 ${actual}, but ${showPath(expected)} was announced. Nothing was written.`,
    path,
    details: { reason: "sha256_mismatch", expected: showPath(expected), actual },
    next: "Send the content again.",
  });
}

/** A file that is larger than the caller lets itself be given. */
export function tooLarge(path: string, actual: number, maximum: number): GraphdownError {
  return new GraphdownError({
    code: "limit_exceeded",
    message: `"${showPath(path)}" has ${actual} bytes, and at most ${maximum} are read here.`,
    path,
    details: { reason: "too_large", maximum, actual },
    next: "Read a range of the file, or raise the bound.",
  });
}

/** What this backend, or this place, can't do safely. */
export function unsupported(reason: string, message: string, next: string, path?: string): GraphdownError {
  return new GraphdownError({ code: "unsupported", message, path, details: { reason }, next });
}
