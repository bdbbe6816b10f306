/** Text that diagram formats can hold and that no reader is misled by. */
import { HoldableTexts } from "./holdable-texts.ts";
import { isolateDirection } from "./isolate-direction.ts";

/** Prepares the texts of one diagram and counts what it had to replace. */
export class DiagramTexts {
  readonly #texts: HoldableTexts = new HoldableTexts("a diagram");

  /** The text with U+FFFD for what can't be held and `\n` for every line end, its direction isolated. */
  prepare(text: string): string {
    const held = this.#texts.hold(text);
    return isolateDirection(held.includes("\r") ? held.replace(/\r\n?/g, "\n") : held);
  }

  /** At most one warning. */
  warnings(): string[] {
    return this.#texts.warnings();
  }
}
