/** Targets to paths below the prefix. */

/**
 * Joins a target to a folder, both without a leading `/`. The result has no `.`, `..` and empty segments; `""` is the root folder,
 * `undefined` a path that climbs out of the prefix.
 */
export function joinTarget(folder: string, target: string): string | undefined {
  let base = folder;
  let rest = target;
  while (rest.startsWith("../")) {
    if (base === "") return undefined;
    base = base.slice(0, Math.max(0, base.lastIndexOf("/")));
    rest = rest.slice(3);
  }
  if (rest.startsWith("./")) rest = rest.slice(2);
  if (isPlain(rest)) return base === "" ? rest : `${base}/${rest}`;
  return joinSegments(base, rest);
}

const dot = 0x2e;
const slash = 0x2f;

/** Whether no segment is empty or begins with a dot, as in most targets. */
function isPlain(target: string): boolean {
  const first = target.charCodeAt(0);
  if (target === "" || first === dot || first === slash || target.charCodeAt(target.length - 1) === slash) return false;
  return !target.includes("/.") && !target.includes("//");
}

function joinSegments(folder: string, target: string): string | undefined {
  const segments = folder === "" ? [] : folder.split("/");
  for (const segment of target.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.pop() === undefined) return undefined;
  }
  return segments.join("/");
}
