/** A corpus committed twice with known changes between: `diff` names the links that these changes touch, and no others. */
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFileContext, type GraphDiff } from "../../src/node-index.ts";
import { hasGit, makeRepository, type TestRepository } from "../storage/node-git/test-repository.ts";
import { findCorpus, whySkipped } from "./find-corpus.ts";
import { linksOfCorpus } from "./plain/plain-answers.ts";
import { type PlainCorpus, readPlainCorpus } from "./plain/plain-corpus.ts";

/** A link of the corpus as it was before, with the page that it leads to. */
interface Mention {
  readonly path: string;
  readonly target: string;
  readonly page?: string;
}

/** What was changed, and what became of the links by that. */
interface Changes {
  readonly files: Readonly<Record<string, string | null>>;
  readonly expected: unknown;
}

const folder = findCorpus("eips");
const newLink = "[one more](./eip-1.md)";

/** Numbers from 0 up to 1, the same for a seed. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** A heading as it is shown: marks and targets are none of its words. */
const shownHeading = (heading: string): string =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/`/g, "")
    .replace(/(\*+)([^*]+)\1/g, "$2");

function slugOf(heading: string): string {
  const words = heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "");
  return words.trim().replace(/\s/g, "-");
}

/** Chooses pages and changes each in another way. */
function makeChanges(seed: number, root: string, corpus: PlainCorpus, mentions: readonly Mention[]): Changes {
  const random = randomNumbers(seed);
  const taken = new Set<string>();
  const choose = <Value>(what: string, values: readonly Value[], pathOf: (value: Value) => string): Value => {
    const free = values.filter((value) => !taken.has(pathOf(value)));
    expect(free.length, what).toBeGreaterThan(1);
    const chosen = free[Math.floor(random() * free.length)] as Value;
    taken.add(pathOf(chosen));
    return chosen;
  };
  const read = (path: string): string => readFileSync(join(root, path), "utf8");
  const linked = [
    ...new Set(mentions.flatMap(({ path, page }) => (page === undefined || page === path ? [] : [page]))),
  ];
  const eips = linked.filter((path) => /^EIPS\/eip-\d+\.md$/.test(path) && path !== "EIPS/eip-1.md");
  const selfLinks = new Set(
    mentions.flatMap(({ path, page, target }) => (page === path && !target.startsWith("#") ? [path] : [])),
  );

  const own = (path: string): string => path;
  const gone = choose("a page to remove", eips, own);
  const moved = choose(
    "a page to rename",
    eips.filter((path) => !selfLinks.has(path)),
    own,
  );
  const movedTo = moved.replace(".md", "-moved.md");
  const anchored = choose(
    "a link to a heading",
    mentions.flatMap(({ page, target }) => {
      const slug = target.split("#")[1];
      const headings = page === undefined || slug === undefined ? [] : corpus.pages.get(page)!.headings;
      const [heading, ...others] = headings.filter((text) => slugOf(text) === slug);
      const isWritten = heading !== undefined && read(page!).split(`## ${heading}\n`).length === 2;
      return others.length === 0 && isWritten ? [{ page: page!, slug: slug!, heading }] : [];
    }),
    ({ page }) => page,
  );
  const edited = choose(
    "a link to another page",
    mentions.filter(({ path, page, target }) => {
      const isFree = page !== undefined && !taken.has(page) && page !== path;
      return isFree && !target.includes("#") && read(path).includes(`](${target})`);
    }),
    ({ path }) => path,
  );
  const added = choose("a page to add a link to", eips, own);
  const found = choose(
    "a link to a page that is not there",
    mentions.filter(
      ({ path, target }) =>
        /^\.\/eip-\d+\.md$/.test(target) && !corpus.files.has(`EIPS/${target.slice(2)}`) && path.startsWith("EIPS/"),
    ),
    ({ target }) => `EIPS/${target.slice(2)}`,
  );
  const foundPath = `EIPS/${found.target.slice(2)}`;

  const after = (path: string): string => (path === moved ? movedTo : path);
  const shown = ({ path, target }: Mention): string => `${after(path)} ${target}`;
  const rest = mentions.filter(({ path }) => path !== gone);
  const broken = rest.filter(
    ({ page, target }) =>
      page === gone ||
      (page === moved && !target.startsWith("#")) ||
      (page === anchored.page && target.split("#")[1]?.toLowerCase() === anchored.slug),
  );
  const heading = `## ${anchored.heading}\n`;
  return {
    files: {
      [gone]: null,
      [moved]: null,
      [movedTo]: read(moved),
      [anchored.page]: read(anchored.page).replace(heading, () => `## Quite another heading\n`),
      [edited.path]: read(edited.path).replace(`](${edited.target})`, () => "](./eip-1.md)"),
      [added]: `${read(added)}\n\n${newLink}\n`,
      [foundPath]: "# It is there now\n",
    },
    expected: {
      documents: {
        added: [foundPath],
        removed: [gone],
        renamed: [[moved, movedTo]],
        changed: [added, anchored.page, edited.path].sort(),
      },
      links: {
        newlyBroken: broken.map(shown).sort(),
        newlyResolved: rest
          .filter(({ path, target }) => path.startsWith("EIPS/") && target === found.target)
          .map(shown)
          .sort(),
        changed: [],
        added: [`${added} ./eip-1.md`, `${edited.path} ./eip-1.md`].sort(),
        removed: [edited, ...mentions.filter(({ path }) => path === gone)].map(shown).sort(),
      },
      headings: {
        added: [`${anchored.page} Quite another heading`, `${foundPath} It is there now`].sort(),
        removed: [
          `${anchored.page} ${shownHeading(anchored.heading)}`,
          ...corpus.pages.get(gone)!.headings.map((text) => `${gone} ${shownHeading(text)}`),
        ].sort(),
      },
    },
  };
}

