/** Runs the shared cases of requests to S3 that fail: every step is right or one clear error, and nothing is written twice. */
import { describe, expect, it } from "vitest";
import { GraphdownError } from "../../../src/base/errors.ts";
import { streamOf } from "../../../src/storage/byte-streams.ts";
import { newServer, openS3 } from "../../s3/s3-stores.ts";
import { s3Faults } from "./s3-faults.ts";
import { casesNotRun, casesWith, hasCases, said } from "./storage-cases.ts";
import { bytes, outcomeOf, path, pathsOf, textOf, versionOf } from "./store-probes.ts";

const run = new Set<string>();

describe.skipIf(!hasCases)("a storage that fails", () => {
  it.each(casesWith("fault"))("%s", async (id, each) => {
    run.add(id);
    const name = said(each, "fault");
    const fault = s3Faults[name];
    if (fault === undefined) throw new Error(`No scenario for ${name}.`);
    const server = await newServer({ versioning: "on" });
    let isOn = false;
    const counts = new Map<string, number>();
    const faulty: typeof fetch = async (input, init) => {
      const method = init?.method ?? "GET";
      const send = (): Promise<Response> => server.fetch(input, init);
      const count = counts.get(method) ?? 0;
      const answer = isOn ? fault.answer({ method, url: String(input), count, send }) : undefined;
      if (answer === undefined) return send();
      counts.set(method, count + 1);
      return answer;
    };
    const store = await openS3(server, { fetch: faulty, partBytes: 5 * 1024 * 1024 });
    isOn = true;
    const long = "x".repeat(5 * 1024 * 1024 + 1);
    const steps: readonly (readonly [() => Promise<unknown>, unknown])[] = [
      [async () => (await store.put(path, bytes("one"), { ifAbsent: true })).size, 3],
      [() => textOf(store), "one"],
      [async () => (await store.put(path, bytes("two"), { ifVersion: versionOf("one") })).size, 3],
      [() => textOf(store), "two"],
      [async () => (await pathsOf(store)).paths, [path]],
      ...(name.includes("Multipart")
        ? [[async () => (await store.put(path, streamOf(bytes(long)))).size, long.length] as const]
        : []),
    ];
    let isReplaced = true;
    for (const [index, [work, wanted]] of steps.entries()) {
      const outcome = await outcomeOf(work());
      if (index === 2) isReplaced = !GraphdownError.isInstance(outcome);
      // What was refused was not done.
      const expected = index === 3 && !isReplaced ? "one" : wanted;
      // Right, or one clear error; never anything else.
      const isRight = JSON.stringify(outcome) === JSON.stringify(expected);
      if (!isRight) {
        expect(fault.passes, `${name}, step ${index}: ${String(outcome)}`).toBe(false);
        expect(
          GraphdownError.isInstance(outcome) ? outcome.code : JSON.stringify(outcome),
          `${name}, step ${index}`,
        ).toMatch(/^(?:storage_failed|version_conflict|not_found)$/);
      }
      if (!isRight && index === 1 && !name.startsWith("body")) break;
    }
    const history = server.historyOf(path);
    expect(new Set(history).size, "written twice").toBe(history.length);
    if (fault.passes) expect(history.slice(0, 2)).toEqual(["one", "two"]);
  });

  it("leave no case out", () => {
    expect(casesNotRun("s3-faults.test.ts", run)).toEqual([]);
  });
});
