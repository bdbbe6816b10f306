/**
 * Makes one change of a folder as it is asked for in JSON. When it is acknowledged, the changes of the file system that it took are told.
 * To be killed by `kill-at.mjs` on the way.
 */
import { writeSync } from "node:fs";
import type { Change } from "../change.ts";
import { openFolderContext } from "../open-folder-context.ts";

declare const countChanges: () => readonly string[];

const [root = "", asked = ""] = process.argv.slice(2);
const context = await openFolderContext(root);
const change = JSON.parse(asked) as Change;
const made = countChanges();
if (change.kind === "write") await context.write(change.path, change.content, { overwrite: true });
else if (change.kind === "replace") await context.replace(change.path, change.edit);
else if (change.kind === "delete") await context.delete(change.path);
else await context.move(change.path, change.to);
writeSync(1, JSON.stringify(made));
await context.close();
