/** What a configuration file says: the knowledge bases that a process serves, by name. */
import type { NodeFileContextOptions } from "../../../context/node-context-options.ts";
import type { WorkspaceOptions } from "./workspace-options.ts";

/** One knowledge base. */
export type WorkspaceSettings = WorkspaceOptions &
  Pick<NodeFileContextOptions, "prefix"> & { readonly location: string };

export interface Configuration {
  /** At least one. A file that describes a single knowledge base names it `default`. */
  readonly workspaces: Readonly<Record<string, WorkspaceSettings>>;
  /** The file that it was read from, absolute. */
  readonly file: string;
}
