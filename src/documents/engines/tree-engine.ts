/** A Markdown engine on top of any parser that gives an mdast tree. Imports no parser, so that it may be loaded without one. */
import type { Root } from "mdast";
import type { MarkdownEngine } from "../markdown-engine.ts";
import { prepareText } from "./prepare-text.ts";
import { syntaxFromTree } from "./syntax-from-tree.ts";

/** How a tree is made. */
export interface TreeEngineOptions {
  readonly name: string;
  /** Parses CommonMark and GFM to mdast with positions, and runs whatever changes the tree. Must take every text. */
  readonly parseTree: (text: string) => Root;
}

export function createTreeEngine({ name, parseTree }: TreeEngineOptions): MarkdownEngine {
  return {
    name,
    parse(text) {
      const prepared = prepareText(text);
      return syntaxFromTree(parseTree(prepared), prepared);
    },
  };
}
