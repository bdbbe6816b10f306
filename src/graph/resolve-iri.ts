/** Relative IRIs made whole, as RFC 3986 has it (section 5.2). */

interface IriParts {
  readonly scheme: string | undefined;
  readonly authority: string | undefined;
  readonly path: string;
  readonly query: string | undefined;
  readonly fragment: string | undefined;
}

/** Whether an IRI is whole: it begins with a scheme. */
export function hasScheme(iri: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]*:/.test(iri);
}

/** An IRI seen from a whole one, without dot segments. */
export function resolveIri(iri: string, base: string): string {
  const own = partsOf(iri);
  const from = partsOf(base);
  if (own.scheme !== undefined) return join({ ...own, path: withoutDots(own.path) });
  if (own.authority !== undefined) return join({ ...own, scheme: from.scheme, path: withoutDots(own.path) });
  const { scheme, authority } = from;
  const { fragment } = own;
  if (own.path === "") return join({ ...from, query: own.query ?? from.query, fragment });
  return join({ scheme, authority, path: withoutDots(merged(own.path, from)), query: own.query, fragment });
}

function merged(path: string, { authority, path: from }: IriParts): string {
  if (path.startsWith("/")) return path;
  return authority !== undefined && from === "" ? `/${path}` : from.slice(0, from.lastIndexOf("/") + 1) + path;
}

function partsOf(iri: string): IriParts {
  const [, scheme, authority, path = "", query, fragment] =
    /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(iri) ?? [];
  return { scheme, authority, path, query, fragment };
}

function join({ scheme, authority, path, query, fragment }: IriParts): string {
  const start = `${scheme === undefined ? "" : `${scheme}:`}${authority === undefined ? "" : `//${authority}`}`;
  return `${start}${path}${query === undefined ? "" : `?${query}`}${fragment === undefined ? "" : `#${fragment}`}`;
}

/** A path without segments `.` and `..` (section 5.2.4); those that would climb out of the root vanish. */
function withoutDots(path: string): string {
  if (!/(?:^|\/)\.{1,2}(?:\/|$)/.test(path)) return path;
  const segments = path.split("/");
  while (segments.length > 1 && isDots(segments[0])) segments.shift();
  if (segments.length === 1 && isDots(segments[0])) return "";
  // The first segment has no slash before it, every other one has.
  const kept: string[] = [segments[0] as string];
  for (const [place, segment] of segments.slice(1).entries()) {
    const isLast = place === segments.length - 2;
    if (!isDots(segment)) kept.push(`/${segment}`);
    else {
      if (segment === "..") kept.pop();
      if (isLast) kept.push("/");
    }
  }
  return kept.join("");
}

function isDots(segment: string | undefined): boolean {
  return segment === "." || segment === "..";
}
