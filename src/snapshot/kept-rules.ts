/** The rules by which files were listed, to be told from others. */
import type { HashFunction } from "../base/hash.ts";
import type { LogicalPath } from "../base/logical-path.ts";
import type { ToldFiles } from "../storage/visible-files.ts";

/** The files that rules were read from, with the SHA-256 of their text. */
export type KeptRules = readonly { readonly path: LogicalPath; readonly sha256: string }[];

export function keptRulesOf({ rules }: Pick<ToldFiles, "rules">, sha256: HashFunction): KeptRules {
  return rules.map(({ path, text }) => ({ path, sha256: hashOfRules(text, sha256) }));
}

/** A byte order mark is not part of the text. */
export function hashOfRules(text: string, sha256: HashFunction): string {
  return sha256(new TextEncoder().encode(text));
}
