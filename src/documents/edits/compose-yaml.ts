/** Reads a YAML block for its places, as the reader of front matter does for its values. */
import { Composer, type Document, type ParsedNode, Parser } from "yaml";

/** A block as a tree whose ranges are offsets in it, faults and all, and the text that they are offsets of. */
export interface ComposedYaml {
  readonly text: string;
  /** `undefined` for a block without content. */
  readonly document: Document.Parsed<ParsedNode> | undefined;
}

export function composeYaml(source: string): ComposedYaml {
  // The library knows no lone carriage return as a line break; a line feed in its place keeps every offset.
  const text = source.replace(/\r(?!\n)/g, "\n");
  const composer = new Composer({
    version: "1.2",
    schema: "core",
    uniqueKeys: false,
    resolveKnownTags: false,
    merge: false,
    logLevel: "silent",
  });
  const [document] = composer.compose(new Parser().parse(text), true, text.length);
  return { text, document: document as ComposedYaml["document"] };
}