/** A difference in the form of what is expected. */
function summaryOf({ documents, links, sections }: GraphDiff): unknown {
  const places = (list: readonly { readonly path: string; readonly target: string }[]): string[] =>
    list.map(({ path, target }) => `${path} ${target}`).sort();
  const headings = (list: GraphDiff["sections"]["added"]): string[] =>
    list.map(({ path, heading }) => `${path} ${heading}`).sort();
  return {
    documents: {
      added: documents.added.map(({ path }) => path),
      removed: documents.removed.map(({ path }) => path),
      renamed: documents.renamed.map(({ from, to }) => [from, to]),
      changed: documents.changed.map(({ path }) => path),
    },
    links: Object.fromEntries(Object.entries(links).map(([kind, list]) => [kind, places(list)])),
    headings: { added: headings(sections.added), removed: headings(sections.removed) },
  };
}

describe("the difference of a corpus and itself with known changes", () => {
  if (folder === undefined || !hasGit) {
    it.skip(hasGit ? whySkipped("eips") : "skipped: git is not installed", () => {});
    return;
  }
  let repository: TestRepository;
  let base: string;
  let corpus: PlainCorpus;
  let mentions: readonly Mention[];
  beforeAll(() => {
    repository = makeRepository();
    cpSync(folder, repository.folder, { recursive: true });
    base = repository.commit();
    corpus = readPlainCorpus(folder);
    mentions = [...linksOfCorpus(corpus)].flatMap(([path, links]) =>
      links.map(({ link, target }) => ({
        path,
        target: link.target,
        ...(target.kind === "page" ? { page: target.path } : {}),
      })),
    );
  }, 120_000);
  afterAll(() => repository.remove());

  it.each([1, 10, 31, 52])("names exactly the links that changed (seed %i)", async (seed) => {
    repository.git("reset", "--quiet", "--hard", base);
    const { files, expected } = makeChanges(seed, repository.folder, corpus, mentions);
    const changed = repository.commit(files);
    const context = await createFileContext({ location: repository.folder, approvals: "none" });
    try {
      expect(summaryOf(await context.diff({ from: base, to: changed }))).toEqual(expected);
    } finally {
      await context.close();
    }
  });
});
