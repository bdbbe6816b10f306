/** The program of a thread that reads and parses files for another one. */
import { hash } from "node:crypto";
import { parentPort, workerData } from "node:worker_threads";
import { crc32 } from "node:zlib";
import { useNativeChecksum } from "../../base/checksum.ts";
import { decodeText } from "../../base/decode-text.ts";
import { loadDefaultEngine } from "../../documents/engines/node-default-engine.ts";
import { BatchPacker } from "../../documents/packed/packed-batch.ts";
import { type FileParser, parseFile } from "../../snapshot/parse-file.ts";
import type { CrewFile } from "../../snapshot/reading-crew.ts";
import type { FileReadResult } from "../../storage/file-store.ts";
import { openLocation } from "../../storage/node-open-location.ts";
import { readEntries } from "../../storage/read-entries.ts";
import { builder } from "../builder.ts";
import type { ParsedEntry, ParsingMessage, ParsingTask, ParsingThreadData } from "./parsing-protocol.ts";

const { location, prefix, maximumBytes, documents: options } = workerData as ParsingThreadData;
const port = parentPort;
if (port === null) throw new Error("This program runs in a thread.");
const say = (message: ParsingMessage, transferred: readonly ArrayBuffer[] = []): void =>
  port.postMessage(message, transferred);

useNativeChecksum((bytes) => crc32(bytes));
const [store, engine] = await Promise.all([openLocation({ location, prefix }), loadDefaultEngine()]);
const parser: FileParser = {
  sha256: (bytes) => hash("sha256", bytes, "hex"),
  decode: decodeText,
  parse: (source) => builder.parseDocument({ ...source, engine, options }),
};
const packer = new BatchPacker();
/** Tasks are worked on one after another. */
let last: Promise<void> = Promise.resolve();

port.on("message", ({ files }: ParsingTask) => {
  last = last.then(() => work(files));
});
say({ ready: true });

async function work(files: readonly CrewFile[]): Promise<void> {
  const entries = files.map(({ entry }) => entry);
  const found: (ParsedEntry | undefined)[] = new Array(files.length).fill(undefined);
  await readEntries({ store, entries, maximumBytes }, (result, index) => {
    found[index] = parsed(result, files[index]?.known);
  });
  const batch = packer.finish();
  const buffers = [batch.documents, batch.places, batch.sums, batch.texts, batch.textPlaces].map(
    ({ buffer }) => buffer,
  );
  say({ files: found, batch }, buffers);
}

function parsed(result: FileReadResult, known: string | undefined): ParsedEntry | undefined {
  // What is not simply there is for the one who asked: it may have to list again, or to tell why.
  if (result.status !== "read") return undefined;
  const { entry, bytes } = result;
  if (entry.size !== bytes.length) return undefined;
  const found = parseFile({ path: entry.path, bytes, known }, parser);
  if (found.kind === "document") packer.add(found.document, bytes);
  return found.kind === "same" ? { kind: "same", entry, sha256: found.sha256 } : { kind: found.kind, entry };
}
