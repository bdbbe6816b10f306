/** Which files a call names. */

import { adviseTarget } from "../base/advise-target.ts";
import { GraphdownError } from "../base/errors.ts";
import { parseLogicalPath } from "../base/logical-path.ts";
import type { FileContext, ToolDefinition } from "../context/file-context.ts";
import type { ApprovalTarget } from "../guard/approvals/approval-request.ts";

/** Parameters that hold paths of files, in all our tools. */
interface PathArguments {
  readonly path?: unknown;
  readonly to?: unknown;
  /** Several, each of which has its own outcome. */
  readonly paths?: unknown;
}

/** The paths that a call names, as they were given; each once. */
export function pathsOf(args: object): readonly string[] {
  return [...new Set([...mainPathsOf(args), ...listedPathsOf(args)])];
}

/** Refuses what is no path, of those that the whole call is about. */
export function checkPaths(args: object): void {
  try {
    for (const path of mainPathsOf(args)) parseLogicalPath(path);
  } catch (cause) {
    throw advised(args, cause);
  }
}

/** Only a move names two files. */
function advised({ path, to }: PathArguments, cause: unknown): unknown {
  return typeof path === "string" && typeof to === "string" ? adviseTarget({ path, to }, cause) : cause;
}

/** `to` is a path where it stands beside one: a question may name other things so. */
function mainPathsOf({ path, to }: PathArguments): readonly string[] {
  if (typeof path !== "string") return [];
  return typeof to === "string" ? [path, to] : [path];
}

function listedPathsOf({ paths }: PathArguments): readonly string[] {
  return Array.isArray(paths) ? paths.filter((each): each is string => typeof each === "string") : [];
}

/**
 * The files that a call names, as they are now. A path that can't be one is refused as the tool would refuse it; among several it is shown
 * as it was given, since the tool answers for each of them.
 */
export async function targetsOf(
  files: FileContext,
  args: object,
  signal: AbortSignal | undefined,
): Promise<readonly ApprovalTarget[]> {
  const targets: ApprovalTarget[] = [];
  for (const path of mainPathsOf(args)) {
    try {
      targets.push(await targetOf(files, path, signal));
    } catch (cause) {
      throw advised(args, cause);
    }
  }
  for (const path of listedPathsOf(args)) targets.push(await targetOf(files, path, signal).catch(unlessOurs(path)));
  return targets;
}

function unlessOurs(path: string): (cause: unknown) => ApprovalTarget {
  return (cause) => {
    if (!GraphdownError.isInstance(cause)) throw cause;
    return { path };
  };
}

async function targetOf(files: FileContext, path: string, signal: AbortSignal | undefined): Promise<ApprovalTarget> {
  const info = await files.info(path, { signal });
  if (info === null) return { path };
  return { path: info.path, length: info.length, version: info.version };
}

/** Versions by path, of the targets that exist. */
export function versionsOf(targets: readonly ApprovalTarget[]): Readonly<Record<string, string>> {
  return Object.fromEntries(targets.flatMap(({ path, version }) => (version === undefined ? [] : [[path, version]])));
}

/** Ends a call whose files are no longer as they were when it was approved. */
export function requireUnchanged(approved: readonly ApprovalTarget[], now: readonly ApprovalTarget[]): void {
  for (const [index, { path, version }] of approved.entries()) {
    const present = now[index]?.version;
    if (present === version) continue;
    throw new GraphdownError({
      code: "version_conflict",
      message: `"${path}" has changed since the call was approved.`,
      path,
      details: { reason: "changed_since_approval", ...(present === undefined ? {} : { version: present }) },
      next: "Read it again and make the call anew.",
    });
  }
}

/** The arguments with the version that was shown, for a tool that can make it a condition and a call that names one file. */
export function withVersion(tool: ToolDefinition, args: object, targets: readonly ApprovalTarget[]): object {
  const [first] = targets;
  if (first?.version === undefined || "ifVersion" in args || !hasParameter(tool, "ifVersion")) return args;
  return { ...args, ifVersion: first.version };
}

/** Whether the schema of a tool names a parameter. */
export function hasParameter(tool: ToolDefinition, name: string): boolean {
  const { shape } = tool.inputSchema as unknown as { readonly shape?: object };
  return shape !== undefined && Object.hasOwn(shape, name);
}
