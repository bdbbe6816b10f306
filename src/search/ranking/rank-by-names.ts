/** Ranks documents and sections by their names alone: the mode `graph`. */
import type { MarkdownDocument } from "../../documents/markdown-document.ts";
import type { KnowledgeGraph } from "../../graph/knowledge-graph.ts";
import type { MatchReason, SearchField } from "../answer/search-result.ts";
import { excludedOwners } from "../query/excluded-words.ts";
import type { ParsedQuery } from "../query/parse-query.ts";
import { phraseTestOf } from "../query/phrase-test.ts";
import { exclusionsOf, interestOf } from "../query/plan-terms.ts";
import type { SearchIndex, SectionTable } from "../search-index.ts";
import { baseNameOf } from "../words/document-fields.ts";
import { foldWord } from "../words/fold-word.ts";
import { SectionScanner } from "../words/section-text.ts";
import { placedLink, targetSectionOf } from "./link-table.ts";
import type { RankedSections } from "./ranked-sections.ts";
import { noHit } from "./ranked-sections.ts";
import { nameScores } from "./scoring.ts";

interface NameMatch {
  readonly score: number;
  readonly reason: MatchReason;
}

/**
 * Compares the whole query, as one text without regard to case and diacritics, with titles, aliases, file names and headings (equal 1,
 * contained 0.95), descriptions (equal 1, contained 0.75), and the tags, authors and linked documents of a document (0.65, with the edge).
 * What holds an excluded word or phrase is left out as it is from a search by words.
 */
export function rankByNames({
  query,
  index: table,
  graph,
  allowed,
}: {
  readonly query: ParsedQuery;
  readonly index: SearchIndex;
  readonly graph: KnowledgeGraph;
  readonly allowed: Uint8Array | undefined;
}): RankedSections | undefined {
  const { text } = query;
  const wanted = foldWord(text.trim());
  if (wanted === "") return undefined;
  const matches = new NameMatches(table, wanted);
  matches.addNames();
  matches.addNeighbours(graph);
  const plan = exclusionsOf(query);
  const out = excludedOwners(plan, table.termsFor(interestOf(plan, [])), table);
  const sections = [...matches.bySection.keys()]
    .filter((section) => {
      const document = table.documentOf[section] as number;
      return (
        (allowed === undefined || allowed[document] === 1) &&
        (out === undefined || (out.documents[document] === 0 && out.sections[section] === 0))
      );
    })
    .sort((left, right) => left - right);
  return {
    found: {
      count: sections.length,
      sections: Int32Array.from(sections),
      scores: Float64Array.from(sections, (section) => matches.bySection.get(section)?.score ?? 0),
    },
    passes: phraseTestOf({ plan, table, scanner: new SectionScanner() }),
    sourceOf: () => "graph",
    reasonOf: (section) => {
      const { fields, ...edge } = matches.bySection.get(section)?.reason ?? { fields: [] };
      return { fields: fields.map(({ field }) => ({ field, terms: [text] })), ...edge };
    },
    hitOf: () => noHit,
  };
}

class NameMatches {
  readonly bySection: Map<number, NameMatch> = new Map();
  /** Documents whose title, alias or file name holds the query. */
  private readonly named: Set<number> = new Set();
  private readonly table: SectionTable;
  private readonly wanted: string;

  constructor(table: SectionTable, wanted: string) {
    this.table = table;
    this.wanted = wanted;
  }

  addNames(): void {
    for (const [number, document] of this.table.documents.entries()) {
      const main = this.table.mainSections[number] as number;
      const names = Math.max(
        this.compare(main, "title", document.title, nameScores.contains),
        this.compare(main, "title", baseNameOf(document.path), nameScores.contains),
        ...document.aliases.map((alias) => this.compare(main, "aliases", alias, nameScores.contains)),
      );
      if (names > 0) this.named.add(number);
      if (document.description !== undefined)
        this.compare(main, "description", document.description, nameScores.description);
      const first = this.table.firstSections[number] as number;
      for (const section of document.sections)
        if (section.text !== "") this.compare(first + section.index, "headings", section.text, nameScores.contains);
    }
  }

  /** Documents that stand beside something with the name: by a tag, an author, or a link in either direction. */
  addNeighbours(graph: KnowledgeGraph): void {
    for (const [number, document] of this.table.documents.entries()) {
      const main = this.table.mainSections[number] as number;
      const from = document.path;
      for (const tag of document.tags)
        if (this.holds(tag.name)) this.note(main, "tags", { from, kind: "taggedWith", text: tag.name });
      for (const { name } of document.authors)
        if (this.holds(name)) this.note(main, "properties", { from, kind: "mentions", text: name });
      this.addLinks(graph, number, document);
    }
  }

  private addLinks(graph: KnowledgeGraph, number: number, document: MarkdownDocument): void {
    for (let index = 0; index < document.links.length; index++) {
      const placed = placedLink(graph, number, index);
      const target = placed?.resolution.status === "document" ? graph.targetOf(placed.resolution) : undefined;
      if (placed === undefined || target === undefined || target === number) continue;
      const { link, resolution } = placed;
      const edge = { from: document.path, kind: link.relation ?? (link.embed ? "embeds" : "linksTo"), text: link.text };
      if (this.named.has(target))
        this.note((this.table.firstSections[number] as number) + link.section, undefined, edge);
      if (!this.named.has(number)) continue;
      const within = targetSectionOf(resolution);
      const main = this.table.mainSections[target] as number;
      this.note(within === undefined ? main : (this.table.firstSections[target] as number) + within, undefined, edge);
    }
  }

  private compare(section: number, field: SearchField, name: string, contained: number): number {
    const folded = foldWord(name);
    if (!folded.includes(this.wanted)) return 0;
    const score = folded.trim() === this.wanted ? nameScores.equal : contained;
    this.add(section, { score, reason: { fields: [{ field, terms: [] }] } });
    return score;
  }

  private holds(name: string): boolean {
    return foldWord(name).includes(this.wanted);
  }

  private note(section: number, field: SearchField | undefined, edge: NonNullable<MatchReason["edge"]>): void {
    const fields = field === undefined ? [] : [{ field, terms: [] }];
    this.add(section, { score: nameScores.neighbour, reason: { fields, edge } });
  }

  private add(section: number, match: NameMatch): void {
    if (match.score > (this.bySection.get(section)?.score ?? 0)) this.bySection.set(section, match);
  }
}
