/** The reference engine: remark with GFM. Runs everywhere; loading it takes 0.1 s, parsing 3–5 s a megabyte. */
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { type PluggableList, unified } from "unified";
import type { MarkdownEngine } from "../markdown-engine.ts";
import { engineFromLibraries } from "./engine-from-libraries.ts";

/** How the reference engine is set up. */
export interface RemarkEngineOptions {
  /**
   * remark plugins that run on each tree after it was parsed, in order; they must be synchronous. Nodes that they make without a position
   * take that of their parent. Default: none. What they throw is thrown by `parse`.
   */
  readonly plugins?: PluggableList;
}

/** Makes the reference engine. */
export function createRemarkEngine({ plugins = [] }: RemarkEngineOptions = {}): MarkdownEngine {
  return engineFromLibraries({ unified, remarkParse, remarkGfm }, plugins);
}
