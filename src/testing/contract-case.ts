/** What a case of the storage contract is made of, and the few checks that it needs: bound to no test framework. */
import { type ErrorCode, GraphdownError } from "../base/errors.ts";
import type { LogicalPath } from "../base/logical-path.ts";
import { parseLogicalPath } from "../base/logical-path.ts";
import { collectBytes } from "../storage/byte-streams.ts";
import type { FileStore, ListEntry, ListOptions, ListPage } from "../storage/file-store.ts";

/** One promise of the contract. */
export interface StoreContractCase {
  /** A sentence in the present tense; also the key under which a backend may be excused, with a reason. */
  readonly name: string;
  /**
   * Opens a fresh, empty store, tries the promise on it, and closes it. Rejects when the promise is broken.
   * The result is `skipped` where the store lacks the optional operation that the promise is about.
   */
  run(open: () => Promise<FileStore>): Promise<"passed" | "skipped">;
}

/** Makes a case. `needs` names the optional operation that it is about. */
export function contractCase(
  name: string,
  attempt: (store: FileStore) => Promise<void>,
  needs?: "versions" | "createFolder" | "readFiles" | "readPart" | "readNow",
): StoreContractCase {
  return {
    name,
    async run(open): Promise<"passed" | "skipped"> {
      const store = await open();
      try {
        if (needs !== undefined && store[needs] === undefined) return "skipped";
        await attempt(store);
        return "passed";
      } finally {
        await store.close();
      }
    },
  };
}

/** Fails unless two values have the same JSON. */
export function expectEqual(actual: unknown, expected: unknown, what: string): void {
  const [left, right] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (left !== right) throw new Error(`${what}: expected ${right}, got ${left}.`);
}

/** Fails unless something holds. */
export function expectTrue(holds: boolean, what: string): void {
  if (!holds) throw new Error(`${what}: expected it to hold.`);
}

/** Fails unless an operation ends in our error of this code (and this `details.reason`); gives the error. */
export async function expectError(
  operation: Promise<unknown>,
  expected: { readonly code: ErrorCode; readonly reason?: string },
  what: string,
): Promise<GraphdownError> {
  const outcome = await operation.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!GraphdownError.isInstance(outcome))
    throw new Error(`${what}: expected ${expected.code}, got ${String(outcome)}.`);
  expectEqual(outcome.code, expected.code, what);
  if (expected.reason !== undefined) expectEqual(outcome.details?.["reason"], expected.reason, what);
  return outcome;
}

/** A path that is known to be good. */
export function at(path: string): LogicalPath {
  return parseLogicalPath(path);
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Text as UTF-8. */
export function bytesOf(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Writes text files. */
export async function fill(store: FileStore, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) await store.put(at(path), bytesOf(text));
}

/** The text of a file, or `null`. */
export async function textOf(store: FileStore, path: string): Promise<string | null> {
  const file = await store.open(at(path));
  return file && decoder.decode(await collectBytes(file.stream));
}

/** The pages of a listing. */
export async function pagesOf(store: FileStore, directory: string, options?: ListOptions): Promise<ListPage[]> {
  const pages: ListPage[] = [];
  for await (const page of store.list(directory === "" ? "" : at(directory), options)) pages.push(page);
  return pages;
}

/** All entries of a listing. */
export async function entriesOf(store: FileStore, directory: string, options?: ListOptions): Promise<ListEntry[]> {
  return (await pagesOf(store, directory, options)).flatMap((page) => page.entries);
}

/** The paths of a listing, those of folders with a `/`. */
export async function pathsOf(store: FileStore, directory: string, options?: ListOptions): Promise<string[]> {
  const entries = await entriesOf(store, directory, options);
  return entries.map((entry) => (entry.kind === "folder" ? `${entry.path}/` : entry.path));
}

/** A stream that gives its chunks one by one. */
export function streamOfChunks(chunks: readonly Uint8Array[], failure?: Error): ReadableStream<Uint8Array> {
  let next = 0;
  return new ReadableStream<Uint8Array>(
    {
      pull(controller): void {
        const chunk = chunks[next++];
        if (chunk !== undefined) controller.enqueue(chunk);
        else if (failure !== undefined) controller.error(failure);
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}
