/** Content as it stands in the place of a block: behind the marks of its list item, indented as it is, with its id. */
import { editConflict } from "../../base/edit-errors.ts";
import { endingOf, type LineEnding } from "../../base/line-endings.ts";
import { canOpenItem, carriesBlockId, closesFences, needsBlankBetween } from "./line-joints.ts";
import type { PlaceRange } from "./place-range.ts";

/** What to put where. */
export interface BlockEdit {
  readonly text: string;
  readonly range: PlaceRange;
  /** With `^`. */
  readonly id: string;
  readonly mode: "replace" | "append" | "prepend";
  /** Not empty; without blank lines around it. */
  readonly content: string;
  readonly added: LineEnding;
}

/** Whole lines in the place of others. */
export interface PlacedLines {
  readonly from: number;
  readonly to: number;
  readonly content: string;
}

/** The marks before a block's own text. */
interface Marks {
  /** Indentation and marks of quotes. */
  readonly outer: string;
  /** The mark of the list item, blanks included; `""` for another block. */
  readonly item: string;
  /** The box of a task, blanks included. */
  readonly task: string;
}

const marksOf = (line: string): Marks => {
  const [, outer = "", item = "", task = ""] =
    /^([ \t>]*)((?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)(\[[^\]\r\n]\][ \t]+)?/.exec(line) ?? [];
  return item === "" ? { outer, item, task: "" } : { outer, item, task };
};

/**
 * Places content in a block. Text that begins with the mark of a list item takes the place of a whole item or stands beside it; any other
 * stays within the item. `edit_conflict` with reason `unfit` where it can't.
 */
export function placeInBlock(edit: BlockEdit): PlacedLines {
  const { text, range, id, mode, content, added } = edit;
  const { contentStart, contentEnd, end } = range;
  const old = text.slice(contentStart, contentEnd);
  const marks = marksOf(old);
  const { outer, item, task } = marks;
  const given = marksOf(content);
  // Content may be given with the indentation that it has in the file.
  const isIndented = outer !== "" && content.startsWith(outer);
  const isItem = item !== "" && given.item !== "";
  const inner = isItem ? outer : outer + item.replace(/\S/g, " ");
  if (!closesFences(content)) throw unfit(id, "a code fence in it is not closed");
  const lead = isItem || mode === "append" ? outer : outer + item + task;
  if (lead !== outer && !canOpenItem(content, task !== ""))
    throw unfit(id, "it can't begin behind the mark of a list item");
  if (mode === "replace") {
    const isIdInside = old.trimEnd().endsWith(id) && !content.trimEnd().endsWith(id);
    const whole = isIdInside ? withId(content, id, added) : content;
    return {
      from: contentStart,
      to: contentEnd,
      content: prefixed(whole, isIndented ? "" : lead, isIndented ? "" : inner),
    };
  }
  if (mode === "append") {
    const from = isItem ? endOfItem(text, end, marks) : end;
    const rest = isIndented ? "" : inner;
    // An id ends its block: what came right after it would take it away from the block.
    const isApart = !isItem && needsBlankBetween("x\n\n^x\n", content);
    return { from, to: from, content: `${isApart ? blankLine(outer) + added : ""}${prefixed(content, rest, rest)}` };
  }
  if (isItem || item === "") {
    const rest = isIndented ? "" : outer;
    return { from: contentStart, to: contentStart, content: prefixed(content, rest, rest) };
  }
  const own = old.slice(outer.length + item.length + task.length);
  const ended = endingOf(content) === "" ? content + added : content;
  const apart = needsBlankBetween(ended, own) ? blankLine(outer) + added : "";
  return { from: contentStart, to: contentEnd, content: `${prefixed(ended, lead, inner)}${apart}${inner}${own}` };
}

function withId(content: string, id: string, added: LineEnding): string {
  const ending = endingOf(content);
  const own = content.slice(0, content.length - ending.length);
  return carriesBlockId(own) ? `${own} ${id}${ending}` : `${own}${added}${added}${id}${ending}`;
}

function prefixed(content: string, first: string, rest: string): string {
  const lines = content.split(/(?<=\n|\r(?!\n))/);
  const shown = lines.map((line, index) => (index === 0 ? first : line.trim() === "" ? blankLine(rest) : rest) + line);
  return shown.join("");
}

/** A blank line within quotes keeps their marks. */
function blankLine(prefix: string): string {
  return prefix.trimEnd();
}

/** Where the lines end that lie deeper than the mark of an item, blank ones after them not counted. */
function endOfItem(text: string, from: number, { outer }: Marks): number {
  let end = from;
  for (let at = from; at < text.length; ) {
    const [line = ""] = /^[^\r\n]*(?:\r\n|\r|\n|$)/.exec(text.slice(at, at + longestLook)) ?? [];
    const isDeeper = line.startsWith(outer) && /^[ \t]+\S/.test(line.slice(outer.length));
    if (!isDeeper && line.trim() !== "") break;
    at += line.length;
    if (isDeeper) end = at;
  }
  return end;
}

/** The line of which the depth is looked at may be long; its end is looked for no further. */
const longestLook = 100_000;

function unfit(id: string, why: string): Error {
  return editConflict(
    "unfit",
    `The content can't be put into the block ${id}: ${why}. Nothing was changed.`,
    "Give text that can stand in the block, or change its lines with file_access_replace_lines.",
  );
}
