import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { createHttpApp } from "../../src/faces/http/create-http-app.ts";
import { createMcpHandler } from "../../src/faces/mcp/create-mcp-handler.ts";
import { createFileContext, createMemoryStore } from "../../src/node-index.ts";
import { answersOf } from "./calls.ts";
import { notes } from "./notes.ts";

const answersFile = fileURLToPath(new URL("answers.json", import.meta.url));

it("answers every call on Node as it is written", async () => {
  const context = await createFileContext({
    store: createMemoryStore({ files: notes }),
    permissions: { write: true, delete: true },
    approvals: "none",
    limits: { maximumMarkdownFiles: 10_000, maximumMarkdownFileBytes: 1024 * 1024 },
  });
  const app = createHttpApp({
    workspaces: { default: context },
    version: "1.2.3",
    mcp: createMcpHandler({ version: "1.2.3", maximumSessions: 0 }),
  });
  const answers = await answersOf(app.fetch);
  await context.close();
  // After a change that is meant: look at what git says has become different.
  if (process.env["GRAPHDOWN_WRITE_ANSWERS"] === "1")
    writeFileSync(answersFile, `${JSON.stringify(answers, null, 2)}\n`);
  expect(answers).toEqual(JSON.parse(readFileSync(answersFile, "utf8")));
});
