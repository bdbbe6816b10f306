/** Logical paths: the one dialect in which every tool, face and backend names files. */
import { GraphdownError } from "./errors.ts";
import { showPath } from "./show-path.ts";
import { controlCharacter, reorderingCharacter, unpairedSurrogate, withoutIgnorable } from "./unsafe-characters.ts";
import { utf8Length } from "./utf8-length.ts";

declare const logicalPath: unique symbol;

/** A checked path relative to the prefix, with `/` between segments. Made only by `parseLogicalPath` and `joinPath`. */
export type LogicalPath = string & { readonly [logicalPath]: true };

/** A folder: a logical path, or `""` for the root of the prefix. */
export type DirectoryPath = LogicalPath | "";

/** Most bytes of UTF-8 in a path. */
export const maximumPathBytes = 1_024;

/** Most bytes of UTF-8 in one segment of a path. */
const maximumSegmentBytes = 255;

/** What can be wrong with a path, as the `details.reason` of an `invalid_path` error, and in words. */
const faults = {
  empty: "it is empty",
  rooted: "it is rooted, and paths are relative to the prefix",
  backslash: "it holds a backslash; segments are separated by /",
  control_character: "it holds a control character",
  bidirectional_character: "it holds a bidirectional control character or a line separator",
  unpaired_surrogate: "it holds half of a surrogate pair",
  empty_segment: "it has an empty segment",
  dot_segment: "it has a segment of nothing but dots and blanks",
  trailing_slash: "it ends in /, which only a folder may",
  too_long: `it is longer than ${maximumPathBytes} bytes`,
  segment_too_long: `it has a segment of more than ${maximumSegmentBytes} bytes`,
} as const;

type PathFault = keyof typeof faults;

/** The path of a file; anything else is `invalid_path` with the reason, before storage is touched. Nothing is decoded or normalised. */
export function parseLogicalPath(text: string): LogicalPath {
  const fault = pathFault(requireText(text));
  if (fault !== undefined) throw invalidPath(text, fault);
  return text as LogicalPath;
}

/** The path of a folder: as a file's, one `/` at the end is allowed, and `""`, `"/"` and `"."` are the root. */
export function parseDirectoryPath(text: string): DirectoryPath {
  requireText(text);
  if (text === "" || text === "/" || text === ".") return "";
  const path = text.endsWith("/") ? text.slice(0, -1) : text;
  const fault = pathFault(path);
  if (fault !== undefined) throw invalidPath(text, fault);
  return path as LogicalPath;
}

/** Why a text is no path of a file, in words that complete "it is not valid because …"; `undefined` for a good one. */
export function logicalPathFault(text: string): string | undefined {
  const fault = pathFault(text);
  return fault === undefined ? undefined : faults[fault];
}

/** The path of `name` in a folder. A name that is no single good segment, or makes the path too long, is `invalid_path`. */
export function joinPath(directory: DirectoryPath, name: string): LogicalPath {
  const path = directory === "" ? name : `${directory}/${name}`;
  const fault = childFault(directory, requireText(name));
  if (fault !== undefined) throw invalidPath(path, fault);
  return path as LogicalPath;
}

/** As {@link joinPath}, but `undefined` for a name that can't be addressed: for listings, where such names are counted and not errors. */
export function tryJoinPath(directory: DirectoryPath, name: string): LogicalPath | undefined {
  if (childFault(directory, name) !== undefined) return undefined;
  return (directory === "" ? name : `${directory}/${name}`) as LogicalPath;
}

/** A path as seen from the folder that holds `directory`: the two joined. `invalid_path` when that makes it too long. */
export function pathBelow(directory: LogicalPath, path: LogicalPath): LogicalPath {
  const joined = `${directory}/${path}`;
  if (isTooLong(joined, maximumPathBytes)) throw invalidPath(path, "too_long");
  return joined as LogicalPath;
}

/** The folder that holds a path; `""` at the top. */
export function parentOf(path: LogicalPath): DirectoryPath {
  const slash = path.lastIndexOf("/");
  return slash === -1 ? "" : (path.slice(0, slash) as LogicalPath);
}

/** The last segment of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Whether `path` lies below a folder (the folder itself does not). Compares whole segments: `work` does not hold `workspace/a`. */
export function isBelow(path: string, directory: DirectoryPath): boolean {
  if (directory === "") return true;
  return path.length > directory.length && path.charCodeAt(directory.length) === 0x2f && path.startsWith(directory);
}

function pathFault(text: string): PathFault | undefined {
  // First, so that nothing below costs more than the bound allows, whatever comes in.
  if (text.length > maximumPathBytes) return "too_long";
  if (text === "") return "empty";
  if (text.charCodeAt(0) === 0x2f || text.startsWith("\\\\") || isDrive(text)) return "rooted";
  if (text.endsWith("/") && !text.endsWith("//")) return pathFault(text.slice(0, -1)) ?? "trailing_slash";
  for (const segment of text.split("/")) {
    const fault = segmentFault(segment);
    if (fault !== undefined) return fault;
  }
  return isTooLong(text, maximumPathBytes) ? "too_long" : undefined;
}

function childFault(directory: DirectoryPath, name: string): PathFault | undefined {
  const fault = segmentFault(name);
  if (fault !== undefined) return fault;
  if (directory === "") return isDrive(name) ? "rooted" : undefined;
  const length = directory.length + 1 + name.length;
  if (length * 3 <= maximumPathBytes) return undefined;
  return utf8Length(directory) + 1 + utf8Length(name) > maximumPathBytes ? "too_long" : undefined;
}

/** Printable ASCII that begins with a letter, digit or sign: the usual name, settled by one look. */
const plainSegment = /^[!-\-0-[\]-~][ -.0-[\]-~]*$/;

function segmentFault(segment: string): PathFault | undefined {
  if (segment.length <= maximumSegmentBytes && plainSegment.test(segment)) return undefined;
  if (segment === "" || segment.includes("/")) return "empty_segment";
  if (segment.includes("\\")) return "backslash";
  if (controlCharacter.test(segment)) return "control_character";
  if (reorderingCharacter.test(segment)) return "bidirectional_character";
  if (unpairedSurrogate.test(segment)) return "unpaired_surrogate";
  if (/^[.\p{Zs}]*$/u.test(withoutIgnorable(segment))) return "dot_segment";
  return isTooLong(segment, maximumSegmentBytes) ? "segment_too_long" : undefined;
}

/** `C:`, `C:x` and `C:/x` name a drive on Windows; a letter, a colon and a blank are a title. */
function isDrive(text: string): boolean {
  return text.charCodeAt(1) === 0x3a && /^[A-Za-z]:(?! )/.test(text);
}

function isTooLong(text: string, maximumBytes: number): boolean {
  return text.length * 3 > maximumBytes && utf8Length(text) > maximumBytes;
}

function requireText(text: unknown): string {
  if (typeof text === "string") return text;
  throw new GraphdownError({
    code: "invalid_input",
    message: `A path must be text, but it is ${text === null ? "null" : typeof text}.`,
    details: { reason: "not_text" },
    next: "Give the path as a string.",
  });
}

function invalidPath(text: string, fault: PathFault): GraphdownError {
  return new GraphdownError({
    code: "invalid_path",
    message: `The path "${showPath(text)}" is not valid: ${faults[fault]}.`,
    path: showPath(text),
    details: { reason: fault },
    next: "Give a path relative to the root as a listing shows it, such as notes/plan.md.",
  });
}
