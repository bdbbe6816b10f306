/** The reference engine: remark with GFM. Runs everywhere; loading it takes 0.1 s, parsing 3–5 s a megabyte. */
import type { Root } from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { type PluggableList, unified } from "unified";
import type { MarkdownEngine } from "../markdown-engine.ts";
import { createTreeEngine } from "./tree-engine.ts";

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
  const processor = unified().use(remarkParse).use(remarkGfm).use(plugins).freeze();
  if (plugins.length === 0) return createTreeEngine({ name: "remark", parseTree: (text) => processor.parse(text) });
  return createTreeEngine({
    name: "remark",
    parseTree: (text) => processor.runSync(processor.parse(text), text) as Root,
  });
}
