/** Which engine Node uses. */
import type { MarkdownEngine } from "../markdown-engine.ts";
import { createLazyEngine } from "./lazy-engine.ts";
import { createLazyRemarkEngine } from "./node-lazy-remark-engine.ts";
import { loadSatteriEngine } from "./node-satteri-engine.ts";
import { loadScannerModule } from "./scanner/node-scanner-module.ts";
import { createScannerEngine } from "./scanner/scanner-engine.ts";

export interface DefaultEngineOptions {
  /** Loads the scanner's module; `undefined` where there is none. Default: `loadScannerModule`. */
  readonly loadScanner?: () => WebAssembly.Module | undefined;
  /** Loads the native engine; `undefined` where there is none. Default: `loadSatteriEngine`. */
  readonly loadNative?: () => MarkdownEngine | undefined;
}

/**
 * Gives the scanner where its module loads, which hands what it is not sure of to satteri's engine where the optional package loads, else to the
 * reference engine; without the module it gives one of these two. All give the same values. What is behind the scanner is loaded when it is
 * first needed.
 */
export async function loadDefaultEngine(options: DefaultEngineOptions = {}): Promise<MarkdownEngine> {
  const { loadScanner = loadScannerModule, loadNative = loadSatteriEngine } = options;
  const module = loadScanner();
  const loadNext = (): MarkdownEngine => loadNative() ?? createLazyRemarkEngine();
  return module === undefined
    ? loadNext()
    : createScannerEngine({ module, fallback: createLazyEngine("native", loadNext) });
}
