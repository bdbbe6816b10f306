/** Other addresses of a document (permalink, slug, url, id, redirects) as keys that links are compared with. */
import { decodeOnce } from "../../base/decode-once.ts";
import { normalForm } from "./name-forms.ts";

const absoluteUrl = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*/;

/**
 * The keys of one address, as written in a document in `folder`:
 *
 * - `/guide/start/` counts from the site's root: `guide/start`;
 * - `https://example.org/guide/start` counts by its path, since links within a site leave the host out. Without a path it has no key;
 * - `start` is an id that is found from everywhere, and the address `<folder>/start`.
 *
 * A query, a fragment, `.html` and `/index.html` at the end do not count. Patterns such as `/:year/:title/` have no key.
 */
export function addressKeys(address: string, folder: string): readonly string[] {
  const host = absoluteUrl.exec(address);
  const text = host === null ? address.trim() : address.slice(host[0].length);
  if (host !== null && /^\/*$/.test(text)) return [];
  const key = addressKey(text);
  if (key.split("/").some((segment) => segment.startsWith(":"))) return [];
  if (host !== null || text.startsWith("/")) return [key];
  if (key === "") return [];
  return folder === "" ? [key] : [key, `${normalForm(folder)}/${key}`];
}

/** The key that a link's path is looked up by, among those of {@link addressKeys}. */
export function addressKey(path: string): string {
  const bare = normalForm(decodeOnce(path.replace(/[?#].*$/s, "")));
  return bare.replace(/^\/+|\/+$/g, "").replace(/(?:^|\/)index\.html$|\.html$/, "");
}
