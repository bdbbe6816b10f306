import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createNodeFileContext } from "../../../src/context/node-create-file-context.ts";
import { folderOfLocation, withFolder } from "../../../src/storage/folder-of-location.ts";
import { parseGitLocation } from "../../../src/storage/git-location.ts";
import { openLocation } from "../../../src/storage/node-open-location.ts";
import { run } from "../../faces/cli/run-program.ts";
import { hasGit, makeRepository, type TestRepository } from "./test-repository.ts";

describe("a location with a revision", () => {
  it.each([
    ["git:docs@main", "docs", "main"],
    ["git:/a/b@v1.2", "/a/b", "v1.2"],
    ["git:@HEAD~3", ".", "HEAD~3"],
    ["git:docs@main@{yesterday}", "docs", "main@{yesterday}"],
    ["git:docs@main@{2026-01-02 10:00:00}", "docs", "main@{2026-01-02 10:00:00}"],
    ["git:docs@@{u}", "docs", "@{u}"],
    ["git:docs@@", "docs", "@"],
    ["git:docs@@~1", "docs", "@~1"],
    ["git:node_modules/@scope/docs@main", "node_modules/@scope/docs", "main"],
    ["git:C:\\notes@main", "C:\\notes", "main"],
  ])("%s is a folder and a revision", (location, folder, revision) => {
    expect(parseGitLocation(location)).toEqual({ folder, revision });
    expect(folderOfLocation(location)).toBe(folder);
    expect(parseGitLocation(withFolder(location, (named) => `/x/${named}`))).toEqual({
      folder: `/x/${folder}`,
      revision,
    });
  });

  it("is refused without one, and other locations have none", () => {
    for (const location of ["git:docs", "git:", "git:docs@"]) {
      expect(() => parseGitLocation(location), location).toThrow(expect.objectContaining({ code: "invalid_options" }));
    }
    expect(() => parseGitLocation("git:docs@--all")).toThrow(expect.objectContaining({ code: "invalid_input" }));
    for (const location of ["docs@main", "memory:", "s3://git:x@y"]) expect(parseGitLocation(location)).toBeUndefined();
    expect([folderOfLocation("notes"), folderOfLocation("C:/notes"), folderOfLocation("memory:")]).toEqual([
      "notes",
      "C:/notes",
      undefined,
    ]);
  });
});

describe.skipIf(!hasGit)("the revision of a folder (needs git)", () => {
  let repository: TestRepository;

  beforeAll(() => {
    repository = makeRepository();
    repository.commit({ "docs/a.md": "# First\n\n[[b]]\n", "docs/b.md": "# B\n", "x.md": "outside" });
    repository.commit({ "docs/a.md": "# Second\n", "docs/b.md": null });
    repository.write({ "docs/a.md": "# Now\n" });
  });

  afterAll(() => repository.remove());

  it("is opened by location or option, and refused where there is none or twice", async () => {
    const location = join(repository.folder, "docs");
    const titleOf = async (place: Parameters<typeof createNodeFileContext>[0]): Promise<string> => {
      const context = await createNodeFileContext(place);
      const { title } = await context.outline("a.md");
      await context.close();
      return title;
    };
    expect(await titleOf({ location })).toBe("Now");
    expect(await titleOf({ location, revision: "main" })).toBe("Second");
    expect(await titleOf({ location: `git:${location}@HEAD~1` })).toBe("First");
    expect(await titleOf({ location: `git:${repository.folder}@HEAD~1`, prefix: "docs" })).toBe("First");
    const invalid = expect.objectContaining({ code: "invalid_options" });
    await expect(openLocation({ location: "memory:", revision: "main" })).rejects.toEqual(invalid);
    await expect(openLocation({ location: `git:${location}@main`, revision: "main" })).rejects.toEqual(invalid);
    const store = await openLocation({ location });
    await expect(createNodeFileContext({ store, revision: "main" })).rejects.toEqual(invalid);
    await store.close();
  });

  it("is what every reading command is about with --at", async () => {
    const root = join(repository.folder, "docs");
    const at = async (...argv: string[]): Promise<string> => {
      const { code, output, errors } = await run([...argv, "--root", root, "--at", "HEAD~1"]);
      expect(code, `${argv.join(" ")}: ${errors}`).toBe(0);
      return output;
    };
    expect(await at("read", "a.md")).toBe("# First\n\n[[b]]\n");
    expect(await at("ls")).toBe("a.md\nb.md\n");
    expect(await at("grep", "First")).toContain("a.md:1");
    expect(await at("search", "First")).toContain("a.md");
    expect(await at("overview")).toContain("2 documents");
    expect(await at("problems")).toBe("");
    expect(await at("outline", "a.md")).toContain("First");
    expect(await at("find")).toContain("b.md");
    expect(await at("info", "a.md")).toContain("a.md");
    expect(await at("export", "--format", "json")).toContain('"path":"b.md"');
    expect(await at("doctor")).toContain("read-only");
    expect(JSON.parse(await at("call", "file_access_read", '{"path": "a.md"}')).ok).toBe(true);
    expect(await at("tools")).not.toContain("file_access_write");
    const configured = await run(["read", "a.md"], { folder: configure(repository) });
    expect(configured).toMatchObject({ code: 0, output: "# First\n\n[[b]]\n" });
  });

  it("can't be written, and what is wrong with it is told", async () => {
    const root = join(repository.folder, "docs");
    const write = await run(["append", "a.md", "x", "--root", root, "--at", "main", "--allow-write"]);
    expect(write.code).toBe(3);
    expect(write.errors).toContain("[unsupported]");
    const unknown = await run(["ls", "--root", root, "--at", "nope"]);
    expect(unknown.code).toBe(1);
    expect(unknown.errors).toContain('The repository has no revision "nope".');
    expect((await run(["ls", "--root", root, "--at=--all"])).code).toBe(2);
    expect((await run(["ls", "--root", "/", "--at", "main"])).code).toBe(3);
  });
});

/** A configuration beside the repository's folder; a folder in it is meant from where it is. */
function configure(repository: TestRepository): string {
  repository.write({ "graphdown.config.json": JSON.stringify({ location: "git:docs@HEAD~1" }) });
  return repository.folder;
}
