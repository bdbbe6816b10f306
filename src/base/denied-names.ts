/** Names that no tool may touch, on any backend and under any permission: repositories, keys, secrets and our own state. */
import { withoutIgnorable } from "./unsafe-characters.ts";

const deniedSegments: ReadonlySet<string> = new Set([
  ".git",
  ".gitmodules",
  ".gitattributes",
  ".graphdown",
  ".ssh",
  ".npmrc",
]);

/**
 * The same names as NTFS shortens them: six characters and a number, and, after four collisions, two characters and a hash of
 * the long name. Windows opens the long name by any of these.
 */
const shortName =
  /^(git|gitmod|gitatt|graphd|ssh|npmrc|env[^.~]{0,3}|gi2837|gi7eba|gi7d29|gr56ab|ss89f2|np2e83|en4468)~[1-9](\..*)?$/;

/**
 * Whether a path has a segment that is denied, also in disguise: compared after NFC, upper and then lower case, without invisible
 * characters, without a colon and what follows it, and without dots and blanks at the end.
 *
 * @param more Names that are denied as well: a single segment anywhere, or with `/` a path with all below it.
 */
export function isDenied(path: string, more: readonly string[] = []): boolean {
  if (more.length === 0 && isHarmless(path)) return false;
  const segments = path.split("/").map(foldSegment);
  return segments.some(isDeniedSegment) || more.some((name) => matchesName(segments, name));
}

/**
 * Whether a path is printable ASCII without a segment that starts with a dot and without `~`: nothing above can match it. By hand, since
 * each listing asks this of each file.
 */
function isHarmless(path: string): boolean {
  let atStart = true;
  for (let index = 0; index < path.length; index++) {
    const unit = path.charCodeAt(index);
    if (unit < 0x20 || unit > 0x7d || (atStart && unit === 0x2e)) return false;
    atStart = unit === 0x2f;
  }
  return true;
}

function isDeniedSegment(folded: string): boolean {
  return deniedSegments.has(folded) || folded.startsWith(".env") || shortName.test(folded);
}

function matchesName(segments: readonly string[], name: string): boolean {
  const wanted = name.split("/").map(foldSegment);
  if (wanted.length === 1) return segments.includes(wanted[0] as string);
  return wanted.every((segment, index) => segment === segments[index]);
}

function foldSegment(segment: string): string {
  const folded = withoutIgnorable(segment.normalize("NFC").toUpperCase().toLowerCase());
  const colon = folded.indexOf(":");
  return (colon === -1 ? folded : folded.slice(0, colon)).replace(/[.\p{Zs}]+$/u, "");
}
