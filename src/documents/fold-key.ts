/** Keys of metadata are equal in any case and with `-`, `_` or nothing between their words. */
export function foldKey(key: string): string {
  return key
    .trim()
    .toLowerCase()
    .replaceAll(/[-_\s]/g, "");
}
