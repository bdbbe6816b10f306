/** An engine that knows the last texts that it parsed, for tests in which several engines hand it the same one. */
import type { MarkdownEngine, MarkdownSyntax } from "../../../src/documents/markdown-engine.ts";

/** How many texts it knows: few, so that no flood is kept for longer than its test. */
const maximumKnown = 4;

/** The engine, with its last values by text. */
export function rememberingEngine(engine: MarkdownEngine): MarkdownEngine {
  const known = new Map<string, MarkdownSyntax>();
  return {
    name: engine.name,
    parse(text) {
      const syntax = known.get(text) ?? engine.parse(text);
      known.delete(text);
      known.set(text, syntax);
      if (known.size > maximumKnown) known.delete(known.keys().next().value as string);
      return syntax;
    },
  };
}
