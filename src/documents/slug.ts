/** Slugs of headings as GitHub makes them, and the form in which anchors are compared. */
import { slug as slugOfAnyText } from "github-slugger";
import { decodeOnce } from "../base/decode-once.ts";

/** Makes slugs for one document: a text that was seen before gets `-1`, `-2` and so on, as on GitHub. */
export function createSlugger(): (text: string) => string {
  /** Slugs in use, each with the last number that was put after it. */
  const used = new Map<string, number>();
  return (text) => {
    const plain = slugOf(text);
    let result = plain;
    let number = used.get(plain);
    if (number !== undefined) {
      do {
        number++;
        result = `${plain}-${number}`;
      } while (used.has(result));
      used.set(plain, number);
    }
    used.set(result, 0);
    return result;
  };
}

/** The slug of one text: lower case, punctuation taken out, each blank a hyphen. Letters, marks and digits of every script stay. */
export function slugOf(text: string): string {
  const lower = text.toLowerCase();
  let blanks = false;
  let others = false;
  for (let index = 0; index < lower.length; index++) {
    const unit = lower.charCodeAt(index);
    if (unit > 127) return slugOfAnyText(text);
    if (unit === 32) blanks = true;
    else if (!isSlugUnit(unit)) others = true;
  }
  const named = others ? lower.replace(notInSlug, "") : lower;
  // By a pattern: `replaceAll` would give a text of many pieces, which stay in memory as such.
  return blanks ? named.replace(blank, "-") : named;
}

const blank = / /g;

const notInSlug = /[^a-z0-9_ -]+/g;

function isSlugUnit(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 48 && unit <= 57) || unit === 45 || unit === 95;
}

const variationSelectors = /[\u180b-\u180d\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;
const plain = /^[a-z0-9_-]*$/;

/**
 * The form in which a fragment, a slug or a custom id is compared: percent-decoded once (an escape that is none stands for itself), NFC,
 * lower case, without variation selectors.
 */
export function comparableAnchor(text: string): string {
  if (plain.test(text)) return text;
  return decodeOnce(text).normalize("NFC").toLowerCase().replace(variationSelectors, "");
}

/** The form in which the heading that a wikilink names is compared: as above, with runs of punctuation and blanks as one blank. */
export function comparableHeading(text: string): string {
  return comparableAnchor(text)
    .replace(/[\p{P}\p{S}\s]+/gu, " ")
    .trim();
}
