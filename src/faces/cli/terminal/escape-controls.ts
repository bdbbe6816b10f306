/** Makes text safe to show on a terminal: a note must not move the cursor, recolour the screen or hide text. */

// C0 (but tab and line feed), DEL, C1, and the marks that reorder or break lines.
const unsafe = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Control and bidirectional characters as visible escapes; a carriage return that belongs to a line end stays away silently. */
export function escapeControls(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll(unsafe, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : asUnicodeEscape(code);
  });
}

/** As {@link escapeControls}, for what stands inside one line: a name must not begin a line that looks like ours. */
export function escapeInLine(text: string): string {
  return escapeControls(text).replaceAll("\n", "\\n").replaceAll("\t", "\\t");
}

/** JSON text with the same characters as the escapes that JSON has for them, so that it stays the same JSON. */
export function escapeInJson(text: string): string {
  return text.replaceAll(unsafe, (character) => asUnicodeEscape(character.charCodeAt(0)));
}

function asUnicodeEscape(code: number): string {
  return `\\u${code.toString(16).padStart(4, "0")}`;
}
