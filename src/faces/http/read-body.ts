/** Reads a request's body within a bound. */
import { GraphdownError } from "../../base/errors.ts";
import { parseJson } from "../../base/parse-json.ts";
import { showPath } from "../../base/show-path.ts";
import { HttpRefusal } from "./http-refusal.ts";

/** How much a body may hold, and which option says so. */
export interface BodyBound {
  readonly limit: "maximumRequestBytes" | "maximumWriteBytes";
  readonly maximum: number;
}

/** All bytes of a body. A larger one is `limit_exceeded`: by its header before a byte is read, else as soon as it is seen. */
export async function readBody(request: Request, bound: BodyBound): Promise<Uint8Array> {
  const announced = Number(request.headers.get("content-length") ?? 0);
  if (announced > bound.maximum) throw tooLarge(bound, announced);
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  for (;;) {
    const chunk = await reader?.read();
    if (chunk === undefined || chunk.done) break;
    length += chunk.value.length;
    if (length > bound.maximum) {
      // Nobody reads on; what else comes is the server's to drop.
      reader?.cancel().catch(() => undefined);
      throw tooLarge(bound, length);
    }
    chunks.push(chunk.value);
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

/** The text of a body in UTF-8; anything else is `invalid_input`. `what` is the body in a message: `query`, `JSON`. */
export async function readText(
  request: Request,
  { what, ...bound }: BodyBound & { readonly what: string },
): Promise<string> {
  return decode(await readBody(request, bound), what);
}

/** Bounds of a JSON body. */
export interface JsonBodyBounds {
  readonly maximumRequestBytes: number;
  readonly maximumJsonDepth: number;
}

/** The value of a JSON body; `undefined` for an empty one. Another content type is 415. */
export async function readJsonBody(
  request: Request,
  { maximumRequestBytes, maximumJsonDepth }: JsonBodyBounds,
): Promise<unknown> {
  const bytes = await readBody(request, { limit: "maximumRequestBytes", maximum: maximumRequestBytes });
  if (bytes.length === 0) return undefined;
  requireJson(request.headers.get("content-type"));
  return parseJson(decode(bytes, "JSON"), { maximumCharacters: maximumRequestBytes, maximumDepth: maximumJsonDepth });
}

function requireJson(type: string | null): void {
  const [media = "", ...parameters] = (type ?? "").toLowerCase().split(";");
  const charset = parameters.map((each) => each.trim()).find((each) => each.startsWith("charset="));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  if (media.trim() === "application/json" && isUtf8) return;
  throw new HttpRefusal({
    status: 415,
    headers: { Accept: "application/json" },
    code: "invalid_input",
    message: `The body must be application/json in UTF-8, but its type is "${showPath(type ?? "none")}".`,
    details: { reason: "content_type" },
    next: "Send JSON with Content-Type: application/json.",
  });
}

function decode(bytes: Uint8Array, what: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new GraphdownError({
      code: "invalid_input",
      message: `The ${what} can't be read: its bytes are no UTF-8.`,
      details: { reason: "encoding" },
      next: `Send the ${what} in UTF-8.`,
      cause,
    });
  }
}

function tooLarge({ limit, maximum }: BodyBound, actual: number): HttpRefusal {
  return new HttpRefusal({
    status: 413,
    headers: { Connection: "close" },
    code: "limit_exceeded",
    message: `The body has ${actual} bytes or more, and at most ${maximum} are read (${limit}).`,
    details: { limit, maximum, actual },
    next: `Send less at once, or raise ${limit}.`,
  });
}
