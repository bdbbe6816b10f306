/** What a Worker's program brings along, which only its build knows. */
export interface WorkerProgram {
  /** The compiled scanner, `scanner.wasm`. */
  readonly scanner: WebAssembly.Module;
  /** Another one with each build: what another build has parsed is not used. */
  readonly buildId: string;
  /** The version of the product. */
  readonly version: string;
}
