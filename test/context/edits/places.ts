/** Places that several contexts share, each with a store of its own where the place outlives one, as processes have. */
import {
  createFileContext,
  createMemoryStore,
  type FileContext,
  type FileContextOptions,
  type FileStore,
} from "../../../src/index.ts";
import { newServer, openS3 } from "../../s3/s3-stores.ts";
import { newFolder, openFolder, writeFiles } from "../../storage/node-disk/disk-folder.ts";

type Files = Readonly<Record<string, string>>;

/** Opens another context on the place. */
export type Opener = () => Promise<FileContext>;

/** Makes a place with files by the name of its kind. */
export const places: Readonly<Record<string, (files: Files) => Promise<Opener>>> = {
  memory: async (files) => {
    const store = createMemoryStore({ files });
    return () => contextOn(slowStore(store));
  },
  disk: async (files) => {
    const root = newFolder({ quick: true });
    writeFiles(root, files);
    return async () => contextOn(await openFolder(root));
  },
  s3: async (files) => {
    const server = await newServer();
    for (const [path, text] of Object.entries(files)) server.write(path, text);
    return async () => contextOn(await openS3(server));
  },
};

/** A context that may change everything, unless more options say otherwise. */
export function contextOn(store: FileStore, more: Partial<FileContextOptions> = {}): Promise<FileContext> {
  return createFileContext({ store, permissions: { write: true, delete: true }, approvals: "none", ...more });
}

/** What a context sees: texts by path. */
export async function textsOf(context: FileContext): Promise<Record<string, string>> {
  const { entries } = await context.list("", { recursive: true });
  const texts: Record<string, string> = {};
  for (const { path, type } of entries) if (type === "file") texts[path] = (await context.read(path))?.content ?? "";
  return texts;
}

/** The store with its steps spread over the turns of the event loop, so that calls get between each other's. */
function slowStore(store: FileStore): FileStore {
  let count = 0;
  return new Proxy(store, {
    get(target, name): unknown {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      if (!["put", "delete", "stat", "open"].includes(String(name))) return value.bind(target);
      return async (...given: unknown[]): Promise<unknown> => {
        for (let turn = count++ % 3; turn > 0; turn--) await new Promise((resolve) => setImmediate(resolve));
        return Reflect.apply(value, target, given);
      };
    },
  });
}
