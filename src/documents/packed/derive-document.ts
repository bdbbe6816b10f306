/** A document with some fields replaced. */
import type { MarkdownDocument } from "../markdown-document.ts";
import { PackedDocument } from "./packed-document.ts";

/** As `{ ...document, ...changes }`, also for a packed document, whose text is not read before somebody asks for it. */
export function deriveDocument(document: MarkdownDocument, changes: Partial<MarkdownDocument>): MarkdownDocument {
  if (!(document instanceof PackedDocument)) return { ...document, ...changes };
  const { description, language, published, modified, frontMatter, statements, readings } =
    document as MarkdownDocument;
  const derived: Omit<MarkdownDocument, "text"> = {
    path: document.path,
    sha256: document.sha256,
    byteLength: document.byteLength,
    lineCount: document.lineCount,
    title: document.title,
    titleSource: document.titleSource,
    ...(description === undefined ? {} : { description }),
    ...(language === undefined ? {} : { language }),
    aliases: document.aliases,
    addresses: document.addresses,
    tags: document.tags,
    ...(published === undefined ? {} : { published }),
    ...(modified === undefined ? {} : { modified }),
    authors: document.authors,
    ...(frontMatter === undefined ? {} : { frontMatter }),
    ...(statements === undefined ? {} : { statements }),
    properties: document.properties,
    sections: document.sections,
    links: document.links,
    anchors: document.anchors,
    tasks: document.tasks,
    observations: document.observations,
    wordCount: document.wordCount,
    hidden: document.hidden,
    ...(readings === undefined ? {} : { readings }),
    diagnostics: document.diagnostics,
  };
  const withText = Object.defineProperty(derived, "text", {
    enumerable: true,
    configurable: true,
    get: () => document.text,
  });
  return Object.defineProperties(withText, Object.getOwnPropertyDescriptors(changes)) as MarkdownDocument;
}
