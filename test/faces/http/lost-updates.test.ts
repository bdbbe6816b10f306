/** Two agents that edit one file at the same time, each with retries on conflict: no edit is lost. */
import { afterEach, expect, it } from "vitest";
import { createNodeFileContext } from "../../../src/context/node-create-file-context.ts";
import { toolset } from "../../../src/tools/toolset.ts";
import { makeFolder, removeFolder } from "../cli/run-program.ts";
import { startServer, type TestServer } from "./start-server.ts";

/** Edits of each agent; GRAPHDOWN_EDITS for more. */
const count = Number(process.env["GRAPHDOWN_EDITS"] ?? 40);

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) removeFolder(folder);
});

async function start(content: string): Promise<TestServer> {
  const folder = makeFolder({ "log.md": content });
  folders.push(folder);
  const permissions = { write: true, delete: true };
  const context = await createNodeFileContext({ location: folder, permissions, approvals: "none" }, toolset);
  return startServer({ workspaces: { default: context } });
}

async function read(server: TestServer): Promise<{ readonly text: string; readonly etag: string }> {
  const { text, headers } = await server.ask("/v1/files/log.md");
  return { text, etag: headers.get("etag") as string };
}

const expected = ["a", "b"].flatMap((name) => Array.from({ length: count }, (_, index) => `- ${name} ${index}`)).sort();

it(`keeps ${count} edits of each by PUT with If-Match`, { timeout: 300_000 }, async () => {
  const server = await start("");
  let conflicts = 0;
  const agent = async (name: string): Promise<void> => {
    for (let index = 0; index < count; ) {
      const { text, etag } = await read(server);
      const body = `${text}- ${name} ${index}\n`;
      const { status } = await server.ask("/v1/files/log.md", { method: "PUT", body, headers: { "If-Match": etag } });
      expect([200, 412]).toContain(status);
      if (status === 200) index++;
      else conflicts++;
    }
  };
  await Promise.all([agent("a"), agent("b")]);
  expect((await read(server)).text.trimEnd().split("\n").sort()).toEqual(expected);
  expect(conflicts).toBeGreaterThan(0);
  await server.close();
  await server.context.close();
});

it(`keeps ${count} edits of each by calls of tools`, { timeout: 300_000 }, async () => {
  const server = await start("# Log\n\nend\n");
  const agent = async (name: string): Promise<void> => {
    for (let index = 0; index < count; ) {
      const edit = { path: "log.md", oldString: "end\n", newString: `- ${name} ${index}\nend\n` };
      const { status } = await server.call("file_access_replace", edit);
      expect([200, 412]).toContain(status);
      if (status === 200) index++;
    }
  };
  await Promise.all([agent("a"), agent("b")]);
  expect(
    (await read(server)).text
      .split("\n")
      .filter((line) => line.startsWith("- "))
      .sort(),
  ).toEqual(expected);
  await server.close();
  await server.context.close();
});
