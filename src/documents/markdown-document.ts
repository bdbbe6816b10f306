/** The values that a Markdown file is parsed to. All line and column numbers are 1-based; columns count code points. */
import type { LogicalPath } from "../base/logical-path.ts";
import type { TextRange } from "./markdown-engine.ts";

/** Every kind of diagnostic; the list is closed. */
export type DiagnosticKind =
  | "invalid-frontmatter"
  | "invalid-lang"
  | "invalid-tag"
  | "unknown-scheme"
  | "unquoted-blank"
  | "unescaped-pipe"
  | "bad-line"
  | "depth"
  | "broken"
  | "broken-anchor"
  | "outside"
  | "ambiguous"
  | "case"
  | "duplicate-title"
  | "skipped"
  | "foreign-scheme"
  | "invalid-iri"
  | "yaml-tag"
  | "graph-metadata";

/** Something that is wrong with a document, said instead of thrown. */
export interface Diagnostic {
  readonly kind: DiagnosticKind;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  /** The text that it is about, as written: a target, a tag, a value. */
  readonly text?: string;
}

/**
 * A value of front matter or of an inline property. `text` is the source as written, without quotes.
 * Integers past 2^53, decimals and dates keep their exact form only in `text`.
 */
export type PropertyValue =
  | { readonly type: "text"; readonly value: string; readonly text: string }
  | { readonly type: "integer" | "decimal" | "double" | "float"; readonly value: number; readonly text: string }
  | { readonly type: "boolean"; readonly value: boolean; readonly text: string }
  /** `date`: yyyy-mm-dd; `dateTime`: with its offset as written, never shifted. `value` equals `text`. */
  | { readonly type: "date" | "dateTime"; readonly value: string; readonly text: string }
  | { readonly type: "null"; readonly value: null; readonly text: string }
  | { readonly type: "list"; readonly items: readonly PropertyValue[]; readonly text: string }
  | { readonly type: "map"; readonly entries: ReadonlyMap<string, PropertyValue>; readonly text: string };

/** The metadata block at the start of a file. */
export interface FrontMatter {
  readonly format: "yaml" | "toml" | "json";
  /** The source between the fences; of a leading `{…}` block the braces too. */
  readonly source: string;
  /** Where `source` stands in `MarkdownDocument.text`. */
  readonly range: TextRange;
  /** Lines of the whole block, fences included. */
  readonly startLine: number;
  readonly endLine: number;
  /** Keys as written, in order. Empty when the block is invalid. */
  readonly values: ReadonlyMap<string, PropertyValue>;
  /** The line of each key. */
  readonly lines: ReadonlyMap<string, number>;
  /** `false` when the block is closed but does not parse; the diagnostic says why. */
  readonly valid: boolean;
}

/** Where a title came from. */
export type TitleSource = "frontmatter" | "heading" | "name";

export interface Person {
  readonly name: string;
  readonly url?: string;
  /** Index into `links`, where the person is written as a link: what it leads to is the author then, else the person of that name. */
  readonly link?: number;
}

/** A tag without `#`, as written here; tags are equal without case. */
export interface DocumentTag {
  readonly name: string;
  readonly source: "frontmatter" | "body";
  readonly line: number;
  readonly column: number;
  /** Index into `sections`. */
  readonly section: number;
}

/** A property that is not one of the known keys, or an inline one. */
export interface Property {
  /** As written. */
  readonly key: string;
  readonly value: PropertyValue;
  readonly source: "frontmatter" | "inline";
  readonly line: number;
  /** Index into `sections`. */
  readonly section: number;
}

/**
 * A part of a document. Index 0 is always the lead: what stands before the first heading, after the front matter (or with it where
 * it is invalid); it has level 0, and may be empty (`endLine` = `startLine` − 1).
 */
export interface Section {
  readonly index: number;
  /** 1–6; 0 for the lead. */
  readonly level: number;
  /** Plain text of the heading, wikilinks by their alias; empty for the lead. */
  readonly text: string;
  /** GitHub's slug, unique in the document; empty for the lead. */
  readonly slug: string;
  /** Heading texts from the outermost to this one; empty for the lead. */
  readonly headingPath: readonly string[];
  /** Index of the section that it is nested in; −1 at the top level and for the lead. */
  readonly parent: number;
  /** First line: that of the heading. */
  readonly startLine: number;
  /** Last line, sub-sections included: the line before the next heading of this level or higher, trailing blank lines included. */
  readonly endLine: number;
  /** Last line of the section's own text, before its first sub-section. */
  readonly ownEndLine: number;
  /** Offsets of the section's own text (heading included) in `MarkdownDocument.text`. */
  readonly own: TextRange;
}

/** How a link was written; also the `syntax` of edges in the JSON export. */
export type LinkSyntax = "wikilink" | "markdown" | "reference" | "embed" | "frontmatter" | "inline" | "html";

