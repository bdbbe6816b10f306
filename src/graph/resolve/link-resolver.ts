/** Finds the file that a target names: the six stages of link resolution. */
import type { LogicalPath } from "../../base/logical-path.ts";
import type { MarkdownDocument } from "../../documents/markdown-document.ts";
import type { GraphOptions, ResolvedBy } from "../knowledge-graph.ts";
import { addressKey } from "./address-key.ts";
import { FileGroup, type FileIds, type FileList, unionOf } from "./file-group.ts";
import { decodeOnce, foldedForm, indexPages, looseForm, markdownExtensions, normalForm } from "./name-forms.ts";
import { NameMaps } from "./name-maps.ts";
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
  readonly folded: boolean;
}

/** A target in the forms in which it is tried, and what they are relative to. */
interface Request {
  readonly folder: string;
  readonly forms: readonly string[];
  readonly wikilink: boolean;
}

const none: TargetLookup = { kind: "none", outside: false };
const outside: TargetLookup = { kind: "none", outside: true };

/** Resolves targets against a set of files. Every step is a lookup by key, so a target costs the same in a small and a large set. */
export class LinkResolver {
  readonly #files: FileList;
  readonly #options: GraphOptions;
  readonly #exact: NameMaps;
  readonly #folded: NameMaps;
  readonly #loose: NameMaps;
  readonly #byName: Map<string, NameMatch | undefined> = new Map();
  readonly #byLooseName: Map<string, NameMatch | undefined> = new Map();

  constructor(files: FileList, documents: readonly MarkdownDocument[], options: GraphOptions) {
    this.#files = files;
    this.#options = options;
    this.#exact = new NameMaps({ files, documents, form: normalForm });
    this.#folded = new NameMaps({ files, documents, form: foldedForm });
    this.#loose = new NameMaps({ files, documents, form: looseForm });
  }

  /**
   * The file that `target` (without fragment and query, not empty) names in a document in `folder`. A wikilink is tried as written
   * and then percent-decoded; a destination is a URL, so there the decoded form comes first.
   */
  find(folder: string, target: string, lookup: "wikilink" | "path"): TargetLookup {
    const decoded = decodeOnce(target);
    if (decoded === target && !isRooted(target)) {
      const id = this.#findAsWritten(folder, target);
      if (id !== undefined) return { kind: "file", id, by: "path", caseDiffers: false };
    }
    const wikilink = lookup === "wikilink";
    const forms = decoded === target ? [target] : wikilink ? [target, decoded] : [decoded, target];
    const request = { folder, forms, wikilink };
    const byPath = this.#findByPath(this.#exact, request);
    if (byPath !== undefined) return this.#settle(byPath, request, false);
    if (!wikilink) return this.#findFoldedPath(request) ?? this.#findFolder(request);
    const byName = this.#findByName(target, forms);
    if (byName !== undefined) return this.#settleName(byName, request);
    return this.#findFoldedPath(request) ?? this.#findByLooseName(target, request);
  }

