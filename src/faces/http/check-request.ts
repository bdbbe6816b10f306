/** Refuses requests that no route should see: sent to another host, from a foreign page, or by a method that we do not have. */
import { showPath } from "../../base/show-path.ts";
import { HttpRefusal } from "./http-refusal.ts";

/** Which hosts and pages may call. */
export interface RequestPolicy {
  /** Values of `Host` that are accepted, without port or with the very one; `undefined` accepts any. */
  readonly hosts: readonly string[] | undefined;
  /** Origins of pages elsewhere that may call, such as `https://notes.example`. */
  readonly origins: readonly string[];
}

/** Names by which a machine calls itself. */
export const loopbackHosts: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** Methods that some route has. */
export const knownMethods: readonly string[] = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"];

/** TRACE, CONNECT and whatever else is 405. No header stands for another method. */
export function checkMethod(method: string): void {
  if (!knownMethods.includes(method)) throw methodNotAllowed(method, knownMethods);
}

export function methodNotAllowed(method: string, allowed: readonly string[]): HttpRefusal {
  return new HttpRefusal({
    status: 405,
    headers: { Allow: allowed.join(", ") },
    code: "invalid_input",
    message: `The method ${showPath(method)} can't be used here.`,
    details: { reason: "method", allowed },
    next: `Use one of: ${allowed.join(", ")}.`,
  });
}

/** Without a good host, or with one that differs from the target's, a request was meant for somebody else. */
export function checkHost(host: string | null, authority: string | undefined, { hosts }: RequestPolicy): void {
  if (host?.includes(",")) {
    throw new HttpRefusal({
      status: 400,
      code: "invalid_input",
      message: "The request has more than one header Host.",
      details: { reason: "host" },
      next: "Send one.",
    });
  }
  if (authority !== undefined && authority.toLowerCase() !== host?.toLowerCase()) {
    throw new HttpRefusal({
      status: 400,
      code: "invalid_input",
      message: `The request target names the host "${showPath(authority)}", and the header Host another one.`,
      details: { reason: "host" },
      next: "Send the path alone as the target, or the same host in both places.",
    });
  }
  if (hosts === undefined) return;
  const sent = (host ?? "").toLowerCase();
  const known = hosts.some((each) => each.toLowerCase() === sent || each.toLowerCase() === sent.replace(/:\d*$/, ""));
  if (known) return;
  throw new HttpRefusal({
    status: 403,
    code: "permission_denied",
    message: `This server does not answer for the host "${showPath(sent)}".`,
    details: { reason: "host" },
    next: `Call it as one of: ${hosts.join(", ")}; --allow-host adds a name.`,
  });
}

/** A page elsewhere must have been allowed by name; programs send no `Origin`. */
export function checkOrigin(origin: string | null, host: string | null, { origins }: RequestPolicy): void {
  if (origin === null || origins.includes(origin) || !isForeignOrigin(origin, host)) return;
  throw new HttpRefusal({
    status: 403,
    code: "permission_denied",
    message: `Pages of "${showPath(origin)}" may not call this server.`,
    details: { reason: "origin" },
    next: "Call it from a program, or allow the origin with --allow-origin.",
  });
}

/** Whether a page comes from somewhere else than the host that it calls. */
function isForeignOrigin(origin: string, host: string | null): boolean {
  return origin.toLowerCase().replace(/^https?:\/\//, "") !== host?.toLowerCase();
}

/** A body is framed by its length or by chunks, and not encoded: anything else may be read differently by somebody on the way. */
export function checkFraming(headers: Headers): void {
  const transfer = headers.get("transfer-encoding");
  if (transfer !== null && transfer.toLowerCase() !== "chunked") {
    throw new HttpRefusal({
      status: 400,
      headers: { Connection: "close" },
      code: "invalid_input",
      message: `The transfer coding "${showPath(transfer)}" is not known.`,
      details: { reason: "transfer_encoding" },
      next: "Send the body with a Content-Length, or chunked.",
    });
  }
  const coding = headers.get("content-encoding");
  if (coding === null || coding.toLowerCase() === "identity") return;
  throw new HttpRefusal({
    status: 415,
    headers: { "Accept-Encoding": "identity" },
    code: "invalid_input",
    message: `The content coding "${showPath(coding)}" is not accepted.`,
    details: { reason: "content_encoding" },
    next: "Send the body as it is.",
  });
}
