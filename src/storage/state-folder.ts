/** The folder of our own records. */
import type { LogicalPath } from "../base/logical-path.ts";

/** In every root; denied to every tool, in no listing. */
export const stateFolder: LogicalPath = ".graphdown" as LogicalPath;
