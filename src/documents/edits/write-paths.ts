/** Writes new paths into links, in the way that each place asks for. */
import { applyTextEdits, type TextEdit } from "../../base/text-edits.ts";
import { escapeScalar, type FrontMatterScalar, isWritable, requoted } from "./front-matter-scalar.ts";
import type { WrittenPath } from "./link-paths.ts";

/** A path that comes in the place of one that is there. */
export interface PathEdit {
  readonly place: WrittenPath;
  readonly path: string;
}

/** The changes that write the paths, in order. A value of front matter that can't hold its new path as it is gets quotes that can. */
export function writePaths(text: string, paths: readonly PathEdit[]): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  const values = new Map<number, { readonly scalar: FrontMatterScalar; readonly pieces: TextEdit[] }>();
  for (const { place, path } of paths) {
    const { start, end, scalar } = place;
    if (scalar === undefined) {
      edits.push({ start, end, text: inAttribute(path, place) });
      continue;
    }
    const value = values.get(scalar.start) ?? { scalar, pieces: [] };
    values.set(scalar.start, value);
    value.pieces.push({ start, end, text: escapeScalar(path, scalar.style) });
  }
  for (const { scalar, pieces } of values.values()) edits.push(...inValue(text, scalar, pieces));
  return edits.sort((a, b) => a.start - b.start);
}

function inAttribute(path: string, { quotes }: WrittenPath): string {
  if (quotes === undefined || quotes === "double") return path;
  return path.replaceAll("'", quotes === "single" ? "&#39;" : "%27");
}

function inValue(text: string, { start, end, style }: FrontMatterScalar, pieces: TextEdit[]): readonly TextEdit[] {
  pieces.sort((a, b) => a.start - b.start);
  const before = text.slice(start, end);
  const inner = pieces.map((piece) => ({ ...piece, start: piece.start - start, end: piece.end - start }));
  const after = applyTextEdits(before, inner);
  // The lines of a value without quotes are folded: it can't be quoted as it stands there.
  if (isWritable(after, style) || /[\r\n]/.test(before)) return pieces;
  return [{ start, end, text: requoted(after, style) }];
}
