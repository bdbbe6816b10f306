/** Text that both diagram formats can hold and that no reader is misled by. */

const controls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const firstStrongIsolate = "\u2068";
const popDirectionalIsolate = "\u2069";

/**
 * A text that can't reorder what stands around it: if it holds bidirectional controls, it is put between a first strong isolate
 * and its end, with as many more of either as it opens or closes too few. Without those at its ends it is the text itself.
 */
export function isolateDirection(text: string): string {
  if (!controls.test(text)) return text;
  let open = 0;
  let unopened = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit >= 0x2066 && unit <= 0x2068) open++;
    else if (unit === 0x2069) {
      if (open > 0) open--;
      else unopened++;
    }
  }
  return firstStrongIsolate.repeat(unopened + 1) + text + popDirectionalIsolate.repeat(open + 1);
}

/** What XML, and so a drawn diagram, can't hold: controls but tab and line ends, two noncharacters, halves of surrogate pairs. */
const unholdable =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Prepares the texts of one diagram and counts what it had to replace. */
export class DiagramTexts {
  #replaced = 0;

  /** The text with U+FFFD for what can't be held and `\n` for every line end, its direction isolated. */
  prepare(text: string): string {
    const held = text.replace(unholdable, () => {
      this.#replaced++;
      return "\ufffd";
    });
    return isolateDirection(held.includes("\r") ? held.replace(/\r\n?/g, "\n") : held);
  }

  /** At most one warning. */
  warnings(): string[] {
    if (this.#replaced === 0) return [];
    const characters = this.#replaced === 1 ? "1 character" : `${this.#replaced} characters`;
    return [`${characters} that a diagram can't hold became U+FFFD.`];
  }
}
