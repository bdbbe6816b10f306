/** Turns the text of one Markdown file into a `MarkdownDocument`. */
import { keptList } from "../base/kept-list.ts";
import { lineStarts } from "../base/lines.ts";
import type { LogicalPath } from "../base/logical-path.ts";
import { readBodySyntax } from "./body-syntax.ts";
import { type DocumentParts, placeParts } from "./document-parts.ts";
import { type FrontMatterReading, readFrontMatter } from "./front-matter/read-front-matter.ts";
import { readMetadata } from "./front-matter/read-metadata.ts";
import { hiddenRanges } from "./hidden-ranges.ts";
import { createFindings } from "./html-links.ts";
import type { Finding } from "./link-collection.ts";
import type { DocumentTag, MarkdownDocument, Section, TextReading } from "./markdown-document.ts";
import type { MarkdownEngine, TextRange } from "./markdown-engine.ts";
import { defaultParseOptions, type ParseOptions } from "./parse-options.ts";
import { readProse } from "./prose.ts";
import { readSections } from "./sections.ts";
import { TextPlaces } from "./text-places.ts";
import { findReadings } from "./text-readings.ts";
import { chooseTitle } from "./title.ts";

/** One file to parse. */
export interface ParseDocumentInput {
  readonly path: LogicalPath;
  /** The decoded text, without a byte order mark. */
  readonly text: string;
  /** SHA-256 and length of the file's bytes. */
  readonly sha256: string;
  readonly byteLength: number;
  readonly engine: MarkdownEngine;
  readonly options?: Partial<ParseOptions>;
}

/** A document while it is put together: fields without a value are left out. */
type DraftDocument = { -readonly [Key in keyof MarkdownDocument]: MarkdownDocument[Key] };

/**
 * Parses one file. Pure and total: every text gives a document, and what is wrong with it becomes a diagnostic on it. Time grows with
 * the length of the text, whatever it holds.
 */
export function parseDocument(input: ParseDocumentInput): MarkdownDocument {
  const { path, text } = input;
  const options = input.options === undefined ? defaultParseOptions : { ...defaultParseOptions, ...input.options };
  const places = new TextPlaces(text, lineStarts(text));
  const reading = readFrontMatter({ text, maximumBytes: options.maximumFrontMatterBytes, places });
  const metadata = readMetadata({ frontMatter: reading.frontMatter, places });
  const { sections, parts, wordCount, hidden, readings } = readBody({
    input,
    options,
    reading,
    places,
    knownTags: metadata.tags,
  });
  const title = chooseTitle(metadata.title, sections, path);
  const document: DraftDocument = {
    path,
    sha256: input.sha256,
    byteLength: input.byteLength,
    lineCount: places.starts.length,
    text,
    title: title.title,
    titleSource: title.titleSource,
    aliases: metadata.aliases,
    addresses: metadata.addresses,
    tags: keptList(parts.tags),
    authors: metadata.authors,
    properties: joined(metadata.properties, parts.properties),
    sections,
    links: joined(metadata.links, parts.links),
    anchors: parts.anchors,
    tasks: parts.tasks,
    observations: parts.observations,
    wordCount,
    hidden,
    diagnostics: joined(joined(reading.diagnostics, metadata.diagnostics), parts.diagnostics),
  };
  if (readings.length > 0) document.readings = readings;
  if (metadata.description !== undefined) document.description = metadata.description;
  if (metadata.language !== undefined) document.language = metadata.language;
  if (metadata.published !== undefined) document.published = metadata.published;
  if (metadata.modified !== undefined) document.modified = metadata.modified;
  if (metadata.statements !== undefined) document.statements = metadata.statements;
  if (reading.frontMatter !== undefined) document.frontMatter = reading.frontMatter;
  return document;
}

interface BodyInput {
  readonly input: ParseDocumentInput;
  readonly options: ParseOptions;
  readonly reading: FrontMatterReading;
  readonly places: TextPlaces;
  readonly knownTags: readonly DocumentTag[];
}

/** What the body gives, in its final form. */
interface Body {
  readonly sections: readonly Section[];
  readonly parts: DocumentParts;
  readonly wordCount: number;
  readonly hidden: readonly TextRange[];
  readonly readings: readonly TextReading[];
}

function readBody({ input, options, reading, places, knownTags }: BodyInput): Body {
  const { text, path, engine } = input;
  const { frontMatter, bodyStart: from } = reading;
  const findings = createFindings();
  const { collection } = findings;
  const mdx = path.length > 4 && path.slice(-4).toLowerCase() === ".mdx";
  const body = readBodySyntax({ text, from, engine, mdx, comments: options.comments, findings });
  const { syntax, shift, regions } = body;
  if (syntax.simplified === true) collection.findings.push(simplified(from));
  const prose = readProse({ text, from, body, collection, options });
  // The lines of invalid front matter stay searchable as the lead.
  const lead =
    frontMatter?.valid === false ? { leadStart: 0, leadLine: 1 } : { leadStart: from, leadLine: reading.bodyLine };
  const { headings } = syntax;
  const { sections, anchors } = readSections({
    text,
    places,
    ...lead,
    headings,
    shift,
    wikilinks: prose.wikilinks,
    regions,
  });
  const parts = placeParts({
    places,
    body,
    prose,
    sections,
    anchors: joined(findings.anchors, anchors),
    findings: collection.findings,
    knownTags,
  });
  const hidden = hiddenRanges({
    frontMatter,
    bodyStart: from,
    destinations: body.destinations,
    targets: prose.targets,
    markup: findings.pieces,
    regions,
  });
  const readings = findReadings({ text, from, mask: body.mask });
  return { sections, parts, wordCount: prose.wordCount, hidden, readings };
}

function simplified(offset: number): Finding {
  return {
    kind: "depth",
    offset,
    message:
      "The document has more emphasis marks or brackets than are read one by one; emphasis in it was passed over.",
  };
}

function joined<Item>(first: readonly Item[], second: readonly Item[]): readonly Item[] {
  if (second.length === 0) return keptList(first);
  return first.length === 0 ? keptList(second) : [...first, ...second];
}
