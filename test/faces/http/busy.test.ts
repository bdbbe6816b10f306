/** While a question about many files is answered, others are heard. */
import { expect, it } from "vitest";
import { createNodeFileContext } from "../../../src/context/node-create-file-context.ts";
import { toolset } from "../../../src/tools/toolset.ts";
import { makeFolder, removeFolder } from "../cli/run-program.ts";
import { startServer } from "./start-server.ts";

it("answers /healthz during a search over many files", { timeout: 60_000 }, async () => {
  const text = "A paragraph of words about winches, brakes and anchors. ".repeat(20);
  const files = Array.from({ length: 1_500 }, (_, index): [string, string] => [
    `${index % 40}/note-${index}.md`,
    `# Note ${index}\n\n${text}\n\n## Part\n\n[[note-${(index * 7) % 1_500}]] ${text}\n`,
  ]);
  const folder = makeFolder(Object.fromEntries(files));
  const context = await createNodeFileContext({ location: folder, approvals: "none" }, toolset);
  const server = await startServer({ workspaces: { default: context } });
  await server.ask("/healthz");
  let searching = true;
  const search = server.ask("/v1/graph/search?query=winches").finally(() => {
    searching = false;
  });
  let answered = 0;
  let longest = 0;
  while (searching) {
    const started = performance.now();
    expect((await server.ask("/healthz")).status).toBe(200);
    longest = Math.max(longest, performance.now() - started);
    answered++;
  }
  expect((await search).json.documentCount).toBe(1_500);
  expect(answered).toBeGreaterThan(5);
  // Making the graph and ranking is one step; on a machine that has nothing else to do it is far shorter.
  expect(longest).toBeLessThan(5_000);
  await server.close();
  await context.close();
  removeFolder(folder);
});
