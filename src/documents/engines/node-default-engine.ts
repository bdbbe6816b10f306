/** Which engine Node uses. */
import type { MarkdownEngine } from "../markdown-engine.ts";
import { createLazyRemarkEngine } from "./node-lazy-remark-engine.ts";
import { loadSatteriEngine } from "./node-satteri-engine.ts";

export interface DefaultEngineOptions {
  /** Loads the native engine; `undefined` where there is none. Default: `loadSatteriEngine`. */
  readonly loadNative?: () => Promise<MarkdownEngine | undefined>;
}

/** Gives satteri's engine where the optional package loads, else the reference engine. Both give the same values. */
export async function loadDefaultEngine(options: DefaultEngineOptions = {}): Promise<MarkdownEngine> {
  const { loadNative = loadSatteriEngine } = options;
  return (await loadNative()) ?? createLazyRemarkEngine();
}
