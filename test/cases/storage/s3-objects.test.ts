/** Runs the shared cases of objects that others wrote or encrypt, and of addresses that no request may choose. */
import { describe, expect, it } from "vitest";
import { createFileContext, createMemoryStore } from "../../../src/node-index.ts";
import { parseS3Location } from "../../../src/storage/s3/parse-s3-location.ts";
import { newServer, openS3 } from "../../s3/s3-stores.ts";
import { casesNotRun, casesWith, hasCases, said } from "./storage-cases.ts";
import { bytes, path, versionOf } from "./store-probes.ts";

const run = new Set<string>();

describe.skipIf(!hasCases)("objects and places", () => {
  const scenarios: Readonly<Record<string, () => Promise<void>>> = {
    "SSE-KMS ETag is not MD5": async () => {
      const server = await newServer({ etags: "opaque" });
      const store = await openS3(server);
      const entry = await store.put(path, bytes("one"));
      expect(store.knownVersion?.(entry)).toBe(versionOf("one"));
      await store.put(path, bytes("two"), { ifVersion: versionOf("one") });
      await expect(store.put(path, bytes("x"), { ifVersion: versionOf("one") })).rejects.toMatchObject({
        code: "version_conflict",
      });
    },
    "object written by another tool without our metadata": async () => {
      const server = await newServer();
      server.write(path, "theirs");
      const store = await openS3(server);
      await store.put(path, bytes("ours"), { ifVersion: versionOf("theirs") });
      server.write(path, "theirs again");
      await expect(store.put(path, bytes("x"), { ifVersion: versionOf("ours") })).rejects.toMatchObject({
        code: "version_conflict",
        details: { version: versionOf("theirs again") },
      });
    },
    "endpoint override to 169.254.169.254 via request": async () => {
      const context = await createFileContext({
        store: createMemoryStore({ files: { "a.md": "x" } }),
        approvals: "none",
      });
      const endpoint = "http://169.254.169.254";
      const input = { path: "a.md", endpoint };
      const { ok, error } = await context.runToolCall({ id: "1", name: "file_access_read", input });
      expect([ok, error?.code]).toEqual([false, "invalid_input"]);
      // Nor by whoever configures it, without saying so.
      await expect(
        openS3(await newServer(), { ...parseS3Location(`s3://notes?endpoint=${endpoint}`, undefined) }),
      ).rejects.toMatchObject({
        code: "invalid_options",
      });
    },
  };

  it.each(casesWith("s3"))("%s", async (id, each) => {
    run.add(id);
    const scenario = scenarios[said(each, "s3")];
    if (scenario === undefined) throw new Error(`No scenario for ${said(each, "s3")}.`);
    await scenario();
  });

  it("leave no case out", () => {
    expect(casesNotRun("s3-objects.test.ts", run)).toEqual([]);
  });
});
