/** The physical limits, each as a process of its own: `limits.js list-stat|read|read-hash FOLDER`. */
import { hash } from "node:crypto";
import { closeSync, fstatSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { join } from "node:path";

const [kind, root] = process.argv.slice(2);

function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile()) yield path;
  }
}

let buffer = Buffer.allocUnsafe(4 * 1024 * 1024);

/** Reads a file into the one reused buffer. */
function read(path: string): Buffer {
  const descriptor = openSync(path, "r");
  const { size } = fstatSync(descriptor);
  if (size > buffer.length) buffer = Buffer.allocUnsafe(size);
  let length = 0;
  for (let count = 1; count > 0 && length < size; length += count) {
    count = readSync(descriptor, buffer, length, size - length, length);
  }
  closeSync(descriptor);
  return buffer.subarray(0, length);
}

let files = 0;
let bytes = 0;
for (const path of filesBelow(root as string)) {
  files++;
  if (kind === "list-stat") bytes += statSync(path).size;
  else {
    const content = read(path);
    bytes += content.length;
    if (kind === "read-hash") hash("sha256", content, "hex");
  }
}
process.stdout.write(`${JSON.stringify({ files, bytes })}\n`);
