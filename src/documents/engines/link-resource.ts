/** Tells whether a parenthesis after a link's text can be the link's destination and title. */

/** Where a search for the end of a destination is given up; a longer one counts as a resource. */
const maximumLength = 4_096;

/** How long a title may be. */
const maximumTitle = 16_384;

/** CommonMark has parsers stop at some depth of parentheses; micromark and satteri stop here. */
const maximumDepth = 32;

/** Whether what begins with `(` at an offset is `(destination "title")`. Line ends count as blanks, together with quote marks after them. */
export function isResource(text: string, offset: number): boolean {
  const destination = skipBlanks(text, offset + 1);
  if (text.charAt(destination) === ")") return true;
  const end = text.charAt(destination) === "<" ? literalEnd(text, destination) : rawEnd(text, destination);
  if (end < 0) return false;
  if (end - destination >= maximumLength) return true;
  const title = skipBlanks(text, end);
  if (text.charAt(title) === ")") return true;
  const quote = text.charAt(title);
  if (title === end || (quote !== '"' && quote !== "'" && quote !== "(")) return false;
  const close = closingQuote(text, title + 1, quote === "(" ? ")" : quote);
  return close >= 0 && text.charAt(skipBlanks(text, close + 1)) === ")";
}

function skipBlanks(text: string, at: number): number {
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x0a || code === 0x0d) while (text.charAt(at + 1) === ">" || text.charAt(at + 1) === " ") at += 1;
    else if (code !== 0x20 && code !== 0x09) return at;
  }
  return at;
}

/** The end of a destination in angle brackets, −1 when it does not end. */
function literalEnd(text: string, start: number): number {
  const last = Math.min(text.length, start + maximumLength);
  for (let at = start + 1; at < last; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x3e) return at + 1;
    if (code === 0x3c || code === 0x0a || code === 0x0d) return -1;
    if (code === 0x5c) at += 1;
  }
  return last === text.length ? -1 : last;
}

/** The end of a destination without angle brackets: at a blank or a parenthesis that is not its own; −1 when it has none. */
function rawEnd(text: string, start: number): number {
  const last = Math.min(text.length, start + maximumLength);
  let depth = 0;
  for (let at = start; at < last; at += 1) {
    const code = text.charCodeAt(at);
    if (code <= 0x20 || code === 0x7f) return depth === 0 ? at : -1;
    if (code === 0x28 && ++depth > maximumDepth) return -1;
    if (code === 0x29 && --depth < 0) return at;
    if (code === 0x5c) at += 1;
  }
  return last === text.length ? -1 : last;
}

/** The end of a title, −1 when it does not end near. */
function closingQuote(text: string, start: number, quote: string): number {
  const near = text.slice(start, start + maximumTitle);
  for (let at = near.indexOf(quote); at >= 0; at = near.indexOf(quote, at + 1)) {
    if (near.charAt(at - 1) !== "\\") return start + at;
  }
  return -1;
}
