import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { GraphdownError } from "../../src/base/errors.ts";
import type { FileContext } from "../../src/context/file-context.ts";
import { createNodeFileContext } from "../../src/context/node-create-file-context.ts";
import { createTestStore } from "../files/test-store.ts";

/** Histories of each kind of store; GRAPHDOWN_HISTORIES for more. */
const count = Number(process.env["GRAPHDOWN_HISTORIES"] ?? 40);

/** A place whose files a history changes. Paths that clash with a folder or file are left alone by it. */
interface Place {
  write(path: string, text: string): void;
  remove(path: string): void;
  rename(from: string, to: string): void;
  /** A context that has never seen the files. */
  open(): Promise<FileContext>;
  /** One that may know what earlier ones kept. */
  openKept(): Promise<FileContext>;
  close(): void;
}

type Change =
  | { readonly kind: "write"; readonly path: string; readonly text: string }
  | { readonly kind: "remove"; readonly path: string }
  | { readonly kind: "rename"; readonly from: string; readonly to: string }
  | { readonly kind: "clear" };

// Names that shadow each other in every way: by folder, case, title, alias, extension.
const paths = [
  "a.md",
  "A.md",
  "b.md",
  "x/a.md",
  "x/y/a.md",
  "x/b.md",
  "plan.md",
  "x/plan.md",
  "pic.png",
  "x/pic.png",
  "c.txt",
];
const lines = [
  "[[a]]",
  "[[b]]",
  "[[plan]]",
  "[[x/a]]",
  "[[A]]",
  "[[a#Part]]",
  "![[pic.png]]",
  "![p](pic.png)",
  "[r](x/b.md)",
  "[r](../a.md#part)",
  "[t](/x/plan.md)",
  "[[Other Title]]",
  "[[other]]",
  "# Part",
  "# Other Title",
  "alpha beta",
  "beta gamma",
  "gamma alpha alpha",
  "#tag word",
  "key:: value",
  "^block",
  "[[a#^block]]",
  "[[c.txt]]",
  "---\ntitle: Other Title\naliases: [other]\n---",
];
const path = fc.constantFrom(...paths);
const text = fc.array(fc.constantFrom(...lines), { maxLength: 4 }).map((parts) => `${parts.join("\n\n")}\n`);
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("write" as const), path, text }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("remove" as const), path }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("rename" as const), from: path, to: path }) },
  { weight: 1, arbitrary: fc.constant({ kind: "clear" as const }) },
);
// Several changes before a question fall into one tick of any clock.
const history = fc.array(fc.array(change, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 });

const places: readonly (readonly [string, () => Place])[] = [
  ["on disk", openFolder],
  ["on disk, with work that is kept between processes", () => openFolder({ keeps: true })],
  ["in a store with versions and small pages", openStore],
];

describe.each(places)("questions %s", (_, open) => {
  it("answer as a process does that has never seen the files, through any history", async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const place = open();
        const living = await place.openKept();
        try {
          for (const changes of steps) {
            for (const each of changes) apply(place, each);
            const fresh = await place.open();
            const later = await place.openKept();
            const expected = await answersOf(fresh);
            expect(await answersOf(living)).toEqual(expected);
            expect(await answersOf(later)).toEqual(expected);
            await Promise.all([fresh.close(), later.close()]);
          }
        } finally {
          await living.close();
          place.close();
        }
      }),
      { numRuns: count, seed: 20_261_130 },
    );
  }, 1_200_000);
});

function apply(place: Place, change: Change): void {
  if (change.kind === "write") place.write(change.path, change.text);
  else if (change.kind === "remove") place.remove(change.path);
  else if (change.kind === "rename") place.rename(change.from, change.to);
  else for (const each of paths) place.remove(each);
}

/** Everything that the questions tell, and what a context without documents says. */
async function answersOf(context: FileContext): Promise<unknown> {
  const questions = [
    () => context.search("alpha beta"),
    () => context.search("gamma", { mode: "lexical" }),
    () => context.find({ sort: ["path"] }),
    () => context.overview(),
    () => context.validate({ rulesets: ["rdfs"] }),
    () => context.infer(),
    () => context.neighbors("a.md", { depth: 3, unlinked: true }),
    () => context.path("a.md", "b.md"),
    () => context.related("a.md"),
    () => context.context("alpha gamma", { tokenBudget: 200 }),
    () => context.problems(),
    () => context.export("json"),
    () => context.export("turtle"),
  ];
  const answers: unknown[] = [];
  for (const question of questions) answers.push(await question().catch(codeOf));
  return answers;
}

/** A living context may add that there were documents before. */
function codeOf(cause: unknown): string {
  if (!GraphdownError.isInstance(cause)) throw cause;
  return cause.code;
}

function openFolder({ keeps = false } = {}): Place {
  const root = mkdtempSync(join(tmpdir(), "fresh-"));
  const cacheFolder = keeps ? mkdtempSync(join(tmpdir(), "kept-")) : undefined;
  // One time for every change: what is told apart is told apart by more than that.
  const time = new Date(1_600_000_000_000);
  return {
    write(path, text) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
      utimesSync(join(root, path), time, time);
    },
    remove: (path) => rmSync(join(root, path), { force: true }),
    rename(from, to) {
      mkdirSync(dirname(join(root, to)), { recursive: true });
      try {
        renameSync(join(root, from), join(root, to));
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code !== "ENOENT") throw cause;
      }
    },
    open: () => createNodeFileContext({ location: root }),
    openKept: () => createNodeFileContext({ location: root, cacheFolder }),
    close() {
      rmSync(root, { recursive: true });
      if (cacheFolder !== undefined) rmSync(cacheFolder, { recursive: true });
    },
  };
}

function openStore(): Place {
  const store = createTestStore({});
  const texts = new Map<string, string>();
  return {
    write(path, text) {
      texts.set(path, text);
      store.set(path, text);
    },
    remove(path) {
      texts.delete(path);
      store.remove(path);
    },
    rename(from, to) {
      const text = texts.get(from);
      if (text === undefined || from === to) return;
      this.remove(from);
      this.write(to, text);
    },
    // Closing a context closes its store, which others go on using.
    open: () => createNodeFileContext({ store: { ...store, close: async () => {} } }),
    openKept: () => createNodeFileContext({ store: { ...store, close: async () => {} } }),
    close: () => {},
  };
}
