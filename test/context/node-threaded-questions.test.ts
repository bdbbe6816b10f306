/** Questions that a thread answers: the same answers, errors, cuts and aborts as without it. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createFileContext, type FileContext } from "../../src/node-index.ts";
import { handbook, isBuilt } from "../faces/cli/run-program.ts";

const opened: FileContext[] = [];
afterEach(async () => {
  for (const context of opened.splice(0)) await context.close();
});

async function open(location: string, options = {}): Promise<FileContext> {
  const context = await createFileContext({ location, approvals: "none", thread: true, ...options });
  opened.push(context);
  return context;
}

/** What a question ends in. */
const outcomeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    (data) => JSON.parse(JSON.stringify(data)) as unknown,
    ({ name, code, message, path, details, next }) => ({ name, code, message, path, details, next }),
  );

// The thread's program is that of the build.
describe.skipIf(!isBuilt)("questions in a thread (of the built package)", () => {
  it("are answered as without one, failures too", async () => {
    const [threaded, local] = [await open(handbook), await open(handbook, { thread: false })];
    const questions: readonly ((context: FileContext) => Promise<unknown>)[] = [
      (context) => context.search("ferry high water", { count: 3 }),
      (context) => context.search("tag:safety", { directory: "guides" }),
      (context) => context.search(" "),
      (context) => context.find({ where: ["tags"], sort: ["-words"], count: 4 }),
      (context) => context.find({ where: ["=x"] }),
      (context) => context.overview(),
      (context) => context.overview({ directory: "nothing" }),
      (context) => context.problems(),
      (context) => context.diff({ fromDirectory: "guides", triples: true }),
      (context) => context.diff(),
      (context) => context.outline("index.md"),
      (context) => context.outline("nothing.md"),
      (context) => context.outline("../x"),
      (context) => context.neighbors("index.md", { depth: 2, unlinked: true }),
      (context) => context.neighbors("nothing.md"),
      (context) => context.related("index.md"),
      (context) => context.context("ferry high water", { tokenBudget: 800 }),
      (context) => context.path("index.md", "archive/founding-years.md"),
      (context) =>
        context.validate({ shapes: "<urn:s> sh:targetClass md:Document ; sh:nodeKind sh:Literal .", count: 5 }),
      (context) => context.validate({ shapes: "<urn:s> sh:sparql <urn:q> ." }),
      (context) => context.infer({ format: "turtle" }),
      (context) => context.infer({ rules: "{ ?a" }),
      (context) => context.export("mermaid", { maximumCharacters: 2_000 }),
      (context) => context.export("pdf" as never),
      (context) => context.export("svg", { focus: "index.md" }),
      (context) => context.export("mermaid", { focus: "index.md", linkTo: (path) => path }),
    ];
    for (const question of questions) {
      expect(await outcomeOf(question(threaded)), question.toString()).toEqual(await outcomeOf(question(local)));
    }
  });

  it("see the files as they are when they are asked", async () => {
    const folder = mkdtempSync(join(tmpdir(), "graphdown-thread-"));
    try {
      writeFileSync(join(folder, "a.md"), "# Old\n");
      const context = await open(folder);
      expect((await context.search("old")).matches).toHaveLength(1);
      writeFileSync(join(folder, "a.md"), "# New\n");
      expect((await context.search("new")).matches).toHaveLength(1);
      expect((await context.search("old")).matches).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("stream exports part by part, each when the last was taken", async () => {
    const [threaded, local] = [await open(handbook), await open(handbook, { thread: false })];
    const streamed = async (context: FileContext) => {
      const starts: unknown[] = [];
      const texts: string[] = [];
      let writing = 0;
      const report = await context.writeExport("nquads", {
        onStart: (start) => void starts.push(start),
        sink: {
          async write(text) {
            expect(++writing).toBe(1);
            await new Promise((resolve) => setTimeout(resolve, 2));
            texts.push(text);
            writing--;
          },
        },
      });
      return { report, starts, texts };
    };
    const [a, b] = [await streamed(threaded), await streamed(local)];
    expect(a).toEqual(b);
    expect(a.texts.length).toBeGreaterThan(1);
    expect(a.starts).toEqual([{ snapshot: a.report.snapshot, format: "nquads" }]);
    const nothing = { sink: { write: () => {} } };
    const failures: ((context: FileContext) => Promise<unknown>)[] = [
      (context) => context.writeExport("turtle", { ...nothing, focus: "none.md" }),
      (context) => context.writeExport("pdf" as never, nothing),
    ];
    for (const failure of failures) expect(await outcomeOf(failure(threaded))).toEqual(await outcomeOf(failure(local)));
  });

  it("end a streamed export for a sink that fails, a start that is refused, and an abort", async () => {
    const context = await open(handbook);
    const abort = new AbortController();
    const write = (): never => {
      throw new Error("the disk is full");
    };
    await expect(context.writeExport("nquads", { sink: { write } })).rejects.toThrow("the disk is full");
    const sink = { write: () => {} };
    const onStart = (): never => {
      throw new Error("not wanted");
    };
    await expect(context.writeExport("nquads", { sink, onStart })).rejects.toThrow("not wanted");
    const aborting = { write: () => abort.abort(new Error("enough")) };
    await expect(context.writeExport("nquads", { sink: aborting, signal: abort.signal })).rejects.toThrow("enough");
    expect((await context.overview()).counts.documents).toBe(62);
  });

  it("end for who aborts, and go on for others", async () => {
    const context = await open(handbook);
    const abort = new AbortController();
    const left = context.problems({ signal: abort.signal });
    const others = context.overview();
    abort.abort(new Error("enough"));
    await expect(left).rejects.toThrow("enough");
    expect((await others).counts.documents).toBe(62);
    await expect(context.search("x", { signal: abort.signal })).rejects.toThrow("enough");
  });

  it("tell how far they are, to every listener", async () => {
    const phases = new Set<string>();
    const context = await open(handbook, { onProgress: (phase: string) => phases.add(phase) });
    await context.overview();
    expect([...phases]).toEqual(["list", "read"]);
  });

  it("fail when the context is closed meanwhile, and never hang", async () => {
    const context = await open(handbook);
    const asked = outcomeOf(context.search("ferry"));
    await context.close();
    expect(await asked).toMatchObject({ code: "storage_failed" });
  });

  it("are answered here where a thread could not open the files", async () => {
    const context = await open("memory:", { permissions: { write: true } });
    await context.write("a.md", "# A\n");
    expect((await context.search("a")).matches).toHaveLength(1);
  });
});
