/** Names that only some systems can hold, or that people can't tell apart: creating them is refused, reading them is not. */
import type { LogicalPath } from "./logical-path.ts";
import { showPath } from "./show-path.ts";
import { withoutIgnorable } from "./unsafe-characters.ts";

/** Names that open a device on Windows, whatever extension follows. */
const deviceName = /^(con|prn|aux|nul|conin\$|conout\$|clock\$|(com|lpt)[0-9\u00b9\u00b2\u00b3])$/;

const invisible = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffd\p{Noncharacter_Code_Point}]/gu;

/** Joiners and variation selectors belong to the spelling of many scripts and of emoji. */
const shaping = /^(?:\u200c|\u200d|\p{Variation_Selector})$/u;

const visible = String.raw`[^\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\ufff9-\ufffd\p{Z}\p{Cc}\p{Cs}]`;
const visibleBefore = new RegExp(`${visible}$`, "u");
const visibleAfter = new RegExp(`^${visible}`, "u");

/**
 * Why a path should not be created, in words that complete "it can't be created because …": Windows device names and forbidden
 * characters, blanks at the start of a segment, dots or blanks at its end, and invisible characters. `undefined` for a name that
 * every system can check out.
 */
export function nonPortableReason(path: LogicalPath): string | undefined {
  for (const segment of path.split("/")) {
    const reason = segmentReason(segment);
    if (reason !== undefined) return `the segment "${showPath(segment)}" ${reason}`;
  }
  return undefined;
}

/** The usual name: ASCII letters, digits, `-` and `_` with dots and blanks inside. */
const plainSegment = /^[A-Za-z0-9_-](?:[A-Za-z0-9_. -]*[A-Za-z0-9_-])?$/;

function segmentReason(segment: string): string | undefined {
  // Systems that drop invisible characters see the rest, so the rest is what must be sound.
  const plain = plainSegment.test(segment) ? segment : withoutIgnorable(segment);
  if (isDeviceName(plain)) return "is a device name on Windows";
  if (plain === segment && plainSegment.test(segment)) return undefined;
  const forbidden = /[<>:"|?*]/.exec(segment);
  if (forbidden !== null) return `holds ${forbidden[0]}, which Windows does not allow`;
  if (/^\p{Zs}/u.test(plain)) return "begins with a blank";
  if (/[.\p{Zs}]$/u.test(plain)) return "ends in a dot or a blank";
  for (const match of segment.matchAll(invisible)) {
    if (!isShapingBesideVisible(segment, match.index, match[0])) {
      return `holds the invisible character ${showCodePoint(match[0])}`;
    }
  }
  return undefined;
}

function isDeviceName(segment: string): boolean {
  const dot = segment.search(/[.:]/);
  const base = (dot === -1 ? segment : segment.slice(0, dot)).replace(/\p{Zs}+$/u, "");
  return base.length <= 8 && deviceName.test(base.toUpperCase().toLowerCase());
}

function isShapingBesideVisible(segment: string, index: number, character: string): boolean {
  if (!shaping.test(character)) return false;
  return visibleBefore.test(segment.slice(0, index)) || visibleAfter.test(segment.slice(index + character.length));
}

function showCodePoint(character: string): string {
  return `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0")}`;
}
