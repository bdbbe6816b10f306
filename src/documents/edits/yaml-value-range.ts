/** Where the value of a key stands in a YAML block. */
import { isCollection, isMap, isScalar, type Pair, type ParsedNode } from "yaml";
import { composeYaml } from "./compose-yaml.ts";

/** Offsets in the block's source. */
export interface ValueRange {
  /** After the colon of the key. */
  readonly colonEnd: number;
  /** After the value; before `colonEnd` where there is none. */
  readonly end: number;
  /** It ends in a quote or bracket: what follows on its last line is no part of it. */
  readonly closed: boolean;
}

/** The place of the value of a key of the outermost mapping; `undefined` where it is written in an unusual way, such as with `?`. */
export function valueRangeOf(source: string, key: string): ValueRange | undefined {
  const { text, document } = composeYaml(source);
  const contents = document?.contents;
  if (!isMap(contents)) return undefined;
  const pairs = contents.items as unknown as readonly Pair<ParsedNode, ParsedNode | null>[];
  const pair = pairs.find((candidate) => isScalar(candidate.key) && candidate.key.source === key);
  if (pair === undefined) return undefined;
  const between = /^[ \t]*:/.exec(text.slice(pair.key.range[1]));
  if (between === null) return undefined;
  const colonEnd = pair.key.range[1] + between[0].length;
  const { value } = pair;
  // Of an empty value the library says that it ends after a comment.
  if (value === null || (isScalar(value) && value.source === "" && !isQuoted(value))) {
    const properties = /^(?:[ \t]+[&!]\S*)*/.exec(text.slice(colonEnd))?.[0] ?? "";
    return { colonEnd, end: colonEnd + properties.length, closed: false };
  }
  return { colonEnd, end: value.range[1], closed: isQuoted(value) || (isCollection(value) && value.flow === true) };
}

function isQuoted(value: ParsedNode): boolean {
  return isScalar(value) && (value.type === "QUOTE_DOUBLE" || value.type === "QUOTE_SINGLE");
}