  /** The first step of stage 1 by itself, for the many links that it settles. */
  #findAsWritten(folder: string, target: string): number | undefined {
    const path = joinTarget(folder, target);
    if (path === undefined) return undefined;
    const id = this.#exact.paths.get(normalForm(path));
    return typeof id === "number" ? id : undefined;
  }

  /** Stages 1 to 3 ignoring case. */
  #findFoldedPath(request: Request): TargetLookup | undefined {
    const match = this.#findByPath(this.#folded, request);
    return match === undefined ? undefined : this.#settle(match, request, true);
  }

  /** Stages 1 to 3 in one form of comparison. */
  #findByPath(maps: NameMaps, { folder, forms }: Request): StageMatch | undefined {
    return (
      firstOf(forms, (form) => (isRooted(form) ? undefined : this.#pathMatch(maps, folder, form, "path"))) ??
      firstOf(forms, (form) => (isRooted(form) ? this.#rootMatch(maps, form.slice(1)) : undefined)) ??
      firstOf(forms, (form) => addressMatch(maps, folder, form))
    );
  }

  #rootMatch(maps: NameMaps, target: string): StageMatch | undefined {
    return (
      this.#pathMatch(maps, "", target, "root") ??
      firstOf(this.#options.contentRoots, (root) => this.#pathMatch(maps, root, target, "root"))
    );
  }

  #pathMatch(maps: NameMaps, folder: string, target: string, by: ResolvedBy): StageMatch | undefined {
    const path = joinTarget(folder, target);
    return path === undefined ? undefined : pathMatch(maps, path, by);
  }

  /** Stage 4: kind by kind, each in exact case and then ignoring case. Does not depend on the linking file, so it is kept. */
  #findByName(target: string, forms: readonly string[]): NameMatch | undefined {
    if (this.#byName.has(target)) return this.#byName.get(target);
    let match: NameMatch | undefined;
    for (const kind of this.#kinds()) {
      for (const maps of [this.#exact, this.#folded]) {
        match ??= this.#nameMatch(
          firstOf(forms, (form) => kind(maps, form)),
          maps === this.#folded,
        );
      }
      if (match !== undefined) break;
    }
    this.#byName.set(target, match);
    return match;
  }

  /** Stage 6: as stage 4 with blank, `-` and `_` taken as one; several candidates resolve to none. */
  #findByLooseName(target: string, request: Request): TargetLookup {
    if (!this.#byLooseName.has(target)) {
      const match = firstOf(this.#kinds(), (kind) => firstOf(request.forms, (form) => kind(this.#loose, form)));
      this.#byLooseName.set(target, this.#nameMatch(match, false));
    }
    const found = this.#byLooseName.get(target);
    if (found === undefined) return this.#isOutside(request) ? outside : none;
    if (found.group.ids.length > 1) return { kind: "none", outside: false, candidates: found.group.paths };
    return { kind: "file", id: found.group.ids[0] as number, by: "loose", caseDiffers: false };
  }

  #kinds(): readonly NameKind[] {
    return this.#options.resolveAliases ? nameKinds : nameKinds.filter((kind) => kind !== aliasMatch);
  }

  #nameMatch(match: StageMatch | undefined, folded: boolean): NameMatch | undefined {
    if (match === undefined) return undefined;
    return { group: new FileGroup(this.#files, match.ids), by: match.by, asked: match.asked, folded };
  }

  #settle(match: StageMatch, request: Request, folded: boolean): TargetLookup {
    const { ids, by, asked } = match;
    if (typeof ids === "number") {
      return { kind: "file", id: ids, by, caseDiffers: folded && this.#caseDiffers(ids, by, asked) };
    }
    // Two names that are one in NFC: the one that is meant byte for byte is no question.
    const isTwin = !folded && by !== "address";
    const identical = isTwin ? ids.find((id) => this.#files.paths[id]?.startsWith(asked)) : undefined;
    if (identical !== undefined) return { kind: "file", id: identical, by, caseDiffers: false };
    return this.#settleName({ group: new FileGroup(this.#files, ids), by, asked, folded }, request);
  }

  #settleName({ group, by, asked, folded }: NameMatch, { folder }: Request): TargetLookup {
    const id = group.choose(folder);
    const candidates = group.ids.length > 1 ? group.paths : undefined;
    return { kind: "file", id, by, caseDiffers: folded && this.#caseDiffers(id, by, asked), candidates };
  }

  /** Whether what was written differs in case, and not only what was added to it (`docs/` that leads to `docs/readme.md`). */
  #caseDiffers(id: number, by: ResolvedBy, asked: string): boolean {
    if (by === "title" || by === "alias" || by === "address") return true;
    const path = `/${normalForm(this.#files.paths[id] as string)}`;
    return !path.includes(`/${normalForm(asked)}`);
  }

  /** A Markdown link may name a folder without a page: it is there to be looked into. */
  #findFolder(request: Request): TargetLookup {
    const folder = firstOf(request.forms, (form) => {
      const roots = isRooted(form) ? ["", ...this.#options.contentRoots] : [request.folder];
      return firstOf(roots, (root) => this.#existingFolder(root, form));
    });
    if (folder !== undefined) return { kind: "folder", path: folder };
    return this.#isOutside(request) ? outside : none;
  }

  #existingFolder(root: string, form: string): string | undefined {
    const path = joinTarget(root, isRooted(form) ? form.slice(1) : form);
    if (path === undefined) return undefined;
    return path === "" ? "" : this.#exact.folders.get(normalForm(path));
  }

  #isOutside({ folder, forms }: Request): boolean {
    return forms.some((form) => joinTarget(isRooted(form) ? "" : folder, form) === undefined);
  }
}

