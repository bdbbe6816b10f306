/** Entity tags, and the conditions on them (RFC 9110, section 13). */
import { GraphdownError } from "../../base/errors.ts";
import { showPath } from "../../base/show-path.ts";

/** What `If-Match` or `If-None-Match` holds. */
export type TagCondition = "*" | readonly EntityTag[];

export interface EntityTag {
  readonly weak: boolean;
  /** Between the quotes. */
  readonly opaque: string;
}

/** The tag of a version, without quotes: what may not stand in a tag is percent-encoded. */
export function tagOf(version: string): string {
  return version.replaceAll(/[^\x21\x23\x24\x26-\x7e]/gu, encodeURIComponent);
}

/** The version that a tag of ours stands for. */
export function versionOfTag(opaque: string): string {
  try {
    return decodeURIComponent(opaque);
  } catch {
    // Not one of ours; it names no version, as it is.
    return opaque;
  }
}

/** Reads a condition. Anything but one `*` or a list of tags is `invalid_input`. */
export function parseTags(name: string, header: string | null): TagCondition | undefined {
  if (header === null) return undefined;
  const text = header.trim();
  if (text === "*") return "*";
  const tags: EntityTag[] = [];
  const pattern = /[ \t]*(?:(W\/)?"([\x21\x23-\x7e\x80-\xff]*)")?[ \t]*(,|$)/y;
  while (pattern.lastIndex < text.length) {
    const match = pattern.exec(text);
    if (match === null) throw badCondition(name, header);
    if (match[2] !== undefined) tags.push({ weak: match[1] !== undefined, opaque: match[2] });
  }
  if (tags.length === 0) throw badCondition(name, header);
  return tags;
}

/** Strong comparison, as writes and `If-Match` need it: a weak tag never matches. */
export function matchesStrongly(condition: TagCondition, tag: string | undefined): boolean {
  if (tag === undefined) return false;
  return condition === "*" || condition.some(({ weak, opaque }) => !weak && opaque === tag);
}

/** Weak comparison, as `If-None-Match` of a read needs it. */
export function matchesWeakly(condition: TagCondition, tag: string | undefined): boolean {
  if (tag === undefined) return false;
  return condition === "*" || condition.some(({ opaque }) => opaque === tag);
}

function badCondition(name: string, header: string): GraphdownError {
  return new GraphdownError({
    code: "invalid_input",
    message: `The header ${name} is no list of entity tags: ${showPath(header)}.`,
    details: { reason: "condition", header: name },
    next: 'Give tags as the server sent them, such as "sha256-…", or a * alone.',
  });
}
