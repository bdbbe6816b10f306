/** A Markdown engine on top of any parser that gives an mdast tree. Imports no parser, so that it may be loaded without one. */
import type { MarkdownEngine, MarkdownSyntax } from "../markdown-engine.ts";
import { easeParsing } from "./ease-parsing.ts";
import { parseSegments } from "./parse-segments.ts";
import { prepareText } from "./prepare-text.ts";
import { restoreSyntax, simplifyText } from "./simplify-text.ts";
import type { TreeParser } from "./tree-parser.ts";
import { TreeWalk } from "./tree-walk.ts";

/** How a tree is made. */
export interface TreeEngineOptions {
  readonly name: string;
  /** Parses CommonMark and GFM to mdast with positions, and runs whatever changes the tree. Must take every text. */
  readonly parseTree: TreeParser;
  /** Whether long texts are parsed in parts; the parser then has to heed `labels`. Default: `false`. */
  readonly inSegments?: boolean;
}

/** Makes the engine. Its time is in proportion to the length of a text, as far as that of the parser is so on plain text. */
export function createTreeEngine({ name, parseTree, inSegments = false }: TreeEngineOptions): MarkdownEngine {
  return {
    name,
    parse(text): MarkdownSyntax {
      const simplified = simplifyText(prepareText(text));
      const eased = easeParsing(simplified.text);
      const syntax = inSegments ? parseSegments(eased.text, parseTree) : parseWhole(eased.text, parseTree);
      return restoreSyntax(eased.restore(syntax), simplified);
    },
  };
}

function parseWhole(text: string, parseTree: TreeParser): MarkdownSyntax {
  const walk = new TreeWalk(text);
  walk.read(parseTree(text), 0, text.length);
  return walk.finish();
}
