/** Programs of these tests as files that plain Node runs. */
import { mkdirSync, mkdtempSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const programs = fileURLToPath(new URL("programs/", import.meta.url));
/** Below the project, so that the programs find its packages. */
const cache = fileURLToPath(new URL("../../../node_modules/.cache/", import.meta.url));
const project = fileURLToPath(new URL("../../..", import.meta.url));

/** Bundles `programs/<name>.ts` into a folder of its own; remove that folder afterwards. */
export async function bundleProgram(name: string): Promise<{ readonly file: string; readonly folder: string }> {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "graphdown-program-"));
  // The programs of threads are looked for in the package, as it would be installed.
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(project, join(folder, "node_modules", "graphdown"), "dir");
  await build({
    configFile: false,
    logLevel: "error",
    build: {
      ssr: join(programs, `${name}.ts`),
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      rollupOptions: { output: { entryFileNames: `${name}.mjs` } },
    },
  });
  return { file: join(folder, `${name}.mjs`), folder };
}
