/** The port for Markdown parsers: what documents need to know of a text's syntax, with offsets. */

/** A half-open range of UTF-16 offsets into the parsed text. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * An ATX or Setext heading. `text` is its plain text: inline code kept, images by their alternative text, no raw HTML; the lines of a
 * Setext heading stay apart by a line feed.
 */
export interface SyntaxHeading extends TextRange {
  readonly depth: 1 | 2 | 3 | 4 | 5 | 6;
  readonly text: string;
}

/**
 * A link or an image. Reference links are resolved: `url` is that of their definition.
 * `url` and `title` have entities and backslash escapes decoded but percent-escapes kept.
 */
export interface SyntaxLink extends TextRange {
  readonly type: "link" | "image";
  /** How it was written. `autolink` is `<https://…>` or a GFM literal. */
  readonly form: "inline" | "reference" | "autolink";
  readonly url: string;
  readonly title: string | null;
  /** Plain text of the link, or the alternative text of the image. */
  readonly text: string;
  /** Normalised label of the definition, for the form `reference`. */
  readonly identifier?: string;
}

/** A link reference definition. The first of several with one identifier counts. */
export interface SyntaxDefinition extends TextRange {
  readonly identifier: string;
  readonly url: string;
  readonly title: string | null;
}

/** Text that holds no headings, links or tags of ours. */
export interface SyntaxOpaque extends TextRange {
  readonly kind: "code" | "inlineCode" | "html";
  /** `html` only: whether it stands as a block of its own. */
  readonly block?: boolean;
}

/**
 * A block that surrounds others, in document order, outer before inner. Of paragraphs only the one with which a list item begins is given,
 * right after its item and without the item's task mark. Quotes, items, code and blocks of HTML end before trailing lines that hold nothing
 * but blanks and `>` marks.
 */
export interface SyntaxContainer extends TextRange {
  readonly kind: "blockquote" | "listItem" | "table" | "paragraph";
  /** `listItem` only: the state of its GFM task mark, `null` when it has none. */
  readonly checked?: boolean | null;
}

/** What an engine gives for one text. Every list is in document order (by `start`, outer before inner). */
export interface MarkdownSyntax {
  readonly headings: readonly SyntaxHeading[];
  readonly links: readonly SyntaxLink[];
  readonly definitions: readonly SyntaxDefinition[];
  readonly opaque: readonly SyntaxOpaque[];
  readonly containers: readonly SyntaxContainer[];
  /** The text was over a delimiter bound and read without inline emphasis (diagnostic `depth`). */
  readonly simplified?: boolean;
}

/** A Markdown parser: CommonMark and GFM. Total: every text gives a value. `text` has no front matter and no byte order mark. */
export interface MarkdownEngine {
  readonly name: string;
  parse(text: string): MarkdownSyntax;
}
