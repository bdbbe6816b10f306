/** Short ways to read front matter in tests. */
import { lineStarts } from "../../../src/base/lines.ts";
import { type FrontMatterReading, readFrontMatter } from "../../../src/documents/front-matter/read-front-matter.ts";
import { type DocumentMetadata, readMetadata } from "../../../src/documents/front-matter/read-metadata.ts";
import type { FrontMatter, PropertyValue } from "../../../src/documents/markdown-document.ts";
import { TextPlaces } from "../../../src/documents/text-places.ts";

/** Reads the front matter of a text with the usual bound. */
export function read(text: string, maximumBytes: number = 256 * 1024): FrontMatterReading {
  return readFrontMatter({ text, maximumBytes });
}

/** Reads a YAML block that is closed by `---`. */
export function readBlock(yaml: string): FrontMatter {
  const { frontMatter } = read(`---\n${yaml}\n---\n`);
  if (frontMatter === undefined) throw new Error(`No front matter in ${JSON.stringify(yaml.slice(0, 200))}.`);
  return frontMatter;
}

/** The metadata of a YAML block. */
export function metadataOf(yaml: string): DocumentMetadata {
  return metadataOfText(`---\n${yaml}\n---\n`);
}

/** The metadata of the front matter of a text. */
export function metadataOfText(text: string): DocumentMetadata {
  return readMetadata({ frontMatter: read(text).frontMatter, places: new TextPlaces(text, lineStarts(text)) });
}

/** The values of a block as plain data: typed values, maps as lists of pairs. */
export function dataOf(values: ReadonlyMap<string, PropertyValue>): readonly (readonly [string, unknown])[] {
  return [...values].map(([key, value]) => [key, plain(value)] as const);
}

/** A value as plain data. */
export function plain(value: PropertyValue): unknown {
  if (value.type === "list") return value.items.map(plain);
  return value.type === "map" ? dataOf(value.entries) : value.value;
}
