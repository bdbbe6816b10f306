/** Runs the shared behaviour cases that look at the same files through several faces: tools, HTTP, MCP. */
import { afterEach, describe, expect, it } from "vitest";
import { resourceUriOf } from "../../src/faces/mcp/resource-uri.ts";
import type { FileContext, ToolResult } from "../../src/index.ts";
import { startServer, type TestServer } from "../faces/http/start-server.ts";
import { openClient, openContext } from "../faces/mcp/open-client.ts";
import { type BehaviourCase, filesOf } from "./behaviour-case.ts";
import { loadCases } from "./shared-cases.ts";

const cases = loadCases<BehaviourCase>("behaviour.jsonl")?.filter((each) => each.package === "tools and servers");

const caseOf = (id: string): BehaviourCase => cases?.find((each) => each.id === id) as BehaviourCase;
const openCase = (of: BehaviourCase): Promise<FileContext> => openContext(filesOf(of) as Record<string, string>);
const call = (context: FileContext, name: string, input: object): Promise<ToolResult> =>
  context.runToolCall({ id: "1", name, input });
const encoded = (path: string): string => path.split("/").map(encodeURIComponent).join("/");

let server: TestServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function serve(of: BehaviourCase): Promise<TestServer> {
  server = await startServer({ files: filesOf(of) });
  return server;
}

/** Reads every file of a case as listed, through tools, HTTP and MCP, and searches nothing that is not there. */
async function readEverywhere(of: BehaviourCase): Promise<void> {
  const files = filesOf(of) as Record<string, string>;
  const context = await openCase(of);
  const { entries } = await context.list("", { recursive: true });
  const paths = entries.filter(({ type }) => type === "file").map(({ path }) => path);
  expect([...paths].sort()).toEqual(Object.keys(files).sort());
  const client = await openClient(context);
  const { ask } = await serve(of);
  const listed = (await client.listResources()).resources.map(({ uri }) => uri);
  for (const path of paths) {
    expect((await context.read(path))?.content).toBe(files[path]);
    expect((await ask(`/v1/files/${encoded(path)}`)).text).toBe(files[path]);
    // A name that begins with a dot is no document by the default glob, and can be read all the same.
    if (!path.startsWith(".")) expect(listed).toContain(resourceUriOf(path));
    const { contents } = await client.readResource({ uri: resourceUriOf(path) });
    expect(contents).toEqual([expect.objectContaining({ text: files[path] })]);
  }
}

describe.skipIf(cases === undefined)("the shared behaviour cases of faces", () => {
  it("fm-mixed-sort", async () => {
    const of = caseOf("fm-mixed-sort");
    const context = await openCase(of);
    const expected = (of.expect.exact["hits"] as Record<string, string[]>)["sort=p"];
    for (let time = 0; time < 3; time++) {
      const { items } = await context.find({ sort: ["p"] });
      expect(items.map(({ path }) => path)).toEqual(expected);
    }
  });

  it("resource-uri-encoding", async () => {
    const of = caseOf("resource-uri-encoding");
    const context = await openContext({ ...(filesOf(of) as Record<string, string>), "50% plan.md": "root\n" });
    const client = await openClient(context);
    const read = async (uri: string) => (await client.readResource({ uri })).contents[0];
    const expected = of.expect.exact["read"] as Record<string, string>;
    for (const [uri, path] of [
      ["graphdown:///Folder/Test%20Note.md", "Folder/Test Note.md"],
      ["graphdown:///Folder/50%25%20plan.md", "Folder/50% plan.md"],
      ["graphdown:///Folder/50% plan.md", "Folder/50% plan.md"],
    ] as const) {
      expect(await read(uri)).toMatchObject({ text: expected[path] });
    }
    expect(await read("graphdown:///50%25%20plan.md")).toMatchObject({ text: "root\n" });
  });

  it("tool-string-encoded-lists", async () => {
    const of = caseOf("tool-string-encoded-lists");
    const context = await openCase(of);
    const expected = (of.expect.exact["hitsSet"] as Record<string, string[]>)['tags=["x"]'];
    const search = async (tags: string) =>
      call(context, "file_context_markdown_graph_search", { query: "", tags }) as Promise<{
        data: { matches: { path: string }[]; unknownTags?: { name: string }[] };
      }>;
    expect((await search('["x"]')).data.matches.map(({ path }) => path)).toEqual(expected);
    // Two tags, one of which no document has.
    expect((await search("x,y")).data).toMatchObject({ matches: [], unknownTags: [{ name: "y" }] });
  });

  it("path-dot-names", async () => {
    const of = caseOf("path-dot-names");
    await readEverywhere(of);
    expect((await server?.ask("/v1/files/a%253Db.md"))?.text).toBe("two\n");
    expect((await server?.ask("/v1/files/a%3Db.md"))?.status).toBe(404);
  });

  it("path-special-characters", async () => {
    const of = caseOf("path-special-characters");
    await readEverywhere(of);
    const { matches } = await (await openCase(of)).search("m");
    expect(matches.map(({ path }) => path)).toContain("# Meeting - 23 __ 5.md");
    for (const { path } of matches) expect(Object.keys(filesOf(of))).toContain(path);
  });

  it("path-encoded-traversal", async () => {
    const of = caseOf("path-encoded-traversal");
    const context = await openCase(of);
    const { raw } = await serve(of);
    for (const path of ["%2e%2e%2fsecret.md", "..%5csecret.md", "%252e%252e/secret.md"]) {
      expect((await call(context, "file_access_read", { path })).error?.code).toBe("not_found");
      const answer = await raw(`GET /v1/files/${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 40[04] /);
    }
  });

  it.each(["path-extra-slash", "path-traversal-policy"])("%s", async (id) => {
    const of = caseOf(id);
    const context = await openCase(of);
    const paths =
      id === "path-extra-slash"
        ? ["/memories//etc/passwd", "/memories/../x"]
        : ["public/../private/b.md", "PUBLIC/../private/b.md"];
    for (const path of paths) {
      expect((await call(context, "file_access_read", { path })).error?.code).toBe(of.expect.exact["error"]);
    }
  });
});
