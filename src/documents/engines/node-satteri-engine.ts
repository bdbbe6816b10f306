/** The fast engine on Node: satteri's native parser, whose nodes are read in binary form. Hands what it is not sure of to a fallback. */
import { Buffer } from "node:buffer";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { MarkdownEngine, MarkdownSyntax } from "../markdown-engine.ts";
import { unitsByByte } from "./byte-offsets.ts";
import { hasDoubtfulBlank } from "./doubtful-inline.ts";
import { createLazyRemarkEngine } from "./node-lazy-remark-engine.ts";
import { MatchedNodes, subscriptions } from "./node-matched-nodes.ts";
import { syntaxFromMatches } from "./node-syntax-from-matches.ts";
import { prepareText } from "./prepare-text.ts";
import { restoreSyntax, simplifyText } from "./simplify-text.ts";

/** The functions of satteri's native module that we use. */
export interface SatteriBinding {
  /** Parses a text; the tree stays in native memory. */
  createMdastHandle(source: string, options: number, trackPositions: boolean): object;
  /** Gives the nodes of some types, in document order, as a buffer that `MatchedNodes` reads. */
  walkMdastHandle(handle: object, subscriptions: readonly unknown[]): Uint8Array;
  /** The text of a node and all in it. */
  mdastTextContentHandle(handle: object, id: number, options: { readonly includeHtml: boolean }): string;
  /** Frees the tree. */
  dropHandle(handle: object): void;
}

export interface SatteriEngineOptions {
  /** Loads the native module; throws where there is none. Default: that of the optional package `satteri`. */
  readonly loadBinding?: () => SatteriBinding;
  /** Parses the texts for which satteri is known to differ from the reference. Default: remark, loaded when first needed. */
  readonly fallback?: MarkdownEngine;
}

/** satteri's bits for GFM: tables, footnotes, strikethrough, task lists, and the flag that makes literals links. Nothing else is on. */
const gfmOptions = (1 << 1) | (1 << 2) | (1 << 3) | (1 << 4) | (1 << 11);

/** Gives the engine, or `undefined` where the optional package `satteri` is not installed, has no build for this system or is another version. */
export function loadSatteriEngine(options: SatteriEngineOptions = {}): MarkdownEngine | undefined {
  const { loadBinding = loadNativeBinding, fallback = createLazyRemarkEngine() } = options;
  let binding: SatteriBinding;
  try {
    binding = loadBinding();
  } catch {
    // An optional package that does not load is the expected case on some systems; the caller takes the next engine.
    return undefined;
  }
  if (!isUnderstood(binding)) return undefined;
  return {
    name: "satteri",
    parse(text) {
      const simplified = simplifyText(prepareText(text));
      const syntax = simplified.manyEntities ? undefined : parseNatively(binding, simplified.text);
      return syntax === undefined ? fallback.parse(text) : restoreSyntax(syntax, simplified);
    },
  };
}

/** Whether the module gives what the version does that we know; another one may lay its nodes out otherwise. */
function isUnderstood(binding: SatteriBinding): boolean {
  try {
    const syntax = parseNatively(binding, "# é *b* `c`\n\n> - [x] d\n\n![e][f]\n\n[f]: g\n");
    const [heading, link, item] = [syntax?.headings[0], syntax?.links[0], syntax?.containers[1]];
    return heading?.text === "é b c" && link?.url === "g" && link.text === "e" && item?.checked === true;
  } catch {
    // A module of another version may refuse the arguments or give a buffer that cannot be read.
    return false;
  }
}

/** Gives `undefined` where satteri may have read the text otherwise than remark does. */
function parseNatively(binding: SatteriBinding, source: string): MarkdownSyntax | undefined {
  const byteLength = Buffer.byteLength(source);
  const isAscii = byteLength === source.length;
  if (!isAscii && hasDoubtfulBlank(source)) return undefined;
  // Without positions satteri gives offsets in bytes. With them it scans, for each node, from the start of the line.
  const handle = binding.createMdastHandle(source, gfmOptions, false);
  try {
    const walk = binding.walkMdastHandle(handle, subscriptions);
    const nodes = new MatchedNodes(Buffer.from(walk.buffer, walk.byteOffset, walk.byteLength));
    if (!nodes.areAllThere) return undefined;
    return syntaxFromMatches({
      nodes,
      textOf: (id) => binding.mdastTextContentHandle(handle, id, { includeHtml: false }),
      source,
      units: isAscii ? undefined : unitsByByte(source, byteLength),
    });
  } finally {
    binding.dropHandle(handle);
  }
}

/**
 * Loads only the file of the package that loads the native module: its main module takes ten times as long and we need nothing of it. A parse
 * is synchronous, so it is required, not imported, which every Node that we support can do with modules (20.19, 22.12 and later).
 */
function loadNativeBinding(): SatteriBinding {
  const require = createRequire(import.meta.url);
  return require(join(dirname(require.resolve("satteri")), "..", "index.js")) as SatteriBinding;
}
