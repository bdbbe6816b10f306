/** The tokens of a SPARQL query: enough to tell keywords from what stands in strings, IRIs, names and comments. */

/** One token; blanks and comments are none. */
export interface QueryToken {
  /**
   * `word` is a keyword or a built-in function, `name` a prefixed name, `mark` punctuation or an operator, `unknown` a character that no
   * query has at this place.
   */
  readonly kind: "word" | "name" | "iri" | "string" | "variable" | "number" | "language" | "blank" | "mark" | "unknown";
  /** As written. */
  readonly text: string;
  /** Where it starts in the query, in UTF-16 units. */
  readonly start: number;
}

const nameStart =
  "A-Za-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}";
const variableCharacter = `${nameStart}_0-9\\u00b7\\u0300-\\u036f\\u203f\\u2040`;
const nameCharacter = `${variableCharacter}\\-`;
/** Bounded, since a name without a colon is looked through again from each of its dots. */
const prefix = `[${nameStart}](?:[${nameCharacter}.]{0,100}[${nameCharacter}])?`;
const localEscape = "%[0-9A-Fa-f]{2}|\\\\[_~.!$&'()*+,;=/?#@%-]";
const local = `(?:[${nameStart}_:0-9]|${localEscape})(?:(?:[${nameCharacter}.:]|${localEscape})*(?:[${nameCharacter}:]|${localEscape}))?`;

/** In the order in which they are tried. */
const patterns: readonly (readonly [kind: QueryToken["kind"] | "none", pattern: string])[] = [
  ["none", "[ \\t\\r\\n]+|#[^\\r\\n]*"],
  [
    "iri",
    '<[^<>"{}|^`\\\\\\u0000-\\u0020]*(?:\\\\(?:u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8})[^<>"{}|^`\\\\\\u0000-\\u0020]*)*>',
  ],
  ["string", "\"\"\"(?:\"{0,2}(?:[^\"\\\\]|\\\\[\\s\\S]))*\"\"\"|'''(?:'{0,2}(?:[^'\\\\]|\\\\[\\s\\S]))*'''"],
  ["string", "\"(?:[^\"\\\\\\n\\r]|\\\\[^\\n\\r])*\"|'(?:[^'\\\\\\n\\r]|\\\\[^\\n\\r])*'"],
  ["blank", `_:[${nameStart}_0-9](?:[${nameCharacter}.]*[${nameCharacter}])?`],
  ["variable", `[?$][${nameStart}_0-9][${variableCharacter}]*`],
  ["name", `(?:${prefix})?:(?:${local})?`],
  ["language", "@[A-Za-z]+(?:-[A-Za-z0-9]+)*"],
  ["number", "(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?"],
  ["word", "[A-Za-z_][A-Za-z_0-9]*"],
  ["mark", "\\^\\^|&&|\\|\\||[!<>]=|<<|>>|[{}()[\\].;,*/^|+?!=<>-]"],
];

/** The tokens in their order. Total: what fits nowhere is `unknown`, one character of it at a time. */
export function queryTokens(query: string): readonly QueryToken[] {
  const expression = new RegExp(patterns.map(([, pattern]) => `(${pattern})`).join("|"), "uy");
  const tokens: QueryToken[] = [];
  let start = 0;
  while (start < query.length) {
    expression.lastIndex = start;
    const match = expression.exec(query);
    const text = match?.[0] ?? String.fromCodePoint(query.codePointAt(start) as number);
    const kind = match === null ? "unknown" : kindOf(match);
    if (kind !== "none") tokens.push({ kind, text, start });
    start += text.length;
  }
  return tokens;
}

function kindOf(match: RegExpExecArray): QueryToken["kind"] | "none" {
  const group = patterns.findIndex((_, index) => match[index + 1] !== undefined);
  return (patterns[group] as (typeof patterns)[number])[0];
}

/** Whether a token is one of these keywords, which are written in any case. */
export function isWord(token: QueryToken | undefined, ...words: readonly string[]): boolean {
  return token?.kind === "word" && words.includes(token.text.toUpperCase());
}

/** Whether a token is this punctuation. */
export function isMark(token: QueryToken | undefined, mark: string): boolean {
  return token?.kind === "mark" && token.text === mark;
}

/** Line and column of a place, both counted from 1; columns are characters. */
export function placeOf(query: string, start: number): { readonly line: number; readonly column: number } {
  const before = query.slice(0, start).split(/\r\n|[\n\r]/);
  return { line: before.length, column: [...(before.at(-1) as string)].length + 1 };
}
