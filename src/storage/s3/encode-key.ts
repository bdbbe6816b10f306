/** Keys as they stand in the address of a request. */

/**
 * A key with every segment encoded strictly: only letters, digits, `-`, `_`, `.` and `~` stand for themselves, and `/` stays. What is not
 * encoded here may be read as something else by a signer or a server: `+` as a blank, `'` as the end of a text.
 */
export function encodeKey(key: string): string {
  return key.split("/").map(encodeStrictly).join("/");
}

/** One value, encoded as {@link encodeKey} does a segment. */
export function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** A key of a listing that was asked for with `encoding-type=url`; `undefined` where its bytes are not UTF-8. */
export function decodeListedKey(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded.replaceAll("+", "%20"));
  } catch (cause) {
    if (cause instanceof URIError) return undefined;
    throw cause;
  }
}
