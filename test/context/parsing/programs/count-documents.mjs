/** Counts the documents of a folder with the package as it is built, and threads that parse. Its argument: the folder. */
import { createFileContext } from "graphdown";

const [location] = process.argv.slice(2);
const context = await createFileContext({ location, parsingThreads: 2 });
const { counts } = await context.overview();
process.stdout.write(String(counts.documents));
await context.close();
