/** Makes a folder of small notes that look like a knowledge base: the same ones for the same numbers. */
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const words =
  "ferry tide crew rope engine harbour timetable ticket winter repair signal island morning weather cargo bridge lantern pilot safety berth captain passenger fuel anchor channel rota drill paint hull buoy".split(
    " ",
  );

export interface CorpusShape {
  readonly notes: number;
  /** Roughly this many bytes a note. */
  readonly bytes: number;
}

/** Writes the notes below a new temporary folder and gives its path. Each has front matter, three headings and four links. */
export function generateCorpus({ notes, bytes }: CorpusShape): string {
  const root = mkdtempSync(join(tmpdir(), "graphdown-bench-"));
  let seed = 1;
  const random = (bound: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return (seed >>> 8) % bound;
  };
  const word = (): string => words[random(words.length)] as string;
  const sentence = (length: number): string => Array.from({ length }, word).join(" ");
  const nameOf = (index: number): string => `note-${index}`;
  const folderOf = (index: number): string => `area-${index % 50}`;
  for (let index = 0; index < notes; index++) {
    const folder = join(root, folderOf(index));
    if (!existsSync(folder)) mkdirSync(folder);
    const links = Array.from({ length: 4 }, () => random(notes));
    const head = `---\ntitle: ${sentence(3)} ${index}\ntags: [${word()}, ${word()}]\ncreated: 2026-0${1 + random(9)}-1${random(10)}\n---\n# ${sentence(3)} ${index}\n\n`;
    const body = [
      `See [[${nameOf(links[0] as number)}]] and [${word()}](../${folderOf(links[1] as number)}/${nameOf(links[1] as number)}.md).`,
      `## ${sentence(2)}`,
      `[[${nameOf(links[2] as number)}|${word()}]] ${sentence(12)}.`,
      `## ${sentence(2)}`,
      `${sentence(8)} [${word()}](../${folderOf(links[3] as number)}/${nameOf(links[3] as number)}.md).`,
    ].join("\n\n");
    const missing = Math.max(0, bytes - head.length - body.length);
    writeFileSync(join(folder, `${nameOf(index)}.md`), `${head}${body}\n\n${sentence(Math.ceil(missing / 7))}.\n`);
  }
  return root;
}
