/** Finds a corpus of real Markdown: a folder of that name in the folder that GRAPHDOWN_CORPORA names. */
import { existsSync } from "node:fs";
import { join } from "node:path";

const corpora = process.env["GRAPHDOWN_CORPORA"];

/** Why tests that need a corpus are left out. */
export function whySkipped(name: string): string {
  return corpora === undefined
    ? "skipped: set GRAPHDOWN_CORPORA to the folder that holds the corpora"
    : `skipped: the folder that GRAPHDOWN_CORPORA names holds no ${name}`;
}

/** The folder of a corpus; `undefined` when it is not there. */
export function findCorpus(name: string): string | undefined {
  const folder = corpora === undefined ? undefined : join(corpora, name);
  return folder !== undefined && existsSync(folder) ? folder : undefined;
}
