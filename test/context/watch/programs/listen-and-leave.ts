/** Listens to a folder in each way in which one can stop, and then has nothing more to do. */
import { createNodeFileContext } from "../../../../src/context/node-create-file-context.ts";

const context = await createNodeFileContext({ location: process.argv[2] });

// Neither returned nor asked for more.
const left = context.watch()[Symbol.asyncIterator]();
console.log("left", (await left.next()).value?.type);

for await (const { type } of context.watch()) {
  console.log("broken off", type);
  break;
}

const abort = new AbortController();
try {
  for await (const { type } of context.watch({ signal: abort.signal })) {
    console.log("aborted", type);
    abort.abort(new Error("enough"));
  }
} catch (cause) {
  console.log((cause as Error).message);
}
