/** A script of operations that every storage behind a network runs, with a fault at each call. */
import { GraphdownError } from "../../src/base/errors.ts";
import { portableSha256 } from "../../src/base/hash.ts";
import { type LogicalPath, parseLogicalPath } from "../../src/base/logical-path.ts";
import { collectBytes, streamOf } from "../../src/storage/byte-streams.ts";
import type { FileStore } from "../../src/storage/file-store.ts";

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
export const versionOf = (text: string): string => `sha256-${portableSha256(bytes(text))}`;

/** The files that the script writes. */
export const scriptPaths: readonly [LogicalPath, LogicalPath, LogicalPath] = [
  "notes/a.md",
  "b.md",
  "notes/c ü+.md",
].map(parseLogicalPath) as [LogicalPath, LogicalPath, LogicalPath];
const [a, b, c] = scriptPaths;

/** What a script of operations gave, a line each. */
export async function runScript(store: FileStore): Promise<string[]> {
  const log: string[] = [];
  const step = async (name: string, run: () => Promise<unknown>): Promise<void> => {
    try {
      log.push(`${name}: ${JSON.stringify(await run())}`);
    } catch (error) {
      if (!GraphdownError.isInstance(error)) throw error;
      log.push(`${name}: !${error.code}`);
    }
  };
  const put = async (...args: Parameters<FileStore["put"]>): Promise<number> => (await store.put(...args)).size;
  const text = async (...args: Parameters<FileStore["open"]>): Promise<string | null> => {
    const file = await store.open(...args);
    return file && new TextDecoder().decode(await collectBytes(file.stream));
  };
  const paths = async (recursive: boolean): Promise<string[]> => {
    const found: string[] = [];
    for await (const page of store.list("", { recursive })) found.push(...page.entries.map(({ path }) => path));
    return found;
  };
  await step("create", () => put(a, bytes("one"), { ifAbsent: true }));
  await step("replace", () => put(a, bytes("two, longer"), { ifVersion: versionOf("one") }));
  await step("create again", () => put(a, bytes("x"), { ifAbsent: true }));
  await step("replace what was replaced", () => put(a, bytes("x"), { ifVersion: versionOf("one") }));
  await step("write", () => put(b, bytes("b")));
  await step("write a stream", () => put(c, streamOf(bytes("streamed"))));
  await step("list", () => paths(true));
  await step("list a level", () => paths(false));
  await step("read", () => text(a));
  await step("read a part", () => text(c, { range: { start: 2, end: 5 } }));
  await step("read what is missing", () => text(parseLogicalPath("missing.md")));
  await step("read a version", () => text(a, { version: versionOf("one") }));
  await step("delete", () => store.delete(b));
  await step("delete again", () => store.delete(b));
  await step("delete another version", () => store.delete(a, { ifVersion: versionOf("one") }));
  await step("delete on condition", () => store.delete(a, { ifVersion: versionOf("two, longer") }));
  await step("list what is left", () => paths(true));
  return log;
}

/**
 * The answers of a deletion that was done twice, of which the second time was told, as if it had been told of the first: it can't be known
 * who deleted first, and what is there is right all the same.
 */
export function asIfDeletedOnce(log: readonly string[], expected: readonly string[]): readonly string[] {
  return log.map((line, index) =>
    /^delete( on condition)?: (false|!version_conflict)$/.test(line) ? (expected[index] as string) : line,
  );
}
