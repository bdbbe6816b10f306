/** Moves through a file context: links, conditions, what others do meanwhile, and processes that die on the way. */
import { describe, expect, it } from "vitest";
import { createMemoryStore, type FileStore, GraphdownError } from "../../../src/index.ts";
import { call } from "../../tools/open-notes.ts";
import { contextOn, textsOf } from "./places.ts";
import { watchedStore } from "./watched-store.ts";

type Files = Readonly<Record<string, string | Uint8Array>>;

const linked: Files = {
  "a.md": '[[old#Part|label]] [t](old.md#part "T") [r][1] ![[old]] `[[old]]`\n\n[1]: old.md#part\n',
  "sub/b.md": "\ufeff[u](../old.md) [[old]]\r\n",
  "old.md": "# Old\n\n## Part\n\n[b](sub/b.md)\n",
};

describe("moving a file", () => {
  it("rewrites the links that lead there, and its own", async () => {
    const context = await contextOn(createMemoryStore({ files: linked }));
    const moved = await context.move("old.md", "new/fresh name.md");
    expect(moved).toMatchObject({
      path: "old.md",
      to: "new/fresh name.md",
      version: (await context.info("new/fresh name.md"))?.version,
      updated: [
        { path: "a.md", version: (await context.info("a.md"))?.version },
        { path: "sub/b.md", version: (await context.info("sub/b.md"))?.version },
      ],
    });
    expect(moved).not.toHaveProperty("failed");
    expect(await textsOf(context)).toEqual({
      "a.md":
        '[[fresh name#Part|label]] [t](new/fresh%20name.md#part "T") [r][1] ![[fresh name]] `[[old]]`\n\n[1]: new/fresh%20name.md#part\n',
      "sub/b.md": "[u](../new/fresh%20name.md) [[fresh name]]\r\n",
      "new/fresh name.md": "# Old\n\n## Part\n\n[b](../sub/b.md)\n",
    });
    expect((await context.info("sub/b.md"))?.length).toBe(3 + "[u](../new/fresh%20name.md) [[fresh name]]\r\n".length);
  });

  it("leaves front matter that parses, whatever the new name holds", async () => {
    const values = ["'[[a]]'", '"[[a]]"', "[[a]]", "a.md", "[a.md, '[[a]]']", '"[t](a.md)"', "see [[a]]\n  folded"];
    const yaml = values.map((value) => `---\nup: ${value}\ntags: [x]\n---\n[[a]]\n`);
    const toml = `+++\nup = '[[a]]'\n+++\n[[a]] <a href='a.md'>x</a>\n`;
    for (const name of ["John's", "@x", "%25", "b, c", "Jo'n%20x", "it's", 'q"q', "b: c", "- d", "back\\slash"]) {
      const files = Object.fromEntries([...yaml, toml].map((text, index) => [`n${index}.md`, text]));
      const context = await contextOn(createMemoryStore({ files: { ...files, "a.md": "# A" } }));
      const moved = await context.move("a.md", `${name}.md`).catch((cause: unknown) => {
        // Not every store takes every name.
        expect(cause).toMatchObject({ code: "invalid_path" });
      });
      if (moved === undefined) continue;
      // A value that is folded over lines can't be quoted, so its link stays as it is.
      expect(moved.left ?? [], name).toEqual(/: /.test(name) ? [{ path: "n6.md", line: 2, target: "a" }] : []);
      if (moved.left !== undefined) continue;
      expect(
        (await context.problems({ kinds: ["broken", "invalid-frontmatter", "ambiguous"] })).problems,
        name,
      ).toEqual([]);
    }
  });

  it("shows what would change on trial", async () => {
    const context = await contextOn(createMemoryStore({ files: linked }));
    const tried = await context.move("old.md", "core.md", { dryRun: true });
    expect(tried).toMatchObject({ dryRun: true, updated: [{ path: "a.md" }, { path: "sub/b.md" }] });
    expect(tried.diff).toContain("--- a/sub/b.md");
    expect(tried.diff).toContain("[[core]]");
    expect(Object.keys(await textsOf(context))).toEqual(["sub/b.md", "a.md", "old.md"].sort());
  });

  it("leaves links alone when asked, and moves what is no Markdown", async () => {
    const context = await contextOn(createMemoryStore({ files: { ...linked, "i.png": Uint8Array.from([0, 1, 255]) } }));
    expect(await context.move("old.md", "x.md", { updateLinks: false })).toMatchObject({ updated: [], diff: "" });
    expect((await context.read("a.md"))?.content).toBe(linked["a.md"]);
    await context.move("i.png", "pics/i.png");
    expect((await context.info("pics/i.png"))?.length).toBe(3);
    const empty = await contextOn(createMemoryStore({ files: { "a.txt": "x" } }));
    expect(await empty.move("a.txt", "b.txt")).toMatchObject({ updated: [] });
  });

  it("keeps links whose text stands first, as Dendron writes them", async () => {
    const links = Array.from({ length: 30 }, (_, index) => `[[the note|notes.of.${index}]]\n`).join("");
    const files = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`notes.of.${index}.md`, "x\n"]));
    const context = await contextOn(createMemoryStore({ files: { ...files, "a.md": links } }));
    expect(await context.move("notes.of.3.md", "renamed.md")).not.toHaveProperty("left");
    expect((await context.read("a.md"))?.content).toBe(links.replace("notes.of.3]]", "renamed]]"));
  });

  it("refuses what is there, what is not, and what has changed", async () => {
    const context = await contextOn(createMemoryStore({ files: { "a.md": "", "b.md": "", "Dir/x.md": "" } }));
    const codes: Record<string, string> = {};
    const tries: [string, string][] = [
      ["a.md", "b.md"],
      ["gone.md", "c.md"],
      ["a.md", "a.md"],
      ["a.md", "../c.md"],
      ["a.md", ".git/c.md"],
      ["a.md", "dir/y.md"],
      ["a.md", "CON.md"],
      ["Dir", "c.md"],
    ];
    for (const [from, to] of tries) {
      await context.move(from, to).catch((cause: { code: string }) => {
        codes[`${from} ${to}`] = cause.code;
      });
    }
    expect(codes).toEqual({
      "a.md b.md": "already_exists",
      "gone.md c.md": "not_found",
      "a.md a.md": "invalid_input",
      "a.md ../c.md": "invalid_path",
      "a.md .git/c.md": "permission_denied",
      "a.md dir/y.md": "already_exists",
      "a.md CON.md": "invalid_path",
      "Dir c.md": "invalid_input",
    });
    await expect(context.move("a.md", "c.md", { ifVersion: `sha256-${"0".repeat(64)}` })).rejects.toMatchObject({
      code: "version_conflict",
    });
    expect(await context.move("a.md", "A.md")).toMatchObject({ to: "A.md" });
  });

  it("advises on a target that is none: a folder, with or without its slash, or a file that is there", async () => {
    const context = await contextOn(createMemoryStore({ files: { "a/b.md": "# B\n", "archive/c.md": "# C\n" } }));
    const tries = [
      ["archive/", { code: "invalid_path", next: 'Give the file\'s new path, such as "archive/b.md".' }],
      ["archive", { code: "invalid_input", next: 'Give the file\'s new path, such as "archive/b.md".' }],
      ["archive/c.md", { code: "already_exists", next: expect.stringContaining("a move replaces nothing") }],
    ] as const;
    for (const [to, error] of tries) {
      await expect(context.move("a/b.md", to)).rejects.toMatchObject(error);
      expect((await call(context, "file_access_move", { path: "a/b.md", to })).error).toMatchObject(error);
    }
    await expect(context.move("archive", "b.md")).rejects.toMatchObject({ next: "List it, and name a file in it." });
    await expect(context.move("archive/", "b.md")).rejects.toMatchObject({ code: "invalid_path" });
  });

  it("writes every link to the file in its shortest form, and says which Markdown it could not look at", async () => {
    const files = {
      "a/old.md": "# Old\n",
      "c.md": "[[a/old]] [[old]] [[./c]]\n",
      "d.mdx": "[[a/old]]\n",
    };
    const context = await contextOn(createMemoryStore({ files }));
    const moved = await context.move("a/old.md", "b/old.md");
    expect((await context.read("c.md"))?.content).toBe("[[old]] [[old]] [[./c]]\n");
    expect(moved.unread).toEqual({ count: 1, endings: [{ ending: "mdx", count: 1 }] });
    expect((await call(context, "file_access_move", { path: "b/old.md", to: "old.md" })).data).toHaveProperty("unread");
    const chosen = await contextOn(createMemoryStore({ files }), { selection: { markdownGlob: "**/*.md" } });
    expect(await chosen.move("a/old.md", "b/old.md")).not.toHaveProperty("unread");
  });

  it("is partial where a file changes meanwhile, and names it", async () => {
    let armed = true;
    const store = watchedStore(createMemoryStore({ files: linked }), async (operation, path) => {
      if (!armed || operation !== "put" || path !== "a.md") return;
      armed = false;
      await store.put("a.md" as never, new TextEncoder().encode("[[old]] mine\n"));
    });
    const context = await contextOn(store);
    const result = await call(context, "file_access_move", { path: "old.md", to: "core.md" });
    expect(result).toMatchObject({
      ok: true,
      status: "partial",
      data: { updated: [{ path: "sub/b.md" }], failed: [{ path: "a.md", error: { code: "version_conflict" } }] },
    });
    expect((await textsOf(context))["a.md"]).toBe("[[old]] mine\n");
  });

  it("is taken back where the file itself changes meanwhile", async () => {
    let armed = true;
    const store = watchedStore(createMemoryStore({ files: linked }), async (operation, path) => {
      if (!armed || operation !== "delete" || path !== "old.md") return;
      armed = false;
      await store.put("old.md" as never, new TextEncoder().encode("# Mine\n"));
    });
    const context = await contextOn(store);
    await expect(context.move("old.md", "core.md")).rejects.toMatchObject({ code: "version_conflict" });
    expect(await textsOf(context)).toMatchObject({ "old.md": "# Mine\n", "a.md": linked["a.md"] });
    expect(await context.info("core.md")).toBeNull();
  });

  it("is completed or taken back, wherever its process dies", async () => {
    const whole = await contextOn(createMemoryStore({ files: linked }));
    await whole.move("old.md", "core.md");
    const after = await textsOf(whole);
    const before = await textsOf(await contextOn(createMemoryStore({ files: linked })));
    const outcomes: string[] = [];
    for (let dies = 0; ; dies++) {
      let changes = 0;
      let dead = false;
      const store = watchedStore(createMemoryStore({ files: linked }), () => {
        dead ||= changes++ === dies;
        if (dead) throw new Error("the process is gone");
      });
      const context = await contextOn(store);
      const isDone = await context.move("old.md", "core.md").then(
        () => true,
        () => false,
      );
      dead = false;
      changes = Number.NEGATIVE_INFINITY;
      const next = await contextOn(store);
      const content = await textsOf(next);
      outcomes.push(JSON.stringify(content) === JSON.stringify(after) ? "after" : "before");
      expect(content, `dead at change ${dies}`).toEqual(outcomes.at(-1) === "after" ? after : before);
      if (isDone) break;
    }
    // A move whose record alone is left is made, and says so.
    expect(outcomes).toEqual(["before", "before", "after", "after", "after", "after"]);
  });

  describe("whose record can't be taken out", () => {
    const journal = ".graphdown/moves.json";
    const files = { "a.md": "# A\n", "links.md": "[x](a.md)\n" };
    const lost = new GraphdownError({ code: "storage_failed", message: "The journal is gone.", next: "Try again." });
    /** A place whose journal fails in all changes but the claim, or in its deletion alone, until that is over. */
    const failing = (operations: readonly string[], cause: Error = lost) => {
      const place = createMemoryStore({ files });
      const state = { isOver: false };
      let isClaimed = false;
      const store = watchedStore(place, (operation, path) => {
        if (path !== journal || state.isOver) return;
        if (isClaimed && operations.includes(operation)) throw cause;
        isClaimed = true;
      });
      return { place, store, state };
    };

    it.each([
      ["and not be noted as ended", ["put", "delete"]],
      ["but be noted as ended", ["delete"]],
    ])("%s is made, and says so", async (_kind, operations) => {
      const { place, store, state } = failing(operations);
      const context = await contextOn(store);
      const moved = await context.move("a.md", "b.md");
      expect(moved).toMatchObject({ to: "b.md", updated: [{ path: "links.md" }], recordLeft: lost.toInfo() });
      expect(moved.version).toBe((await context.info("b.md"))?.version);
      expect(moved).not.toHaveProperty("failed");
      expect(await textsOf(context)).toEqual({ "b.md": "# A\n", "links.md": "[x](b.md)\n" });
      expect(await place.stat(journal as never)).not.toBeNull();
      state.isOver = true;
      // Whoever comes next takes it out: at once where the end was noted, else the next start.
      const next = operations.includes("put") ? await contextOn(store) : context;
      expect(await next.move("b.md", "c.md")).not.toHaveProperty("recordLeft");
      expect(await place.stat(journal as never)).toBeNull();
      expect(await textsOf(next)).toEqual({ "c.md": "# A\n", "links.md": "[x](c.md)\n" });
    });

    it("for a reason of which only the kind may be told is made as well", async () => {
      const context = await contextOn(failing(["put", "delete"], new TypeError("at /home/someone")).store);
      expect((await context.move("a.md", "b.md")).recordLeft).toEqual({
        code: "storage_failed",
        message: "The record of the move could not be changed (TypeError).",
        details: { reason: "unexpected", kind: "TypeError" },
      });
    });

    it("is a success of the tool, whose summary tells it", async () => {
      const context = await contextOn(failing(["put", "delete"]).store);
      const result = await call(context, "file_access_move", { path: "a.md", to: "b.md" });
      expect(result).toMatchObject({ status: "done", data: { recordLeft: lost.toInfo() } });
      expect(result.summary).toContain("its record is left for later");
    });

    it("nor be noted as ended, when links are to be done later, says both", async () => {
      const { store } = failing(["put"]);
      const down = watchedStore(store, (operation, path) => {
        if (operation === "put" && path === "links.md") throw lost;
      });
      const moved = await (await contextOn(down)).move("a.md", "b.md");
      expect(moved).toMatchObject({ failed: [{ path: "links.md", error: lost.toInfo() }], recordLeft: lost.toInfo() });
    });

    it("is refused for what it was refused for", async () => {
      const { place, store } = failing(["put", "delete"]);
      const taken = watchedStore(store, async (operation, path) => {
        if (operation === "put" && path === "b.md")
          await place.put("b.md" as never, new TextEncoder().encode("theirs"));
      });
      const context = await contextOn(taken);
      await expect(context.move("a.md", "b.md")).rejects.toMatchObject({
        code: "already_exists",
        path: "b.md",
        details: { recordLeft: lost.toInfo() },
      });
      expect(await textsOf(context)).toEqual({ ...files, "b.md": "theirs" });
    });
  });

  it.each([
    // What the dead process had claimed is carried out by the next one that deletes, before its own deletion.
    ["completed", (store: FileStore) => store.delete("old.md" as never), ["core.md"]],
    [
      "taken back",
      (store: FileStore) => store.put("old.md" as never, new TextEncoder().encode("# Mine\n")),
      ["old.md"],
    ],
  ] as const)("is %s where the old file changes while the next start repairs", async (_outcome, change, left) => {
    let state: "dying" | "dead" | "repairing" | "quiet" = "dying";
    const store = watchedStore(createMemoryStore({ files: linked }), async (operation, path) => {
      const isOld = operation === "delete" && path === "old.md";
      if (isOld && state === "dying") state = "dead";
      if (state === "dead") throw new Error("the process is gone");
      if (!isOld || state !== "repairing") return;
      state = "quiet";
      await change(store);
    });
    await expect((await contextOn(store)).move("old.md", "core.md")).rejects.toThrow("the process is gone");
    state = "repairing";
    const context = await contextOn(store);
    const paths = Object.keys(await textsOf(context));
    expect([state, paths.filter((path) => path === "old.md" || path === "core.md")]).toEqual(["quiet", left]);
    expect((await context.problems({ kinds: ["broken"] })).problems).toEqual([]);
    expect(await store.stat(".graphdown/moves.json" as never)).toBeNull();
  });
});
