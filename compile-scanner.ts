import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const sources = fileURLToPath(new URL("src/documents/engines/scanner/wasm/", import.meta.url));
const cache = fileURLToPath(new URL("node_modules/.cache/graphdown-scanner/", import.meta.url));

/** Where programs that run from `src` look for the module; not under version control. */
const besideLoader = fileURLToPath(new URL("src/documents/engines/scanner/scanner.wasm", import.meta.url));

/** For speed rather than size. Constant data begins behind what `wasm/memory.ts` lays out; the scanner allocates nothing. */
const options = [
  "--runtime",
  "stub",
  "-O3",
  "--noAssert",
  "--enable",
  "simd",
  "--memoryBase",
  "40960",
  "--initialMemory",
  "8",
];

/** Compiles the scanner unless that was done for the same sources before, puts the module beside its loader and gives its bytes. */
export async function compileScanner(): Promise<Uint8Array> {
  const compiled = join(cache, `${sourceHash()}.wasm`);
  if (!existsSync(compiled)) await compileTo(compiled);
  const bytes = readFileSync(compiled);
  if (!existsSync(besideLoader) || !readFileSync(besideLoader).equals(bytes)) writeWhole(besideLoader, bytes);
  return bytes;
}

function sourceHash(): string {
  const hash = createHash("sha256").update(JSON.stringify(options));
  const compiler = readFileSync(new URL("node_modules/assemblyscript/package.json", import.meta.url), "utf8");
  hash.update(JSON.parse(compiler).version);
  for (const name of readdirSync(sources).sort()) hash.update(`\0${name}\0`).update(readFileSync(join(sources, name)));
  return hash.digest("hex").slice(0, 32);
}

async function compileTo(path: string): Promise<void> {
  const { default: compiler } = await import("assemblyscript/asc");
  let bytes: string | Uint8Array = "";
  const { error, stderr } = await compiler.main(["scan.ts", "--outFile", "scanner.wasm", ...options], {
    readFile: (name) => {
      const file = join(sources, name);
      return existsSync(file) ? readFileSync(file, "utf8") : null;
    },
    writeFile: (_name, content) => {
      bytes = content;
    },
    listFiles: () => [],
  });
  if (error !== null || typeof bytes === "string") throw new Error(`The scanner does not compile.\n${stderr}`);
  mkdirSync(cache, { recursive: true });
  writeWhole(path, bytes);
}

/** Others may compile at the same time: the file is whole at each moment. */
function writeWhole(path: string, bytes: Uint8Array): void {
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, bytes);
  renameSync(temporary, path);
}

interface ScannerPlugin {
  readonly name: string;
  generateBundle(this: {
    emitFile(file: { type: "asset"; fileName: string; source: Uint8Array }): void;
  }): Promise<void>;
}

/** A plugin for builds: puts the compiled scanner where the program that loads it looks, beside it. */
export const withScanner: ScannerPlugin = {
  name: "with-scanner",
  async generateBundle() {
    this.emitFile({ type: "asset", fileName: "scanner.wasm", source: await compileScanner() });
  },
};
