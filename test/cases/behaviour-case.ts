/** A case: files, a question in words, and what must come out. */
export interface BehaviourCase {
  readonly id: string;
  readonly package: string;
  readonly kind: string;
  readonly files: Readonly<Record<string, string>>;
  readonly gen?: Readonly<Record<string, GeneratedFiles>>;
  readonly call: string;
  readonly expect: { readonly prose: string; readonly exact: Readonly<Record<string, unknown>> };
}

/** One file made by repetition, or, for a name that ends in `/`, many files with one text. */
export type GeneratedFiles =
  | { readonly repeat: string; readonly times: number; readonly then: string }
  | { readonly files: number; readonly folders?: number; readonly text: string };

/** All files of a case as path and text. */
export function filesOf({ files, gen = {} }: BehaviourCase): Record<string, string> {
  const all: Record<string, string> = { ...files };
  for (const [name, made] of Object.entries(gen)) {
    if ("repeat" in made) all[name] = made.repeat.repeat(made.times) + made.then;
    else {
      for (let index = 0; index < made.files; index++) {
        const folder = made.folders === undefined ? "" : `${index % made.folders}/`;
        all[`${name}${folder}${index}.md`] = made.text;
      }
    }
  }
  return all;
}
