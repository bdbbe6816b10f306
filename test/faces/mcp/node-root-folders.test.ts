/** What of a knowledge base a client's roots leave visible. */
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RootFolders } from "../../../src/faces/mcp/node-root-folders.ts";
import { makeFolder, removeFolder } from "../cli/run-program.ts";
import { errorOf, openClient, textOf } from "./open-client.ts";
import { openNodeContext } from "./open-node-context.ts";

let folder: string;

beforeEach(() => {
  folder = makeFolder({ "notes/work/a.md": "# A\n", "notes/home/b.md": "# B\n", "notes/workspace/c.md": "# C\n" });
});

afterEach(() => removeFolder(folder));

const uri = (...names: string[]): string => pathToFileURL(join(folder, ...names)).href;

async function visibleFor(uris: readonly string[], prefix?: string): Promise<readonly string[] | undefined> {
  const roots = new RootFolders();
  const visible = roots.below({ location: join(folder, "notes"), prefix });
  expect(visible()).toBeUndefined();
  await roots.change(uris);
  return visible();
}

describe("roots", () => {
  it("in the knowledge base narrow it to them", async () => {
    expect(await visibleFor([uri("notes", "work")])).toEqual(["work"]);
    expect(await visibleFor([uri("notes", "work", "deep folder"), uri("notes", "home")])).toEqual([
      "work/deep folder",
      "home",
    ]);
    expect(await visibleFor([uri("notes", "work", "x"), uri("elsewhere")], "work")).toEqual(["x"]);
  });

  it("that hold it, or have nothing to do with it, change nothing", async () => {
    for (const roots of [
      [uri("notes")],
      [uri()],
      [uri("notes", "work"), uri()],
      [uri("notes-too")],
      ["https://example.org/notes/work"],
      ["nonsense", "file://host/x", "file:///%00"],
      [],
    ]) {
      expect(await visibleFor(roots), roots.join(" ")).toBeUndefined();
    }
  });

  it("are followed through links", async () => {
    mkdirSync(join(folder, "links"));
    symlinkSync(join(folder, "notes", "work"), join(folder, "links", "w"));
    expect(await visibleFor([uri("links", "w")])).toEqual(["work"]);
  });

  it("say nothing of what is no folder here", async () => {
    const roots = new RootFolders();
    const visible = roots.below({ location: "memory:" });
    await roots.change([uri()]);
    expect(visible()).toBeUndefined();
  });
});

it("a client sees only what its roots leave, from its first request on, and anew when they change", async () => {
  const roots = new RootFolders();
  const location = join(folder, "notes");
  const context = await openNodeContext({ location, visibleFolders: roots.below({ location }) });
  let told = [{ uri: uri("notes", "work") }];
  const client = await openClient(context, {
    roots: () => told,
    rootsChanged: (uris) => roots.change(uris),
  });
  const list = async (): Promise<string> =>
    textOf(await client.callTool({ name: "file_access_ls", arguments: { recursive: true } }));
  expect(JSON.parse(await list()).map(({ path }: { path: string }) => path)).toEqual(["work", "work/a.md"]);
  const read = { name: "file_access_read", arguments: { path: "home/b.md" } };
  expect(errorOf(await client.callTool(read))).toMatchObject({ code: "not_found" });
  const write = { name: "file_access_write", arguments: { path: "home/new.md", content: "" } };
  expect(errorOf(await client.callTool(write))).toMatchObject({ code: "permission_denied" });
  expect((await client.listResources()).resources.map(({ name }) => name)).toEqual(["work/a.md"]);

  const move = {
    name: "file_access_move",
    arguments: { path: "work/a.md", to: "work/deep/a.md", idempotencyKey: "k" },
  };
  expect(errorOf(await client.callTool(move))).toBeUndefined();

  told = [{ uri: uri("notes", "home") }];
  await client.sendRootsListChanged();
  await client.ping();
  expect(textOf(await client.callTool(read))).toBe("# B\n");
  await context.close();
});
