/** Parses a long text in segments, and gives what parsing it whole would. */
import type { Root } from "mdast";
import type { MarkdownSyntax } from "../markdown-engine.ts";
import { likelyLabels } from "./likely-labels.ts";
import { isOpenAtEnd, segmentStarts } from "./segments.ts";
import type { DefinedLabels } from "./shared-labels.ts";
import type { TreeParser } from "./tree-parser.ts";
import { TreeWalk } from "./tree-walk.ts";

/**
 * Characters of a segment at least. micromark takes time with the square of the number of containers that it has closed, so small is fast:
 * a list of changes of 60 kB takes 1 s instead of 40.
 */
const segmentSize = 4_096;

export function parseSegments(text: string, parseTree: TreeParser): MarkdownSyntax {
  const starts = segmentStarts(text, segmentSize);
  const walk = new TreeWalk(text);
  if (starts.length === 1) {
    walk.read(parseTree(text), 0, text.length);
    return walk.finish();
  }
  // The guess is nearly always right, so that a second parse is seldom needed.
  const likely = likelyLabels(text);
  readSegments(walk, starts, (part) => parseTree(part, likely));
  const labels = labelsOf(walk);
  if (isSame(labels.definitions, likely.definitions) && isSame(labels.footnotes, likely.footnotes))
    return walk.finish();
  const again = new TreeWalk(text);
  readSegments(again, starts, (part) => parseTree(part, labels));
  return again.finish();
}

/** Reads the segments; one that ends within code or HTML is joined with as many more as it already has, and parsed again. */
function readSegments(walk: TreeWalk, starts: readonly number[], parse: (part: string) => Root): void {
  const text = walk.source;
  for (let first = 0; first < starts.length; ) {
    const start = starts[first]!;
    for (let count = 1; ; count *= 2) {
      const next = Math.min(starts.length, first + count);
      const end = starts[next] ?? text.length;
      const part = text.slice(start, end);
      const tree = parse(part);
      if (next < starts.length && isOpenAtEnd(tree, part)) continue;
      walk.read(tree, start, end);
      first = next;
      break;
    }
  }
}

/** The labels that are defined. An identifier is the lower-cased form of what micromark compares, which is folded to upper case. */
function labelsOf(walk: TreeWalk): DefinedLabels {
  return {
    definitions: new Set(walk.definitions.map(({ identifier }) => identifier.toUpperCase())),
    footnotes: new Set([...walk.footnotes].map((identifier) => identifier.toUpperCase())),
  };
}

function isSame(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  return left.size === right.size && [...left].every((label) => right.has(label));
}
