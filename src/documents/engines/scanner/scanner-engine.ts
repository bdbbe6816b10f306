/** The fastest engine: one pass over a text in WebAssembly, for what ordinary notes hold. Hands what it is not sure of to a fallback. */
import type { MarkdownEngine, MarkdownSyntax } from "../../markdown-engine.ts";
import { simplifyText } from "../simplify-text.ts";
import { readRows } from "./read-rows.ts";

/** What the engine is made of. */
export interface ScannerEngineOptions {
  /** The module that `wasm/scan.ts` compiles to, compiled already or as its bytes. */
  readonly module: WebAssembly.Module | Uint8Array<ArrayBuffer>;
  /** Parses the texts that the scanner is not sure of. */
  readonly fallback: MarkdownEngine;
}

const encoder = new TextEncoder();

/** What the module exports. */
interface ScannerExports {
  readonly memory: WebAssembly.Memory;
  reserve(units: number): number;
  scan(units: number, bytes: number): number;
  rowsEnd(): number;
  isHostile(): number;
}

/** Makes the engine. It has one memory, which grows with the longest text and is used again for each. */
export function createScannerEngine({ module, fallback }: ScannerEngineOptions): MarkdownEngine {
  const scan = createScanner(module);
  return { name: "scanner", parse: (text) => scan(text) ?? fallback.parse(text) };
}

/** Makes what the engine asks first: a function that gives `undefined` for texts that it is not sure of. */
export function createScanner(module: ScannerEngineOptions["module"]): (text: string) => MarkdownSyntax | undefined {
  const compiled = module instanceof WebAssembly.Module ? module : new WebAssembly.Module(module);
  const exports = new WebAssembly.Instance(compiled, {}).exports as unknown as ScannerExports;
  let bytes = new Uint8Array(exports.memory.buffer);
  let words = new Int32Array(exports.memory.buffer);
  return (text) => {
    const place = exports.reserve(text.length);
    if (bytes.buffer !== exports.memory.buffer) bytes = new Uint8Array(exports.memory.buffer);
    const { written } = encoder.encodeInto(text, bytes.subarray(place));
    const start = exports.scan(text.length, written) >>> 2;
    if (start === 0) return undefined;
    if (exports.isHostile() !== 0 && simplifyText(text).masked !== undefined) return undefined;
    if (words.buffer !== exports.memory.buffer) words = new Int32Array(exports.memory.buffer);
    return readRows({ words, start, end: exports.rowsEnd() >>> 2, text });
  };
}