/** A link from a document to something, as written. */
export interface MarkdownLink {
  /**
   * `embed` is `![[…]]`; images are `markdown`, `reference` or `html` with `embed: true`; `inline` is a link in an inline property;
   * `frontmatter` a link in a front matter value.
   */
  readonly syntax: LinkSyntax;
  /** Whether the target's content is shown in place: images and `![[…]]`. */
  readonly embed: boolean;
  /** How the target is looked up: as a wikilink (stages 4 and 6 of the resolution too) or as a path. */
  readonly lookup: "wikilink" | "path";
  /** The name of a typed relation: a front matter key, an inline property's key, or the word before a link in a list item. */
  readonly relation?: string;
  /** The whole target as written (entities decoded in Markdown destinations), fragment included. */
  readonly target: string;
  /** The target before `#` and `?`, percent-escapes kept. Empty for a link within the document. */
  readonly path: string;
  /** What follows the first `#`, as written, without it. Absent when there is no `#`. */
  readonly fragment?: string;
  /** Alias, link text or alternative text; for a bare wikilink its target. */
  readonly text: string;
  readonly line: number;
  readonly column: number;
  /** Range of the whole link in `MarkdownDocument.text`. */
  readonly range: TextRange;
  /** Index into `sections`. */
  readonly section: number;
  /** The innermost block of these kinds that it stands in. */
  readonly within?: "table" | "quote" | "task";
  /** Whether it names something outside the knowledge base: it has a scheme or begins with `//`. */
  readonly external: boolean;
  /**
   * Written in a way that Markdown does not take (`[a](b c.md)`): a link only when its target exists, otherwise text. The diagnostic
   * `unquoted-blank` is added when it resolves.
   */
  readonly onlyIfResolved?: true;
  /**
   * Stands in metadata about the graph (see {@link GraphStatement}), which says what it means. `note`: written as a link. `thing`: a name or
   * an IRI; the note of that path, name or title where there is one, else a thing that `text` is the name of.
   */
  readonly metadata?: "note" | "thing";
}

/** What a statement of {@link GraphStatement} says of its subject. */
export type StatementObject =
  /** Index into `links`: what that link leads to. */
  | { readonly link: number }
  | { readonly iri: string }
  /** A single value; with a datatype, an IRI, its text is the lexical form. */
  | { readonly value: PropertyValue; readonly datatype?: string };

/** Something that front matter says in the keys that describe the graph: `about`, `rdf_types`, `rdf_properties`, `graph_related` and so on. */
export interface GraphStatement {
  /** Index into `links`: what that link leads to. Absent where it is the document. */
  readonly subject?: number;
  /** An IRI. */
  readonly predicate: string;
  readonly object: StatementObject;
  /** Not said where the subject turns out to be a note: notes have a name and types of their own. */
  readonly unlessNote?: true;
}

/** A named place in a document other than a heading's slug: `^block-id`, `{#custom-id}`, `<a id>`. */
export interface Anchor {
  readonly name: string;
  readonly kind: "block" | "custom";
  readonly line: number;
  /** Index into `sections`. */
  readonly section: number;
}

/** A list item with a task mark. */
export interface Task {
  readonly text: string;
  readonly done: boolean;
  /** What a mark beside `[ ]` and `[x]` says: `[/]` in progress, `[-]` cancelled. Absent for all others. A cancelled task is not done and no longer open. */
  readonly state?: "in-progress" | "cancelled";
  readonly line: number;
  readonly section: number;
  /** An ISO date where the item names one (`due:: 2026-01-31`, `📅 2026-01-31`). */
  readonly due?: string;
}

/** A list item `[category] text #tag (context)`. */
export interface Observation {
  readonly category: string;
  readonly text: string;
  readonly tags: readonly string[];
  readonly context?: string;
  readonly line: number;
  readonly section: number;
}

/** A place where readers see something else than is written. Never holds or makes a line break. */
export interface TextReading extends TextRange {
  /** What is seen: the character of an entity, nothing for a mark of emphasis. */
  readonly text: string;
}

/** One Markdown file as values. Made by `parseDocument`; never changes. */
export interface MarkdownDocument {
  readonly path: LogicalPath;
  /** SHA-256 of the file's bytes, 64 hexadecimal digits. */
  readonly sha256: string;
  /** Bytes of the file. */
  readonly byteLength: number;
  /** Lines of the file, by the product's line rule. */
  readonly lineCount: number;
  /** The decoded text without a byte order mark; all offsets refer to it. */
  readonly text: string;
  readonly title: string;
  readonly titleSource: TitleSource;
  readonly description?: string;
  /** A BCP 47 tag. */
  readonly language?: string;
  readonly aliases: readonly string[];
  /** Other addresses of the document: permalink, slug, url, id, redirects, aliases that start with `/`. As written. */
  readonly addresses: readonly string[];
  /** Every tag, front matter first, each name once by its first spelling. */
  readonly tags: readonly DocumentTag[];
  readonly published?: Extract<PropertyValue, { type: "date" | "dateTime" }>;
  readonly modified?: Extract<PropertyValue, { type: "date" | "dateTime" }>;
  readonly authors: readonly Person[];
  readonly frontMatter?: FrontMatter;
  /** What the front matter says of the graph itself; absent where it has no key for that. */
  readonly statements?: readonly GraphStatement[];
  /** Front matter keys that have no meaning of their own, and inline properties, in order. */
  readonly properties: readonly Property[];
  /** The lead, then every heading's section in order. */
  readonly sections: readonly Section[];
  /** In order of their place; front matter first. */
  readonly links: readonly MarkdownLink[];
  readonly anchors: readonly Anchor[];
  readonly tasks: readonly Task[];
  readonly observations: readonly Observation[];
  /** Words of the body: runs of letters and digits, and each ideograph or kana by itself. Code, HTML and link destinations are not counted. */
  readonly wordCount: number;
  /**
   * Ranges of `text` that are not prose for search: link destinations, HTML tags and comments, `%% comments %%`, the marks of front
   * matter. In order, not overlapping.
   */
  readonly hidden: readonly TextRange[];
  /**
   * Places of the body where words read otherwise than they are written: entities outside code, backslashes within names (`max\_count`),
   * marks of emphasis within a word (`zo**rk**`). In order, not overlapping; absent where there are none.
   */
  readonly readings?: readonly TextReading[];
  readonly diagnostics: readonly Diagnostic[];
}
