import { afterEach, describe, expect, it } from "vitest";
import { parseLogicalPath } from "../../src/base/logical-path.ts";
import type { FileContext } from "../../src/context/file-context.ts";
import { createFileContext } from "../../src/index.ts";
import type { S3Server } from "../s3/s3-server.ts";
import { newServer, openS3 } from "../s3/s3-stores.ts";

const contexts: FileContext[] = [];
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});

async function contextOn(server: S3Server, prefix = "kb"): Promise<FileContext> {
  const store = await openS3(server, { prefix: parseLogicalPath(prefix), pageSize: 2 });
  const context = await createFileContext({ store, permissions: { write: true, delete: true } });
  contexts.push(context);
  return context;
}

const notes = {
  "harbour.md": "# Harbour\n\nThe cranes are described in [[crane]].\n",
  "crane.md": "---\ntags: [machine]\n---\n# Crane\n\nA crane lifts containers. See [rules](rules/safety.md#load).\n",
  "rules/safety.md": "# Safety\n\n## Load\n\nNever lift more than the plate says.\n",
};

function fill(server: S3Server, prefix = "kb"): void {
  for (const [path, text] of Object.entries(notes)) server.write(`${prefix}/${path}`, text);
}

describe("a knowledge base in a bucket", () => {
  it("answers search, links, problems, grep and exports", async () => {
    const server = await newServer();
    fill(server);
    const context = await contextOn(server);
    const found = await context.search("what lifts containers");
    expect(found.matches[0]).toMatchObject({ path: "crane.md" });
    const overview = await context.overview();
    expect(JSON.stringify(overview)).toContain("harbour.md");
    expect((await context.problems()).problems).toEqual([]);
    expect(await context.export("mermaid")).toMatchObject({ content: expect.stringContaining("Crane") });
    const lines = await context.grep("plate says");
    expect(JSON.stringify(lines)).toContain("rules/safety.md");
  });

  it("shows at the next question what anybody changed, reading only that", async () => {
    const server = await newServer();
    fill(server);
    const context = await contextOn(server);
    await context.search("containers");
    const before = server.requests.length;
    await context.search("containers");
    expect(server.requests.slice(before).every(({ url }) => url.includes("list-type"))).toBe(true);
    server.write("kb/crane.md", "# Crane\n\nA crane lifts locomotives.\n");
    const reads = server.requests.length;
    expect((await context.search("locomotives")).matches[0]).toMatchObject({ path: "crane.md" });
    const read = server.requests.slice(reads).filter(({ url }) => !url.includes("list-type"));
    expect(read.map(({ url }) => url)).toEqual(["/notes/kb/crane.md"]);
    server.remove("kb/crane.md");
    expect((await context.search("locomotives")).matches).toEqual([]);
    expect((await context.problems()).problems).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: "broken" })]),
    );
  });

  it("edits on the version that was read, and two instances see each other", async () => {
    const server = await newServer();
    fill(server);
    const [one, two] = [await contextOn(server), await contextOn(server)];
    const read = await one.read("crane.md");
    await two.replace("crane.md", [{ oldString: "containers", newString: "boats" }]);
    await expect(
      one.replace("crane.md", [{ oldString: "lifts", newString: "raises" }], { ifVersion: read?.version }),
    ).rejects.toMatchObject({ code: "version_conflict" });
    await one.replace("crane.md", [{ oldString: "lifts", newString: "raises" }]);
    expect(server.bytesOf("kb/crane.md")?.toString()).toContain("A crane raises boats.");
    expect((await two.search("raises boats")).matches[0]).toMatchObject({ path: "crane.md" });
  });

  it("moves a note with the links to it, and deletes", async () => {
    const server = await newServer();
    fill(server);
    const context = await contextOn(server);
    await context.move("rules/safety.md", "handbook/safe lifting.md");
    expect(server.bytesOf("kb/crane.md")?.toString()).toContain("handbook/safe%20lifting.md#load");
    expect(server.bytesOf("kb/rules/safety.md")).toBeUndefined();
    await context.delete("harbour.md");
    expect(server.keys().filter((key) => !key.includes(".graphdown"))).toEqual([
      "kb/crane.md",
      "kb/handbook/safe lifting.md",
    ]);
  });

  it("is one of two that can't see each other", async () => {
    const server = await newServer();
    fill(server, "work");
    server.write("workspace/secret.md", "# Secret\n\nnobody in work sees this\n");
    const [work, other] = [await contextOn(server, "work"), await contextOn(server, "workspace")];
    expect((await work.search("secret nobody")).matches).toEqual([]);
    expect((await other.search("secret")).matches[0]).toMatchObject({ path: "secret.md" });
    await expect(work.read("../workspace/secret.md")).rejects.toMatchObject({ code: "invalid_path" });
  });
});
