import { afterAll, describe, expect, it } from "vitest";
import type { FileStore } from "../../src/storage/file-store.ts";
import { openDiskStore } from "../../src/storage/node-disk-store.ts";
import { openGitStore } from "../../src/storage/node-git-store.ts";
import { listingCases } from "../../src/testing/listing-cases.ts";
import { readingCases } from "../../src/testing/reading-cases.ts";
import { copyRepository, hasGit, makeRepository, type TestRepository } from "../storage/node-git/test-repository.ts";

const repositories: TestRepository[] = [];

afterAll(() => {
  for (const repository of repositories) repository.remove();
});

/** A repository with an empty commit. */
function template(): TestRepository {
  const [first] = repositories;
  if (first !== undefined) return first;
  const made = makeRepository();
  repositories.push(made);
  made.commit();
  return made;
}

/** What is written goes to the working folder and is committed; everything is read from the branch, which moves with it. */
async function committingStore(): Promise<FileStore> {
  const repository = copyRepository(template());
  repositories.push(repository);
  const disk = await openDiskStore({ root: repository.folder });
  const git = await openGitStore({ folder: repository.folder, revision: "main", pageSize: 2 });
  let isDirty = false;
  const committed = (): FileStore => {
    if (isDirty) repository.commit();
    isDirty = false;
    return git;
  };
  return {
    name: git.name,
    list: (directory, options) => committed().list(directory, options),
    stat: (path, options) => committed().stat(path, options),
    open: (path, options) => committed().open(path, options),
    readFiles: async (entries, options, visit) => committed().readFiles?.(entries, options, visit),
    put: async (path, content, options) => {
      const entry = await disk.put(path, content, options);
      isDirty = true;
      // Names of files are told by git alone, and so are their validators.
      return path === "a.md" ? ((await committed().stat(path)) ?? entry) : entry;
    },
    delete: async (path, options) => {
      isDirty = true;
      return disk.delete(path, options);
    },
    describe: () => git.describe(),
    close: async () => {
      await git.close();
      await disk.close();
    },
  };
}

/** Operations that can't be done at once, or without reading everything, through git. */
const without = [
  "reads a part of a file, cut where the file ends, and none of one that has changed",
  "reads a whole file as it is, at once",
];

describe.skipIf(!hasGit)("the contract of reading storage on a branch of a repository (needs git)", () => {
  for (const contractCase of [...listingCases, ...readingCases]) {
    it(contractCase.name, async () => {
      const outcome = await contractCase.run(committingStore);
      expect(outcome).toBe(without.includes(contractCase.name) ? "skipped" : "passed");
    });
  }
});
