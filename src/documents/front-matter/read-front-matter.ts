/** Reads the metadata block at the start of a Markdown text. */
import { lineStarts } from "../../base/lines.ts";
import { utf8Length } from "../../base/utf8-length.ts";
import type { Diagnostic, FrontMatter } from "../markdown-document.ts";
import { TextPlaces } from "../text-places.ts";
import type { BlockReading, InvalidReading, MappingReading } from "./block-reading.ts";
import { type FrontMatterBlock, findFrontMatterBlock } from "./front-matter-block.ts";
import { readJson } from "./read-json.ts";
import { readToml } from "./read-toml.ts";
import { readYaml } from "./read-yaml.ts";

/** What {@link readFrontMatter} takes. */
export interface ReadFrontMatterOptions {
  /** The text of the file, without a byte order mark. */
  readonly text: string;
  /** Largest source between the fences, in bytes of UTF-8; a larger one is invalid. */
  readonly maximumBytes: number;
  /** The places of `text`, for callers who need them themselves. */
  readonly places?: TextPlaces;
}

/** What {@link readFrontMatter} gives. */
export interface FrontMatterReading {
  /** Absent where the text has no block, or one that is no mapping: then all of it is body. */
  readonly frontMatter?: FrontMatter;
  /** Offset of the body's first character, and its line. */
  readonly bodyStart: number;
  readonly bodyLine: number;
  readonly diagnostics: readonly Diagnostic[];
}

const noFrontMatter: FrontMatterReading = { bodyStart: 0, bodyLine: 1, diagnostics: [] };

/**
 * Reads the block at the start of a text: YAML between `---` and `---` or `...`, TOML between `+++`, JSON between `;;;` or as a
 * leading object. Total: an unclosed block and one that is no mapping are body; a closed one that does not parse, or goes over a
 * bound (size, 64 levels, 100 aliases), gives no values and one diagnostic with its line. Linear in the size of the block.
 */
export function readFrontMatter({ text, maximumBytes, places }: ReadFrontMatterOptions): FrontMatterReading {
  const block = findFrontMatterBlock(text, maximumBytes);
  if (block === undefined) return noFrontMatter;
  const source = text.slice(block.start, block.end);
  const reading = readSource(block.format, source, maximumBytes);
  if (reading.kind === "other") return noFrontMatter;
  const found = { block, source, places: places ?? new TextPlaces(text, lineStarts(text)) };
  return reading.kind === "mapping" ? describeMapping(found, reading) : describeInvalid(found, reading);
}

function readSource(format: FrontMatter["format"], source: string, maximumBytes: number): BlockReading {
  // A text has at least as many bytes as characters, and at most three times as many.
  if (source.length > maximumBytes || (source.length * 3 > maximumBytes && utf8Length(source) > maximumBytes)) {
    return { kind: "invalid", message: `The block is larger than ${maximumBytes} bytes.`, offset: 0 };
  }
  // The libraries know no lone carriage return as a line break; a line feed in its place keeps every offset.
  const normalised = source.includes("\r") ? source.replace(/\r(?!\n)/g, "\n") : source;
  if (format === "yaml") return readYaml(normalised);
  return format === "toml" ? readToml(normalised) : readJson(source);
}

/** A block whose source has been read. */
interface FoundBlock {
  readonly block: FrontMatterBlock;
  readonly source: string;
  readonly places: TextPlaces;
}

function describeMapping(found: FoundBlock, { values, keyOffsets, remarks }: MappingReading): FrontMatterReading {
  const { start } = found.block;
  const lines = keyOffsets;
  // In place: nobody needs the offsets after this, and a map is dear where there are many documents.
  keyOffsets.forEach((offset, key) => {
    lines.set(key, found.places.line(start + offset));
  });
  const frontMatter = frontMatterOf(found, true, values, lines);
  const diagnostics = remarks.map(
    (remark): Diagnostic => ({
      kind: remark.kind,
      ...placeIn(found, remark.offset),
      message: remark.message,
      text: remark.text,
    }),
  );
  return { frontMatter, bodyStart: found.block.bodyStart, bodyLine: frontMatter.endLine + 1, diagnostics };
}

function describeInvalid(found: FoundBlock, reading: InvalidReading): FrontMatterReading {
  const { format, bodyStart } = found.block;
  const frontMatter = frontMatterOf(found, false, new Map(), new Map());
  const diagnostic: Diagnostic = {
    kind: "invalid-frontmatter",
    ...placeIn(found, reading.offset),
    message: `The front matter is not valid ${format.toUpperCase()}: ${reading.message}`,
  };
  return { frontMatter, bodyStart, bodyLine: frontMatter.endLine + 1, diagnostics: [diagnostic] };
}

/** Where an offset into the source stands in the file. The end of the source belongs to its last line. */
function placeIn({ block, source, places }: FoundBlock, offset: number): { line: number; column: number } {
  const line = places.line(block.start + Math.max(0, Math.min(offset, source.length - 1)));
  return { line, column: places.column(block.start + offset, line) };
}

function frontMatterOf(
  { block, source, places }: FoundBlock,
  valid: boolean,
  values: FrontMatter["values"],
  lines: FrontMatter["lines"],
): FrontMatter {
  const { format, start, end } = block;
  return {
    format,
    source,
    range: { start, end },
    startLine: 1,
    // An object has no fences; before one stands at least the other fence.
    endLine: places.line(end - 1) + (start === 0 ? 0 : 1),
    values,
    lines,
    valid,
  };
}
