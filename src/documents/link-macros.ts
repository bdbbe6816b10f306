/** Links that a site generator's macros make: `{{< ref "x.md" >}}`, as far as the user says so. */
import { isBlank } from "./character-class.ts";
import { addLink, type DraftLink, type LinkCollection } from "./link-collection.ts";
import { appendRange, createRanges, type OpaqueRanges, opaque, opaqueEndAt, sortRanges } from "./opaque-ranges.ts";

/**
 * One macro. `match` is its text, in which `*` stands for the shortest run of characters without a line break, and a blank for any number
 * of blanks: `{{< ref "*" >}}`. `path` is the destination, in which `$1` to `$9` stand for what the stars matched: `$1`, `/api/$1.md`.
 */
export interface LinkMacro {
  readonly match: string;
  readonly path: string;
}

/** Longest text that a macro may take, in code units: keeps hostile texts linear. */
const maximumLength = 400;

/** A macro taken apart: the pieces between its stars. */
interface PreparedMacro {
  readonly pieces: readonly string[];
  readonly path: string;
}

const prepared = new WeakMap<readonly LinkMacro[], readonly PreparedMacro[]>();

function prepare(macros: readonly LinkMacro[]): readonly PreparedMacro[] {
  let result = prepared.get(macros);
  if (result === undefined) {
    result = macros
      .filter(({ match }) => match.trim() !== "" && !match.startsWith("*"))
      .map(({ match, path }) => ({ pieces: match.trim().split("*"), path }));
    prepared.set(macros, result);
  }
  return result;
}

/** What {@link addMacroLinks} takes. */
export interface MacroInput {
  readonly text: string;
  readonly from: number;
  readonly macros: readonly LinkMacro[];
  readonly mask: OpaqueRanges;
  readonly collection: LinkCollection;
}

/**
 * Adds a link for every place of a macro outside the mask; gives their ranges. In `[text](macro)` the link has that text and takes the
 * whole.
 */
export function addMacroLinks({ text, from, macros, mask, collection }: MacroInput): OpaqueRanges {
  const ranges = createRanges();
  for (const macro of prepare(macros)) {
    const opening = (macro.pieces[0] as string).split(" ", 1)[0] as string;
    let at = text.indexOf(opening, from);
    while (at !== -1) {
      const found = opaqueEndAt(mask, at) === -1 ? matchAt(text, at, macro) : undefined;
      if (found !== undefined) {
        const link = addMacroLink(text, at, found, collection);
        if (link !== undefined) appendRange(ranges, link.range.start, link.range.end, opaque.destination);
      }
      at = text.indexOf(opening, found?.end ?? at + 1);
    }
  }
  return sortRanges(ranges);
}

function addMacroLink(text: string, start: number, found: Match, collection: LinkCollection): DraftLink | undefined {
  let before = start - 1;
  while (isBlank(text.charCodeAt(before))) before--;
  let after = found.end;
  while (isBlank(text.charCodeAt(after))) after++;
  const wrapped = text.startsWith("](", before - 1) && text.charCodeAt(after) === 41;
  const open = wrapped ? text.lastIndexOf("[", before - 2) : -1;
  const inLine = open !== -1 && start - open < maximumLength && !text.slice(open, start).includes("\n");
  return addLink(collection, {
    syntax: "markdown",
    embed: inLine && text.charCodeAt(open - 1) === 33,
    lookup: "path",
    target: found.path,
    text: inLine ? text.slice(open + 1, before - 1) : found.path,
    start: inLine ? open : start,
    end: inLine ? after + 1 : found.end,
  });
}

interface Match {
  readonly end: number;
  readonly path: string;
}

function matchAt(text: string, start: number, macro: PreparedMacro): Match | undefined {
  const values: string[] = [];
  let end = matchPiece(text, start, macro.pieces[0] as string);
  for (let index = 1; index < macro.pieces.length && end !== -1; index++) {
    const piece = macro.pieces[index] as string;
    const valueStart = end;
    end = -1;
    for (let at = valueStart; at <= text.length && at - start <= maximumLength; at++) {
      end = matchPiece(text, at, piece);
      if (end !== -1) {
        values.push(text.slice(valueStart, at).trim());
        break;
      }
      const unit = text.charCodeAt(at);
      if (unit === 10 || unit === 13) break;
    }
  }
  if (end === -1 || end === start) return undefined;
  const path = macro.path.replace(/\$([1-9])/g, (_, digit: string) => values[Number(digit) - 1] ?? "");
  return { end, path };
}

/** The end of `piece` at `start`, a blank of it standing for any number of blanks; −1 where it does not stand. */
function matchPiece(text: string, start: number, piece: string): number {
  let at = start;
  for (let index = 0; index < piece.length; index++) {
    const unit = piece.charCodeAt(index);
    if (unit === 32) {
      while (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9) at++;
    } else if (text.charCodeAt(at) === unit) {
      at++;
    } else {
      return -1;
    }
  }
  return at;
}
