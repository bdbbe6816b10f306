/** Which engine Node uses. */
import type { MarkdownEngine } from "../markdown-engine.ts";
import { createLazyRemarkEngine } from "./node-lazy-remark-engine.ts";
import { loadSatteriEngine } from "./node-satteri-engine.ts";

/** Gives satteri's engine where the optional package loads, else the reference engine. Both give the same values. */
export async function loadDefaultEngine(): Promise<MarkdownEngine> {
  return (await loadSatteriEngine()) ?? createLazyRemarkEngine();
}
