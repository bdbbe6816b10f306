/** Opens the storage that a case names. */
import type { FileStore } from "../../../src/storage/file-store.ts";
import { createMemoryStore } from "../../../src/storage/memory-store.ts";
import { openDiskStore } from "../../../src/storage/node-disk-store.ts";
import { newServer, openS3 } from "../../s3/s3-stores.ts";
import { newFolder } from "../../storage/node-disk/disk-folder.ts";

/** A place that all writers share, each by a store of its own. */
export async function openBackend(backend: string): Promise<() => Promise<FileStore>> {
  if (backend === "memory") {
    const memory = createMemoryStore();
    return async () => memory;
  }
  if (backend === "local") {
    const root = newFolder({ quick: true });
    return () => openDiskStore({ root });
  }
  const server = await newServer();
  await openS3(server);
  return () => openS3(server);
}
