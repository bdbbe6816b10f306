/** Files as streams of bytes. */
import { expect, it } from "vitest";
import { createFileContext, createMemoryStore, type FileContext, type LogicalPath } from "../../src/index.ts";

const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 31) % 256);

async function open(files: Record<string, Uint8Array | string>): Promise<{
  context: FileContext;
  store: ReturnType<typeof createMemoryStore>;
}> {
  const store = createMemoryStore({ files });
  return { store, context: await createFileContext({ store }) };
}

const collect = async (stream: ReadableStream<Uint8Array>): Promise<string> =>
  Buffer.from(await new Response(stream).arrayBuffer()).toString("base64");
const base64 = (part: Uint8Array): string => Buffer.from(part).toString("base64");

it("gives what the file is and its bytes, also some of them", async () => {
  const { context } = await open({ "a.bin": bytes, "empty.md": "" });
  const file = await context.open("a.bin");
  expect(file?.info).toEqual(await context.info("a.bin"));
  expect(await collect((await file?.read()) as ReadableStream)).toBe(base64(bytes));
  expect(await collect((await file?.read({ start: 70_000, end: 200_001 })) as ReadableStream)).toBe(
    base64(bytes.slice(70_000, 200_001)),
  );
  const empty = await context.open("empty.md");
  expect(await collect((await empty?.read()) as ReadableStream)).toBe("");
});

it("gives null for a missing file and refuses what is no path or denied", async () => {
  const { context } = await open({});
  expect(await context.open("a.md")).toBeNull();
  await expect(context.open("../a.md")).rejects.toMatchObject({ code: "invalid_path" });
  await expect(context.open(".git/config")).rejects.toMatchObject({ code: "permission_denied" });
});

it("refuses to read a file that is another one by then", async () => {
  const { context, store } = await open({ "a.md": "one\n" });
  const file = await context.open("a.md");
  await store.put("a.md" as LogicalPath, new TextEncoder().encode("other\n"));
  await expect(file?.read()).rejects.toMatchObject({ code: "version_conflict" });
});
