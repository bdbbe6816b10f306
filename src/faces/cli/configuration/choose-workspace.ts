/** Which knowledge base of a configuration a command is about. */
import { GraphdownError } from "../../../base/errors.ts";
import { nearestName } from "../../../base/nearest-name.ts";
import { showPath } from "../../../base/show-path.ts";
import type { Configuration, WorkspaceSettings } from "./configuration.ts";

/** The one of that name; without a name the only one, or `default`. */
export function chooseWorkspace(
  { workspaces }: Configuration,
  name: string | undefined,
): WorkspaceSettings & { readonly workspace: string } {
  const known = Object.keys(workspaces);
  const chosen = name ?? (known.length === 1 ? (known[0] as string) : "default");
  const settings = Object.hasOwn(workspaces, chosen) ? workspaces[chosen] : undefined;
  if (settings !== undefined) return { ...settings, workspace: chosen };
  const nearest = name === undefined ? undefined : nearestName(name, known);
  throw new GraphdownError({
    code: name === undefined ? "invalid_input" : "not_found",
    message:
      name === undefined
        ? `The configuration has ${known.length} workspaces and none is called default.`
        : `There is no workspace "${showPath(name)}".`,
    details: { known },
    next: nearest === undefined ? `Name one with --workspace: ${known.join(", ")}.` : `Did you mean ${nearest}?`,
  });
}
