/** An engine that is made when it first has to parse. */
import type { MarkdownEngine } from "../markdown-engine.ts";

/** Makes an engine that equals the one that `make` gives, and costs nothing until it is used. */
export function createLazyEngine(name: string, make: () => MarkdownEngine): MarkdownEngine {
  let engine: MarkdownEngine | undefined;
  return {
    name,
    parse(text) {
      engine ??= make();
      return engine.parse(text);
    },
  };
}
