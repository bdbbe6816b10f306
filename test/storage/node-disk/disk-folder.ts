/** Folders for tests of the disk store, removed afterwards. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach } from "vitest";
import type { FileStore } from "../../../src/storage/file-store.ts";
import { type DiskStoreOptions, openDiskStore } from "../../../src/storage/node-disk-store.ts";

const folders: string[] = [];
const stores: FileStore[] = [];

afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A new empty folder. `quick`: in memory where the system has that, so that nothing waits for a disk to flush. */
export function newFolder({ quick = false }: { readonly quick?: boolean } = {}): string {
  const folder = mkdtempSync(join(quick && existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "graphdown-disk-"));
  folders.push(folder);
  return folder;
}

/** Writes files below a folder as any other program would. */
export function writeFiles(root: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

/** Opens a folder, to be closed after the test. */
export async function openFolder(root: string, options: Partial<DiskStoreOptions> = {}): Promise<FileStore> {
  const store = await openDiskStore({ root, ...options });
  stores.push(store);
  return store;
}

/** How many descriptors this process has open; `undefined` where that can't be seen. */
export function descriptorCount(): number | undefined {
  try {
    return readdirSync("/proc/self/fd").length;
  } catch {
    return undefined;
  }
}

/** The names in `.graphdown/tmp`. */
export function temporaryNames(root: string): string[] {
  const folder = join(root, ".graphdown/tmp");
  // It is made with the first write.
  return existsSync(folder) ? readdirSync(folder) : [];
}
