/** A text that looks at the clock while it is read, so that an engine which knows no clock can be stopped. */

/** Characters that are read between two looks. */
const charactersPerLook = 4_096;

/** The text as the engine takes it: a `String` that calls `check` every few thousand characters. What `check` throws ends the search. */
export class ClockedText extends String {
  readonly #text: string;
  readonly #check: () => void;
  #left = charactersPerLook;

  constructor(text: string, check: () => void) {
    super(text);
    this.#text = text;
    this.#check = check;
  }

  override charCodeAt(index: number): number {
    if (--this.#left <= 0) {
      this.#left = charactersPerLook;
      this.#check();
    }
    return this.#text.charCodeAt(index);
  }
}
