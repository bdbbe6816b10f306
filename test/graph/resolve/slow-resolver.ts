/** Link resolution as its rules say it, stage by stage over all files: slow and plain, to compare the real one with. */
import { compareCodePoints } from "../../../src/base/compare-code-points.ts";
import type { MarkdownDocument } from "../../../src/documents/markdown-document.ts";

export interface SlowInput {
  readonly documents: readonly MarkdownDocument[];
  readonly otherPaths: readonly string[];
  readonly contentRoots: readonly string[];
  readonly folder: string;
  readonly target: string;
  readonly lookup: "wikilink" | "path";
}

/** What a target leads to: a path, with the candidates if there were several, or why there is none. */
export interface SlowResult {
  readonly path?: string;
  readonly candidates?: readonly string[];
  readonly none?: "missing" | "outside" | "folder";
}

type Form = (text: string) => string;

const exact: Form = (text) => text.normalize("NFC");
const folded: Form = (text) => exact(exact(text).toLowerCase());
const loose: Form = (text) => folded(text).replace(/[-_\s]/g, " ");

const extensions = [".md", ".mdx", ".markdown"];
const pages = extensions.flatMap((extension) => ["index", "_index", "README"].map((name) => `/${name}${extension}`));
const kinds = ["path", "suffix", "name", "page", "title", "alias"] as const;

export function slowResolve(input: SlowInput): SlowResult {
  const decoded = decodeOnce(input.target);
  const wikilink = input.lookup === "wikilink";
  const forms = [...new Set(wikilink ? [input.target, decoded] : [decoded, input.target])];
  const stages: (() => string[])[] = pathStages(input, forms, exact);
  for (const kind of wikilink ? kinds : []) {
    for (const form of [exact, folded]) stages.push(() => firstOf(forms, (target) => named(input, kind, target, form)));
  }
  stages.push(...pathStages(input, forms, folded));
  for (const stage of stages) {
    const candidates = stage();
    if (candidates.length > 0) return choose(candidates, input.folder);
  }
  for (const kind of wikilink ? kinds : []) {
    const candidates = firstOf(forms, (target) => named(input, kind, target, loose));
    if (candidates.length === 1) return { path: candidates[0] as string };
    if (candidates.length > 1) return { none: "missing", candidates: candidates.sort(compareCodePoints) };
  }
  if (!wikilink && forms.some((target) => isFolder(input, target))) return { none: "folder" };
  const outside = forms.some((target) => leavesPrefix(input, target) || (!wikilink && leavesSite(input, target)));
  return { none: outside ? "outside" : "missing" };
}

function leavesPrefix({ folder }: SlowInput, target: string): boolean {
  return join(target.startsWith("/") ? "" : folder, target) === undefined;
}

/** Pages of another part of the site: nothing here begins as the target does, or it is built beside the site's root. */
function leavesSite(input: SlowInput, target: string): boolean {
  const rooted = target.startsWith("/");
  const path = join(rooted ? "" : input.folder, target) as string;
  const segments = path.split("/");
  const begins = (root: string): boolean => {
    const start = loose([root, segments[0] as string].filter((part) => part !== "").join("/"));
    return allPaths(input).some(
      (known) =>
        loose(known).startsWith(`${start}/`) ||
        ["", ...extensions].some((extension) => loose(known) === start + extension),
    );
  };
  if (rooted) {
    const starts = input.documents.flatMap(({ addresses, path: own }) =>
      addresses.flatMap((address) => keysOf(address, own)),
    );
    const isAddressed = starts.some((key) => loose(key.split("/")[0] as string) === loose(segments[0] as string));
    const isFile = /\.(?:png|md|mdx|markdown)$/i.test(path);
    const published = input.contentRoots.length > 0;
    return published && segments.length > 1 && !isFile && !isAddressed && !["", ...input.contentRoots].some(begins);
  }
  const within = (place: string, root: string): boolean => `${place}/`.startsWith(`${root}/`);
  const leaves = input.contentRoots.some((root) => within(input.folder, root) && !within(path, root));
  return /\.html$/i.test(path) && leaves && !begins("");
}

/** Stages 1 to 3, or 5. */
function pathStages(input: SlowInput, forms: readonly string[], form: Form): (() => string[])[] {
  return [
    () => firstOf(forms, (target) => (target.startsWith("/") ? [] : below(input, input.folder, target, form))),
    () =>
      firstOf(forms, (target) =>
        target.startsWith("/") ? firstOf(["", ...input.contentRoots], (root) => below(input, root, target, form)) : [],
      ),
    () => firstOf(forms, (target) => addressed(input, target, form)),
  ];
}

function allPaths({ documents, otherPaths }: SlowInput): string[] {
  return [...documents.map(({ path }) => path as string), ...otherPaths];
}

