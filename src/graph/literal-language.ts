/** Languages of literals. */

/** A language that a literal can be tagged with. */
export function literalLanguage(language: string | undefined): string | undefined {
  return language !== undefined && /^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/.test(language) ? language : undefined;
}
