/** Texts that no reader is misled by. */

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
