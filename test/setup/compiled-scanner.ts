/** Compiles the scanner before the tests, so that they run with the engine that is shipped. */
import { compileScanner } from "../../compile-scanner.ts";

export default async function setup(): Promise<void> {
  await compileScanner();
}
