/** A context over a folder that may change files and asks nobody. */

import type { NodeFileContextOptions } from "../../../src/context/node-context-options.ts";
import { createNodeFileContext } from "../../../src/context/node-create-file-context.ts";
import type { FileContext } from "../../../src/index.ts";
import { toolset } from "../../../src/tools/toolset.ts";

export function openNodeContext(options: NodeFileContextOptions): Promise<FileContext> {
  return createNodeFileContext({ approvals: "none", permissions: { write: true, delete: true }, ...options }, toolset);
}
