/** A glob matcher that is slow and plain: tries everything, one character at a time. */

/** Whether a path matches a glob of the dialect, ASCII case ignored. The glob must be a valid one. */
export function slowGlob(pattern: string, path: string): boolean {
  return expand(pattern).some((one) => {
    const segments = one.split("/");
    const names = path.split("/");
    return segments.length === 1
      ? matchSegment(segments[0] as string, names.at(-1) as string)
      : matchSegments(segments, names);
  });
}

/** Replaces the first brace by each of its alternatives, until there is none. */
function expand(pattern: string): string[] {
  const open = indexOutside(pattern, "{", 0);
  if (open === -1) return [pattern];
  const parts: string[] = [];
  let depth = 0;
  let start = open + 1;
  for (let index = open; index < pattern.length; index++) {
    if (pattern[index] === "\\") index++;
    else if (pattern[index] === "[") index = closing(pattern, index);
    else if (pattern[index] === "{") depth++;
    else if (pattern[index] === "," && depth === 1) {
      parts.push(pattern.slice(start, index));
      start = index + 1;
    } else if (pattern[index] === "}" && --depth === 0) {
      parts.push(pattern.slice(start, index));
      return parts.flatMap((part) => expand(pattern.slice(0, open) + part + pattern.slice(index + 1)));
    }
  }
  throw new Error("a brace is not closed");
}

function indexOutside(pattern: string, wanted: string, from: number): number {
  for (let index = from; index < pattern.length; index++) {
    if (pattern[index] === "\\") index++;
    else if (pattern[index] === "[") index = closing(pattern, index);
    else if (pattern[index] === wanted) return index;
  }
  return -1;
}

/** Where the bracket that opens at `index` closes; no named classes here. */
function closing(pattern: string, index: number): number {
  let at = index + 1;
  if (pattern[at] === "!" || pattern[at] === "^") at++;
  if (pattern[at] === "]") at++;
  for (; pattern[at] !== "]"; at++) if (pattern[at] === "\\") at++;
  return at;
}

function matchSegments(segments: readonly string[], names: readonly string[]): boolean {
  const [segment, ...rest] = segments;
  if (segment === undefined) return names.length === 0;
  const [name, ...others] = names;
  if (/^\*\*+$/.test(segment)) {
    if (name === undefined) return false;
    const skips = !name.startsWith(".");
    if (rest.length === 0) return names.every((each) => !each.startsWith("."));
    return matchSegments(rest, names) || (skips && matchSegments(segments, others));
  }
  return name !== undefined && matchSegment(segment, name) && matchSegments(rest, others);
}

function matchSegment(segment: string, name: string): boolean {
  if (name.startsWith(".") && !/^\\?\./.test(segment)) return false;
  return matchCharacters(segment.toLowerCase(), [...name.toLowerCase()]);
}

function matchCharacters(pattern: string, name: readonly string[]): boolean {
  if (pattern === "") return name.length === 0;
  if (pattern[0] === "*") {
    return matchCharacters(pattern.slice(1), name) || (name.length > 0 && matchCharacters(pattern, name.slice(1)));
  }
  const [first, ...rest] = name;
  if (first === undefined) return false;
  if (pattern[0] === "?") return matchCharacters(pattern.slice(1), rest);
  if (pattern[0] === "[") {
    const end = closing(pattern, 0);
    return inBracket(pattern.slice(1, end), first) && matchCharacters(pattern.slice(end + 1), rest);
  }
  const [literal] = [...(pattern[0] === "\\" ? pattern.slice(1) : pattern)];
  const length = (literal as string).length + (pattern[0] === "\\" ? 1 : 0);
  return literal === first && matchCharacters(pattern.slice(length), rest);
}

function inBracket(bracket: string, character: string): boolean {
  const negated = /^[!^]/.test(bracket);
  const members = [...(negated ? bracket.slice(1) : bracket)];
  let found = false;
  for (let index = 0; index < members.length; index++) {
    if (members[index] === "\\") index++;
    const from = members[index] as string;
    if (members[index + 1] === "-" && index + 2 < members.length) {
      const to = members[index + 2] as string;
      found ||= from <= character && character <= to;
      index += 2;
    } else found ||= from === character;
  }
  return found !== negated;
}
