import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resolveLimits } from "../../../src/base/limits.ts";
import { createNodeFileContext } from "../../../src/context/node-create-file-context.ts";
import { createParsingCrew } from "../../../src/context/parsing/node-parsing-crew.ts";
import type { CrewFile, CrewReading } from "../../../src/snapshot/reading-crew.ts";
import type { FileEntry } from "../../../src/storage/file-store.ts";
import { openDiskStore } from "../../../src/storage/node-disk-store.ts";
import { startCommand } from "../../storage/node-disk/child-program.ts";

let root: string;

/** More than a context reads alone. */
const notes = 2_100;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "graphdown-parsing-"));
  for (let number = 0; number < notes; number++) {
    const folder = join(root, `part-${number % 7}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `note-${number}.md`), contentOf(number));
  }
});

afterAll(() => rmSync(root, { recursive: true }));

function contentOf(number: number): string | Uint8Array {
  if (number % 500 === 3) return Uint8Array.of(0, 1, 2);
  if (number % 500 === 4) return Uint8Array.of(0xff, 0xfe, 0x48, 0, 0x69, 0);
  const next = `note-${(number * 7 + 1) % notes}`;
  const head =
    number % 3 === 0 ? `---\ntitle: Note ${number}\ntags: [odd, "n/${number % 9}"]\nup: "[[${next}]]"\n---\n` : "";
  const mark = number % 11 === 0 ? "\ufeff" : "";
  return `${mark}${head}# Číslo ${number}\r\n\r\nSee [[${next}|another]] and [a file](./missing-${number}.md).\n\n- [ ] task ${number} #todo\n- kind:: ${number}.50\n`;
}

async function answersOf(parsingThreads: number): Promise<unknown> {
  const limits = { maximumMarkdownFileBytes: 1024 };
  const context = await createNodeFileContext({ location: root, parsingThreads, limits });
  try {
    const [search, problems, overview, outline] = [
      await context.search("another note", { count: 5 }),
      await context.problems(),
      await context.overview(),
      await context.outline("part-3/note-3003.md").catch(String),
    ];
    const { content } = await context.export("nquads");
    return { search, problems, overview, outline, content };
  } finally {
    await context.close();
  }
}

describe("threads that parse", () => {
  it("lead to the same answers as none", async () => {
    writeFileSync(join(root, "large.md"), "# Too large\n".repeat(200));
    expect(await answersOf(2)).toEqual(await answersOf(0));
  });

  it.each([-1, 1.5, 17, "two"])("are not %s", async (parsingThreads) => {
    const made = createNodeFileContext({ location: root, parsingThreads: parsingThreads as number });
    await expect(made).rejects.toMatchObject({ code: "invalid_options", details: { option: "parsingThreads" } });
  });

  const delivered = async (program: URL | undefined) => {
    const store = await openDiskStore({ root });
    const entries: FileEntry[] = [];
    for await (const page of store.list("", { recursive: true }))
      for (const entry of page.entries) if (entry.kind === "file") entries.push(entry);
    await store.close();
    const failures: unknown[] = [];
    const readings = new Map<string, CrewReading | undefined>();
    const crew = createParsingCrew({
      threads: 1,
      location: root,
      prefix: undefined,
      maximumBytes: resolveLimits().maximumMarkdownFileBytes,
      documents: {},
      program,
      onFailure: (cause) => failures.push(cause),
    });
    let next = 0;
    const taken: string[] = [];
    const firstTaken = new Promise<void>((resolve) => {
      crew.start({
        take(count) {
          const files: CrewFile[] = entries
            .slice(next, next + count)
            .map((entry, index) => ({ place: next + index, entry, known: undefined }));
          next += files.length;
          taken.push(...files.map(({ entry }) => entry.path));
          resolve();
          return files;
        },
        deliver: ({ entry }, reading) => readings.set(entry.path, reading),
      });
    });
    await firstTaken;
    await crew.finish();
    crew.close();
    return { taken, readings, failures };
  };

  it("deliver each file that they take once it is read", async () => {
    const { taken, readings, failures } = await delivered(undefined);
    expect(failures).toEqual([]);
    expect([...readings.keys()].sort()).toEqual([...taken].sort());
    const kinds = [...readings.values()].map((reading) => reading?.parsed.kind);
    expect(kinds.filter((kind) => kind === "binary").length).toBe(5);
    expect(kinds.includes(undefined)).toBe(false);
  });

  it.each([
    ["ends when it has work", "process.exit(3)"],
    ["fails when it has work", "throw new Error('broken')"],
  ])("give back what they had when one %s", async (_, action) => {
    const file = join(root, `${action.length}.mjs`);
    writeFileSync(
      file,
      `import { parentPort } from "node:worker_threads"; parentPort.on("message", () => { ${action} }); parentPort.postMessage({ ready: true });`,
    );
    const { taken, readings, failures } = await delivered(pathToFileURL(file));
    expect(failures).toHaveLength(1);
    expect([...readings.keys()].sort()).toEqual([...taken].sort());
    expect([...readings.values()].every((reading) => reading === undefined)).toBe(true);
  });

  it("that can't start take nothing", async () => {
    const failures: unknown[] = [];
    const crew = createParsingCrew({
      threads: 1,
      location: join(root, "nowhere"),
      prefix: undefined,
      maximumBytes: 1,
      documents: {},
      onFailure: (cause) => failures.push(cause),
    });
    crew.start({ take: () => [], deliver: () => {} });
    await expect.poll(() => failures.length, { timeout: 20_000 }).toBe(1);
    await crew.finish();
    crew.close();
  });

  it("that can't even be made are told of once, and the job goes on without", async () => {
    const failures: unknown[] = [];
    const crew = createParsingCrew({
      threads: 3,
      location: root,
      prefix: undefined,
      maximumBytes: 1,
      documents: {},
      // Node makes no thread of it, and says so at once.
      program: new URL("https://example.com/thread.js"),
      onFailure: (cause) => failures.push(cause),
    });
    expect(failures).toEqual([expect.objectContaining({ code: "unsupported" })]);
    let asked = 0;
    const take = (): readonly CrewFile[] => {
      asked++;
      return [];
    };
    crew.start({ take, deliver: () => {} });
    await crew.finish();
    crew.close();
    expect(asked).toBe(0);
  });

  it("are done without in a process that may start none", async () => {
    const program = fileURLToPath(new URL("programs/count-documents.mjs", import.meta.url));
    // As Node 20 calls it, and as those after it do.
    const permission = ["--permission", "--experimental-permission"].find((flag) =>
      process.allowedNodeEnvironmentFlags.has(flag),
    );
    const allowed = [permission as string, "--allow-fs-read=*"];
    const { output, errors, code } = await startCommand(process.execPath, [...allowed, program, root]).ended;
    const context = await createNodeFileContext({ location: root, parsingThreads: 0 });
    const { counts } = await context.overview();
    await context.close();
    expect({ output, code }, errors).toEqual({ output: String(counts.documents), code: 0 });
    expect(errors.match(/\[GRAPHDOWN_PARSING_THREAD\].* A thread that parses failed \(.*\)\./g)).toHaveLength(1);
  });

  it("that are ready before the job take from it as it starts", async () => {
    const folder = mkdtempSync(join(tmpdir(), "graphdown-ready-"));
    const file = join(folder, "thread.mjs");
    writeFileSync(
      file,
      `import { writeFileSync } from "node:fs";
      import { parentPort, threadId } from "node:worker_threads";
      parentPort.on("message", () => {});
      parentPort.postMessage({ ready: true });
      writeFileSync(new URL("ready-" + threadId, import.meta.url), "");`,
    );
    const crew = createParsingCrew({
      threads: 2,
      location: root,
      prefix: undefined,
      maximumBytes: 1,
      documents: {},
      program: pathToFileURL(file),
    });
    try {
      await expect.poll(() => readdirSync(folder).length, { timeout: 20_000 }).toBe(3);
      // What they said before is heard by the next turn of the event loop.
      await setTimeout(10);
      let asked = 0;
      const take = (): readonly CrewFile[] => {
        asked++;
        return [];
      };
      crew.start({ take, deliver: () => {} });
      expect(asked).toBe(2);
    } finally {
      crew.close();
      rmSync(folder, { recursive: true });
    }
  });
});
