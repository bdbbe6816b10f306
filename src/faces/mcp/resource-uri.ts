/** Paths as resource URIs: `graphdown:///notes/a%20b.md`. */
import { GraphdownError } from "../../base/errors.ts";
import { type LogicalPath, parseLogicalPath } from "../../base/logical-path.ts";
import { showPath } from "../../base/show-path.ts";

/** With two slashes the first folder would be a host. */
const start = "graphdown:///";

/** No path of a file needs more: 1,024 bytes, each as an escape. */
const maximumCharacters = start.length + 3 * 1_024;

/** Each segment of the path percent-encoded. */
export function resourceUriOf(path: string): string {
  return start + path.split("/").map(encodeURIComponent).join("/");
}

/**
 * The path that a URI names, decoded once; a `%` that starts no escape stands for itself, and so do `?` and `#`. Another scheme, escapes that
 * are no UTF-8, and what is no path of a file are `invalid_path`.
 */
export function pathOfResourceUri(uri: string): LogicalPath {
  if (uri.length > maximumCharacters) throw invalidUri(uri, "too_long", "it is too long");
  if (uri.slice(0, start.length).toLowerCase() !== start) {
    throw invalidUri(uri, "not_ours", `it does not begin with ${start} (three slashes)`);
  }
  return parseLogicalPath(decode(uri, uri.slice(start.length)));
}

function decode(uri: string, text: string): string {
  return text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      throw invalidUri(uri, "not_utf8", "its escapes are no UTF-8");
    }
  });
}

function invalidUri(uri: string, reason: string, why: string): GraphdownError {
  return new GraphdownError({
    code: "invalid_path",
    message: `The resource URI "${showPath(uri)}" is not valid: ${why}.`,
    details: { reason },
    next: `Give a URI as resources/list shows it, such as ${resourceUriOf("notes/a b.md")}.`,
  });
}
