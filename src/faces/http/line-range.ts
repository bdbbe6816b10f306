/** The query `?lines=10-20`, and how the answer tells which lines it holds. */
import { GraphdownError } from "../../base/errors.ts";
import { showPath } from "../../base/show-path.ts";

/** Arguments of the range tool besides the path. */
export interface LineRangeInput {
  readonly startLine: number;
  readonly endLine?: number;
  readonly lineCount?: number;
  readonly startColumn?: number;
}

/** What the range tool answers, as far as headers tell it. */
export interface LineRangeAnswer {
  readonly startLine: number;
  readonly endLine: number;
  readonly totalLines?: number;
  readonly cut?: { readonly reason: string };
  readonly next?: { readonly line: number; readonly column: number };
}

/** `10-20`, `10-` for some lines from there on, `10` for one line, `-20` for the last twenty; `column` goes on inside a long line. */
export function parseLineRange(lines: string, column: string | undefined): LineRangeInput {
  const match = /^(\d{1,15})(?:(-)(\d{1,15})?)?$|^-(\d{1,15})$/.exec(lines);
  if (match === null || (column !== undefined && !/^\d{1,15}$/.test(column))) throw badLines(lines, column);
  const startColumn = column === undefined ? {} : { startColumn: Number(column) };
  if (match[4] !== undefined) return { startLine: -Number(match[4]), lineCount: Number(match[4]), ...startColumn };
  const startLine = Number(match[1]);
  if (match[2] === undefined) return { startLine, endLine: startLine, ...startColumn };
  return { startLine, ...(match[3] === undefined ? {} : { endLine: Number(match[3]) }), ...startColumn };
}

/** Which lines an answer holds, of how many; why it holds fewer than were asked for; and where the file goes on. */
export function lineHeaders({ startLine, endLine, totalLines, cut, next }: LineRangeAnswer): Record<string, string> {
  return {
    "Graphdown-Lines": `${startLine}-${endLine}/${totalLines ?? "*"}`,
    ...(cut === undefined ? {} : { "Graphdown-Cut": cut.reason }),
    ...(next === undefined ? {} : { Link: `<?lines=${next.line}-&column=${next.column}>; rel="next"` }),
  };
}

function badLines(lines: string, column: string | undefined): GraphdownError {
  const got = column === undefined ? `lines=${showPath(lines)}` : `lines=${showPath(lines)}&column=${showPath(column)}`;
  return new GraphdownError({
    code: "invalid_input",
    message: `The query names no lines: ${got}.`,
    details: { parameter: "lines" },
    next: "Give lines=10-20, lines=10- or lines=-20 for the last twenty, and column as a whole number.",
  });
}
