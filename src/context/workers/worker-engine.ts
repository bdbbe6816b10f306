/** Parses Markdown in a Worker: the scanner, with the reference engine for what it is not sure of. */
import type { EngineSource } from "../create-file-context.ts";

/** An engine that is made for the first document: a question that finds everything parsed needs none. */
export function createWorkerEngine(scanner: WebAssembly.Module): EngineSource {
  return async () => {
    const [{ createScannerEngine }, { createRemarkEngine }] = await Promise.all([
      import("../../documents/engines/scanner/scanner-engine.ts"),
      import("../../documents/engines/remark-engine.ts"),
    ]);
    return createScannerEngine({ module: scanner, fallback: createRemarkEngine() });
  };
}
