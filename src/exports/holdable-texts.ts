/** Texts for formats that rest on XML, which can't hold every character. */
import { countOf } from "../base/count-of.ts";

/** What XML can't hold: controls but tab and line ends, two noncharacters, halves of surrogate pairs. */
const unholdable =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Prepares the texts of one export and counts what it had to replace. */
export class HoldableTexts {
  readonly #holder: string;
  #replaced = 0;

  /** `holder` is what the warning says can't hold them: `a diagram`. */
  constructor(holder: string) {
    this.#holder = holder;
  }

  /** The text with U+FFFD for what can't be held. */
  hold(text: string): string {
    return text.replace(unholdable, () => {
      this.#replaced++;
      return "\ufffd";
    });
  }

  /** At most one warning. */
  warnings(): string[] {
    if (this.#replaced === 0) return [];
    return [`${countOf(this.#replaced, "character")} that ${this.#holder} can't hold became U+FFFD.`];
  }
}
