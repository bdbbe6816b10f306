/** The fastest engine: one pass over a text in WebAssembly, for what ordinary notes hold. Hands what it is not sure of to a fallback. */
import type { MarkdownEngine, MarkdownSyntax } from "../../markdown-engine.ts";
import { prepareText } from "../prepare-text.ts";
import { simplifyText } from "../simplify-text.ts";
import { readRows } from "./read-rows.ts";

/** What the engine is made of. */
export interface ScannerEngineOptions {
  /** The module that `wasm/scan.ts` compiles to, compiled already or as its bytes. */
  readonly module: WebAssembly.Module | Uint8Array<ArrayBuffer>;
  /** Parses the texts that the scanner is not sure of. */
  readonly fallback: MarkdownEngine;
}

/** Makes the engine. It takes every text and throws nothing that the fallback does not throw. */
export function createScannerEngine({ module, fallback }: ScannerEngineOptions): MarkdownEngine {
  const scanner = new Scanner(module instanceof WebAssembly.Module ? module : new WebAssembly.Module(module));
  return { name: "scanner", parse: (text) => scanner.scan(text) ?? fallback.parse(text) };
}

/** What the module exports. */
interface ScannerExports {
  readonly memory: WebAssembly.Memory;
  reserve(units: number): number;
  scan(units: number, bytes: number): number;
  rowsEnd(): number;
  flags(): number;
}

/** Units that a text may have; longer ones are left to the fallback, since the scanner would take some hundred megabytes for them. */
const maximumLength = 1 << 24;

/** Bytes of memory that are kept for the next text. */
const maximumKept = 1 << 26;

const encoder = new TextEncoder();

/** Scans one text after the other in the same memory. */
export class Scanner {
  readonly #module: WebAssembly.Module;
  #exports: ScannerExports | undefined;
  #bytes: Uint8Array<ArrayBuffer> = new Uint8Array();
  #words: Int32Array<ArrayBuffer> = new Int32Array();

  constructor(module: WebAssembly.Module) {
    this.#module = module;
  }

  /** What a text holds; `undefined` when the scanner is not sure. */
  scan(text: string): MarkdownSyntax | undefined {
    if (text.length > maximumLength) return undefined;
    try {
      return this.#scan(text);
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      // There is no memory for its rows.
      this.#exports = undefined;
      return undefined;
    } finally {
      if (this.#bytes.length > maximumKept) this.#exports = undefined;
    }
  }

  #scan(text: string): MarkdownSyntax | undefined {
    const exports = this.#instance();
    const place = exports.reserve(text.length);
    this.#follow(exports.memory);
    const { written } = encoder.encodeInto(text, this.#bytes.subarray(place));
    const start = exports.scan(text.length, written) >>> 2;
    if (start === 0 || isChanged(text, exports.flags())) return undefined;
    this.#follow(exports.memory);
    return readRows({ words: this.#words, start, end: exports.rowsEnd() >>> 2, text });
  }

  #instance(): ScannerExports {
    this.#exports ??= new WebAssembly.Instance(this.#module, {}).exports as unknown as ScannerExports;
    return this.#exports;
  }

  /** Looks at the memory anew after it has grown. */
  #follow({ buffer }: WebAssembly.Memory): void {
    if (this.#bytes.buffer === buffer) return;
    this.#bytes = new Uint8Array(buffer as ArrayBuffer);
    this.#words = new Int32Array(buffer as ArrayBuffer);
  }
}

/** Whether a text is one that all engines read after a change. `flags` are the scanner's: most texts need not be looked at. */
function isChanged(text: string, flags: number): boolean {
  if ((flags & 1) !== 0 && simplifyText(text).masked !== undefined) return true;
  return (flags & 2) !== 0 && prepareText(text) !== text;
}
