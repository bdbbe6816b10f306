/** The sets of code points that a pattern can name. All are ASCII. */
import { type CodePointSet, setOf } from "./code-point-set.ts";

const range = (text: string): [number, number] => [text.charCodeAt(0), text.charCodeAt(text.length - 1)];

const digit = range("09");
const lower = range("az");
const upper = range("AZ");

/** `\d`, `\s` and `\w`; the capital of each is its complement. */
export const escapedSets: Readonly<Record<string, CodePointSet>> = {
  d: setOf([digit]),
  s: setOf([[0x09, 0x0a], [0x0c, 0x0d], range(" ")]),
  w: setOf([digit, upper, lower, range("_")]),
};

/** The names that stand in `[[:name:]]`. */
export const posixSets: Readonly<Record<string, CodePointSet>> = {
  alnum: setOf([digit, upper, lower]),
  alpha: setOf([upper, lower]),
  ascii: setOf([[0x00, 0x7f]]),
  blank: setOf([range("\t"), range(" ")]),
  cntrl: setOf([
    [0x00, 0x1f],
    [0x7f, 0x7f],
  ]),
  digit: setOf([digit]),
  graph: setOf([range("!~")]),
  lower: setOf([lower]),
  print: setOf([range(" ~")]),
  punct: setOf([range("!/"), range(":@"), range("[`"), range("{~")]),
  space: setOf([[0x09, 0x0d], range(" ")]),
  upper: setOf([upper]),
  word: setOf([digit, upper, lower, range("_")]),
  xdigit: setOf([digit, range("AF"), range("af")]),
};
