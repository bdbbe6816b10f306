/** Runs the shared threat cases of SPARQL in the thread of the built package: what must be refused is, and nothing runs away. */
import { createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFileContext, createMemoryStore, type FileContext } from "../../src/node-index.ts";
import { isBuilt } from "../faces/cli/run-program.ts";
import { loadCases } from "./shared-cases.ts";
import type { ThreatCase } from "./threat-case.ts";

/** graph-050 is about callers with different rights, which come later. */
const elsewhere = new Set(["graph-050"]);
const cases = loadCases<ThreatCase>("threats.jsonl")?.filter(
  ({ id, area, input }) => area === "graph" && typeof input["sparql"] === "string" && !elsewhere.has(id),
);

/** A query that a case describes in words. */
const recipes: Readonly<Record<string, string>> = {
  "graph-044": `SELECT * { ${"(".repeat(10_000)} }`,
};

const timeoutMs = 1_000;
let context: FileContext;
let documents = 0;

const count = async (): Promise<number> => {
  const answer = await context.sparql("SELECT (COUNT(*) AS ?n) { ?note a md:Document }");
  return "rows" in answer ? Number(answer.rows[0]?.["n"]?.value) : 0;
};

describe.skipIf(cases === undefined || !isBuilt)("hostile queries (of the built package)", () => {
  let connections = 0;
  const listener = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  let address = "";

  beforeAll(async () => {
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    address = `http://127.0.0.1:${(listener.address() as { port: number }).port}/`;
    const sections = Array.from(
      { length: 40 },
      (_, number) => `## Part ${number}\n\n[a](${(number * 7) % 60}.md) words`,
    );
    const files = Object.fromEntries(
      Array.from({ length: 60 }, (_, number) => [`${number}.md`, sections.join("\n\n")]),
    );
    context = await createFileContext({ store: createMemoryStore({ files }), approvals: "none" });
    documents = await count();
  }, 120_000);
  afterAll(async () => {
    listener.close();
    await context.close();
  });

  it.each((cases ?? []).map((each) => [each.id, each] as const))("%s", async (id, { input, required }) => {
    const query = recipes[id] ?? (input["sparql"] as string).replaceAll(/http:\/\/(?:x|127\.0\.0\.1)\//g, address);
    let longest = 0;
    let last = performance.now();
    const clock = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 5);
    const result = await context.runToolCall({
      id: "1",
      name: "file_context_markdown_graph_sparql",
      input: { query, timeoutMs },
    });
    clearInterval(clock);
    const code = result.error?.code;
    const isCut = "cut" in ((result.data ?? {}) as object);
    switch (required.outcome) {
      case "deny":
        expect(code).toBe("invalid_query");
        break;
      case "reject_or_limit":
        expect(["invalid_query", "limit_exceeded"]).toContain(code);
        break;
      case "limit":
        expect(code === "limit_exceeded" || isCut).toBe(true);
        break;
      default:
        expect(required.outcome).toBe("accept_or_limit");
        expect([undefined, "limit_exceeded"]).toContain(code);
    }
    // The query never has the thread of the caller, which would be kept for all the time that it runs.
    expect(longest).toBeLessThan(timeoutMs);
    expect(connections).toBe(0);
    expect(await count()).toBe(documents);
  });
});
