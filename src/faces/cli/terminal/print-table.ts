/** Rows under heads, in columns. */
import type { Terminal } from "./terminal.ts";

export interface Table {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Wider columns than this are not waited for. */
const maximumWidth = 60;

/** Every value whole, on one line a row; the columns stand below each other as far as their values are of usual length. */
export async function printTable(terminal: Terminal, { heads, rows }: Table): Promise<void> {
  const safe = rows.map((row) => row.map((value) => terminal.safe(value)));
  const widths = heads.map((head, column) =>
    Math.min(maximumWidth, Math.max(head.length, ...sampled(safe).map((row) => row[column]?.length ?? 0))),
  );
  const aligned = (cells: readonly string[]): string =>
    cells.map((cell, column) => (column === cells.length - 1 ? cell : cell.padEnd(widths[column] ?? 0))).join("  ");
  await terminal.line(terminal.style("bold", aligned(heads)).trimEnd());
  for (const row of safe) await terminal.line(aligned(row).trimEnd());
}

/** A call takes only so many arguments. */
function sampled<Row>(rows: readonly Row[]): readonly Row[] {
  return rows.slice(0, 10_000);
}
