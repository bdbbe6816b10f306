/** The text that an agent should read to answer a question: the best sections, with what stands around them, within a budget of tokens. */

import { lineStarts } from "../base/lines.ts";
import type { LogicalPath } from "../base/logical-path.ts";
import type { MarkdownDocument, Section } from "../documents/markdown-document.ts";
import { documentAt } from "../graph/key-of-node.ts";
import type { KnowledgeGraph, LinkResolution } from "../graph/knowledge-graph.ts";
import { documentOfPath } from "../graph/questions/find-node.ts";
import type { GraphMatch } from "./answer/search-result.ts";
import { tokensAtMost } from "./tokens-at-most.ts";

/** Why a passage is in the pack: it matches, it stands beside what matches, or what matches links to it. */
export type PassageReason = "match" | "beside" | "linked";

/** Some lines of a document, which are in the text of the pack under `path:startLine-endLine`. */
export interface PackedPassage {
  readonly path: LogicalPath;
  readonly startLine: number;
  readonly endLine: number;
  /** Title and headings above it. */
  readonly headingPath: readonly string[];
  /** Of what it is made of, in the order of the list: `match` where any of it matches. */
  readonly why: PassageReason;
  /** A part of a section that is too long. */
  readonly cut?: true;
}

/** A section that matches and has no room. */
export interface OmittedSection {
  readonly path: LogicalPath;
  readonly startLine: number;
  readonly endLine: number;
  readonly heading: string;
  /** What it would cost at most. */
  readonly tokens: number;
}

export interface ContextPack {
  /** Passages under their citations, by document in the order of their ranks, and by line. Empty where nothing matches. */
  readonly text: string;
  /** What the text costs at most; never more than the budget. */
  readonly tokenCount: number;
  readonly passages: readonly PackedPassage[];
  /** What matches too: how many sections, and the first 10. A range read of their lines gives them. */
  readonly leftOut: { readonly count: number; readonly first: readonly OmittedSection[] };
}

const shownOmitted = 10;
/** So many of the best sections are widened. */
const widened = 5;
/** The part of the budget that what stands beside matches may take, and what they link to. */
const besideShare = 0.25;
const linkedShare = 0.2;
/** A part of a long section is of use from so many tokens on. */
const leastCut = 100;
/** Only the best sections are cut rather than left out. */
const cutMatches = 3;

/** Packs matches, best first. Every line of a document is in the pack once at most; nothing that is embedded is put in its place. */
export function packContext(request: {
  readonly graph: KnowledgeGraph;
  readonly matches: readonly GraphMatch[];
  readonly tokenBudget: number;
}): ContextPack {
  const { graph, matches, tokenBudget } = request;
  const pack = new Packer(graph, tokenBudget);
  const omitted: OmittedSection[] = [];
  const best: SectionPlace[] = [];
  for (const [rank, match] of matches.entries()) {
    const place = placeOfMatch(graph, match);
    if (place === undefined) continue;
    const isIn = pack.add(place, "match") || (rank < cutMatches && pack.addPart(place, match.line));
    if (isIn) best.push(place);
    else omitted.push(omittedSection(graph, place, match));
  }
  for (const place of best.slice(0, widened)) pack.addBeside(place, tokenBudget * besideShare);
  for (const place of best.slice(0, widened)) pack.addLinked(place, tokenBudget * linkedShare);
  return { ...pack.written(), leftOut: { count: omitted.length, first: omitted.slice(0, shownOmitted) } };
}

interface SectionPlace {
  readonly document: number;
  readonly section: number;
}

/** The section of a match; of a document that is found by its names alone, its first one that says something. */
function placeOfMatch(graph: KnowledgeGraph, { path, startLine }: GraphMatch): SectionPlace | undefined {
  const document = documentOfPath(graph, path);
  if (document === undefined) return undefined;
  const found = documentAt(graph, document);
  const at = Math.max(
    0,
    found.sections.findLastIndex((section) => section.startLine === startLine),
  );
  const section = found.sections.findIndex((each) => each.index >= at && textOf(found, each) !== "");
  return section === -1 ? undefined : { document, section };
}

function textOf({ text }: MarkdownDocument, { own }: Section): string {
  return text.slice(own.start, own.end).trim();
}

function omittedSection(graph: KnowledgeGraph, { document, section }: SectionPlace, match: GraphMatch): OmittedSection {
  const { path, startLine, endLine, heading } = match;
  const found = documentAt(graph, document);
  return { path, startLine, endLine, heading, tokens: tokensAtMost(textOf(found, found.sections[section] as Section)) };
}

/** Lines of a document that are in the pack. */
interface Piece {
  readonly section: number;
  readonly startLine: number;
  endLine: number;
  why: PassageReason;
  cut?: true;
}

class Packer {
  readonly #graph: KnowledgeGraph;
  #left: number;
  /** By document, in the order in which they came in: pieces that do not overlap. */
  readonly #pieces: Map<number, Piece[]> = new Map();
  readonly #spent: Record<PassageReason, number> = { match: 0, beside: 0, linked: 0 };

  constructor(graph: KnowledgeGraph, tokenBudget: number) {
    this.#graph = graph;
    this.#left = tokenBudget;
  }

