/** What a store that follows the graph has to be told: only documents that are different from what it holds. */
import type { MarkdownDocument } from "../../documents/markdown-document.ts";
import { fileIri } from "../../graph/file-iri.ts";
import type { KnowledgeGraph, LinkResolution } from "../../graph/knowledge-graph.ts";
import { targetSection } from "../../graph/link-statement.ts";
import { iriOf } from "../../graph/prefixes.ts";
import type { Quad } from "../../graph/terms.ts";
import { quadsOfDocument, sharedQuads } from "../../graph/to-quads.ts";
import { loadLine, loadText } from "./load-text.ts";
import type { StoreChange } from "./query-job.ts";

/** Characters of N-Triples in one change: enough to be worth a message, little enough to be made without keeping others waiting. */
const changeCharacters = 1_000_000;

/** Milliseconds for which work is done without letting others in between. */
const sliceMs = 12;

/** What a store holds of one document. */
interface HeldDocument {
  /** The named graph that it is in. */
  readonly graph: string;
  /** Not what keeps these alive: when the graph is let go of, so are they. */
  readonly document: WeakRef<MarkdownDocument>;
  readonly links: WeakRef<readonly LinkResolution[]>;
  /** The IRIs of its sections, by which others refer to them, as one text. */
  readonly sections: string;
}

/** Documents that others refer to by other IRIs than before. */
interface MovedAddresses {
  readonly documents: Set<string>;
  readonly sections: Set<string>;
}

/**
 * Remembers what a store holds, and gives the changes from there to a graph. A change counts as made when the next one is asked for, so
 * that what is left undone by a failure is found again.
 */
export class StoreFollower {
  readonly #held: Map<string, HeldDocument> = new Map();
  #shared: ReadonlySet<string> = new Set();
  #last: WeakRef<KnowledgeGraph> | undefined;

  /** Changes from what the store holds to this graph, in order. Lets others work in between. */
  async *changes(graph: KnowledgeGraph): AsyncGenerator<StoreChange, void, undefined> {
    if (this.#last?.deref() === graph) return;
    this.#last = undefined;
    const slices = new Slices();
    const stale = this.#stale(graph);
    const before = new Map(stale.map((index) => [index, this.#held.get(pathOf(graph, index))]));
    yield* this.#drop(graph, stale);
    const moved: MovedAddresses = { documents: new Set(), sections: new Set() };
    yield* this.#load(graph, stale, slices, ({ path, held }, index) => {
      const old = before.get(index);
      if (old === undefined) return;
      if (old.graph !== held.graph) moved.documents.add(path);
      if (old.sections !== held.sections) moved.sections.add(path);
    });
    // What links to them says their addresses, also where the link itself is as it was.
    const known = new Set(stale);
    const linked = linkedTo(graph, moved).filter((index) => !known.has(index));
    yield* this.#drop(graph, linked);
    yield* this.#load(graph, linked, slices, () => {});
    yield* this.#moveShared(graph, slices);
    this.#last = new WeakRef(graph);
  }

  /** Documents that are other objects than before, or whose links are, or that have another IRI since another document took their id or left it. */
  #stale(graph: KnowledgeGraph): readonly number[] {
    const stale: number[] = [];
    for (const [index, document] of graph.documents.entries()) {
      const held = this.#held.get(document.path);
      if (
        held?.document.deref() === document &&
        held.links.deref() === graph.linksOf(index) &&
        keepsIri(graph, document, held)
      )
        continue;
      stale.push(index);
    }
    return stale;
  }

  /** Empties the graphs of documents that are told anew, and of those that are gone. First all of them, as one may take the name of another. */
  *#drop(graph: KnowledgeGraph, told: readonly number[]): Generator<StoreChange, void, undefined> {
    const dropped = told.map((index) => pathOf(graph, index)).filter((path) => this.#held.has(path));
    const present: ReadonlySet<string> = new Set(graph.documents.map(({ path }) => path));
    for (const path of this.#held.keys()) if (!present.has(path)) dropped.push(path);
    if (dropped.length === 0) return;
    yield { drop: dropped.map((path) => this.#held.get(path)?.graph as string), remove: "", load: [] };
    for (const path of dropped) this.#held.delete(path);
  }

  async *#load(
    graph: KnowledgeGraph,
    told: readonly number[],
    slices: Slices,
    note: (described: DescribedDocument, index: number) => void,
  ): AsyncGenerator<StoreChange, void, undefined> {
    let batch: DescribedDocument[] = [];
    let characters = 0;
    for (const [place, index] of told.entries()) {
      const described = describe(graph, index);
      note(described, index);
      batch.push(described);
      characters += described.text.length;
      if (characters >= changeCharacters || place === told.length - 1) {
        yield { drop: [], remove: "", load: batch.map(({ text, held }) => ({ graph: held.graph, text })) };
        for (const { path, held } of batch) this.#held.set(path, held);
        batch = [];
        characters = 0;
      }
      if (slices.isOver()) await slices.pause();
    }
  }

  async *#moveShared(graph: KnowledgeGraph, slices: Slices): AsyncGenerator<StoreChange, void, undefined> {
    const lines = new Set<string>();
    for (const quad of sharedQuads(graph)) {
      lines.add(loadLine(quad));
      if (slices.isOver()) await slices.pause();
    }
    const remove = [...this.#shared].filter((line) => !lines.has(line)).join("");
    const text = [...lines].filter((line) => !this.#shared.has(line)).join("");
    if (remove !== "" || text !== "") yield { drop: [], remove, load: text === "" ? [] : [{ text }] };
    this.#shared = lines;
  }
}

/** IRIs of paths never change. */
function keepsIri(graph: KnowledgeGraph, document: MarkdownDocument, held: HeldDocument): boolean {
  return graph.options.iri === "path" || fileIri(graph, document.path) === held.graph;
}

interface DescribedDocument {
  readonly path: string;
  readonly text: string;
  readonly held: HeldDocument;
}

function describe(graph: KnowledgeGraph, index: number): DescribedDocument {
  const document = graph.documents[index] as MarkdownDocument;
  const quads = quadsOfDocument(graph, index, { namedGraphs: true });
  return {
    path: document.path,
    text: loadText(quads),
    held: {
      // Every document says at least what it is.
      graph: (quads[0] as Quad).graph.value,
      document: new WeakRef(document),
      links: new WeakRef(graph.linksOf(index)),
      sections: quads
        .filter(isSection)
        .map(({ subject }) => subject.value)
        .join("\n"),
    },
  };
}

const typeIri = iriOf("rdf:type");
const sectionType = iriOf("md:Section");

function isSection({ predicate, object }: Quad): boolean {
  return predicate.value === typeIri && object.value === sectionType;
}

function pathOf({ documents }: KnowledgeGraph, index: number): string {
  return (documents[index] as MarkdownDocument).path;
}

/** Documents with a link to a document, or to a section of one, that has another IRI now. */
function linkedTo(graph: KnowledgeGraph, moved: MovedAddresses): readonly number[] {
  if (moved.documents.size + moved.sections.size === 0) return [];
  return [...graph.documents.keys()].filter((index) =>
    graph.linksOf(index).some((link) => {
      if (link.status !== "document") return false;
      const path = link.path as string;
      return moved.documents.has(path) || (targetSection(link) > 0 && moved.sections.has(path));
    }),
  );
}

/** Lets others work every few milliseconds. */
class Slices {
  #started = performance.now();

  isOver(): boolean {
    return performance.now() - this.#started >= sliceMs;
  }

  async pause(): Promise<void> {
    await new Promise<void>((resolve) => setTimeout(resolve));
    this.#started = performance.now();
  }
}
