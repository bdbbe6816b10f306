/** The rules of all ignore files of a tree, and of the caller, in the order in which they win. */
import { type IgnoreRule, parseIgnoreRules, ruleVerdict } from "../base/ignore-rules.ts";
import { type DirectoryPath, type LogicalPath, nameOf, parentOf } from "../base/logical-path.ts";

const ownIgnoreFile = ".graphdownignore";

/** Names of the files whose rules are heeded. */
export const ignoreFileNames: ReadonlySet<string> = new Set([".gitignore", ownIgnoreFile]);

/** The rules for the children of one folder, those of the folders above it included, the strongest last. */
interface FolderRules {
  readonly git: readonly IgnoreRule[];
  readonly own: readonly IgnoreRule[];
}

/**
 * The caller's lines win over all `.graphdownignore` files, and these over all `.gitignore` files; among files of one name a deeper one
 * wins over a higher one, and in one list the last rule that matches decides.
 */
export class IgnoreTree {
  readonly #lines: readonly IgnoreRule[];
  readonly #files = new Map<DirectoryPath, FolderRules>();
  readonly #gathered = new Map<DirectoryPath, FolderRules>();
  #size: number;

  /** @param lines Rules of the caller, relative to the root. */
  constructor(lines: readonly string[]) {
    this.#lines = parseIgnoreRules(lines.join("\n"), "");
    this.#size = this.#lines.length;
  }

  /** How many rules there are. */
  get size(): number {
    return this.#size;
  }

  /** Adds the rules of an ignore file. */
  add(file: LogicalPath, text: string): void {
    const folder = parentOf(file);
    const rules = parseIgnoreRules(text, folder);
    const others = this.#files.get(folder) ?? nothing;
    this.#files.set(folder, nameOf(file) === ownIgnoreFile ? { ...others, own: rules } : { ...others, git: rules });
    this.#gathered.clear();
    this.#size += rules.length;
  }

  /** Whether the rules exclude a path, looking at that path alone: folders above are for the caller to ask about. */
  excludes(path: LogicalPath, kind: "file" | "folder"): boolean {
    if (this.#size === 0) return false;
    const { git, own } = this.#rulesFor(parentOf(path));
    const verdict =
      ruleVerdict(this.#lines, path, kind) ?? ruleVerdict(own, path, kind) ?? ruleVerdict(git, path, kind);
    return verdict === "excluded";
  }

  #rulesFor(folder: DirectoryPath): FolderRules {
    const gathered = this.#gathered.get(folder);
    if (gathered !== undefined) return gathered;
    const above = folder === "" ? nothing : this.#rulesFor(parentOf(folder));
    const here = this.#files.get(folder);
    const rules = here === undefined ? above : { git: [...above.git, ...here.git], own: [...above.own, ...here.own] };
    this.#gathered.set(folder, rules);
    return rules;
  }
}

const nothing: FolderRules = { git: [], own: [] };
