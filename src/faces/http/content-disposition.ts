/** The header `Content-Disposition` (RFC 6266), with a name that can't leave it. */

/** Types that a browser would run or build a page from: they are offered for saving only. */
const active = /html|xml|svg|javascript|pdf/;

/** Whether a file of this type must not be shown as a page. */
export function isActive(contentType: string): boolean {
  return active.test(contentType);
}

/** The header for a file: `inline` or `attachment`, the name in ASCII for old clients, and in full as RFC 8187 writes it. */
export function contentDisposition(kind: "inline" | "attachment", name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]/gu, "_").replaceAll(/["\\%]/g, "_");
  const extended = plain === name ? "" : `; filename*=UTF-8''${encodeExtended(name)}`;
  return `${kind}; filename="${plain}"${extended}`;
}

function encodeExtended(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
