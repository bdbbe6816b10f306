/** The options that a described knowledge base asks for, wherever its files are. */
import type { FileContextOptions } from "../../../context/context-options.ts";
import type { DescribedWorkspace } from "./check-configuration.ts";

/** What a description says besides where the files are. */
export type WorkspaceOptions = Pick<
  FileContextOptions,
  "selection" | "verify" | "documents" | "graph" | "permissions" | "approvals" | "limits"
>;

export function workspaceOptions(described: DescribedWorkspace): WorkspaceOptions {
  const { markdown, ignore, noIgnore, hidden, verify, documents, graph, permissions, approvals, limits } = described;
  return {
    selection: { markdownGlob: markdown, ignore, noIgnore, hidden },
    verify,
    // The schema has looked at each: what is not said is not there.
    documents: documents as WorkspaceOptions["documents"],
    graph: graph as WorkspaceOptions["graph"],
    permissions: permissions as WorkspaceOptions["permissions"],
    approvals,
    limits: limits as WorkspaceOptions["limits"],
  };
}
