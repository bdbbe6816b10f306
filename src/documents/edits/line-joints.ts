/** Tells where two pieces of Markdown would mean something else if nothing stood between them. */

const listMarker = /^[\s>]*(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
const fence = /^[\s>]*(?:`{3,}|~{3,})/;
const heading = /^ {0,3}#{1,6}(?:\s|$)/;
/** A line below text that makes a heading or the head of a table of it. */
const underlineMarks = /^(?:=+|[\s|:]*-[-\s|:]*)$/;
const thematicBreak = /^[\s>]*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const definition = /^ {0,3}\[[^\]\r\n]+\]:/;
const tableRow = /^[\s>]*\|/;
const blockId = /^[\s>]*\^[A-Za-z0-9_-]+\s*$/;

function isUnderline(line: string): boolean {
  return underlineMarks.test(line.replace(/^[\s>]+/, "").trimEnd());
}

/** Lines without their terminators, from the first one that is not blank to the next one that is. */
function firstLines(text: string): readonly string[] {
  const lines: string[] = [];
  for (const [line] of text.matchAll(/[^\r\n]+|\r\n|\r|\n/g)) {
    if (/^[\r\n]/.test(line)) continue;
    if (line.trim() === "") break;
    lines.push(line);
    // What follows the second line decides only of headings with several lines.
    if (lines.length > 1 && isUnderline(line)) break;
  }
  return lines;
}

/** The lines from the last blank one on. */
function lastLines(text: string): readonly string[] {
  const lines: string[] = [];
  let end = text.length;
  while (end > 0) {
    let stop = end;
    if (text[stop - 1] === "\n") stop--;
    if (text[stop - 1] === "\r") stop--;
    let start = stop;
    while (start > 0 && text[start - 1] !== "\n" && text[start - 1] !== "\r") start--;
    const line = text.slice(start, stop);
    if (line.trim() === "") break;
    lines.push(line);
    end = start;
  }
  return lines.reverse();
}

/** How a piece of text ends, as far as that decides what may stand right below it. */
type Ending = "closed" | "paragraph" | "table" | "html" | "container" | "id";

function endingOf(lines: readonly string[]): Ending {
  const last = lines.at(-1) ?? "";
  if (lines.length === 0 || fence.test(last) || heading.test(last) || thematicBreak.test(last)) return "closed";
  if (blockId.test(last)) return "id";
  if (lines.some((line) => listMarker.test(line) || /^\s*>/.test(line)) || /^\s+\S/.test(lines[0] as string)) {
    return "container";
  }
  if (tableRow.test(last) || lines.some((line) => /-/.test(line) && /\|/.test(line) && isUnderline(line))) {
    return "table";
  }
  if (/^ {0,3}</.test(lines[0] as string)) return "html";
  return lines.length > 1 && isUnderline(last) ? "closed" : "paragraph";
}

/** Whether a line that is not blank goes on with a paragraph above it, and opens no block of its own. */
function isParagraphLine(line: string): boolean {
  return (
    !(fence.test(line) || heading.test(line) || thematicBreak.test(line) || listMarker.test(line)) &&
    !/^\s*[>|]/.test(line)
  );
}

/** Blocks that begin only after a blank line where a paragraph stands above. */
function needsRoom(line: string): boolean {
  return (
    isUnderline(line) ||
    tableRow.test(line) ||
    definition.test(line) ||
    /^(?: {4}|\t| {0,3}<)/.test(line) ||
    /^\s*(?!0*1[.)])\d{1,9}[.)]\s/.test(line) ||
    /^\s*(?:[-*+]|\d{1,9}[.)])\s*$/.test(line)
  );
}

/**
 * Whether a blank line has to stand between `above` and `below`, whole lines both: without it a heading or table would come to be, or a
 * block of the one would become part of the other. Two paragraphs, two lists or two rows may be joined.
 */
export function needsBlankBetween(above: string, below: string): boolean {
  const [next = "", ...others] = firstLines(below);
  const isBlank = /^[ \t]*(?:[\r\n]|$)/;
  if (next === "" || isBlank.test(below)) return false;
  const ending = endingOf(lastLines(above));
  if (ending === "closed") return false;
  if (ending === "html") return true;
  if (isUnderline(next)) return true;
  if (ending === "paragraph") {
    return needsRoom(next) || (isParagraphLine(next) && others.some((line) => isUnderline(line)));
  }
  if (ending === "table") return isParagraphLine(next) && !next.includes("|");
  return isParagraphLine(next) || (needsRoom(next) && !listMarker.test(next));
}

/** Whether a block id at the end of the last line belongs to the block there, and does not break it. */
export function carriesBlockId(content: string): boolean {
  const lines = lastLines(content);
  const last = lines.at(-1) ?? "";
  const [first = ""] = lines;
  if (/^(?: {4}|\t)/.test(first) && !listMarker.test(first)) return false;
  if (/^\s*(?:>|\$\$|%%|<)/.test(last) || definition.test(first) || /(?:\$\$|%%)\s*$/.test(last)) return false;
  const ending = endingOf(lines);
  return ending === "paragraph" || (ending === "container" && !tableRow.test(last) && !isUnderline(last));
}

/** Whether a text can begin right after the mark of a list item; `isTask`: after its box, where only a paragraph can. */
export function canOpenItem(content: string, isTask: boolean): boolean {
  const [first = ""] = firstLines(content);
  if (thematicBreak.test(first) || isUnderline(first) || /^(?: {4}|\t)/.test(first)) return false;
  return !isTask || (isParagraphLine(first) && !/^\s*(?:<|\$\$)/.test(first) && !definition.test(first));
}

/** Whether code fences that the content opens are closed in it too. */
export function closesFences(content: string): boolean {
  let open: string | undefined;
  for (const [line] of content.matchAll(/[^\r\n]+/g)) {
    const marks = /^[\s>]*(`{3,}|~{3,})(.*)$/.exec(line);
    if (marks === null) continue;
    const [, mark = "", info = ""] = marks;
    if (open === undefined) {
      if (mark.startsWith("~") || !info.includes("`")) open = mark;
    } else if (mark.startsWith(open) && info.trim() === "") open = undefined;
  }
  return open === undefined;
}
