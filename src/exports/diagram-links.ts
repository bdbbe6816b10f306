/** Addresses that a box of a diagram may open. */
import { countOf } from "../base/count-of.ts";
import type { LogicalPath } from "../base/logical-path.ts";
import type { KnowledgeGraph } from "../graph/knowledge-graph.ts";
import type { DiagramNode } from "./diagram.ts";

/** Schemes that open a page or a note and run nothing. */
const schemes: ReadonlySet<string> = new Set(["http", "https", "obsidian", "vscode"]);

/** What could end the quotes that an address is written in, or mean something to the diagram's language. */
const unsafe = /[^A-Za-z0-9\-._~:/?#[\]@!$&()*+,=%]/gu;

/** Makes the addresses of one diagram and counts those that it refused. */
export class DiagramLinks {
  readonly #graph: KnowledgeGraph;
  readonly #linkTo: ((path: LogicalPath) => string) | undefined;
  #refused = 0;

  /** Without a function no box is linked. */
  constructor(graph: KnowledgeGraph, linkTo: ((path: LogicalPath) => string) | undefined) {
    this.#graph = graph;
    this.#linkTo = linkTo;
  }

  /** The address of a box: everything but the characters of a URL percent-encoded; `undefined` when it has none or it is refused. */
  of({ path, section }: DiagramNode): string | undefined {
    if (this.#linkTo === undefined || path === undefined) return undefined;
    const address = this.#linkTo(path);
    if (address === "") return undefined;
    const whole = address + this.#fragment(path, section);
    const encoded = whole.replace(unsafe, encode);
    const scheme = /^([^/?#]*?):/.exec(encoded)?.[1]?.toLowerCase();
    if (scheme === undefined || schemes.has(scheme)) return encoded;
    this.#refused++;
    return undefined;
  }

  #fragment(path: LogicalPath, section: number | undefined): string {
    if (section === undefined) return "";
    const document = this.#graph.documents[this.#graph.nodeOf(path)?.index ?? -1];
    const slug = document?.sections[section]?.slug;
    return slug === undefined || slug === "" ? "" : `#${slug}`;
  }

  /** At most one warning. */
  warnings(): string[] {
    if (this.#refused === 0) return [];
    return [
      `${countOf(this.#refused, "link")} left out: an address must be relative or of a scheme that is safe to open (${[...schemes].join(", ")}).`,
    ];
  }
}

function encode(character: string): string {
  const unit = character.charCodeAt(0);
  if (character.length === 1 && unit >= 0xd800 && unit <= 0xdfff) return "%EF%BF%BD";
  return character === "'" ? "%27" : encodeURIComponent(character);
}
