/** Tries operations as a user who may not do everything. Prints the outcomes as JSON. */
import { GraphdownError } from "../../../../src/base/errors.ts";
import { openDiskStore } from "../../../../src/storage/node-disk-store.ts";
import { at, bytesOf, pagesOf } from "../../../../src/testing/contract-case.ts";

const [root = ""] = process.argv.slice(2);
const store = await openDiskStore({ root });

async function outcomeOf(operation: Promise<unknown>): Promise<unknown> {
  try {
    return (await operation) === null ? "null" : "done";
  } catch (error) {
    return GraphdownError.isInstance(error) ? error.toInfo() : String(error);
  }
}

const pages = await pagesOf(store, "", { recursive: true });
const outcomes = {
  entries: pages.flatMap((page) => page.entries.map(({ path }) => path)),
  unlisted: pages.flatMap((page) => page.unlisted),
  closedFile: await outcomeOf(store.open(at("closed.md"))),
  openFile: await outcomeOf(store.open(at("open.md"))),
  closedFolder: await outcomeOf(store.open(at("closed/a.md"))),
  listClosedFolder: await outcomeOf(pagesOf(store, "closed", { recursive: true })),
  write: await outcomeOf(store.put(at("open.md"), bytesOf("changed"))),
  create: await outcomeOf(store.put(at("new.md"), bytesOf("new"))),
  remove: await outcomeOf(store.delete(at("open.md"))),
  readMany: await (async () => {
    const results: unknown[] = [];
    const entry = { kind: "file", path: at("closed.md"), size: 1, validator: "", modified: 0 } as const;
    await store.readFiles?.([entry], { maximumBytes: 100 }, (result) => {
      results.push(result.status === "failed" ? result.error.toInfo() : result.status);
    });
    return results;
  })(),
  writable: store.describe().writable,
};
process.stdout.write(JSON.stringify(outcomes));
await store.close();
