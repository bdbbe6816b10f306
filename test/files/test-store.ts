/** A store for tests: files in memory, served in chunks of any size, with a hook that runs before each call. */
import { compareCodePoints } from "../../src/base/compare-code-points.ts";
import { GraphdownError } from "../../src/base/errors.ts";
import type { LogicalPath } from "../../src/base/logical-path.ts";
import type { FileEntry, FileStore, ListEntry } from "../../src/storage/file-store.ts";

export interface TestStore extends FileStore {
  /** Replaces or adds a file. */
  set(path: string, content: string | Uint8Array): void;
  remove(path: string): void;
  /** Names of the calls made so far, such as `stat a.md`. */
  readonly calls: string[];
}

export interface TestStoreOptions {
  /** Bytes of each chunk of a stream; default 64 KiB. */
  readonly chunkBytes?: number;
  /** Runs before each call, and may change files or throw. */
  readonly before?: (call: string, store: TestStore) => void;
  /** Whether validators are marked as too young to be trusted. */
  readonly racy?: boolean;
  /** Whether streams fill the buffers of their readers. */
  readonly byteStreams?: boolean;
  /** Entries of one page of a listing; default 2, so that paging is exercised. */
  readonly pageSize?: number;
}

export function createTestStore(
  files: Readonly<Record<string, string | Uint8Array>>,
  { chunkBytes = 64 * 1024, before, racy = false, byteStreams = false, pageSize = 2 }: TestStoreOptions = {},
): TestStore {
  const content = new Map<string, { bytes: Uint8Array; stamp: number }>();
  let clock = 0;
  const calls: string[] = [];

  function called(call: string): void {
    calls.push(call);
    before?.(call, store);
  }

  function entryOf(path: string): FileEntry | null {
    const file = content.get(path);
    if (file === undefined) return null;
    const validator = `${racy ? "racy-" : ""}${file.stamp}`;
    return { kind: "file", path: path as LogicalPath, size: file.bytes.length, validator, modified: file.stamp };
  }

  function namesBelow(directory: string, recursive: boolean): ListEntry[] {
    const prefix = directory === "" ? "" : `${directory}/`;
    const entries = new Map<string, ListEntry>();
    for (const path of content.keys()) {
      if (!path.startsWith(prefix)) continue;
      const slash = path.indexOf("/", prefix.length);
      if (recursive || slash === -1) entries.set(path, entryOf(path) as FileEntry);
      else {
        const folder = path.slice(0, slash) as LogicalPath;
        entries.set(folder, { kind: "folder", path: folder });
      }
    }
    return [...entries.values()].sort((a, b) => compareCodePoints(a.path, b.path));
  }

  const store: TestStore = {
    name: "test",
    calls,
    set(path, value) {
      const bytes = typeof value === "string" ? new TextEncoder().encode(value) : value;
      content.set(path, { bytes, stamp: ++clock });
    },
    remove: (path) => void content.delete(path),
    async *list(directory, options = {}) {
      called(`list ${directory}`);
      const entries = namesBelow(directory, options.recursive ?? false);
      let start =
        options.cursor === undefined
          ? 0
          : entries.findIndex((e) => compareCodePoints(e.path, options.cursor ?? "") > 0);
      if (start === -1) start = entries.length;
      do {
        const page = entries.slice(start, start + pageSize);
        start += pageSize;
        const last = page.at(-1);
        yield { entries: page, unlisted: [], ...(start < entries.length && last ? { cursor: last.path } : {}) };
      } while (start < entries.length);
    },
    async stat(path) {
      called(`stat ${path}`);
      return entryOf(path);
    },
    async open(path, options = {}) {
      called(`open ${path}`);
      const entry = entryOf(path);
      if (entry === null) return null;
      if (options.validator !== undefined && options.validator !== entry.validator) {
        throw new GraphdownError({ code: "version_conflict", message: "changed", path });
      }
      const { bytes } = content.get(path) as { bytes: Uint8Array };
      const range = options.range ?? { start: 0 };
      const part = bytes.subarray(range.start, range.end ?? bytes.length);
      let at = 0;
      const stream = new ReadableStream<Uint8Array>({
        pull(controller) {
          if (at >= part.length) return controller.close();
          controller.enqueue(part.slice(at, at + chunkBytes));
          at += chunkBytes;
        },
      });
      return { entry, stream: byteStreams ? byteStream(part, chunkBytes) : stream };
    },
    async put(path, bytes) {
      called(`put ${path}`);
      if (!(bytes instanceof Uint8Array)) throw new TypeError("This store takes bytes only.");
      store.set(path, bytes);
      return entryOf(path) as FileEntry;
    },
    async delete(path) {
      called(`delete ${path}`);
      return content.delete(path);
    },
    describe: () => ({
      name: "test",
      safeOpen: "not_applicable",
      conditionalWrites: "none",
      history: false,
      writable: true,
    }),
    close: async () => undefined,
  };
  for (const [path, value] of Object.entries(files)) store.set(path, value);
  return store;
}

/** A stream that copies into the buffer of its reader, up to `most` bytes at a time. */
function byteStream(bytes: Uint8Array, most: number): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    type: "bytes",
    pull(controller) {
      const { byobRequest } = controller;
      const view = byobRequest?.view;
      if (at >= bytes.length) {
        controller.close();
        byobRequest?.respond(0);
        return;
      }
      const piece = bytes.slice(at, at + Math.min(most, view?.byteLength ?? most));
      at += piece.length;
      if (!view || !byobRequest) return controller.enqueue(piece);
      new Uint8Array(view.buffer, view.byteOffset).set(piece);
      byobRequest.respond(piece.length);
    },
  });
}
