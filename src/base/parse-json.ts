/** JSON from outside: bounded, and refused where readers would disagree on what it says. */
import { GraphdownError } from "./errors.ts";
import { showPath } from "./show-path.ts";
import { unpairedSurrogate } from "./unsafe-characters.ts";

/** What a JSON text may be. */
export interface JsonBounds {
  /** UTF-16 units of the text. Default 16 MiB. */
  readonly maximumCharacters?: number;
  /** Lists and objects inside each other. Default 64. */
  readonly maximumDepth?: number;
}

/**
 * The value of a JSON text; a byte order mark before it is accepted. What is no JSON, larger or deeper than the bounds, holds a key
 * twice, the key `__proto__` or half a surrogate pair is `invalid_input`, with the finer word in `details.reason`.
 */
export function parseJson(source: string, bounds: JsonBounds = {}): unknown {
  const { maximumCharacters = 16 * 1024 * 1024, maximumDepth = 64 } = bounds;
  const text = source.replace(/^\ufeff/, "");
  if (text.length > maximumCharacters) {
    throw refuse("too_large", `it has ${text.length} characters, and at most ${maximumCharacters} are read`);
  }
  const value = parse(text);
  checkShape(text, maximumDepth);
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    // Engines quote the text in their own words; what they say of the place is kept, control characters are not.
    throw refuse("syntax", showPath((cause as Error).message.replaceAll(/\s+/g, " ")), cause);
  }
}

/** Walks over a text that is known to be JSON, with the keys of each open object. */
function checkShape(text: string, maximumDepth: number): void {
  const open: (Set<string> | undefined)[] = [];
  let expectsKey = false;
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case '"': {
        const end = endOfString(text, at);
        const content = decodeString(text.slice(at, end));
        if (expectsKey) addKey(open.at(-1) as Set<string>, content);
        expectsKey = false;
        at = end - 1;
        break;
      }
      case "{":
      case "[":
        if (open.length === maximumDepth)
          throw refuse("too_deep", `it is nested more than ${maximumDepth} levels deep`);
        expectsKey = text[at] === "{";
        open.push(expectsKey ? new Set() : undefined);
        break;
      case "}":
      case "]":
        open.pop();
        break;
      case ",":
        expectsKey = open.at(-1) !== undefined;
        break;
    }
  }
}

/** The offset behind the closing quote of the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}

function decodeString(token: string): string {
  const content = token.includes("\\") ? (JSON.parse(token) as string) : token.slice(1, -1);
  if (unpairedSurrogate.test(content)) throw refuse("unpaired_surrogate", "a string holds half a surrogate pair");
  return content;
}

function addKey(keys: Set<string>, key: string): void {
  if (key === "__proto__") throw refuse("forbidden_key", 'it holds the key "__proto__"');
  if (keys.has(key)) throw refuse("duplicate_key", `an object holds the key "${showPath(key)}" twice`);
  keys.add(key);
}

function refuse(reason: string, why: string, cause?: unknown): GraphdownError {
  return new GraphdownError({
    code: "invalid_input",
    message: `The JSON can't be read: ${why}.`,
    details: { reason },
    next: "Give one JSON value in which each key stands once.",
    cause,
  });
}
