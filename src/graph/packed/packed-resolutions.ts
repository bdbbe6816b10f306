/** What became of the links of a document, to bytes and back. */
import type { LogicalPath } from "../../base/logical-path.ts";
import type { ByteReader } from "../../documents/packed/byte-reader.ts";
import type { ByteWriter } from "../../documents/packed/byte-writer.ts";
import { DamagedBytes } from "../../documents/packed/damaged-bytes.ts";
import { readList, readText, writeList, writeText } from "../../documents/packed/packed-values.ts";
import type { LinkResolution, ResolvedBy } from "../knowledge-graph.ts";
import { Resolution, type ResolutionParts } from "../resolve/resolution.ts";

const statuses: readonly LinkResolution["status"][] = [
  "document",
  "asset",
  "missing",
  "outside",
  "external",
  "text",
  "entity",
];
const ways: readonly (ResolvedBy | undefined)[] = [
  undefined,
  "self",
  "path",
  "root",
  "address",
  "suffix",
  "name",
  "title",
  "alias",
  "folder",
  "loose",
];

/** The paths of all files of a graph by number: documents first. */
export type FilePaths = readonly LogicalPath[];

/** Facts that are there or not, as bits of one number. */
const bit = {
  caseDiffers: 1,
  file: 2,
  path: 4,
  candidates: 8,
  iri: 16,
  name: 32,
  section: 64,
  anchor: 128,
  missing: 256,
} as const;

type Bit = keyof typeof bit;

/** Writes a resolution. `file` is the number of the file that was found; −1 where none was. */
export function writeResolution(to: ByteWriter, resolution: LinkResolution, file: number, paths: FilePaths): void {
  const { status, by, path, candidates, fragment, iri, name } = resolution;
  const needsPath = path !== undefined && path !== paths[file];
  to.number(statuses.indexOf(status));
  to.number(ways.indexOf(by));
  to.number(bitsOf(resolution, file, needsPath));
  if (file !== -1) to.number(file);
  if (needsPath) to.text(path);
  if (candidates !== undefined) writeList(to, candidates, writeText);
  if (iri !== undefined) to.text(iri);
  if (name !== undefined) to.text(name);
  if (fragment === undefined || fragment.status === "missing") return;
  to.number(fragment.section);
  if (fragment.status === "section") return;
  to.text(fragment.name);
  to.number(fragment.line);
}

export function readResolution(from: ByteReader, paths: FilePaths): LinkResolution {
  const status = statuses[from.number()];
  const by = ways[from.number()];
  const bits = from.number();
  const has = (which: Bit): boolean => (bits & bit[which]) !== 0;
  if (status === undefined) throw new DamagedBytes();
  const file = has("file") ? from.number() : undefined;
  if (file !== undefined && file >= paths.length) throw new DamagedBytes();
  const path = has("path") ? (from.text() as LogicalPath) : file === undefined ? undefined : paths[file];
  const parts: ResolutionParts = {
    status,
    ...(path === undefined ? {} : { path }),
    ...(by === undefined ? {} : { by }),
    ...(has("caseDiffers") ? { caseDiffers: true } : {}),
    ...(has("candidates") ? { candidates: readList(from, readText) as LogicalPath[] } : {}),
    ...(has("iri") ? { iri: from.text() } : {}),
    ...(has("name") ? { name: from.text() } : {}),
    file,
  };
  const fragment = readFragment(from, has);
  return new Resolution(fragment === undefined ? parts : { ...parts, fragment });
}

function readFragment(from: ByteReader, has: (which: Bit) => boolean): LinkResolution["fragment"] {
  if (has("missing")) return { status: "missing" };
  if (has("section")) return { status: "section", section: from.number() };
  if (!has("anchor")) return undefined;
  const section = from.number();
  return { status: "anchor", name: from.text(), section, line: from.number() };
}

function bitsOf({ caseDiffers, candidates, fragment, iri, name }: LinkResolution, file: number, path: boolean): number {
  let bits = fragment === undefined ? 0 : bit[fragment.status];
  if (caseDiffers === true) bits |= bit.caseDiffers;
  if (file !== -1) bits |= bit.file;
  if (path) bits |= bit.path;
  if (candidates !== undefined) bits |= bit.candidates;
  if (iri !== undefined) bits |= bit.iri;
  if (name !== undefined) bits |= bit.name;
  return bits;
}
