/** Files beside the program that a Worker's bundler hands over as modules. */

declare module "*.wasm" {
  const module: WebAssembly.Module;
  export default module;
}

declare module "*.txt" {
  const text: string;
  export default text;
}
