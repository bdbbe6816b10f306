/** What a request asks for, judged from the target as it was sent: a URL parser would have folded `%2e%2e` and the like by then. */
import { GraphdownError } from "../../base/errors.ts";
import { showPath } from "../../base/show-path.ts";
import { HttpRefusal } from "./http-refusal.ts";

/** A request target that has been understood. */
export interface Target {
  /** The workspace that `/w/{name}` names; `undefined` without it. */
  readonly workspace: string | undefined;
  /** For the router: every parameter is one segment, percent-encoded anew. */
  readonly route: string;
  /** Path and query as they were sent, without the host. */
  readonly raw: string;
  /** The host of a target in absolute form. */
  readonly authority: string | undefined;
  /** Parameters by name, each the first of its name. */
  readonly query: ReadonlyMap<string, string>;
  /** All parameters in their order. Only those that the protocol of SPARQL lets stand more than once do so, and only on its routes. */
  readonly pairs: readonly (readonly [name: string, value: string])[];
}

const maximumCharacters = 8_192;
const filesPrefix = "/v1/files/";

/** Routes of the SPARQL 1.1 Protocol, and its parameters of which there may be several (section 2.1.4). */
const sparqlRoutes: ReadonlySet<string> = new Set(["/v1/sparql", "/v1/graph/sparql"]);
const repeatable: ReadonlySet<string> = new Set(["default-graph-uri", "named-graph-uri"]);

/**
 * Decodes a target once. An escape that is none, or no UTF-8, is `invalid_path`; a character that may not stand in a target, a fragment
 * or a query parameter that stands twice is `invalid_input`.
 */
export function judgeTarget(target: string): Target {
  if (target.length > maximumCharacters) throw tooLong(target.length);
  const absolute = /^https?:\/\/([^/?#]*)(.*)$/i.exec(target);
  const raw = absolute === null ? target : (absolute[2] as string) || "/";
  if (!raw.startsWith("/")) throw notOurs(target);
  if (/[^\x21-\x7e]|[#\\]/.test(raw)) throw badCharacter(raw);
  const mark = raw.indexOf("?");
  const path = mark === -1 ? raw : raw.slice(0, mark);
  const named = /^\/w\/([^/]+)(\/.*)$/.exec(path);
  const route = routeOf(named === null ? path : (named[2] as string), named !== null);
  const pairs = mark === -1 ? [] : parseQuery(raw.slice(mark + 1), sparqlRoutes.has(route));
  return {
    workspace: named === null ? undefined : decodePart(named[1] as string),
    route,
    raw,
    authority: absolute?.[1],
    query: new Map([...pairs].reverse()),
    pairs,
  };
}

/** Below a workspace there are only its API and its MCP endpoint. */
function routeOf(path: string, inWorkspace: boolean): string {
  if (inWorkspace && path !== "/mcp" && !path.startsWith("/v1/")) return "/nothing";
  // A path of a file may hold slashes, sent as they are or escaped; the root is written as the empty path.
  if (path.startsWith(filesPrefix)) {
    return `${filesPrefix}${encodeURIComponent(decodePart(path.slice(filesPrefix.length)) || "/")}`;
  }
  return path
    .split("/")
    .map((segment) => encodeURIComponent(decodePart(segment)))
    .join("/");
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (cause) {
    throw new GraphdownError({
      code: "invalid_path",
      message: `"${showPath(part)}" holds a percent sign that starts no escape, or escapes that are no UTF-8.`,
      path: showPath(part),
      details: { reason: "bad_escape" },
      next: "Percent-encode the UTF-8 bytes of each segment, and a percent sign itself as %25.",
      cause,
    });
  }
}

function parseQuery(text: string, isSparql: boolean): readonly (readonly [name: string, value: string])[] {
  const names = new Set<string>();
  const pairs: (readonly [string, string])[] = [];
  for (const piece of text.split("&")) {
    if (piece === "") continue;
    const equals = piece.indexOf("=");
    const name = decodeFormPart(equals === -1 ? piece : piece.slice(0, equals));
    if (names.has(name) && !(isSparql && repeatable.has(name))) throw repeated(name);
    names.add(name);
    pairs.push([name, equals === -1 ? "" : decodeFormPart(piece.slice(equals + 1))]);
  }
  return pairs;
}

function decodeFormPart(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll("+", " "));
  } catch (cause) {
    throw new GraphdownError({
      code: "invalid_input",
      message: `The query holds "${showPath(part)}", in which a percent sign starts no escape of UTF-8.`,
      details: { reason: "bad_escape" },
      next: "Percent-encode the UTF-8 bytes of names and values.",
      cause,
    });
  }
}

function repeated(name: string): GraphdownError {
  return new GraphdownError({
    code: "invalid_input",
    message: `The query parameter "${showPath(name)}" is given more than once.`,
    details: { reason: "repeated_parameter", parameter: showPath(name) },
    next: "Give each parameter once; a list is written as a,b.",
  });
}

function badCharacter(target: string): GraphdownError {
  return new GraphdownError({
    code: "invalid_input",
    message: `The request target "${showPath(target)}" holds a character that may not stand in one.`,
    details: { reason: "bad_target" },
    next: "Percent-encode everything that is not a letter, a digit or one of -._~ in each segment; send no fragment.",
  });
}

function notOurs(target: string): GraphdownError {
  return new GraphdownError({
    code: "invalid_input",
    message: `The request target "${showPath(target)}" is neither a path nor an http URL.`,
    details: { reason: "bad_target" },
    next: "Ask for a path, such as /v1/tools.",
  });
}

function tooLong(actual: number): HttpRefusal {
  return new HttpRefusal({
    status: 414,
    code: "limit_exceeded",
    message: `The request target has ${actual} characters, and at most ${maximumCharacters} are read.`,
    details: { limit: "target", maximum: maximumCharacters, actual },
    next: "Call the tool with POST /v1/tools/{name} instead, where arguments are in the body.",
  });
}
