/** Gives links and images by reference the destinations of their definitions. */
import type { SyntaxDefinition, SyntaxLink } from "../markdown-engine.ts";

type Writable<Item> = { -readonly [Key in keyof Item]: Item[Key] };

/** Fills in `url` and `title`. The first of several definitions with one identifier counts. */
export function resolveReferences(
  references: readonly Writable<SyntaxLink>[],
  definitions: readonly SyntaxDefinition[],
): void {
  if (references.length === 0) return;
  const byIdentifier = new Map<string, SyntaxDefinition>();
  for (const definition of definitions) {
    if (!byIdentifier.has(definition.identifier)) byIdentifier.set(definition.identifier, definition);
  }
  for (const link of references) {
    const definition = byIdentifier.get(link.identifier ?? "");
    if (definition === undefined) continue;
    link.url = definition.url;
    link.title = definition.title;
  }
}