function below(input: SlowInput, folder: string, target: string, form: Form): string[] {
  const path = join(folder, target);
  return path === undefined ? [] : pathForms(input, path, form);
}

function pathForms(input: SlowInput, path: string, form: Form): string[] {
  const tries = path === "" ? [] : [path, ...extensions.map((extension) => path + extension)];
  tries.push(...pages.map((page) => (path === "" ? page.slice(1) : path + page)));
  if (form(path).endsWith(".html")) tries.push(`${path.slice(0, -5)}.md`);
  return firstOf(tries, (wanted) => {
    const same = allPaths(input).filter((known) => form(known) === form(wanted));
    const identical = form === exact ? same.find((known) => known === wanted) : undefined;
    return identical === undefined ? same : [identical];
  });
}

function addressed({ documents, folder }: SlowInput, target: string, form: Form): string[] {
  const key = addressKey(target);
  const wanted = target.startsWith("/") ? [key] : key === "" ? [] : [key, join(folder, key)];
  return firstOf(wanted, (address) =>
    documents
      .filter((document) =>
        document.addresses.some((own) =>
          keysOf(own, document.path).some((known) => form(known) === form(address ?? "\0")),
        ),
      )
      .map(({ path }) => path),
  );
}

function keysOf(address: string, path: string): string[] {
  const key = addressKey(address);
  return address.startsWith("/") ? [key] : [key, [...path.split("/").slice(0, -1), key].join("/")];
}

function addressKey(target: string): string {
  return decodeOnce(target)
    .replace(/^\/+|\/+$/g, "")
    .replace(/(?:^|\/)index\.html$|\.html$/, "");
}

function named(input: SlowInput, kind: (typeof kinds)[number], target: string, form: Form): string[] {
  const { documents } = input;
  const path = target.replace(/^\/+|\/+$/g, "");
  const isPath =
    path !== "" && path.split("/").every((segment) => segment !== "" && segment !== "." && segment !== "..");
  const endsWith = (known: string, end: string): boolean => form(known).endsWith(`/${form(end)}`);
  const all = allPaths(input);
  switch (kind) {
    case "path":
      return isPath ? pathForms(input, path, form) : [];
    case "suffix":
      if (!isPath || !path.includes("/")) return [];
      return firstOf([[""], extensions, pages], (ends) =>
        all.filter((known) => ends.some((end) => endsWith(known, path + end))),
      );
    case "name":
      if (!isPath || path.includes("/")) return [];
      return firstOf(
        [
          () => all.filter((known) => form(lastOf(known)) === form(path)),
          () =>
            documents
              .map((document) => document.path as string)
              .filter((known) => form(lastOf(known).replace(/\.(md|mdx|markdown)$/i, "")) === form(path)),
        ],
        (find) => find(),
      );
    case "page":
      if (!isPath || path.includes("/")) return [];
      return documents
        .map((document) => document.path as string)
        .filter(
          (known) =>
            /\/(index|_index|readme)\.(md|mdx|markdown)$/i.test(known) &&
            form(known.split("/").at(-2) as string) === form(path),
        );
    case "title":
      return documents
        .filter(({ title, titleSource }) => titleSource !== "name" && form(title) === form(target))
        .map((document) => document.path);
    default:
      return documents
        .filter(({ aliases }) => aliases.some((alias) => form(alias) === form(target)))
        .map((document) => document.path);
  }
}

function choose(candidates: readonly string[], folder: string): SlowResult {
  const sorted = [...candidates].sort(compareCodePoints);
  const folderOf = (path: string): string => path.split("/").slice(0, -1).join("/");
  const depth = (path: string): number => path.split("/").length;
  const best =
    sorted.find((path) => folderOf(path) === folder) ?? (sorted.toSorted((a, b) => depth(a) - depth(b))[0] as string);
  return sorted.length > 1 ? { path: best, candidates: sorted } : { path: best };
}

function isFolder(input: SlowInput, target: string): boolean {
  const roots = target.startsWith("/") ? ["", ...input.contentRoots] : [input.folder];
  return roots.some((root) => {
    const path = join(root, target);
    return (
      path === "" || allPaths(input).some((known) => path !== undefined && exact(known).startsWith(`${exact(path)}/`))
    );
  });
}

function join(folder: string, target: string): string | undefined {
  const segments = folder.split("/");
  for (const segment of target.split("/")) segments.push(segment);
  const joined: string[] = [];
  for (const segment of segments) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") joined.push(segment);
    else if (joined.pop() === undefined) return undefined;
  }
  return joined.join("/");
}

function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function lastOf(path: string): string {
  return path.split("/").at(-1) as string;
}

function firstOf<Item>(items: readonly Item[], find: (item: Item) => string[]): string[] {
  for (const item of items) {
    const found = find(item);
    if (found.length > 0) return found;
  }
  return [];
}
