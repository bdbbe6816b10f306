/** Reads CSV as RFC 4180 has it, character by character, and throws where it is not so. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let position = 0;
  while (position < text.length) {
    const row: string[] = [];
    for (;;) {
      if (text[position] !== '"') throw new Error(`a cell without quotes at ${position}`);
      let cell = "";
      for (position++; ; position++) {
        if (position >= text.length) throw new Error("a cell without an end");
        if (text[position] !== '"') cell += text[position];
        else if (text[position + 1] === '"') cell += text[position++];
        else break;
      }
      row.push(cell);
      position++;
      if (text[position] !== ",") break;
      position++;
    }
    if (text.slice(position, position + 2) !== "\r\n") throw new Error(`a line without an end at ${position}`);
    position += 2;
    rows.push(row);
  }
  return rows;
}
