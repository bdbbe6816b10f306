/** Loads the scanner's compiled module, which lies beside the program. */
import { readFileSync } from "node:fs";

/** Gives the module, or `undefined` where its file is missing or this runtime does not take it. */
export function loadScannerModule(
  file: URL = new URL("scanner.wasm", import.meta.url),
): WebAssembly.Module | undefined {
  try {
    return new WebAssembly.Module(readFileSync(file));
  } catch {
    // A build without the file, or a runtime without the instructions that it uses: the other engines give the same.
    return undefined;
  }
}
