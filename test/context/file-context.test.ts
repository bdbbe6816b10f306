/** Every method of the facade. */
import { describe, expect, it } from "vitest";
import { GraphdownError } from "../../src/base/errors.ts";
import { createMemoryStore } from "../../src/index.ts";
import { createTestStore } from "../files/test-store.ts";
import { notes, openNotes } from "./notes.ts";

describe("files of a context", () => {
  it("reads a file with its version and length", async () => {
    const context = await openNotes();
    expect(await context.read("boats/heron.md")).toEqual({
      path: "boats/heron.md",
      content: notes["boats/heron.md"],
      version: expect.stringMatching(/^sha256-[0-9a-f]{64}$/),
      length: Buffer.byteLength(notes["boats/heron.md"] as string),
    });
  });

  it("gives null for a missing file from read and info, and nothing else", async () => {
    const context = await openNotes();
    expect(await context.read("boats/nothing.md")).toBeNull();
    expect(await context.info("boats/nothing.md")).toBeNull();
    await expect(context.readRange("boats/nothing.md")).rejects.toMatchObject({ code: "not_found" });
    await expect(context.outline("boats/nothing.md")).rejects.toMatchObject({ code: "not_found" });
    await expect(context.read("boats")).rejects.toMatchObject({ code: "invalid_input" });
    await expect(context.read("../x.md")).rejects.toMatchObject({ code: "invalid_path" });
    await expect(context.info(".git/config")).rejects.toMatchObject({ code: "permission_denied" });
  });

  it("says what comes near a missing file", async () => {
    const context = await openNotes();
    const error = await context.notFound("boats/Heron.MD");
    expect(error).toBeInstanceOf(GraphdownError);
    expect(error).toMatchObject({
      code: "not_found",
      path: "boats/Heron.MD",
      details: { suggestions: ["boats/heron.md"] },
    });
    await expect(context.notFound("/x")).rejects.toMatchObject({ code: "invalid_path" });
  });

  it("tells of a file without reading it whole", async () => {
    const context = await openNotes();
    const read = await context.read("winch.md");
    expect(await context.info("winch.md")).toEqual({
      path: "winch.md",
      length: Buffer.byteLength(notes["winch.md"] as string),
      contentType: "text/markdown",
      lastModified: "2023-11-14T22:13:20.000Z",
      version: read?.version,
    });
  });

  it("reads lines", async () => {
    const context = await openNotes();
    expect(await context.readRange("winch.md", { startLine: 8, lineCount: 1 })).toMatchObject({
      startLine: 8,
      endLine: 8,
      content: "## Brake\n",
      hasMore: true,
      next: { line: 9, column: 1 },
    });
  });

  it("lists folders before files, and pages", async () => {
    const context = await openNotes({ limits: { maximumListEntries: 2 } });
    const first = await context.list();
    expect(first.entries.map(({ path }) => path)).toEqual(["boats", "index.md"]);
    expect(first.cut).toEqual({ reason: "count" });
    const second = await context.list("", { cursor: first.cursor });
    expect(second.entries.map(({ path }) => path)).toEqual(["winch.md"]);
    expect(second.cursor).toBeUndefined();
    expect(await context.list("nothing")).toEqual({ entries: [] });
    await expect(context.list("boat", { mustExist: true })).rejects.toMatchObject({
      code: "not_found",
      details: { suggestions: ["boats"] },
      next: 'Did you mean "boats"?',
    });
    await expect(context.list("nothing", { mustExist: true })).rejects.toMatchObject({ code: "not_found" });
    expect((await context.list("boats", { mustExist: true, glob: "*.txt" })).entries).toEqual([]);
  });
});

