/** The file that a link leads to, by trying one path after another. */
import { posix } from "node:path";
import type { PlainCorpus } from "./plain-corpus.ts";
import type { PlainLink } from "./plain-links.ts";

/** Where a link leads. */
export type PlainTarget =
  | { readonly kind: "page" | "file"; readonly path: string }
  | { readonly kind: "folder" | "web" | "nothing" };

const endings = ["", ".md", ".mdx", ".markdown"];
const pages = ["index.md", "_index.md", "README.md"];
/** Folders that sites are made of: what begins with `/` starts there, too. */
const roots = /^(?:docs?|documentation|contents?|pages|reference|src|site|website|wiki|book|vault)$/i;

/** Resolves the links of a corpus. */
export function createPlainResolver({ pages: documents, files, folders }: PlainCorpus): {
  resolve(from: string, link: PlainLink): PlainTarget;
} {
  const byLowerCase = grouped(files, (path) => path.toLowerCase());
  const bySuffix = grouped(
    documents.keys(),
    (path) =>
      path
        .toLowerCase()
        .replace(/\.\w+$/, "")
        .split("/")
        .at(-1) as string,
  );
  const byTitle = grouped(documents.keys(), (path) => titleOf(path).toLowerCase());
  const lowerFolders = new Set([...folders].map((folder) => folder.toLowerCase()));

  function titleOf(path: string): string {
    const { meta, headings } = documents.get(path)!;
    return String(meta["title"] ?? headings[0] ?? "");
  }

  function target(path: string): PlainTarget {
    return { kind: documents.has(path) ? "page" : "file", path };
  }

  /** The file of a path, or with an ending, or the page of a folder of that name. */
  function find(path: string, isSame: boolean, folder: string): string | undefined {
    const tried = [...endings.map((ending) => path + ending), ...pages.map((page) => posix.join(path, page))];
    if (path.endsWith(".html")) tried.push(path.replace(/html$/, "md"));
    for (const candidate of tried) {
      if (isSame ? files.has(candidate) : byLowerCase.has(candidate.toLowerCase())) {
        return isSame ? candidate : best(byLowerCase.get(candidate.toLowerCase())!, folder);
      }
    }
    return undefined;
  }

  function resolvePath(from: string, written: string): PlainTarget {
    const folder = folderOf(from);
    const forms = [...new Set([decode(written), written])];
    const starts = (form: string): string[] => {
      if (!form.startsWith("/")) return [folder];
      const above = folder.split("/").map((_, index, all) => all.slice(0, index + 1).join("/"));
      return ["", ...above.filter((path) => roots.test(path.split("/").at(-1) as string))];
    };
    for (const isSame of [true, false]) {
      for (const form of forms) {
        for (const start of starts(form)) {
          const found = joined(start, form);
          const path = found === undefined ? undefined : find(found, isSame, folder);
          if (path !== undefined) return target(path);
        }
      }
    }
    const isFolder = forms.some((form) =>
      starts(form).some((start) => lowerFolders.has(joined(start, form)?.toLowerCase() ?? "?")),
    );
    return { kind: isFolder ? "folder" : "nothing" };
  }

  function resolveName(from: string, written: string): PlainTarget {
    const path = written.replace(/^\/+|\/+$/g, "");
    const near = resolvePath(from, path);
    if (near.kind === "page" || near.kind === "file") return near;
    const top = find(path, true, folderOf(from)) ?? find(path, false, folderOf(from));
    if (top !== undefined) return target(top);
    const stem = path.toLowerCase().replace(/\.(?:md|mdx|markdown)$/, "");
    const named = bySuffix.get(stem.split("/").at(-1) as string) ?? [];
    const fitting = named.filter((page) => `/${page.toLowerCase().replace(/\.\w+$/, "")}`.endsWith(`/${stem}`));
    const others = fitting.length > 0 ? fitting : (byTitle.get(stem) ?? []);
    return others.length > 0 ? target(best(others, folderOf(from))) : { kind: "nothing" };
  }

  return {
    resolve(from, { kind, target: written }) {
      if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(written)) return { kind: "web" };
      const [address = ""] = written.split("#");
      const path = kind === "wikilink" ? address.trim() : (address.split("?")[0] as string);
      if (path === "") return target(from);
      return kind === "wikilink" ? resolveName(from, path) : resolvePath(from, path);
    },
  };
}

/** The one in the folder, then the one with the fewest segments, then the first by code point. */
function best(paths: readonly string[], folder: string): string {
  const rank = (path: string): number => (folderOf(path) === folder ? 0 : path.split("/").length);
  return [...paths].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))[0] as string;
}

function folderOf(path: string): string {
  const folder = posix.dirname(path);
  return folder === "." ? "" : folder;
}

function joined(folder: string, path: string): string | undefined {
  const whole = posix.join(folder, path.replace(/^\/+/, "")).replace(/\/$/, "");
  if (whole === ".." || whole.startsWith("../")) return undefined;
  return whole === "." ? "" : whole;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function grouped(paths: Iterable<string>, key: (path: string) => string): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const group = groups.get(key(path));
    if (group === undefined) groups.set(key(path), [path]);
    else group.push(path);
  }
  return groups;
}
