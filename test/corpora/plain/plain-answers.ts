/** The ten questions of a docs team, answered plainly: each answer is a figure by page, tag, name or link. */
import type { PlainCorpus, PlainPage } from "./plain-corpus.ts";
import { linksOf, type PlainLink } from "./plain-links.ts";
import { createPlainResolver, type PlainTarget } from "./plain-resolver.ts";

export type Figures = ReadonlyMap<string, number>;

/** What is asked of one corpus in particular. */
export interface CorpusQuestions {
  /** A key of front matter with one value a page. */
  readonly property: string;
  /** The key of a date: the one of publishing, written as year, month and day, or another, as month, day and year. */
  readonly date: { readonly key: string; readonly form: "published" | "month-first"; readonly before: string };
  /** What the addresses begin with that pages cite. */
  readonly host: string;
}

/** A link and where it leads. */
export interface ResolvedLink {
  readonly link: PlainLink;
  readonly target: PlainTarget;
}

export function linksOfCorpus(corpus: PlainCorpus): ReadonlyMap<string, readonly ResolvedLink[]> {
  const { resolve } = createPlainResolver(corpus);
  const links = new Map<string, readonly ResolvedLink[]>();
  for (const page of corpus.pages.values()) {
    links.set(
      page.path,
      linksOf(page).map((link) => ({ link, target: resolve(page.path, link) })),
    );
  }
  return links;
}

/** The figures by the names of the questions. */
export function plainAnswers(corpus: PlainCorpus, asked: CorpusQuestions): Readonly<Record<string, Figures>> {
  const links = linksOfCorpus(corpus);
  const pages = [...corpus.pages.values()];
  const sources = new Map<string, Set<string>>();
  for (const [path, all] of links) {
    for (const { link, target } of all) {
      if (target.kind !== "page" || link.embed || target.path === path) continue;
      sources.set(target.path, (sources.get(target.path) ?? new Set()).add(path));
    }
  }
  const count = (keysOf: (page: PlainPage) => Iterable<string>): Figures => {
    const figures = new Map<string, number>();
    for (const page of pages) {
      for (const key of new Set(keysOf(page))) figures.set(key, (figures.get(key) ?? 0) + 1);
    }
    return figures;
  };
  const ofPages = (figure: (page: PlainPage) => number): Figures =>
    new Map(pages.map((page): [string, number] => [page.path, figure(page)]).filter(([, number]) => number > 0));
  return {
    "pages without a description": ofPages(({ meta }) => (describes(meta) ? 0 : 1)),
    "pages that link to a page": ofPages(({ path }) => sources.get(path)?.size ?? 0),
    "pages with a tag": count(tagsOf),
    "links that lead nowhere": count(({ path }) =>
      links.get(path)!.flatMap(({ link, target }) => (target.kind === "nothing" ? `${path} ${link.target}` : [])),
    ),
    "pages of an author": count(({ meta }) =>
      ["author", "authors"].flatMap((key) => textsOf(valueAt(meta, key)).map(single)),
    ),
    "pages of long ago that others link to": ofPages(({ path, meta }) => {
      const date = dateOf(meta, asked.date);
      return date !== undefined && date < asked.date.before ? (sources.get(path)?.size ?? 0) : 0;
    }),
    "headings of a page": ofPages(({ headings }) => headings.length),
    "tasks of a page": ofPages(({ prose }) => prose.match(task)?.length ?? 0),
    "pages with a value of a property": count(({ meta }) => textsOf(meta[asked.property]).slice(0, 1)),
    "addresses of a host that a page cites": ofPages(({ path }) => {
      const targets = links.get(path)!.map(({ link }) => link.target);
      return new Set(targets.filter((target) => target.startsWith(asked.host))).size;
    }),
  };
}

/** Names are compared with single blanks. */
const single = (name: string): string => name.replace(/\s+/g, " ");

const task = /^\[[ xX]\] +\S/gm;

function describes(meta: PlainPage["meta"]): boolean {
  return ["description", "summary"].some((key) => textsOf(valueAt(meta, key)).length > 0);
}

/** The value of a key, whatever its case. */
function valueAt(meta: PlainPage["meta"], key: string): unknown {
  return Object.entries(meta).find(([name]) => name.toLowerCase().replace(/[-_]/g, "") === key)?.[1];
}

function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return typeof value === "string" && !/^(?:|~|null)$/i.test(value.trim()) ? [value.trim()] : [];
}

function dateOf(meta: PlainPage["meta"], { key, form }: CorpusQuestions["date"]): string | undefined {
  const [written = ""] = textsOf(meta[key]);
  if (form === "published") return /^\d{4}-\d\d-\d\d$/.test(written) ? written : undefined;
  return /^\d\d\/\d\d\/\d{4}$/.test(written)
    ? `${written.slice(6)}-${written.slice(0, 5).replace("/", "-")}`
    : undefined;
}

/** Tags of front matter, and `#tags` in prose: letters among them, and no letter, digit, address or target before the mark. */
function tagsOf({ meta, prose }: PlainPage): string[] {
  const listed = ["tags", "tag"].flatMap((key) => {
    const value = valueAt(meta, key);
    return typeof value === "string" ? value.split(value.includes(",") ? "," : /\s+/) : textsOf(value);
  });
  const text = prose.replace(/\]\([^)\n]*\)|<[^>]*>|https?:\/\/\S+|\[\[[^\]]*\]\]|^\[[^\]]+\]:.*$/gm, " ");
  const written = [...text.matchAll(/(?<![\p{L}\p{M}\p{N}#&\\/])#([\p{L}\p{M}\p{N}\p{Extended_Pictographic}_/-]+)/gu)]
    .map(([, name = ""]) => name.replace(/\/+$/, ""))
    .filter((name) => /\p{L}|\p{Extended_Pictographic}/u.test(name))
    .filter((name) => !/^(?:[0-9a-f]{6}|[0-9a-f]{8})$/i.test(name) || !/\d/.test(name));
  return [...listed, ...written].map((tag) => tag.trim().replace(/^#/, "").toLowerCase()).filter((tag) => tag !== "");
}
