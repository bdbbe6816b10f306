/**
 * Which constructs of GFM a text can have at all. micromark tries each of them at nearly every word and line, so leaving out those that
 * cannot match makes it up to twice as fast and changes nothing.
 */
import type { SyntaxExtension } from "./shared-labels.ts";

/** The constructs of one group, and what a text must hold for any of them to match. */
interface ConstructGroup {
  readonly names: readonly string[];
  readonly sign: RegExp;
}

const groups: readonly ConstructGroup[] = [
  { names: ["emailAutolink"], sign: /@/ },
  { names: ["wwwAutolink", "protocolAutolink"], sign: /www\.|https?:\/\//i },
  { names: ["table"], sign: /\||:-|-:/ },
  { names: ["strikethrough"], sign: /~/ },
  { names: ["gfmFootnoteDefinition", "gfmFootnoteCall", "gfmPotentialFootnoteCall"], sign: /\[\^/ },
  { names: ["tasklistCheck"], sign: /\[[ \t\r\nxX]/ },
];

/** Literals that only show when entities and escapes are decoded are found in the tree. */
const literalSign = /[@&\\]|www\.|https?:\/\//i;

/** A number of bits, one for each group and one for the search in the tree; texts with the same number need the same constructs. */
export function neededConstructs(text: string): number {
  let needed = literalSign.test(text) ? 1 : 0;
  for (const [index, group] of groups.entries()) if (group.sign.test(text)) needed |= 2 << index;
  return needed;
}

/** The extension without the constructs that are not needed. */
export function withoutConstructs(extension: SyntaxExtension, needed: number): SyntaxExtension {
  const dropped = new Set(groups.filter((_, index) => (needed & (2 << index)) === 0).flatMap((group) => group.names));
  const isKept = (construct: unknown): boolean => !dropped.has((construct as { name?: string }).name ?? "");
  const lean: Record<string, Record<string, unknown>> = {};
  for (const [place, constructs] of Object.entries(extension)) {
    const kept = Object.entries(constructs).map(([code, list]) => [code, [list].flat().filter(isKept)] as const);
    lean[place] = Object.fromEntries(kept.filter(([, list]) => list.length > 0));
  }
  return lean;
}

/** The handlers of the tree without the search for literals in its text. */
export function withoutTransforms(extension: unknown, needed: number): unknown {
  if ((needed & 1) !== 0) return extension;
  if (Array.isArray(extension)) return extension.map((part: unknown) => withoutTransforms(part, needed));
  return { ...(extension as object), transforms: [] };
}
