/** What a Worker's program brings along, which only its build knows. */
import type { ContextParts } from "../../context/create-file-context.ts";

/** For `createWorker` and `createWorkspaceObject`. */
export interface WorkerProgram {
  /** The compiled scanner, `scanner.wasm`. */
  readonly scanner: WebAssembly.Module;
  /** Another one with each build: what another build has parsed is not used. */
  readonly buildId: string;
  /** The version of the product. */
  readonly version: string;
  /** Runs SPARQL queries. Default: they are `unsupported`. */
  readonly sparql?: ContextParts["sparql"];
}
