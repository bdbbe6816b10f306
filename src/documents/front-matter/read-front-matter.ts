/** Reads the metadata block at the start of a Markdown text. */
import { columnOf, lineOf, lineStarts } from "../../base/lines.ts";
import { utf8Length } from "../../base/utf8-length.ts";
import type { Diagnostic, FrontMatter } from "../markdown-document.ts";
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
export function readFrontMatter({ text, maximumBytes }: ReadFrontMatterOptions): FrontMatterReading {
  const block = findFrontMatterBlock(text, maximumBytes);
  if (block === undefined) return noFrontMatter;
  const source = text.slice(block.start, block.end);
  const reading = readSource(block.format, source, maximumBytes);
  if (reading.kind === "other") return noFrontMatter;
  return reading.kind === "mapping"
    ? describeMapping({ block, source, reading })
    : describeInvalid({ block, source, reading });
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

interface Described<Reading> {
  readonly block: FrontMatterBlock;
  readonly source: string;
  readonly reading: Reading;
}

function describeMapping({ block, source, reading }: Described<MappingReading>): FrontMatterReading {
  const starts = lineStarts(source);
  const firstLine = firstLineOf(block);
  const lines = new Map<string, number>();
  // Keys come in the order of their places in almost every block, so their lines are found in one walk.
  let line = 0;
  for (const [key, offset] of reading.keyOffsets) {
    if (offset < (starts[line] ?? 0)) line = lineOf(starts, offset) - 1;
    while (line + 1 < starts.length && (starts[line + 1] as number) <= offset) line++;
    lines.set(key, firstLine + line);
  }
  const frontMatter = frontMatterOf({ block, source, lineCount: starts.length, valid: true }, reading.values, lines);
  const diagnostics = reading.remarks.map(
    (remark): Diagnostic => ({
      kind: remark.kind,
      line: firstLine + lineOf(starts, remark.offset) - 1,
      column: columnOf(source, starts, remark.offset),
      message: remark.message,
      text: remark.text,
    }),
  );
  return { frontMatter, bodyStart: block.bodyStart, bodyLine: frontMatter.endLine + 1, diagnostics };
}

function describeInvalid({ block, source, reading }: Described<InvalidReading>): FrontMatterReading {
  const starts = lineStarts(source);
  const frontMatter = frontMatterOf({ block, source, lineCount: starts.length, valid: false });
  const diagnostic: Diagnostic = {
    kind: "invalid-frontmatter",
    line: firstLineOf(block) + lineOf(starts, reading.offset) - 1,
    column: columnOf(source, starts, reading.offset),
    message: `The front matter is not valid ${block.format.toUpperCase()}: ${reading.message}`,
  };
  return { frontMatter, bodyStart: block.bodyStart, bodyLine: frontMatter.endLine + 1, diagnostics: [diagnostic] };
}

/** The line of the file on which the source begins: after the fence, or the first for a leading object. */
function firstLineOf(block: FrontMatterBlock): number {
  return block.start === 0 ? 1 : 2;
}

interface BlockPlace {
  readonly block: FrontMatterBlock;
  readonly source: string;
  readonly lineCount: number;
  readonly valid: boolean;
}

function frontMatterOf(
  { block, source, lineCount, valid }: BlockPlace,
  values: FrontMatter["values"] = new Map(),
  lines: FrontMatter["lines"] = new Map(),
): FrontMatter {
  return {
    format: block.format,
    source,
    range: { start: block.start, end: block.end },
    startLine: 1,
    endLine: block.start === 0 ? lineCount : lineCount + 2,
    values,
    lines,
    valid,
  };
}