  /** Takes a whole section in where there is room, and nothing where it is in already. */
  add({ document, section }: SectionPlace, why: PassageReason, room: number = this.#left): boolean {
    if (this.#holds(document, section)) return true;
    const { startLine, ownEndLine } = this.#section(document, section);
    return this.#addPiece(document, { section, startLine, endLine: ownEndLine, why }, room);
  }

  /** Takes lines around one of a section in, as many as there is room for. */
  addPart({ document, section }: SectionPlace, line: number): boolean {
    if (this.#left < leastCut || this.#holds(document, section)) return false;
    const { startLine, ownEndLine } = this.#section(document, section);
    const middle = Math.min(Math.max(line, startLine), ownEndLine);
    const part: Piece = { section, startLine: middle, endLine: middle, why: "match", cut: true };
    if (this.#costOf(document, part) > this.#left) return false;
    // Grows to both sides, by halves of what may fit, so that few texts are counted.
    let [start, end] = [middle, middle];
    for (let step = 1 << 12; step >= 1; step >>= 1) {
      const above = { ...part, startLine: Math.max(startLine, start - step), endLine: end };
      if (this.#costOf(document, above) <= this.#left / 2) start = above.startLine;
      const below = { ...part, startLine: start, endLine: Math.min(ownEndLine, end + step) };
      if (this.#costOf(document, below) <= this.#left) end = below.endLine;
    }
    return this.#addPiece(document, { ...part, startLine: start, endLine: end }, this.#left);
  }

  /** Takes in what stands around a section: what is above it, what follows it, and what comes before. */
  addBeside({ document, section }: SectionPlace, most: number): void {
    const { sections } = documentAt(this.#graph, document);
    const { parent } = this.#section(document, section);
    for (const beside of new Set([parent, section + 1, section - 1])) {
      if (sections[beside] === undefined || this.#holds(document, beside)) continue;
      if (textOf(documentAt(this.#graph, document), sections[beside]) === "") continue;
      this.add({ document, section: beside }, "beside", most - this.#spent.beside);
    }
  }

  /** Takes in the sections that the links of a section lead to, in their order. */
  addLinked({ document, section }: SectionPlace, most: number): void {
    const { links } = documentAt(this.#graph, document);
    this.#graph.linksOf(document).forEach((resolution, index) => {
      if (links[index]?.section !== section || resolution.status !== "document") return;
      const target = this.#graph.targetOf(resolution);
      const place = target === undefined ? undefined : this.#targetPlace(target, resolution);
      if (place !== undefined && !this.#holds(place.document, place.section))
        this.add(place, "linked", most - this.#spent.linked);
    });
  }

  #targetPlace(target: number, { fragment }: LinkResolution): SectionPlace | undefined {
    const found = documentAt(this.#graph, target);
    const named = fragment === undefined || fragment.status === "missing" ? 0 : fragment.section;
    const section = found.sections.findIndex((each) => each.index >= named && textOf(found, each) !== "");
    return section === -1 ? undefined : { document: target, section };
  }

  #section(document: number, section: number): Section {
    return documentAt(this.#graph, document).sections[section] as Section;
  }

  #holds(document: number, section: number): boolean {
    return this.#pieces.get(document)?.some((piece) => piece.section === section) === true;
  }

  #addPiece(document: number, piece: Piece, room: number): boolean {
    const cost = this.#costOf(document, piece);
    if (cost > Math.min(room, this.#left)) return false;
    this.#left -= cost;
    this.#spent[piece.why] += cost;
    const known = this.#pieces.get(document);
    if (known === undefined) this.#pieces.set(document, [piece]);
    else known.push(piece);
    return true;
  }

  /** What a piece costs under a citation of its own: no less than it will cost together with others. */
  #costOf(document: number, piece: Piece): number {
    return tokensAtMost(this.#passageText(document, piece));
  }

  #passageText(document: number, { section, startLine, endLine }: Piece): string {
    const found = documentAt(this.#graph, document);
    const starts = lineStarts(found.text);
    const content = found.text.slice(starts[startLine - 1] ?? 0, starts[endLine] ?? found.text.length).trimEnd();
    const place = `${found.path}:${startLine}-${endLine}`;
    return `[${place}] ${headingsOf(found, section).join(" › ")}\n${content}\n\n`;
  }

  written(): Pick<ContextPack, "text" | "tokenCount" | "passages"> {
    const texts: string[] = [];
    const passages: PackedPassage[] = [];
    for (const [document, pieces] of this.#pieces) {
      for (const piece of joined(pieces)) {
        const found = documentAt(this.#graph, document);
        texts.push(this.#passageText(document, piece));
        const { startLine, endLine, why, cut } = piece;
        const headingPath = headingsOf(found, piece.section);
        passages.push({
          path: found.path,
          startLine,
          endLine,
          headingPath,
          why,
          ...(cut === undefined ? {} : { cut }),
        });
      }
    }
    const text = texts.join("").trimEnd();
    return { text, tokenCount: tokensAtMost(text), passages };
  }
}

/** The title, then the headings; a heading that repeats the title once. */
function headingsOf({ title, sections }: MarkdownDocument, section: number): readonly string[] {
  const { headingPath } = sections[section] as Section;
  return headingPath[0] === title ? headingPath : [title, ...headingPath];
}

const reasons: readonly PassageReason[] = ["match", "beside", "linked"];

/** Pieces by line; those that follow one another are one. */
function joined(pieces: readonly Piece[]): readonly Piece[] {
  const made: Piece[] = [];
  for (const piece of pieces.toSorted((a, b) => a.startLine - b.startLine)) {
    const last = made.at(-1);
    if (last === undefined || piece.startLine > last.endLine + 1) {
      made.push({ ...piece });
      continue;
    }
    last.endLine = Math.max(last.endLine, piece.endLine);
    last.why = reasons[Math.min(reasons.indexOf(last.why), reasons.indexOf(piece.why))] as PassageReason;
    if (piece.cut !== undefined) last.cut = piece.cut;
  }
  return made;
}
