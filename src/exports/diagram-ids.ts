/** Ids of boxes in diagrams, which depend on nothing but what a box stands for. */
import { sha256OfText } from "../base/hash.ts";

const usualDigits = 10;
const allDigits = 64;

/**
 * One id for each IRI: `n` and the first 10 hexadecimal digits of its SHA-256, so that no character of a name is ever an id and a
 * new note renumbers nothing. Where two would meet, both get as many digits as tell them apart. The IRIs are distinct.
 */
export function diagramIds(iris: readonly string[], hash: (text: string) => string = sha256OfText): string[] {
  const digests = iris.map(hash);
  const ids = digests.map((digest) => `n${digest.slice(0, usualDigits)}`);
  for (let digits = usualDigits + 1; digits <= allDigits; digits++) {
    const meeting = meetingPositions(ids);
    if (meeting.length === 0) break;
    for (const position of meeting) ids[position] = `n${(digests[position] as string).slice(0, digits)}`;
  }
  return ids;
}

function meetingPositions(ids: readonly string[]): number[] {
  if (new Set(ids).size === ids.length) return [];
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return ids.flatMap((id, position) => ((counts.get(id) as number) > 1 ? [position] : []));
}
