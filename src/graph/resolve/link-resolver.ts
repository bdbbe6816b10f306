/** Finds the file that a target names: the six stages of link resolution. */
import { decodeOnce } from "../../base/decode-once.ts";
import type { LogicalPath } from "../../base/logical-path.ts";
import type { GraphOptions, ResolvedBy } from "../knowledge-graph.ts";
import { addressKey } from "./address-key.ts";
import type { ContentRoots } from "./content-roots.ts";
import { FileGroup, type FileIds } from "./file-group.ts";
import { folderOf, indexPages, markdownExtensions, normalForm, withSingleBlanks } from "./name-forms.ts";
import type { NameIndex, Strictness } from "./name-index.ts";
import { joinTarget } from "./target-path.ts";

/** What a target leads to. */
export type TargetLookup =
  | {
      readonly kind: "file";
      readonly id: number;
      readonly by: ResolvedBy;
      readonly caseDiffers: boolean;
      /** All candidates, where there were several. */
      readonly candidates?: readonly LogicalPath[] | undefined;
    }
  /** A folder that has no page of its own. */
  | { readonly kind: "folder"; readonly path: string }
  /** Nothing, or several candidates of which none may be chosen. */
  | { readonly kind: "none"; readonly outside: boolean; readonly candidates?: readonly LogicalPath[] };

/** Files that a stage found. `asked` is what was looked for, without an ending that was added. */
interface StageMatch {
  readonly ids: FileIds;
  readonly by: ResolvedBy;
  readonly asked: string;
}

/** What the stages that do not depend on the linking file found. */
interface NameMatch {
  readonly group: FileGroup;
  readonly by: ResolvedBy;
  readonly asked: string;
  readonly strictness: Strictness;
}

/** A target in the forms in which it is tried, and the folder that it is relative to. */
interface Request {
  readonly folder: string;
  readonly forms: readonly string[];
  /** The forms that a path can end in. */
  readonly paths: readonly string[];
}

const notUnique = -1;
const none: TargetLookup = { kind: "none", outside: false };
const outside: TargetLookup = { kind: "none", outside: true };

/** Resolves targets against a set of files. Every step is a lookup by key, so a target costs the same in a small and a large set. */
export class LinkResolver {
  readonly #names: NameIndex;
  readonly #roots: ContentRoots;
  readonly #kinds: readonly NameKind[];
  /** The folder of the last document, and the same in NFC: links come document by document. */
  #folder = "";
  #normalFolder = "";
  readonly #unique: Map<string, number> = new Map();
  readonly #groups: Map<readonly number[], FileGroup> = new Map();
  readonly #byName: Map<string, NameMatch | undefined> = new Map();
  readonly #byLooseName: Map<string, NameMatch | undefined> = new Map();

  /** Keeps what it has looked up, so it is of use only until a file is added to the names or removed. */
  constructor(names: NameIndex, roots: ContentRoots, options: GraphOptions) {
    this.#names = names;
    this.#roots = roots;
    this.#kinds = options.resolveAliases ? nameKinds : nameKinds.filter((kind) => kind !== alias);
  }

