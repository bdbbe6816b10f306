/** Percent-decoding of what is written in a link. */

/** Decodes percent-escapes once. A `%` that starts no escape stands for itself; a run of escapes that is no UTF-8 stays as it is. */
export function decodeOnce(text: string): string {
  if (!text.includes("%")) return text;
  return text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
}
