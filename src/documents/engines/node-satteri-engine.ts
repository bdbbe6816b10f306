/** The fast engine on Node: satteri's native parser, read in its binary form. Hands what it is not sure of to a fallback. */
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type { MarkdownEngine } from "../markdown-engine.ts";
import { createLazyRemarkEngine } from "./node-lazy-remark-engine.ts";
import { syntaxFromArena } from "./node-syntax-from-arena.ts";
import { prepareText } from "./prepare-text.ts";
import { restoreSyntax, simplifyText } from "./simplify-text.ts";

/** The three functions of satteri's native module that we use. */
export interface SatteriBinding {
  createMdastHandle(source: string, options: number, trackPositions: boolean): object;
  serializeHandle(handle: object): Uint8Array;
  dropHandle(handle: object): void;
}

export interface SatteriEngineOptions {
  /** Loads the native module; throws where there is none. Default: that of the optional package `satteri`. */
  readonly loadBinding?: () => Promise<SatteriBinding>;
  /** Parses the texts for which satteri is known to differ from the reference. Default: remark, loaded when first needed. */
  readonly fallback?: MarkdownEngine;
}

/** satteri's bits for GFM: tables, footnotes, strikethrough, task lists, and the flag that makes literals links. Nothing else is on. */
const gfmOptions = (1 << 1) | (1 << 2) | (1 << 3) | (1 << 4) | (1 << 11);

/** Gives the engine, or `undefined` where the optional package `satteri` is not installed or has no build for this system. */
export async function loadSatteriEngine(options: SatteriEngineOptions = {}): Promise<MarkdownEngine | undefined> {
  const { loadBinding = loadNativeBinding, fallback = createLazyRemarkEngine() } = options;
  let binding: SatteriBinding;
  try {
    binding = await loadBinding();
  } catch {
    // An optional package that does not load is the expected case on some systems; the caller takes the next engine.
    return undefined;
  }
  return {
    name: "satteri",
    parse(text) {
      const simplified = simplifyText(prepareText(text));
      if (simplified.manyEntities) return fallback.parse(text);
      const source = simplified.text;
      const handle = binding.createMdastHandle(source, gfmOptions, false);
      const arena = binding.serializeHandle(handle);
      binding.dropHandle(handle);
      const syntax = syntaxFromArena(arena, source, Buffer.byteLength(source));
      return syntax === undefined ? fallback.parse(text) : restoreSyntax(syntax, simplified);
    },
  };
}

/** Imports only the file of the package that loads the native module: its main module takes ten times as long and we need nothing of it. */
async function loadNativeBinding(): Promise<SatteriBinding> {
  const main = pathToFileURL(createRequire(import.meta.url).resolve("satteri"));
  return (await import(new URL("../index.js", main).href)) as SatteriBinding;
}
