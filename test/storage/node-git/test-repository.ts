/** Repositories for tests, made by git itself: who commits, when, and git's settings are the same everywhere. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Tests that need git are left out where it is not installed. */
export const hasGit: boolean = spawnSync("git", ["--version"]).status === 0;

/** A repository in a folder of its own. */
export interface TestRepository {
  readonly folder: string;
  /** How many commits were made. */
  readonly commits: number;
  /** Runs git there and gives its output without the last line break. A failure is thrown. */
  git(...args: readonly string[]): string;
  /** Writes files in the working folder; `null` removes one. */
  write(files: Readonly<Record<string, string | Uint8Array | null>>): void;
  /** Commits everything in the working folder, an hour after the commit before; gives the hash. */
  commit(files?: Readonly<Record<string, string | Uint8Array | null>>): string;
  remove(): void;
}

/** The time of the first commit, in seconds. */
export const firstCommit = 1_700_000_000;

/** The hash that the branch in use names, where git keeps it in a file of its own; each run of git takes its time. */
function headOf(folder: string): string | undefined {
  const branch = /^ref: (.*)\n$/.exec(readFileSync(join(folder, ".git/HEAD"), "utf8"))?.[1];
  const file = branch && join(folder, ".git", branch);
  return file && existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
}

/** Git's own settings of this machine, and the variables of whoever runs the tests, have no effect. */
export function gitEnvironment(): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"));
  return {
    ...Object.fromEntries(others),
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    ...settings({ "core.autocrlf": "false", "gc.auto": "0", "maintenance.auto": "false" }),
    GIT_AUTHOR_NAME: "A",
    GIT_AUTHOR_EMAIL: "a@example.org",
    GIT_COMMITTER_NAME: "C",
    GIT_COMMITTER_EMAIL: "c@example.org",
  };
}

function settings(values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const entries = Object.entries(values);
  const pairs = entries.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(entries.length), ...Object.fromEntries(pairs) };
}

/** Makes an empty repository whose branch is `main`. */
export function makeRepository(...initOptions: readonly string[]): TestRepository {
  const repository = repositoryIn(mkdtempSync(join(tmpdir(), "graphdown-git-")), 0);
  repository.git("init", "--quiet", "--initial-branch=main", "--template=", ...initOptions);
  return repository;
}

/** Copies a repository with all its commits, which takes less time than making one. */
export function copyRepository({ folder, commits }: TestRepository): TestRepository {
  const copy = mkdtempSync(join(tmpdir(), "graphdown-git-"));
  cpSync(folder, copy, { recursive: true });
  return repositoryIn(copy, commits);
}

function repositoryIn(folder: string, present: number): TestRepository {
  let commits = present;
  const git = (...args: readonly string[]): string => {
    const time = `${firstCommit + commits * 3_600} +0000`;
    const env = { ...gitEnvironment(), GIT_AUTHOR_DATE: time, GIT_COMMITTER_DATE: time };
    const { status, stdout, stderr } = spawnSync("git", args, {
      cwd: folder,
      env,
      encoding: "utf8",
      maxBuffer: 2 ** 28,
    });
    if (status !== 0) throw new Error(`git ${args.join(" ")} failed: ${stderr}`);
    return stdout.replace(/\n$/, "");
  };
  const repository: TestRepository = {
    folder,
    get commits() {
      return commits;
    },
    git,
    write(files) {
      for (const [path, content] of Object.entries(files)) {
        const file = join(folder, path);
        if (content === null) rmSync(file, { recursive: true, force: true });
        else {
          mkdirSync(dirname(file), { recursive: true });
          writeFileSync(file, content);
        }
      }
    },
    commit(files = {}) {
      repository.write(files);
      git("add", "--all", "--force");
      git("commit", "--quiet", "--allow-empty", "--message", `commit ${commits}`);
      commits++;
      return headOf(folder) ?? git("rev-parse", "HEAD");
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
  return repository;
}
