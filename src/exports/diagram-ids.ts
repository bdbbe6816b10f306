/** Ids of boxes in diagrams, which depend on nothing but what a box stands for. */
import { sha256Digits } from "./sha256-digits.ts";

const usualDigits = 10;
const allDigits = 64;

/**
 * One id for each IRI: `n` and the first 10 hexadecimal digits of its SHA-256, so that no character of a name is ever an id and a
 * new note renumbers nothing. Where two would meet, both get as many digits as tell them apart. The IRIs are distinct.
 */
export function diagramIds(
  iris: readonly string[],
  digitsOf: (iri: string, count: number) => string = sha256Digits,
): string[] {
  const ids = iris.map((iri) => `n${digitsOf(iri, usualDigits)}`);
  for (let digits = usualDigits + 1; digits <= allDigits; digits++) {
    const meeting = meetingPositions(ids);
    if (meeting.length === 0) break;
    for (const position of meeting) ids[position] = `n${digitsOf(iris[position] as string, digits)}`;
  }
  return ids;
}

function meetingPositions(ids: readonly string[]): number[] {
  if (new Set(ids).size === ids.length) return [];
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return ids.flatMap((id, position) => ((counts.get(id) as number) > 1 ? [position] : []));
}
