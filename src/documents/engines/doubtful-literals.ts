/** Finds GFM literals that satteri makes, begins or ends otherwise than remark. */
import type { TextRange } from "../markdown-engine.ts";
import { isAfterEmoji } from "./doubtful-inline.ts";

const emptyHost = /^https?:\/\/[\p{P}\p{S}]|^www(?:$|\.(?:$|[\p{P}\p{S}]))/iu;
const addressPrefix = /[\w+\-.\\]$|mailto:$|xmpp:$/;
const urlWithPipe = /^https?:\/\/[\dA-Za-z][^|]*[\dA-Za-z/]\|$/i;

/** remark finds a host behind other characters than these only in the finished text, and takes the delimiters that follow for a part of it. */
const beforeHost = /^[\s(*_~[\]]?$/;
const delimiter = /^[*_~]/;

/** A literal as satteri gives it. */
export interface GivenLiteral extends TextRange {
  readonly value: string;
  readonly inTable: boolean;
}

/** Whether a URL has taken in the pipe that ends its row of a table. Its cell is right all the same, so that the pipe can be cut off. */
export function hasTakenPipe(source: string, literal: GivenLiteral): boolean {
  if (!literal.inTable || !urlWithPipe.test(literal.value)) return false;
  const next = source.charAt(literal.end);
  return next === "" || next === "\n" || next === "\r";
}

export function isDoubtfulLiteral(source: string, literal: GivenLiteral): boolean {
  const { start, end, value, inTable } = literal;
  if (isControl(source.charCodeAt(end)) || isAfterEmoji(source, start)) return true;
  if (/^[*_~]+[\ud800-\udbff]/.test(source.slice(end, end + 64))) return true;
  if (value.includes("|") || (inTable && !/[\dA-Za-z/]$/.test(value))) return true;
  if (/^www/i.test(value) && delimiter.test(source.charAt(end)) && !beforeHost.test(source.charAt(start - 1)))
    return true;
  if (emptyHost.test(value) || /\s/.test(value)) return true;
  return value.includes("@") && addressPrefix.test(source.slice(Math.max(0, start - 7), start));
}

/** Control characters other than blanks end a literal for satteri only. */
function isControl(code: number): boolean {
  return code < 0x20 ? code < 0x09 || code > 0x0d : code === 0x7f;
}
