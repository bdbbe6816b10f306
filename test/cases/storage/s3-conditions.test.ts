/** Runs the shared cases of buckets that do not keep conditions of writes: it is found out, and what would be unsafe is refused. */
import { describe, expect, it } from "vitest";
import { streamOf } from "../../../src/storage/byte-streams.ts";
import { statVersion } from "../../../src/storage/file-version.ts";
import { inspectBucket } from "../../../src/storage/s3/inspect-bucket.ts";
import type { S3ServerOptions } from "../../s3/s3-server.ts";
import { newServer, openS3, optionsFor } from "../../s3/s3-stores.ts";
import { casesNotRun, casesWith, hasCases, said } from "./storage-cases.ts";
import { bytes, path, textOf } from "./store-probes.ts";

const run = new Set<string>();

describe.skipIf(!hasCases)("a bucket whose conditions would not hold", () => {
  const preflights: readonly (readonly [RegExp, S3ServerOptions, "put" | "delete" | "multipart" | "lock"])[] = [
    [/ignores If-None-Match \(/, { ignoresConditions: true }, "put"],
    [/refuses a right quoted If-Match/, { unquotedETags: true }, "put"],
    [/ignores If-Match on DELETE/, { ignoresDeleteConditions: true }, "delete"],
    [/on CompleteMultipartUpload/, { ignoresMultipartConditions: true }, "multipart"],
    [/501 for conditional PUT/, { refusesConditions: true }, "put"],
    [/versioned bucket never passes If-Match/, { failsOnVersions: true, versioning: "on" }, "put"],
    [/object lock absent/, {}, "lock"],
  ];

  it.each(casesWith("preflight"))("%s", async (id, each) => {
    run.add(id);
    const [, behaviour, what] = preflights.find(([words]) => words.test(said(each, "preflight"))) ?? [];
    if (behaviour === undefined) throw new Error(`No scenario for ${said(each, "preflight")}.`);
    const server = await newServer(behaviour);
    const found = await inspectBucket(optionsFor(server));
    const store = await openS3(server);
    const entry = await store.put(path, bytes("one"));
    const condition = { ifVersion: statVersion(entry) };
    if (what === "lock") {
      expect(JSON.stringify(found)).toMatch(/lock/i);
      expect((await store.put(path, bytes("two"), condition)).size).toBe(3);
    } else if (what === "delete") {
      expect(found.conditions?.delete).toBe(false);
      await expect(store.delete(path, condition)).rejects.toMatchObject({ code: "unsupported" });
    } else if (what === "multipart") {
      expect(found.conditions?.multipart).toBe(false);
      const stream = streamOf(new Uint8Array(9 * 1024 * 1024));
      await expect(store.put(path, stream, condition)).rejects.toMatchObject({ code: "unsupported" });
    } else if (behaviour.unquotedETags === true) {
      // Found out, and done as this server wants it: safe, so that nothing need be refused.
      expect(found.conditions?.put).toBe("unquoted");
      await store.put(path, bytes("two"), condition);
      await expect(store.put(path, bytes("three"), condition)).rejects.toMatchObject({ code: "version_conflict" });
      return;
    } else {
      expect(found.conditions?.put).toMatch(/^(?:ignored|refused)$/);
      await expect(store.put(path, bytes("two"), condition)).rejects.toMatchObject({ code: "unsupported" });
      expect(store.describe().conditionalWrites).toBe("none");
    }
    expect(await textOf(store)).toBe(what === "lock" ? "two" : "one");
  });

  it("leave no case out", () => {
    expect(casesNotRun("s3-conditions.test.ts", run)).toEqual([]);
  });
});
