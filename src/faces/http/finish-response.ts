/** What every response carries. */

export interface FinishSettings {
  readonly request: Request;
  readonly requestId: string;
  readonly allowedOrigins: readonly string[];
}

const exposed =
  "ETag, Location, Link, Retry-After, Repr-Digest, Content-Range, X-Request-Id, Graphdown-Lines, Graphdown-Cut, Graphdown-Skipped, Graphdown-Snapshot, Mcp-Session-Id";

/** Adds the request's id, what keeps a browser from taking an answer for something else, and CORS for pages that were allowed. */
export function finishResponse(response: Response, { request, requestId, allowedOrigins }: FinishSettings): Response {
  const finished = new Response(response.body, response);
  const { headers } = finished;
  headers.set("X-Request-Id", requestId);
  headers.set("X-Content-Type-Options", "nosniff");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  if (!headers.has("Content-Security-Policy"))
    headers.set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
  const origin = request.headers.get("origin");
  if (origin !== null && allowedOrigins.includes(origin)) allowOrigin(headers, origin, request);
  return finished;
}

function allowOrigin(headers: Headers, origin: string, { method, headers: asked }: Request): void {
  headers.set("Access-Control-Allow-Origin", origin);
  // One that was forwarded has been finished before.
  if (!/\borigin\b/i.test(headers.get("vary") ?? "")) headers.append("Vary", "Origin");
  headers.set("Access-Control-Expose-Headers", exposed);
  if (method !== "OPTIONS") return;
  headers.set("Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, DELETE");
  headers.set("Access-Control-Allow-Headers", asked.get("access-control-request-headers") ?? "");
  headers.set("Access-Control-Max-Age", "600");
}
