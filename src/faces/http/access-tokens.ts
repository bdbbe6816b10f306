/** Tokens that are known beforehand. */
import { GraphdownError } from "../../base/errors.ts";
import { sha256OfText } from "../../base/hash.ts";
import { type Caller, type Scope, scopes } from "./caller.ts";

/** A token and what its bearer may do. */
export interface AccessToken {
  /** At least 16 printable ASCII characters without blanks. */
  readonly token: string;
  readonly scopes: readonly Scope[];
  /** Default: only `default`. `*` is all. */
  readonly workspaces?: readonly string[] | undefined;
  /** What logs call the bearer. Default: `token-` and the beginning of the token's SHA-256. */
  readonly actor?: string | undefined;
}

/** Finds the caller that bears a token; `undefined` for one that is not known. */
export type TokenLookup = (token: string) => Caller | undefined;

const minimumCharacters = 16;

/** Checks tokens once. A short token, a token that stands twice, or a scope that is none, is `invalid_options`; no token is shown. */
export function createTokenLookup(tokens: readonly AccessToken[]): TokenLookup {
  const known = tokens.map((each) => ({ digest: sha256OfText(checked(each).token), caller: callerOf(each) }));
  if (new Set(known.map(({ digest }) => digest)).size < known.length) {
    throw wrong("A token is given twice", "Give each bearer a token of its own.");
  }
  return (token) => {
    const digest = sha256OfText(token);
    let found: Caller | undefined;
    // All are compared, and to their end: the time taken tells nothing of them.
    for (const each of known) if (areEqual(each.digest, digest)) found = each.caller;
    return found;
  };
}

/** Reads the lines of a token file: `token scopes [workspaces [actor]]`, with commas inside; `#` begins a comment. */
export function parseTokenFile(text: string): readonly AccessToken[] {
  return text.split(/\r\n|\r|\n/).flatMap((line, index) => {
    const words = line.trim().split(/\s+/);
    if (words[0] === "" || words[0]?.startsWith("#")) return [];
    const [token, scopeList, workspaces, actor, ...rest] = words as [string, ...string[]];
    if (scopeList === undefined || rest.length > 0) {
      throw wrong(
        `Line ${index + 1} of the token file has ${words.length} words`,
        "Write a line as: token scopes [workspaces [actor]], such as: 3f9c… read,write default.",
      );
    }
    requireLong(token, `The token in line ${index + 1} of the token file`);
    return [
      {
        token,
        scopes: scopeList.split(",") as Scope[],
        ...(workspaces === undefined ? {} : { workspaces: workspaces.split(",") }),
        ...(actor === undefined ? {} : { actor }),
      },
    ];
  });
}

function checked(each: AccessToken): AccessToken {
  requireLong(each.token, "A token");
  const unknown = each.scopes.find((scope) => !scopes.includes(scope));
  if (unknown === undefined && each.scopes.length > 0) return each;
  throw wrong(
    unknown === undefined ? "A token has no scope" : `A token has the scope ${JSON.stringify(unknown)}`,
    `The scopes are ${scopes.join(", ")}.`,
  );
}

function requireLong(token: unknown, which: string): void {
  if (typeof token === "string" && token.length >= minimumCharacters && /^[\x21-\x7e]+$/.test(token)) return;
  throw wrong(
    `${which} has fewer than ${minimumCharacters} characters, or others than printable ASCII without blanks`,
    "Give a long random one, such as 32 random bytes in hexadecimal.",
  );
}

function callerOf({ token, scopes: granted, workspaces = ["default"], actor }: AccessToken): Caller {
  return {
    actor: actor ?? `token-${sha256OfText(token).slice(0, 12)}`,
    role: granted.join(" "),
    scopes: new Set(granted),
    workspaces,
  };
}

function areEqual(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let at = 0; at < one.length; at++) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}

function wrong(what: string, next: string): GraphdownError {
  return new GraphdownError({
    code: "invalid_options",
    message: `${what}.`,
    details: { option: "tokens" },
    next,
  });
}
