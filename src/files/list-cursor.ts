/** Where a listing goes on: an opaque text for callers, a place in the order of entries for us. */
import { GraphdownError } from "../base/errors.ts";
import { logicalPathFault } from "../base/logical-path.ts";
import { type CursorQuestion, otherQuestion, questionDigest } from "../base/question-digest.ts";

/** Behind which entry a page begins. Folders come before files. */
export interface ListPlace {
  readonly kind: "folder" | "file";
  /** The path of the last entry that was given; `""` before the first of its kind. */
  readonly after: string;
  /** A cursor of the store from which that entry's successor can be reached, to save what lies before. */
  readonly storeCursor?: string | undefined;
}

/** The start of every listing. */
export const firstPlace: ListPlace = { kind: "folder", after: "" };

/** What a listing was asked for, which its cursors belong to. */
export type ListQuestion = CursorQuestion & { readonly asked: "ls" | "grep" };

/** A place as the text that callers pass back. */
export function writeCursor({ kind, after, storeCursor }: ListPlace, question: ListQuestion): string {
  const place = [kind === "file" ? 1 : 0, after, questionDigest(question)];
  const json = JSON.stringify([...place, ...(storeCursor === undefined ? [] : [storeCursor])]);
  const bytes = new TextEncoder().encode(json);
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The place that a text stands for; `invalid_input` for one that no listing gave, or that another question did. */
export function readCursor(cursor: string, question: ListQuestion): ListPlace {
  const parsed = parse(cursor);
  if (parsed !== undefined) {
    if (parsed.question !== questionDigest(question)) throw otherQuestion(cursor, question);
    return parsed.place;
  }
  throw new GraphdownError({
    code: "invalid_input",
    message: "The cursor is none that a listing gave.",
    details: { parameter: "cursor" },
    next: "Pass the cursor of the last page unchanged, or none to start anew.",
  });
}

function parse(cursor: string): { readonly place: ListPlace; readonly question: string } | undefined {
  let value: unknown;
  try {
    const binary = atob(cursor.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
  if (!Array.isArray(value) || value.length < 3 || value.length > 4) return undefined;
  const [kind, after, question, storeCursor] = value as readonly unknown[];
  const isPlace = typeof after === "string" && (after === "" || logicalPathFault(after) === undefined);
  if ((kind !== 0 && kind !== 1) || !isPlace || typeof question !== "string") return undefined;
  if (storeCursor !== undefined && typeof storeCursor !== "string") return undefined;
  return { place: { kind: kind === 1 ? "file" : "folder", after, storeCursor }, question };
}
