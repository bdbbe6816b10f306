/** The engines under test, and what is needed to compare them. */

import { loadSatteriEngine } from "../../../src/documents/engines/node-satteri-engine.ts";
import { createRemarkEngine } from "../../../src/documents/engines/remark-engine.ts";
import { loadScannerModule } from "../../../src/documents/engines/scanner/node-scanner-module.ts";
import { createScannerEngine, Scanner } from "../../../src/documents/engines/scanner/scanner-engine.ts";
import type { MarkdownEngine, MarkdownSyntax } from "../../../src/documents/markdown-engine.ts";

export const remark: MarkdownEngine = createRemarkEngine();

/** Parses every text whole and with every construct on, as a user's own plugins would have it. */
export const plainRemark: MarkdownEngine = createRemarkEngine({ plugins: [() => undefined] });

/** The native engine, or `undefined` where it does not load. */
export const satteri: MarkdownEngine | undefined = loadSatteriEngine();

/** The scanner alone: gives `undefined` for what it would hand to its fallback. */
const alone = new Scanner(loadScannerModule()!);
export const scannerAlone = (text: string): MarkdownSyntax | undefined => alone.scan(text);

/** The scanner, with the reference engine behind it. */
const scanner: MarkdownEngine = createScannerEngine({ module: loadScannerModule()!, fallback: remark });

/** The native engine alone: gives `undefined` for what it would hand to its fallback. */
export function loadSatteriAlone(): ((text: string) => MarkdownSyntax | undefined) | undefined {
  const given: MarkdownSyntax = { headings: [], links: [], definitions: [], opaque: [], containers: [] };
  const engine = loadSatteriEngine({ fallback: { name: "none", parse: () => given } });
  if (engine === undefined) return undefined;
  return (text) => {
    const syntax = engine.parse(text);
    return syntax === given ? undefined : syntax;
  };
}

/** The engines that must give the same, by name. */
export const engines: readonly (readonly [string, MarkdownEngine])[] = [
  ["remark", remark],
  ["scanner", scanner],
  ...(satteri === undefined ? [] : [["satteri", satteri] as const]),
];