  /**
   * The file that `target` (without fragment and query, not empty) names in a document in `folder`. A wikilink is tried as written
   * and then percent-decoded, and each with its runs of blanks as one; a destination is a URL, so there the decoded form comes first.
   */
  find(folder: string, target: string, lookup: "wikilink" | "path"): TargetLookup {
    const decoded = decodeOnce(target);
    if (lookup === "wikilink" && decoded === target && !target.includes("/")) {
      const unique = this.#findUnique(folder, target);
      if (unique !== undefined) return unique;
    }
    if (decoded === target && !isRooted(target)) {
      const id = this.#findAsWritten(folder, target);
      if (id !== undefined) return { kind: "file", id, by: "path", caseDiffers: false };
    }
    const wikilink = lookup === "wikilink";
    const forms = wikilink ? wikilinkForms(target, decoded) : decoded === target ? [target] : [decoded, target];
    const request = { folder, forms, paths: forms.filter((form) => this.#isPossiblePath(form)) };
    const byPath = this.#findByPath(request, "exact");
    if (byPath !== undefined) return this.#settle(byPath, folder, "exact");
    if (!wikilink) return this.#findFoldedPath(request) ?? this.#findFolder(request);
    const byName = this.#findByName(target, request);
    if (byName !== undefined) return this.#settleName(byName, folder);
    return this.#findFoldedPath(request) ?? this.#findByLooseName(target, request);
  }

  /** The document in whose front matter `id` stands as such, in exactly this spelling. */
  findById(id: string, folder: string): TargetLookup | undefined {
    const key = addressKey(id);
    const match = matchOf(this.#names.byAddress(key, "exact"), "address", key);
    return match === undefined ? undefined : this.#settle(match, folder, "exact");
  }

  /** Most wikilinks name the one note of that name, which every stage that can find it finds. */
  #findUnique(folder: string, target: string): TargetLookup | undefined {
    let id = this.#unique.get(target);
    if (id === undefined) {
      id = this.#names.uniqueByName(target) ?? notUnique;
      this.#unique.set(target, id);
    }
    if (id === notUnique) return undefined;
    const own = folderOf(this.#names.pathOf(id));
    const isPath = own === "" || own === folder || normalForm(own) === normalForm(folder);
    return { kind: "file", id, by: isPath ? "path" : "name", caseDiffers: false };
  }

  /** The first step of stage 1 by itself, for the many links that it settles. */
  #findAsWritten(folder: string, target: string): number | undefined {
    if (folder !== this.#folder) {
      this.#folder = folder;
      this.#normalFolder = normalForm(folder);
    }
    // Joined by a slash, two texts in NFC are one in NFC.
    const path = joinTarget(this.#normalFolder, normalForm(target));
    if (path === undefined) return undefined;
    const id = this.#names.byExactPath(path);
    return typeof id === "number" ? id : undefined;
  }

  #isPossiblePath(form: string): boolean {
    const name = form.slice(form.lastIndexOf("/") + 1);
    return name === "" || name === "." || name === ".." || this.#names.mayEndIn(name);
  }

  /** Stages 1 to 3 ignoring case. */
  #findFoldedPath(request: Request): TargetLookup | undefined {
    const match = this.#findByPath(request, "folded");
    return match === undefined ? undefined : this.#settle(match, request.folder, "folded");
  }

  /** Stages 1 to 3 in one form of comparison. */
  #findByPath({ folder, forms, paths }: Request, strictness: Strictness): StageMatch | undefined {
    const names = this.#names;
    return (
      firstOf(paths, (form) => (isRooted(form) ? undefined : joinedMatch(names, folder, form, strictness))) ??
      firstOf(paths, (form) => (isRooted(form) ? this.#rootMatch(folder, form.slice(1), strictness) : undefined)) ??
      firstOf(forms, (form) => addressMatch(names, folder, form, strictness))
    );
  }

  #rootMatch(folder: string, target: string, strictness: Strictness): StageMatch | undefined {
    const match =
      joinedMatch(this.#names, "", target, strictness) ??
      firstOf(this.#roots.of(folder), (root) => joinedMatch(this.#names, root, target, strictness));
    return match?.by === "path" ? { ...match, by: "root" } : match;
  }

  /** Stage 4: kind by kind, each in exact case and then ignoring case. Does not depend on the linking file, so it is kept. */
  #findByName(target: string, request: Request): NameMatch | undefined {
    if (this.#byName.has(target)) return this.#byName.get(target);
    const match = firstOf(this.#kinds, (kind) =>
      firstOf(["exact", "folded"] as const, (strictness) => this.#nameMatch(kind, request, strictness)),
    );
    this.#byName.set(target, match);
    return match;
  }

  /** Stage 6: as stage 4 with blank, `-` and `_` taken as one; several candidates resolve to none. */
  #findByLooseName(target: string, request: Request): TargetLookup {
    if (!this.#byLooseName.has(target)) {
      const match = firstOf(this.#kinds, (kind) => this.#nameMatch(kind, request, "loose"));
      this.#byLooseName.set(target, match);
    }
    const found = this.#byLooseName.get(target);
    if (found === undefined) return this.#climbs(request) ? outside : none;
    if (found.group.ids.length > 1) return { kind: "none", outside: false, candidates: found.group.paths };
    return { kind: "file", id: found.group.ids[0] as number, by: "loose", caseDiffers: false };
  }

  #nameMatch(kind: NameKind, { forms, paths }: Request, strictness: Strictness): NameMatch | undefined {
    const match = firstOf(kind.ofPath ? paths : forms, (form) => kind.find(this.#names, form, strictness));
    if (match === undefined) return undefined;
    const { ids, by, asked } = match;
    return { group: this.#groupOf(ids), by, asked, strictness };
  }

  #settle({ ids, by, asked }: StageMatch, folder: string, strictness: Strictness): TargetLookup {
    if (typeof ids === "number") {
      const caseDiffers = strictness === "folded" && this.#caseDiffers(ids, by, asked);
      return { kind: "file", id: ids, by, caseDiffers };
    }
    // Two names that are one in NFC: the one that is meant byte for byte is no question.
    const isTwin = strictness === "exact" && by !== "address";
    const identical = isTwin
      ? this.#groupOf(ids).ids.find((id) => this.#names.pathOf(id).startsWith(asked))
      : undefined;
    if (identical !== undefined) return { kind: "file", id: identical, by, caseDiffers: false };
    return this.#settleName({ group: this.#groupOf(ids), by, asked, strictness }, folder);
  }

  /** One group a list of files, so that many links to one name share what is found out about it. */
  #groupOf(ids: FileIds): FileGroup {
    if (typeof ids === "number") return new FileGroup(this.#names.files, ids);
    let group = this.#groups.get(ids);
    if (group === undefined) {
      group = new FileGroup(this.#names.files, ids);
      this.#groups.set(ids, group);
    }
    return group;
  }

  #settleName({ group, by, asked, strictness }: NameMatch, folder: string): TargetLookup {
    const id = group.choose(folder);
    const candidates = group.ids.length > 1 ? group.paths : undefined;
    const caseDiffers = strictness === "folded" && this.#caseDiffers(id, by, asked);
    return { kind: "file", id, by, caseDiffers, candidates };
  }

  /** Whether what was written differs in case, and not only what was added to it (`docs/` that leads to `docs/readme.md`). */
  #caseDiffers(id: number, by: ResolvedBy, asked: string): boolean {
    if (by === "title" || by === "alias" || by === "address") return true;
    const path = `/${normalForm(this.#names.pathOf(id))}`;
    return !path.includes(`/${normalForm(asked)}`);
  }

  /** A Markdown link may name a folder without a page: it is there to be looked into. */
  #findFolder(request: Request): TargetLookup {
    const folder = firstOf(request.forms, (form) => {
      const roots = isRooted(form) ? ["", ...this.#roots.of(request.folder)] : [request.folder];
      return firstOf(roots, (root) => this.#existingFolder(root, form));
    });
    if (folder !== undefined) return { kind: "folder", path: folder };
    return this.#isOutside(request) ? outside : none;
  }

  #existingFolder(root: string, form: string): string | undefined {
    const path = joinTarget(root, isRooted(form) ? form.slice(1) : form);
    if (path === undefined) return undefined;
    return path === "" ? "" : this.#names.existingFolder(path);
  }

  #climbs({ folder, forms }: Request): boolean {
    return forms.some((form) => joinTarget(isRooted(form) ? "" : folder, form) === undefined);
  }

  /** Whether a target that is not found climbs out of the prefix, or leads to another part of the site that is published. */
  #isOutside({ folder, forms }: Request): boolean {
    return forms.some((form) => {
      const path = joinTarget(isRooted(form) ? "" : folder, form);
      if (path === undefined) return true;
      return isRooted(form) ? this.#roots.isForeign(folder, path) : this.#roots.isLeft(folder, path);
    });
  }
}

/** The forms in which the target of a wikilink is tried, in their order. */
export function wikilinkForms(target: string, decoded: string): readonly string[] {
  const single = withSingleBlanks(target);
  if (decoded === target) return single === target ? [target] : [target, single];
  return [...new Set([target, decoded, single, withSingleBlanks(decoded)])];
}

/** Looks one form of a wikilink's target up among names of one kind. */
interface NameKind {
  /** Whether the names are ends of paths. */
  readonly ofPath: boolean;
  readonly find: (names: NameIndex, form: string, strictness: Strictness) => StageMatch | undefined;
}

const wholePath: NameKind = {
  ofPath: true,
  find: (names, form, strictness) => {
    const path = namedPath(form);
    return path === undefined ? undefined : pathMatch(names, path, strictness);
  },
};

const suffix: NameKind = {
  ofPath: true,
  find: (names, form, strictness) => {
    const path = namedPath(form);
    if (path === undefined || !path.includes("/")) return undefined;
    const find = (endings: readonly string[]): FileIds | undefined =>
      names.bySuffixes(
        endings.map((ending) => path + ending),
        strictness,
      );
    const ids = find([""]) ?? find(markdownExtensions);
    if (ids !== undefined) return { ids, by: "suffix", asked: path };
    return matchOf(find(indexPages.map((page) => `/${page}`)), "folder", path);
  },
};

const baseName: NameKind = {
  ofPath: true,
  find: (names, form, strictness) => {
    const path = namedPath(form);
    if (path === undefined || path.includes("/")) return undefined;
    return matchOf(names.byName(path, strictness), "name", path);
  },
};

const folderName: NameKind = {
  ofPath: true,
  find: (names, form, strictness) => {
    const path = namedPath(form);
    if (path === undefined || path.includes("/")) return undefined;
    return matchOf(names.byFolderName(path, strictness), "folder", path);
  },
};

const title: NameKind = {
  ofPath: false,
  find: (names, form, strictness) => matchOf(names.byTitle(form.trim(), strictness), "title", form),
};

const alias: NameKind = {
  ofPath: false,
  find: (names, form, strictness) => matchOf(names.byAlias(form.trim(), strictness), "alias", form),
};

const nameKinds: readonly NameKind[] = [wholePath, suffix, baseName, folderName, title, alias];

/** A wikilink's target as a path from anywhere; `undefined` for one that is relative to its file (`./a`, `../a`) or empty. */
function namedPath(form: string): string | undefined {
  const path = form.replace(/^\/+|\/+$/g, "");
  if (path === "" || /(?:^|\/)(?:\.{0,2})(?:\/|$)/.test(path)) return undefined;
  return path;
}

function joinedMatch(names: NameIndex, folder: string, target: string, strictness: Strictness): StageMatch | undefined {
  const path = joinTarget(folder, target);
  return path === undefined ? undefined : pathMatch(names, path, strictness);
}

/** The path itself, then with each Markdown ending, then as a folder with a page, then with `.html` read as `.md`. */
function pathMatch(names: NameIndex, path: string, strictness: Strictness): StageMatch | undefined {
  if (path === "") return pageMatch(names, "", strictness);
  const folder = folderOf(path);
  if (folder !== "" && !names.hasFolder(folder, strictness)) return undefined;
  const itself =
    names.byPath(path, strictness) ??
    firstOf(markdownExtensions, (extension) => names.byPath(path + extension, strictness));
  if (itself !== undefined) return { ids: itself, by: "path", asked: path };
  if (names.hasFolder(path, strictness)) {
    const page = pageMatch(names, path, strictness);
    if (page !== undefined) return page;
  }
  if (!/\.html$/i.test(path)) return undefined;
  const stem = path.slice(0, -5);
  if (strictness === "exact" && !path.endsWith(".html")) return undefined;
  return matchOf(names.byPath(`${stem}.md`, strictness), "path", stem);
}

function pageMatch(names: NameIndex, folder: string, strictness: Strictness): StageMatch | undefined {
  return firstOf(indexPages, (page) => {
    const path = folder === "" ? page : `${folder}/${page}`;
    return matchOf(names.byPath(path, strictness), "folder", folder);
  });
}

function addressMatch(names: NameIndex, folder: string, form: string, strictness: Strictness): StageMatch | undefined {
  if (!names.hasAddresses) return undefined;
  const key = addressKey(form);
  if (isRooted(form)) return matchOf(names.byAddress(key, strictness), "address", key);
  if (key === "") return undefined;
  const found = matchOf(names.byAddress(key, strictness), "address", key);
  if (found !== undefined) return found;
  const path = joinTarget(folder, key);
  return path === undefined ? undefined : matchOf(names.byAddress(path, strictness), "address", path);
}

function matchOf(ids: FileIds | undefined, by: ResolvedBy, asked: string): StageMatch | undefined {
  return ids === undefined ? undefined : { ids, by, asked };
}

function isRooted(form: string): boolean {
  return form.charCodeAt(0) === 0x2f;
}

function firstOf<Item, Result>(items: readonly Item[], find: (item: Item) => Result | undefined): Result | undefined {
  for (const item of items) {
    const result = find(item);
    if (result !== undefined) return result;
  }
  return undefined;
}
