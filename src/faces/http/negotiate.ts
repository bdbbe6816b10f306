/** Which media type answers a request (RFC 9110, section 12.5.1). */

interface AcceptedRange {
  readonly type: string;
  readonly quality: number;
}

/** The best of what is offered, in the order of preference of the server; `undefined` when the client takes none. */
export function negotiate(accept: string | null, offered: readonly string[]): string | undefined {
  if (accept === null || accept.trim() === "") return offered[0];
  const ranges = accept.split(",").map(parseRange);
  let best: { readonly type: string; readonly quality: number } | undefined;
  for (const type of offered) {
    const quality = qualityOf(type, ranges);
    if (quality > 0 && (best === undefined || quality > best.quality)) best = { type, quality };
  }
  return best?.type;
}

/** The most specific range decides. */
function qualityOf(type: string, ranges: readonly AcceptedRange[]): number {
  const family = `${type.slice(0, type.indexOf("/"))}/*`;
  for (const pattern of [type, family, "*/*"]) {
    const range = ranges.find((each) => each.type === pattern);
    if (range !== undefined) return range.quality;
  }
  return 0;
}

function parseRange(text: string): AcceptedRange {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const given = parameters.find((each) => each.startsWith("q="));
  const quality = given === undefined ? 1 : Number(given.slice(2));
  return { type, quality: Number.isFinite(quality) ? Math.min(1, Math.max(0, quality)) : 0 };
}
