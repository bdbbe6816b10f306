/** Where a folder lies in its repository. */
import { realpathSync, statSync } from "node:fs";
import { basename, dirname, relative, resolve, sep } from "node:path";
import { GraphdownError } from "../../base/errors.ts";
import { showPath } from "../../base/show-path.ts";
import { unsupported } from "../store-errors.ts";
import { type GitProgram, runGit } from "./node-git-program.ts";

/** A folder as git sees it. */
export interface GitPlace {
  /** Where git can be started. */
  readonly where: GitProgram;
  /** The folder from the root of the repository; `""` for the root. */
  readonly prefix: string;
}

/**
 * Finds the repository of a folder. The folder may be gone by now, as long as one above it is there; in a bare repository it is a folder
 * of the tree (`notes.git/docs`). Symbolic links on the way are resolved once, now.
 */
export async function findGitPlace(folder: string, program: string): Promise<GitPlace> {
  const { present, gone } = presentFolder(resolve(folder), folder);
  const where = { program, folder: present };
  const args = ["rev-parse", "--is-inside-git-dir", "--is-bare-repository", "--show-prefix"];
  const { output } = await runGit(where, args, { operation: "find the repository" });
  const [isInside, isBare, ...rest] = output.toString().split("\n");
  let prefix = rest.join("\n").replace(/\/?\n*$/, "");
  if (isInside === "true") {
    if (isBare !== "true") throw insideOwnFolder();
    const { output: root } = await runGit(where, ["rev-parse", "--absolute-git-dir"], {
      operation: "find the repository",
    });
    prefix = relative(realpathSync.native(root.toString().replace(/\n$/, "")), present);
  }
  const whole = [prefix.split(sep).join("/"), ...gone].filter((part) => part !== "").join("/");
  if (/[\n\0]/.test(whole)) {
    throw unsupported(
      "line_break",
      "A folder whose name holds a line break can't be read from a repository.",
      "Give a folder above it.",
    );
  }
  return { where, prefix: whole };
}

/** The folder, or the nearest one above it that is there, and the names from there on. */
function presentFolder(
  absolute: string,
  given: string,
): { readonly present: string; readonly gone: readonly string[] } {
  const gone: string[] = [];
  for (let folder = absolute; ; folder = dirname(folder)) {
    const stats = statSync(folder, { throwIfNoEntry: false });
    if (stats?.isDirectory() === true) return { present: realpathSync.native(folder), gone };
    if (stats !== undefined || dirname(folder) === folder) throw notAFolder(given);
    gone.unshift(basename(folder));
  }
}

function notAFolder(given: string): GraphdownError {
  return new GraphdownError({
    code: "invalid_options",
    message: `The path "${showPath(given)}" is not a folder.`,
    details: { option: "location", reason: "root" },
    next: "Give a folder of a repository.",
  });
}

function insideOwnFolder(): GraphdownError {
  return new GraphdownError({
    code: "invalid_options",
    message: "The folder belongs to git itself and holds no files of the repository.",
    details: { option: "location", reason: "root" },
    next: "Give the folder that holds .git, or one below it.",
  });
}
