/** Finds for places in order in which table, quote or task they stand. */
import type { MarkdownLink } from "./markdown-document.ts";
import type { SyntaxContainer } from "./markdown-engine.ts";

/** The innermost block of these kinds around a place. */
export type Within = MarkdownLink["within"];

/** Walks over the containers of one document. Places have to be asked for in ascending order. */
export class BlockContext {
  readonly #containers: readonly SyntaxContainer[];
  readonly #shift: number;
  #next = 0;
  /** Containers of these kinds that started and may not have ended, innermost last. */
  readonly #open: SyntaxContainer[] = [];

  /** `shift` is what to add to the offsets of the containers. */
  constructor(containers: readonly SyntaxContainer[], shift: number) {
    this.#containers = containers;
    this.#shift = shift;
  }

  /** What the place at `place` stands in. */
  at(place: number): Within {
    const containers = this.#containers;
    const offset = place - this.#shift;
    while (this.#next < containers.length && (containers[this.#next] as SyntaxContainer).start <= offset) {
      const container = containers[this.#next++] as SyntaxContainer;
      if (nameOf(container) !== undefined) {
        this.#close(container.start);
        this.#open.push(container);
      }
    }
    this.#close(offset);
    const { length } = this.#open;
    // A list is slow to say that it has nothing at a place below its first.
    return length === 0 ? undefined : nameOf(this.#open[length - 1] as SyntaxContainer);
  }

  #close(offset: number): void {
    while (this.#open.length > 0 && (this.#open[this.#open.length - 1] as SyntaxContainer).end <= offset)
      this.#open.pop();
  }
}

function nameOf(container: SyntaxContainer): Within {
  if (container.kind === "table") return "table";
  if (container.kind === "blockquote") return "quote";
  if (container.kind === "listItem" && container.checked !== undefined && container.checked !== null) return "task";
  return undefined;
}
