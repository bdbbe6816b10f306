/** Finds, reads and checks the configuration file. */
import { readFile } from "node:fs/promises";
import { dirname, extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { GraphdownError } from "../../../base/errors.ts";
import { parseJson } from "../../../base/parse-json.ts";
import { withFolder } from "../../../storage/folder-of-location.ts";
import type { DescribedWorkspace } from "./check-configuration.ts";
import type { Configuration, WorkspaceSettings } from "./configuration.ts";
import { workspaceOptions } from "./workspace-options.ts";

/** The file that is found by itself in the working folder. */
export const configurationFileName = "graphdown.config.json";

/**
 * The configuration that `named` holds, or the one in the working folder; `undefined` when none is named and none is there. A file that is named
 * may also be a program with a default export. What is wrong with it is `invalid_options`, naming the file and the place.
 */
export async function readConfiguration(named: string | undefined, folder: string): Promise<Configuration | undefined> {
  const file = resolve(folder, named ?? configurationFileName);
  const isProgram = named !== undefined && [".js", ".mjs", ".ts", ".mts"].includes(extname(file));
  const value = isProgram ? await runProgram(file, named) : await readText(file, named);
  return value === undefined ? undefined : check(value, file, named ?? configurationFileName);
}

async function readText(file: string, named: string | undefined): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (cause) {
    if (named === undefined && (cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw unusable(
      named ?? configurationFileName,
      `it can't be read (${(cause as NodeJS.ErrnoException).code})`,
      cause,
    );
  }
  try {
    return parseJson(text);
  } catch (cause) {
    throw unusable(named ?? configurationFileName, (cause as Error).message, cause);
  }
}

async function runProgram(file: string, named: string): Promise<unknown> {
  try {
    const { default: value } = (await import(pathToFileURL(file).href)) as { readonly default?: unknown };
    return value;
  } catch (cause) {
    throw unusable(named, `running it failed: ${(cause as Error).message}`, cause);
  }
}

async function check(value: unknown, file: string, shown: string): Promise<Configuration> {
  const { checkConfiguration } = await import("./check-configuration.ts");
  const described = checkConfiguration(value);
  if (typeof described === "string") throw unusable(shown, described);
  const workspaces = Object.entries(described).map(([name, each]) => [name, settingsOf(each, dirname(file))] as const);
  return { workspaces: Object.fromEntries(workspaces), file };
}

function settingsOf(described: DescribedWorkspace, folder: string): WorkspaceSettings {
  return {
    ...workspaceOptions(described),
    // A folder is meant from where the file is, wherever the program is started.
    location: withFolder(described.location, (named) => resolve(folder, named)),
    prefix: described.prefix,
  };
}

/** A workspace was named, and there is no configuration that could hold it. */
export function missingConfiguration(workspace: string, root: string | undefined): GraphdownError {
  return new GraphdownError({
    code: "invalid_options",
    message: `--workspace names ${JSON.stringify(workspace)}, and there is no ${configurationFileName} in this folder.`,
    details: { option: "workspace" },
    next:
      root === undefined
        ? "Name the configuration with --config, or a folder with --root instead of a workspace."
        : "Name the configuration with --config, or leave --workspace out: the folder is named already.",
  });
}

function unusable(file: string, why: string, cause?: unknown): GraphdownError {
  return new GraphdownError({
    code: "invalid_options",
    message: `The configuration ${JSON.stringify(file)} can't be used: ${why.replace(/\.$/, "")}.`,
    details: { option: "config", file },
    next: "Mend the file; docs/configuration.md shows its form.",
    cause,
  });
}
