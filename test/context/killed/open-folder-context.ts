/** A file context over a folder, by the parts that a bundle of one file can hold: no parser that is loaded from elsewhere. */
import { createFileContext } from "../../../src/context/create-file-context.ts";
import type { FileContext } from "../../../src/context/file-context.ts";
import { openDiskStore } from "../../../src/storage/node-disk-store.ts";

/** Opens a folder for reading and changing, without asking. */
export async function openFolderContext(root: string): Promise<FileContext> {
  const store = await openDiskStore({ root });
  return createFileContext({ store, permissions: { write: true, delete: true }, approvals: "none" });
}
