/** What names a number in a text, of the same width for all, so that texts of one size have the same number of lines. */
export function nameOfNumber(number: number): string {
  return `number ${String(number).padStart(8, "0")}`;
}

/** Text that consists of one number all over, so that a mix of two versions shows. About `size` characters. */
export function numberedText(number: number, size: number): string {
  const line = `This is all of ${nameOfNumber(number)}.\n`;
  return line.repeat(Math.ceil(size / line.length));
}

/** The number of a text that is whole; `undefined` for one that is torn or mixed. */
export function numberOf(text: string, size: number): number | undefined {
  const number = Number(/^This is all of number (\d+)\.\n/.exec(text)?.[1]);
  return text === numberedText(number, size) ? number : undefined;
}
