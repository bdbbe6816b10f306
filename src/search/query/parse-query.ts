/** The query language: plain words, with a few forms that say more. Nothing is a syntax error. */
import { GraphdownError } from "../../base/errors.ts";

/** Filters that a query can name; each narrows the answer. */
type QueryFilterKind = "tag" | "path" | "title" | "property" | "link";

/** `tag:x`, `path:docs/`, `title:x`, `prop:key=value`, `link:[[Note]]`; with `-` before it, documents that it fits are left out. */
export interface QueryFilter {
  readonly kind: QueryFilterKind;
  readonly value: string;
  readonly negated: boolean;
}

/** A query, taken apart. Texts are as written. */
export interface ParsedQuery {
  /** The whole query without the blanks around it. */
  readonly written: string;
  /** Words and phrases in their order, blanks between them: what names are compared with as a whole. */
  readonly text: string;
  /** Runs without a blank that are searched for; each may hold several words (`ADR-016`, `日本語`). */
  readonly words: readonly string[];
  /** What was in quotes: each must occur. */
  readonly phrases: readonly string[];
  /** Words and phrases that must not occur. */
  readonly excluded: readonly string[];
  readonly filters: readonly QueryFilter[];
}

const filterKinds: ReadonlyMap<string, QueryFilterKind> = new Map([
  ["tag", "tag"],
  ["path", "path"],
  ["title", "title"],
  ["prop", "property"],
  ["link", "link"],
]);

/** One word, phrase or filter of a query. */
interface Piece {
  readonly kind: "word" | "phrase" | QueryFilterKind;
  readonly value: string;
  readonly negated: boolean;
}

/**
 * Takes a query apart. A blank query is `invalid_input` unless `allowBlank` (filters are given in another way); one with more than
 * `maximumCharacters` code points is `limit_exceeded`.
 */
export function parseQuery({
  query,
  maximumCharacters,
  allowBlank = false,
}: {
  readonly query: string;
  readonly maximumCharacters: number;
  readonly allowBlank?: boolean;
}): ParsedQuery {
  checkLength(query, maximumCharacters);
  if (!allowBlank && query.trim() === "")
    throw new GraphdownError({
      code: "invalid_input",
      message: "The query is blank.",
      details: { parameter: "query", reason: "blank" },
      next: "Give some words to look for, or a filter such as tag:name or path:docs/.",
    });
  const pieces = piecesOf(query);
  const read = onlyNegativeNumbers(pieces)
    ? pieces.map((piece) => (isText(piece) ? { ...piece, negated: false } : piece))
    : pieces;
  const asked = read.filter((piece) => isText(piece) && !piece.negated);
  return {
    written: query.trim(),
    text: asked.map((piece) => piece.value).join(" "),
    words: asked.filter((piece) => piece.kind === "word").map((piece) => piece.value),
    phrases: asked.filter((piece) => piece.kind === "phrase").map((piece) => piece.value),
    excluded: read.filter((piece) => isText(piece) && piece.negated).map((piece) => piece.value),
    filters: read.flatMap(({ kind, value, negated }) =>
      kind === "word" || kind === "phrase" ? [] : [{ kind, value, negated }],
    ),
  };
}

function checkLength(query: string, maximum: number): void {
  if (query.length <= maximum) return;
  const length = query.length > maximum * 2 ? query.length : [...query].length;
  if (length <= maximum) return;
  throw new GraphdownError({
    code: "limit_exceeded",
    message: `The query is longer than ${maximum} characters.`,
    details: { parameter: "query", limit: "maximumQueryCharacters", maximum },
    next: "Ask with the words that matter most.",
  });
}

const number = /^\d+(?:[.,]\d+)*(?:%|°\p{L}?)?$/u;

/** Whether all that is asked for are numbers behind a dash: `-40` alone is a temperature rather than everything without a 40. */
function onlyNegativeNumbers(pieces: readonly Piece[]): boolean {
  return pieces.every(
    (piece) => piece.negated && (!isText(piece) || (piece.kind === "word" && number.test(piece.value))),
  );
}

function isText(piece: Piece): boolean {
  return piece.kind === "word" || piece.kind === "phrase";
}

const blank = /\s/;
const wordAfterDash = /^-["\p{L}\p{N}]/u;

function piecesOf(query: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  while (at < query.length) {
    if (blank.test(query[at] as string)) {
      at++;
      continue;
    }
    const negated = wordAfterDash.test(query.slice(at, at + 3));
    const start = negated ? at + 1 : at;
    const phrase = phraseAt(query, start);
    const { piece, end } = phrase ?? wordAt(query, start);
    if (piece.value.trim() !== "") pieces.push({ ...piece, negated });
    at = end;
  }
  return pieces;
}

type PieceAt = { readonly piece: Omit<Piece, "negated">; readonly end: number };

/** What stands between two quotes. A quote without its fellow is no quote. */
function phraseAt(query: string, start: number): PieceAt | undefined {
  if (query[start] !== '"') return undefined;
  const close = query.indexOf('"', start + 1);
  if (close === -1) return undefined;
  return { piece: { kind: "phrase", value: query.slice(start + 1, close) }, end: close + 1 };
}

function wordAt(query: string, start: number): PieceAt {
  const end = endOfWord(query, start);
  const word = query.slice(start, end);
  const colon = word.indexOf(":");
  const kind = colon === -1 ? undefined : filterKinds.get(word.slice(0, colon).toLowerCase());
  if (kind !== undefined) {
    const filter = filterAt(query, start + colon + 1, kind);
    if (filter !== undefined) return filter;
  }
  return { piece: { kind: "word", value: word.startsWith('"') ? word.slice(1) : word }, end };
}

/** A word ends at a blank, or where a phrase begins. */
function endOfWord(query: string, start: number): number {
  let end = start + 1;
  while (
    end < query.length &&
    !blank.test(query[end] as string) &&
    !(query[end] === '"' && query.indexOf('"', end + 1) !== -1)
  )
    end++;
  return end;
}

/** The value of a filter: up to a blank, in quotes, or in `[[…]]`, which may hold blanks. Without one it is no filter. */
function filterAt(query: string, start: number, kind: QueryFilterKind): PieceAt | undefined {
  const quoted = phraseAt(query, start);
  if (quoted !== undefined) return valued(kind, quoted.piece.value, quoted.end);
  if (kind === "link" && query.startsWith("[[", start)) {
    const close = query.indexOf("]]", start);
    if (close !== -1) return valued(kind, query.slice(start + 2, close), close + 2);
  }
  let end = start;
  while (end < query.length && !blank.test(query[end] as string)) {
    if (kind === "property" && query[end] === "=") {
      const quotedValue = phraseAt(query, end + 1);
      if (quotedValue !== undefined)
        return valued(kind, `${query.slice(start, end)}=${quotedValue.piece.value}`, quotedValue.end);
      const close = query.startsWith("[[", end + 1) ? query.indexOf("]]", end) : -1;
      if (close !== -1) return valued(kind, query.slice(start, close + 2), close + 2);
    }
    end++;
  }
  return valued(kind, query.slice(start, end), end);
}

function valued(kind: QueryFilterKind, value: string, end: number): PieceAt | undefined {
  const bare = kind === "tag" ? value.replace(/^#/, "") : value;
  if (bare.trim() === "" || (kind === "property" && bare.startsWith("="))) return undefined;
  return { piece: { kind, value: bare.trim() }, end };
}