describe("questions to a context", () => {
  it("refuses a folder that is not there in every question, and answers for one without documents", async () => {
    const context = await openNotes({}, { ...notes, "empty/.gitignore": "*\n", "empty/note.md": "# Hidden\n" });
    const questions = [
      (directory: string) => context.search("winch", { directory }),
      (directory: string) => context.overview({ directory }),
      (directory: string) => context.problems({ directory }),
      (directory: string) => context.export("json", { directory }),
      (directory: string) => context.writeExport("dot", { directory, sink: { write: async () => {} } }),
    ];
    for (const ask of questions) {
      await expect(ask("boat")).rejects.toMatchObject({
        code: "not_found",
        path: "boat",
        details: { suggestions: ["boats"] },
        next: 'Did you mean "boats"?',
      });
      await expect(ask("winch.md")).rejects.toMatchObject({ code: "not_found" });
      await expect(ask("empty")).resolves.toBeDefined();
      await expect(ask("boats/")).resolves.toBeDefined();
    }
  });

  it("says why a search found nothing", async () => {
    const context = await openNotes();
    const { matches, searchedCount, unknownWords } = await context.search("brrake engine", { directory: "boats" });
    expect(matches.length).toBeGreaterThan(0);
    expect({ searchedCount, unknownWords }).toEqual({ searchedCount: undefined, unknownWords: undefined });
    expect(await context.search("wimch zzqq", { directory: "boats" })).toMatchObject({
      matches: [],
      searchedCount: 1,
      unknownWords: [
        { name: "wimch", near: ["winch"] },
        { name: "zzqq", near: [] },
      ],
    });
    expect(await context.search("brake tag:nope")).toMatchObject({ matches: [], searchedCount: 0 });
    expect((await context.search("brake tag:nope")).unknownWords).toBeUndefined();
    const tagged = await context.search("brake", { tags: ["harbor"] });
    expect(tagged.unknownTags).toEqual([{ name: "harbor", near: ["harbour"] }]);
    expect((await context.export("dot", { tags: ["harbor", "harbour"] })).unknownTags).toHaveLength(1);
  });

  it("says what a query excludes, and how many matches there are on all pages", async () => {
    const context = await openNotes();
    const result = await context.search("winch -brake -tag:nope", { count: 1 });
    expect(result.without).toEqual(["brake", "tag:nope"]);
    const phrased = await openNotes({}, { "a.md": "# A\n\nthe winch\n", "b.md": "# B\n\nthe winch\n" });
    expect((await phrased.search('"the winch"', { count: 1 })).matchCount).toBeUndefined();
    expect((await phrased.search('"the winch"')).matchCount).toBe(2);
    const all = await context.search("winch engine");
    expect((await context.search("winch engine", { count: 1 })).matchCount).toBe(all.matches.length);
    expect(all.matchCount).toBe(all.matches.length);
    expect(all.without).toBeUndefined();
  });

  it("says which Markdown was not read, unless the caller chose the files", async () => {
    const files = { ...notes, "page.mdx": "# Page\n", "old/b.MDX": "# B\n", "c.qmd": "# C\n", "d.txt": "d" };
    const unread = {
      count: 3,
      endings: [
        { ending: "mdx", count: 2 },
        { ending: "qmd", count: 1 },
      ],
    };
    const context = await openNotes({}, files);
    expect((await context.search("winch")).unread).toEqual(unread);
    expect((await context.overview()).unread).toEqual(unread);
    expect((await context.problems()).unread).toEqual(unread);
    expect((await context.export("dot")).unread).toEqual(unread);
    expect((await (await openNotes()).overview()).unread).toBeUndefined();
    const chosen = await openNotes({ selection: { markdownGlob: ["**/*.md", "**/*.qmd"] } }, files);
    const overview = await chosen.overview();
    expect(overview.unread).toBeUndefined();
    expect(overview.counts.documents).toBe(4);
  });

  it("searches sections", async () => {
    const context = await openNotes();
    const result = await context.search("brake");
    expect(result).toMatchObject({ documentCount: 3, snapshot: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(result.tripleCount).toBeGreaterThan(0);
    expect(result.matches[0]).toMatchObject({ path: "winch.md", heading: "Brake", startLine: 8, endLine: 10 });
  });

  it("goes on after a page of a search, and says when the notes have moved on", async () => {
    const store = createMemoryStore({ files: notes });
    const context = await openNotes({ store });
    const first = await context.search("winch engine", { count: 1 });
    const cursor = first.cursor as string;
    expect(first.cut).toEqual({ reason: "count", next: cursor });
    const second = await context.search("winch engine", { count: 1, cursor });
    expect(second.matches[0]?.nodeId).not.toBe(first.matches[0]?.nodeId);
    expect(second.moved).toBeUndefined();
    await store.put("new.md" as never, new TextEncoder().encode("# New\n"));
    expect((await context.search("winch engine", { count: 1, cursor })).moved).toBe(true);
    await expect(context.search("winch engine", { cursor: "3" })).rejects.toMatchObject({ code: "invalid_input" });
  });

  it("goes on only with the question whose answer gave the cursor; the length of a page may change", async () => {
    const context = await openNotes(
      {},
      { "a.md": "# A\n\nwinch [[b]] [[c]] #x\n", "b.md": "# B\n\nwinch [[a]] [[c]]\n", "c.md": "# C\n\nwinch\n" },
    );
    const refused = { code: "invalid_input", details: { parameter: "cursor" }, message: /another question/ };
    const refuse = (call: Promise<unknown>): Promise<void> =>
      expect(call).rejects.toMatchObject({ ...refused, message: expect.stringMatching(refused.message) });

    const { cursor: around } = await context.neighbors("a.md", { count: 1 });
    const cursor = around as string;
    const rest = await context.neighbors("a.md", { depth: 1, direction: "both", count: 9, cursor });
    expect(rest.neighbors).toHaveLength(rest.neighborCount - 1);
    await refuse(context.neighbors("b.md", { cursor }));
    await refuse(context.neighbors("a.md", { cursor, depth: 2 }));
    await refuse(context.neighbors("a.md", { cursor, direction: "out" }));
    await refuse(context.neighbors("a.md", { cursor, kinds: ["linksTo"] }));
    const { cursor: linked } = await context.neighbors("a.md", { count: 1, kinds: ["linksTo", "embeds"] });
    const reordered = await context.neighbors("a.md", { kinds: ["embeds", "linksTo"], cursor: linked });
    expect(reordered.neighbors.length).toBeGreaterThan(0);

    const { cursor: found } = await context.search("winch", { count: 1 });
    expect((await context.search("winch", { count: 9, mode: "auto", cursor: found })).matches).toHaveLength(2);
    await refuse(context.search("b", { cursor: found }));
    await refuse(context.search("winch", { cursor: found, tags: ["x"] }));
    await refuse(context.search("winch", { cursor: found, glob: "b*" }));
    await refuse(context.search("winch", { cursor: found, directory: "d" }));
    await refuse(context.search("winch", { cursor: found, mode: "lexical" }));
    await refuse(context.search("winch", { cursor }));

    const { cursor: listed } = await context.find({ count: 1 });
    expect((await context.find({ count: 9, cursor: listed })).items).toHaveLength(2);
    await refuse(context.find({ cursor: listed, sort: ["-path"] }));
    await refuse(context.find({ cursor: listed, tags: ["x"] }));
  });

  it("narrows a search to a folder, names and tags", async () => {
    const context = await openNotes();
    const paths = async (options: Parameters<typeof context.search>[1]): Promise<string[]> =>
      (await context.search("", options)).matches.map(({ path }) => path);
    expect(new Set(await paths({ directory: "boats" }))).toEqual(new Set(["boats/heron.md"]));
    expect(new Set(await paths({ glob: "win*" }))).toEqual(new Set(["winch.md"]));
    expect(new Set(await paths({ tags: ["harbour"] }))).toEqual(new Set(["index.md", "winch.md"]));
  });

  it("outlines a document", async () => {
    const context = await openNotes();
    const outline = await context.outline("index.md");
    expect(outline).toMatchObject({
      path: "index.md",
      title: "Start",
      titleSource: "heading",
      tags: ["harbour"],
      lineCount: 3,
    });
    expect(outline.links.map(({ resolved, status }) => [resolved, status])).toEqual([
      ["winch.md", "document"],
      ["boats/heron.md", "document"],
    ]);
  });

  it("says why a file that is there has no outline", async () => {
    const context = await openNotes({}, { ...notes, "binary.md": "a\0b", "large.md": "x".repeat(5 * 1024 * 1024) });
    await expect(context.outline("binary.md")).rejects.toMatchObject({
      code: "not_found",
      details: { reason: "binary" },
    });
    await expect(context.outline("large.md")).rejects.toMatchObject({
      code: "not_found",
      details: { reason: "too_large" },
    });
    await expect(context.outline("boats/plan.png")).rejects.toMatchObject({ code: "not_found" });
  });

  it("sums the notes up", async () => {
    const context = await openNotes();
    const overview = await context.overview();
    expect(overview.counts).toMatchObject({ documents: 3, brokenLinks: 1 });
    expect(overview.folders).toEqual({ count: 1, first: [{ path: "boats", documents: 1 }] });
    expect((await context.overview({ directory: "boats" })).counts.documents).toBe(1);
  });

  it("finds problems", async () => {
    const context = await openNotes();
    const { problems, counts } = await context.problems({ kinds: ["broken"] });
    expect(problems).toMatchObject([{ kind: "broken", path: "boats/heron.md", line: 5, column: 16 }]);
    expect(counts).toEqual({ broken: 1 });
  });

  it("exports bounded text, and streams without a bound", async () => {
    const context = await openNotes({ limits: { maximumGraphExportCharacters: 400 } });
    const bounded = await context.export("turtle");
    expect(bounded.content.length).toBeLessThanOrEqual(400);
    expect(bounded.cut).toMatchObject({ reason: "characters" });
    let text = "";
    const report = await context.writeExport("turtle", {
      sink: {
        write: (part) => {
          text += part;
        },
      },
    });
    expect(report).toMatchObject({ format: "turtle", snapshot: bounded.snapshot, documentCount: 3 });
    expect(report).not.toHaveProperty("content");
    expect(report.cut).toBeUndefined();
    expect(text.length).toBeGreaterThan(400);
    expect((await context.export("json", { maximumCharacters: 1_000_000 })).cut).toBeUndefined();
  });

  it("answers from the files as they are at each question", async () => {
    const store = createTestStore(notes);
    const context = await openNotes({ store });
    expect((await context.search("cormorant")).matches).toEqual([]);
    store.set("birds.md", "# Birds\n\nThe cormorant dives.\n");
    expect((await context.search("cormorant")).matches[0]?.path).toBe("birds.md");
    store.remove("birds.md");
    expect((await context.search("cormorant")).matches).toEqual([]);
  });

  it("says in every answer what was left out", async () => {
    const context = await openNotes({}, { ...notes, "binary.md": "a\0b" });
    const skipped = { count: 1, first: [{ path: "binary.md", reason: "binary" }] };
    expect((await context.search("winch")).skipped).toEqual(skipped);
    expect((await context.overview()).skipped).toEqual(skipped);
    expect((await context.problems()).skipped).toEqual(skipped);
    expect((await context.export("json")).skipped).toEqual(skipped);
    expect((await context.writeExport("dot", { sink: { write: () => {} } })).skipped).toEqual(skipped);
  });

  it("never invents an empty knowledge base, and says when there were documents before", async () => {
    const store = createTestStore({ "a.txt": "text" });
    const context = await openNotes({ store });
    for (const question of [
      () => context.search("x"),
      () => context.overview(),
      () => context.problems(),
      () => context.export("turtle"),
      () => context.outline("a.txt"),
    ]) {
      await expect(question()).rejects.toMatchObject({ code: "no_documents", details: { hadDocuments: false } });
    }
    store.set("a.md", "# A\n");
    await context.overview();
    store.remove("a.md");
    await expect(context.overview()).rejects.toMatchObject({ code: "no_documents", details: { hadDocuments: true } });
  });

  it("refuses a wrong question before storage is touched", async () => {
    const store = createTestStore(notes);
    const context = await openNotes({ store });
    const wrong: [() => Promise<unknown>, string][] = [
      [() => context.search(" "), "invalid_input"],
      [() => context.search("x".repeat(1_001)), "limit_exceeded"],
      [() => context.search("x", { count: 0 }), "invalid_input"],
      [() => context.search("x", { mode: "fuzzy" as "auto" }), "invalid_input"],
      [() => context.search("x", { mode: "semantic" }), "unsupported"],
      [() => context.search("x", { glob: "[a" }), "invalid_pattern"],
      [() => context.search("x", { cursor: "x" }), "invalid_input"],
      [() => context.search("x", { directory: "../a" }), "invalid_path"],
      [() => context.search("x", { directory: ".git" }), "permission_denied"],
      [() => context.outline("/a.md"), "invalid_path"],
      [() => context.outline(".git/a.md"), "permission_denied"],
      [() => context.overview({ depth: 0 }), "invalid_input"],
      [() => context.overview({ directory: "a//b" }), "invalid_path"],
      [() => context.problems({ kinds: ["brokn"] }), "invalid_input"],
      [() => context.export("pdf" as "dot"), "invalid_input"],
      [() => context.export("dot", { detail: "all" as "full" }), "invalid_input"],
      [() => context.export("dot", { focus: ".ssh/id" }), "permission_denied"],
      [() => context.writeExport("png" as "dot", { sink: { write: () => {} } }), "invalid_input"],
    ];
    for (const [ask, code] of wrong) await expect(ask(), String(ask)).rejects.toMatchObject({ code });
    expect(store.calls).toEqual([]);
  });
});

describe("a context", () => {
  it("shows nothing outside its prefix", async () => {
    const files = { "secret.md": "# Secret\n\n[[Heron]]\n", ...notes };
    const context = await openNotes({ prefix: "boats/" }, files);
    const answers = [
      await context.list("", { recursive: true }),
      await context.read("heron.md"),
      await context.info("heron.md"),
      await context.readRange("heron.md"),
      await context.search("heron"),
      await context.outline("heron.md"),
      await context.overview(),
      await context.problems(),
      await context.export("json"),
      await context.export("turtle"),
      await context.notFound("herom.md"),
      await context.read("boats/heron.md").then((file) => file ?? "null"),
      await context.readRange("nothing.md").catch((error: GraphdownError) => error.toInfo()),
      await context.overview({ directory: "boats" }).catch((error: GraphdownError) => error.toInfo().details ?? {}),
    ];
    for (const answer of answers) {
      const text = JSON.stringify(answer);
      expect(text).not.toMatch(/boats|secret|winch/i);
    }
    expect(await context.read("../secret.md").catch((error: GraphdownError) => error.code)).toBe("invalid_path");
  });

  it("is refused for a prefix that is no path and for wrong limits", async () => {
    await expect(openNotes({ prefix: "../x" })).rejects.toMatchObject({ code: "invalid_path" });
    await expect(openNotes({ limits: { maximumFullReadBytes: 0 } })).rejects.toMatchObject({ code: "invalid_options" });
    await expect(openNotes({ limits: { maximumBytes: 1 } as object })).rejects.toMatchObject({
      code: "invalid_options",
      message: expect.stringContaining("maximumBytes"),
    });
  });

  it("heeds which files are selected as documents", async () => {
    const files = {
      ...notes,
      "more.txt": "# More\n",
      ".hidden/x.md": "# Hidden\n",
      "node_modules/a/readme.md": "# A\n",
    };
    const count = async (selection: object): Promise<number> =>
      (await (await openNotes({ selection }, files)).overview()).counts.documents;
    expect(await count({})).toBe(3);
    expect(await count({ markdownGlob: ["**/*.md", "*.txt"] })).toBe(4);
    expect(await count({ hidden: true })).toBe(4);
    expect(await count({ hidden: true, markdownGlob: ["**/*.md", ".hidden/*.md"] })).toBe(5);
    expect(await count({ ignore: ["boats/"] })).toBe(2);
    const ignoring = await openNotes({}, { ...files, ".gitignore": "winch.md\n" });
    expect((await ignoring.overview()).counts.documents).toBe(2);
    const all = await openNotes({ selection: { noIgnore: true } }, { ...files, ".gitignore": "winch.md\n" });
    expect((await all.overview()).counts.documents).toBe(3);
  });

  it("passes options of documents and of the graph on", async () => {
    const files = { "a.md": "# A\n\n#FA4616\n" };
    const tags = async (options: object): Promise<readonly string[]> =>
      (await (await openNotes(options, files)).outline("a.md")).tags;
    expect(await tags({})).toEqual([]);
    expect(await tags({ documents: { hexColors: "tag" } })).toEqual(["FA4616"]);
    const based = await openNotes({ graph: { baseIri: "https://example.org/kb/" } });
    expect((await based.search("brake")).matches[0]?.nodeId).toBe("https://example.org/kb/winch.md#brake");
    const named = await openNotes({ graph: { iri: "id" } }, { "a.md": "---\nid: x\n---\n# Brake\n", "b.md": "[[a]]" });
    expect((await named.search("brake")).matches[0]?.nodeId).toBe("urn:graphdown:/~doc/x#brake");
    expect((await named.neighbors("urn:graphdown:/~doc/x")).node.path).toBe("a.md");
    expect((await named.path("urn:graphdown:/b.md", "urn:graphdown:/~doc/x#brake")).found).toBe(true);
    expect((await named.export("nquads")).content).toContain("> <urn:graphdown:/~doc/x> .");
  });

  it("hashes with the function that it is given", async () => {
    const context = await openNotes({ sha256: () => "0".repeat(64) });
    expect((await context.read("index.md"))?.version).toBe(`sha256-${"0".repeat(64)}`);
  });

  it("tells how far a question is", async () => {
    const steps: string[] = [];
    const files = Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`${index}.md`, `# Note ${index}\n`]));
    const context = await openNotes(
      { onProgress: (phase, done, total) => steps.push(`${phase} ${done}/${total}`) },
      files,
    );
    await context.overview();
    expect(steps[0]).toBe("list 0/1");
    expect(steps).toContain("read 256/600");
    expect(steps.at(-1)).toBe("read 600/600");
  });

  it("describes its storage and closes it", async () => {
    let closed = 0;
    const store = { ...createTestStore(notes), close: async () => void closed++ };
    const context = await openNotes({ store });
    expect(context.describeStore()).toMatchObject({ name: "test", writable: true });
    await context.close();
    expect(closed).toBe(1);
  });

  it("uses the engine that it is given, once for all questions", async () => {
    const { createRemarkEngine } = await import("../../src/remark.ts");
    const engine = createRemarkEngine();
    let parses = 0;
    const counting = {
      ...engine,
      name: "counting",
      parse: (text: string) => {
        parses++;
        return engine.parse(text);
      },
    };
    const context = await openNotes({ engine: counting });
    await context.overview();
    expect(parses).toBe(3);
  });
});
