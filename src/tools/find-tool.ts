/** The tool that a call names. */
import { GraphdownError } from "../base/errors.ts";
import { nearestName } from "../base/nearest-name.ts";
import { showPath } from "../base/show-path.ts";
import type { ToolDefinition } from "../context/file-context.ts";
import type { Permissions } from "../guard/permissions/permissions.ts";

/** Tools that change files, under the names that models know them by. No list shows one of them while writing is off. */
const writeTools: ReadonlySet<string> = new Set([
  "file_access_write",
  "file_access_append",
  "file_access_insert",
  "file_access_replace",
  "file_access_replace_lines",
  "file_access_delete",
  "file_access_move",
  "file_context_edit_section",
  "file_context_set_property",
]);

/** The tool of a name. An unknown one is `not_found` and the nearest known one is named; one that is off is `permission_denied`. */
export function findTool(
  tools: readonly ToolDefinition[],
  name: string,
  permissions: Pick<Permissions, "read"> = { read: true },
): ToolDefinition {
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool !== undefined) return tool;
  if (typeof name !== "string") throw noName(name);
  if (writeTools.has(name)) throw writingIsOff(name);
  if (!permissions.read && /^file_(?:access|context)_/.test(name)) throw readingIsOff(name);
  const known = tools.map((candidate) => candidate.name);
  const nearest = nearestName(name, known);
  throw new GraphdownError({
    code: "not_found",
    message: `There is no tool "${showPath(name)}".`,
    details: { known },
    next: nearest === undefined ? `The tools are: ${known.join(", ")}.` : `Did you mean ${nearest}?`,
  });
}

function noName(name: unknown): GraphdownError {
  return new GraphdownError({
    code: "invalid_input",
    message: `A tool call needs the name of a tool as text, but got ${name === null ? "null" : typeof name}.`,
    details: { parameter: "name" },
    next: "Name one of the listed tools.",
  });
}

/** Deleting takes a permission of its own, and moving both. */
const permissionsOf: Readonly<Record<string, string>> = {
  file_access_delete: "delete: true",
  file_access_move: "write: true, delete: true",
};

function writingIsOff(name: string): GraphdownError {
  const wanted = permissionsOf[name] ?? "write: true";
  return new GraphdownError({
    code: "permission_denied",
    message: `${name} changes files, and that is switched off here.`,
    details: { reason: "writing_disabled" },
    next: `Whoever runs this enables it with permissions: { ${wanted} } on a store that can be written.`,
  });
}

function readingIsOff(name: string): GraphdownError {
  return new GraphdownError({
    code: "permission_denied",
    message: `${showPath(name)} would read files, and that is switched off here.`,
    details: { reason: "reading_disabled" },
    next: "Whoever runs this enables it with permissions: { read: true }, which is the default.",
  });
}
