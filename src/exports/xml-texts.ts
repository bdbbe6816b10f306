/** Texts of an XML document. */
import { HoldableTexts } from "./holdable-texts.ts";
import { isolateDirection } from "./isolate-direction.ts";

const special = /[&<>"\t\n\r]/;
const allSpecial = /[&<>"\t\n\r]/g;
const references: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  // Readers would make blanks and line feeds of them.
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

/** Writes the texts of one document, and counts what it had to replace. */
export class XmlTexts {
  readonly #texts: HoldableTexts = new HoldableTexts("XML");

  /** A text that reads back equal from content and from between double quotes, with U+FFFD for what XML can't hold. */
  escape(text: string): string {
    const held = this.#texts.hold(text);
    return special.test(held) ? held.replace(allSpecial, (character) => references[character] as string) : held;
  }

  /** A text for people to read among others: its direction is isolated. */
  label(text: string): string {
    return this.escape(isolateDirection(text));
  }

  /** At most one warning. */
  warnings(): string[] {
    return this.#texts.warnings();
  }
}