/** Looks one form of a wikilink's target up among names of one kind. */
type NameKind = (maps: NameMaps, form: string) => StageMatch | undefined;

const wholePathMatch: NameKind = (maps, form) => {
  const path = namedPath(form);
  return path === undefined ? undefined : pathMatch(maps, path, "path");
};

const suffixMatch: NameKind = (maps, form) => {
  const path = namedPath(form);
  if (path === undefined || !path.includes("/")) return undefined;
  const find = (endings: readonly string[]): FileIds | undefined =>
    unionOf(
      maps.suffixes,
      endings.map((ending) => maps.form(path + ending)),
    );
  const ids = find([""]) ?? find(markdownExtensions);
  if (ids !== undefined) return { ids, by: "suffix", asked: path };
  return matchOf(find(indexPages.map((page) => `/${page}`)), "folder", path);
};

const baseNameMatch: NameKind = (maps, form) => {
  const path = namedPath(form);
  if (path === undefined || path.includes("/")) return undefined;
  const key = maps.form(path);
  return matchOf(maps.fileNames.get(key) ?? maps.baseNames.get(key), "name", path);
};

const folderNameMatch: NameKind = (maps, form) => {
  const path = namedPath(form);
  if (path === undefined || path.includes("/")) return undefined;
  return matchOf(maps.folderPages.get(maps.form(path)), "folder", path);
};

const titleMatch: NameKind = (maps, form) => matchOf(maps.titles.get(maps.form(form.trim())), "title", form);

const aliasMatch: NameKind = (maps, form) => matchOf(maps.aliases.get(maps.form(form.trim())), "alias", form);

const nameKinds: readonly NameKind[] = [
  wholePathMatch,
  suffixMatch,
  baseNameMatch,
  folderNameMatch,
  titleMatch,
  aliasMatch,
];

/** A wikilink's target as a path from anywhere; `undefined` for one that is relative to its file (`./a`, `../a`) or empty. */
function namedPath(form: string): string | undefined {
  const path = form.replace(/^\/+|\/+$/g, "");
  if (path === "" || /(?:^|\/)(?:\.{0,2})(?:\/|$)/.test(path)) return undefined;
  return path;
}

/** The path itself, then with each Markdown ending, then as a folder with a page, then with `.html` read as `.md`. */
function pathMatch(maps: NameMaps, path: string, by: ResolvedBy): StageMatch | undefined {
  if (path === "") return pageMatch(maps, "");
  const key = maps.form(path);
  const itself = maps.paths.get(key);
  if (itself !== undefined) return { ids: itself, by, asked: path };
  for (const extension of markdownExtensions) {
    const ids = maps.paths.get(key + extension);
    if (ids !== undefined) return { ids, by, asked: path };
  }
  if (maps.folders.has(key)) {
    const page = pageMatch(maps, path);
    if (page !== undefined) return page;
  }
  if (!key.endsWith(".html")) return undefined;
  return matchOf(maps.paths.get(`${key.slice(0, -5)}.md`), by, path.slice(0, -5));
}

function pageMatch(maps: NameMaps, folder: string): StageMatch | undefined {
  for (const page of indexPages) {
    const path = folder === "" ? page : `${folder}/${page}`;
    const ids = maps.paths.get(maps.form(path));
    if (ids !== undefined) return { ids, by: "folder", asked: folder };
  }
  return undefined;
}

function addressMatch(maps: NameMaps, folder: string, form: string): StageMatch | undefined {
  const { addresses } = maps;
  if (addresses.size === 0) return undefined;
  const key = addressKey(form);
  if (isRooted(form)) return matchOf(addresses.get(maps.form(key)), "address", key);
  if (key === "") return undefined;
  const found = matchOf(addresses.get(maps.form(key)), "address", key);
  if (found !== undefined) return found;
  const path = joinTarget(folder, key);
  return path === undefined ? undefined : matchOf(addresses.get(maps.form(path)), "address", path);
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
