/** Cuts the text of headings and links from the source where it is spelled there as it is, which is nearly always. */
import type { TextRange } from "../markdown-engine.ts";

const tab = 0x09;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const blank = 0x20;
const hash = 0x23;

/** The text of a heading whose content is text only; `undefined` where it has to be asked for. */
export function plainHeadingText(source: string, heading: TextRange): string | undefined {
  let { start, end } = heading;
  if (source.charCodeAt(start) !== hash) return plainSetextText(source, heading);
  if (!isSpelledOut(source, start, end)) return undefined;
  while (start < end && source.charCodeAt(start) === hash) start += 1;
  while (start < end && isBlank(source.charCodeAt(start))) start += 1;
  while (end > start && isBlank(source.charCodeAt(end - 1))) end -= 1;
  let hashes = end;
  while (hashes > start && source.charCodeAt(hashes - 1) === hash) hashes -= 1;
  if (hashes < end && (hashes === start || isBlank(source.charCodeAt(hashes - 1)))) {
    end = hashes;
    while (end > start && isBlank(source.charCodeAt(end - 1))) end -= 1;
  }
  return source.slice(start, end);
}

/** The text of a heading that is one line and the line below it. */
function plainSetextText(source: string, heading: TextRange): string | undefined {
  const [text, , more] = source.slice(heading.start, heading.end).split(/\r\n|\r|\n/, 3);
  if (text === undefined || more !== undefined || !isSpelledOut(text, 0, text.length)) return undefined;
  return text.replace(/^[ \t]+|[ \t]+$/g, "");
}

/** Whether nothing in a range is spelled otherwise than it reads: no escape, entity or line end. */
function isSpelledOut(source: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const code = source.charCodeAt(at);
    if (code === 0x5c || code === 0x26 || code === lineFeed || code === carriageReturn) return false;
  }
  return true;
}

/** How a link is written. */
interface LinkSpelling {
  /** What stands after the bracket that ends the text; empty for anything. */
  readonly after: string;
  /** Whether its text is one code span, else it is text only. */
  readonly isCode: boolean;
}

/** The text of a link; `undefined` where it has to be asked for. */
export function plainLinkText(source: string, link: TextRange, { after, isCode }: LinkSpelling): string | undefined {
  const close = source.indexOf("]", link.start);
  if (close < 0 || close >= link.end || !source.startsWith(after, close + 1)) return undefined;
  const raw = source.slice(link.start + 1, close);
  if (raw.includes("[")) return undefined;
  if (isCode) return plainCode(raw);
  return isSpelledOut(raw, 0, raw.length) ? raw : undefined;
}

/** What is in a code span of single backticks that is the whole text. */
function plainCode(raw: string): string | undefined {
  const value = raw.slice(1, -1);
  if (!raw.startsWith("`") || !raw.endsWith("`") || value === "" || /[`\r\n]/.test(value)) return undefined;
  return value.startsWith(" ") || value.endsWith(" ") ? undefined : value;
}

function isBlank(code: number): boolean {
  return code === blank || code === tab;
}
