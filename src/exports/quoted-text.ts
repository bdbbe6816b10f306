/** Texts in quotes as every RDF format but JSON-LD writes them. */

/** What N-Triples in its canonical form escapes, and halves of surrogate pairs, which no text may hold. */
const special = /["\\\u0000-\u001f\u007f\ufffe\uffff\ud800-\udfff]/;
const escaped = /["\\\u0000-\u001f\u007f\ufffe\uffff]/g;
const halves = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const shortEscapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

/** A text in quotes on one line: other control characters become `\u` escapes, half a surrogate pair U+FFFD. */
export function quotedText(text: string): string {
  return special.test(text) ? `"${text.replace(escaped, escapeOf).replace(halves, "\ufffd")}"` : `"${text}"`;
}

function escapeOf(character: string): string {
  return shortEscapes[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0").toUpperCase()}`;
}
