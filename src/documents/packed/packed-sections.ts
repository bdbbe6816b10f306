/** The sections of a document, to bytes and back. */
import type { Section } from "../markdown-document.ts";
import type { ByteReader } from "./byte-reader.ts";
import type { ByteWriter } from "./byte-writer.ts";
import { DamagedBytes } from "./damaged-bytes.ts";
import { readRange, writeRange } from "./packed-values.ts";

export function writeSection(to: ByteWriter, section: Section, index: number, sections: readonly Section[]): void {
  const before = sections[index - 1];
  to.number(section.level);
  to.text(section.text);
  to.text(section.slug);
  to.signed(section.parent);
  to.signed(section.startLine - (before?.startLine ?? 0));
  to.signed(section.endLine - section.startLine);
  to.signed(section.ownEndLine - section.startLine);
  writeRange(to, section.own, before?.own);
}

export function readSection(from: ByteReader, sections: readonly Section[]): Section {
  const before = sections.at(-1);
  const level = from.number();
  const text = from.text();
  const slug = from.text();
  const parent = from.signed();
  const startLine = from.signed() + (before?.startLine ?? 0);
  if (parent >= sections.length) throw new DamagedBytes();
  return {
    index: sections.length,
    level,
    text,
    slug,
    // What the names of a section's ancestors make: see `Section.headingPath`.
    headingPath: level === 0 ? [] : [...(sections[parent]?.headingPath ?? []), text],
    parent,
    startLine,
    endLine: startLine + from.signed(),
    ownEndLine: startLine + from.signed(),
    own: readRange(from, before?.own),
  };
}
