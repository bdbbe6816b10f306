/** The engines under test, and what is needed to compare them. */

import { loadSatteriEngine } from "../../../src/documents/engines/node-satteri-engine.ts";
import { createRemarkEngine } from "../../../src/documents/engines/remark-engine.ts";
import { loadScannerModule } from "../../../src/documents/engines/scanner/node-scanner-module.ts";
import { createScannerEngine, Scanner } from "../../../src/documents/engines/scanner/scanner-engine.ts";
import type { MarkdownEngine, MarkdownSyntax } from "../../../src/documents/markdown-engine.ts";
import { rememberingEngine } from "./remembering-engine.ts";

export const remark: MarkdownEngine = createRemarkEngine();

/** Parses every text whole and with every construct on, as a user's own plugins would have it. */
export const plainRemark: MarkdownEngine = createRemarkEngine({ plugins: [() => undefined] });

/** The native engine, or `undefined` where it does not load. */
export const satteri: MarkdownEngine | undefined = loadSatteriEngine();

/** The scanner alone: gives `undefined` for what it would hand to its fallback. */
const alone = new Scanner(loadScannerModule()!);
export const scannerAlone = (text: string): MarkdownSyntax | undefined => alone.scan(text);

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

/** The reference engine, which parses once what one of the engines below gives it after another. */
export const reference: MarkdownEngine = rememberingEngine(remark);

/** The native engine, with the reference engine behind it. */
export const native: MarkdownEngine | undefined = loadSatteriEngine({ fallback: reference });

/** The engines that must give the same, by name. Those that hand on what they are not sure of have the first one behind them. */
export const engines: readonly (readonly [string, MarkdownEngine])[] = [
  ["remark", reference],
  ["scanner", createScannerEngine({ module: loadScannerModule()!, fallback: reference })],
  ...(native === undefined ? [] : [["satteri", native] as const]),
];
