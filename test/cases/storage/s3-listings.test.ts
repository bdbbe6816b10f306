/** Runs the shared cases of listings of a bucket that are wrong, broken off, long, or hold odd keys. */
import { describe, expect, it } from "vitest";
import type { LogicalPath } from "../../../src/base/logical-path.ts";
import { newServer, openS3 } from "../../s3/s3-stores.ts";
import { refusal } from "./refusal.ts";
import { casesNotRun, casesWith, hasCases, isFull, said } from "./storage-cases.ts";
import { pathsOf } from "./store-probes.ts";

const run = new Set<string>();

const row = (key: string): string => `<Contents><Key>${key}</Key><ETag>"e"</ETag><Size>1</Size></Contents>`;
const pageOf = (rows: string, token?: string): string =>
  `<ListBucketResult><IsTruncated>${token !== undefined}</IsTruncated>${token === undefined ? "" : `<NextContinuationToken>${token}</NextContinuationToken>`}${rows}</ListBucketResult>`;

/** Pages as a server answers, by the token that is asked with; or keys that are really there. */
interface ListFault {
  readonly pages?: (token: string | null) => Response | string;
  readonly keys?: readonly string[];
  /** The full list, or the reason of the error. */
  readonly expected:
    | { readonly paths: readonly string[]; readonly unlisted?: number }
    | { readonly count: number }
    | string;
}

const million = isFull ? 1_000_000 : 20_000;
const listFaults: Readonly<Record<string, ListFault>> = {
  "same token twice (loop)": { pages: () => pageOf(row("kb/a.md"), "same"), expected: "unordered_listing" },
  "keys out of order": { pages: () => pageOf(row("kb/b.md") + row("kb/a.md")), expected: "unordered_listing" },
  "key outside the prefix in answer": { pages: () => pageOf(row("kb-beside/a.md")), expected: "outside_prefix" },
  "1,000,000 keys": {
    pages: (token) => {
      const start = Number(token ?? 0);
      const rows = Array.from({ length: 1_000 }, (_, index) => row(`kb/${String(start + index).padStart(8, "0")}.md`));
      return pageOf(rows.join(""), start + 1_000 < million ? String(start + 1_000) : undefined);
    },
    expected: { count: million },
  },
  'directory marker object "a/"': { keys: ["kb/a/", "kb/b.md"], expected: { paths: ["b.md"] } },
  "key equal to the prefix": { keys: ["kb", "kb/", "kb/b.md"], expected: { paths: ["b.md"] } },
  'both "a" and "a/b" exist': { keys: ["kb/a", "kb/a/b"], expected: { paths: ["a", "a/b"] } },
  "key holding ../ or \\ or control made by another tool": {
    keys: ["kb/../x.md", "kb/a\\b.md", "kb/bad\u0001.md", "kb/ok.md"],
    expected: { paths: ["ok.md"], unlisted: 3 },
  },
  "page fails with 503 on page 3": {
    keys: Array.from({ length: 9 }, (_, index) => `kb/${index}.md`),
    expected: { paths: Array.from({ length: 9 }, (_, index) => `${index}.md`) },
  },
};

describe.skipIf(!hasCases)("a listing that fails", () => {
  it.each(casesWith("list_fault"))("%s", async (id, each) => {
    run.add(id);
    const name = said(each, "list_fault");
    const fault = listFaults[name];
    if (fault === undefined) throw new Error(`No scenario for ${name}.`);
    const server = await newServer();
    for (const key of fault.keys ?? []) server.write(key, key.endsWith("/") ? "" : "x");
    let lists = 0;
    const answering: typeof fetch = async (input, init) => {
      const { searchParams } = new URL(String(input));
      if (!searchParams.has("list-type")) return server.fetch(input, init);
      lists++;
      if (name.includes("503") && lists === 3) return refusal(503, "SlowDown");
      const page = fault.pages?.(searchParams.get("continuation-token"));
      return page === undefined ? server.fetch(input, init) : new Response(page as string);
    };
    const prefix = "kb" as LogicalPath;
    const pageSize = fault.pages === undefined ? 2 : 1_000;
    const store = await openS3(server, { fetch: answering, prefix, pageSize, writable: false });
    const { expected } = fault;
    if (typeof expected === "string") {
      await expect(pathsOf(store)).rejects.toMatchObject({ code: "storage_failed", details: { reason: expected } });
      expect(lists).toBeLessThan(20);
      return;
    }
    const { paths, unlisted } = await pathsOf(store);
    if ("count" in expected) expect(new Set(paths).size).toBe(expected.count);
    else expect({ paths, unlisted }).toEqual({ paths: expected.paths, unlisted: expected.unlisted ?? 0 });
  });

  it("leave no case out", () => {
    expect(casesNotRun("s3-listings.test.ts", run)).toEqual([]);
  });
});
