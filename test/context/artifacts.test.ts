/** The shelf in memory forgets the oldest first. Everything else is tested through tools, in test/tools/large-answers.test.ts. */
import { expect, it } from "vitest";
import { portableSha256 } from "../../src/base/hash.ts";
import { defaultLimits } from "../../src/base/limits.ts";
import { createArtifacts } from "../../src/context/artifacts.ts";

it("drops the oldest when memory is full, and counts what is kept twice once", async () => {
  const artifacts = createArtifacts({ limits: defaultLimits, sha256: portableSha256, maximumMemoryBytes: 10 });
  const keep = (call: string, text: string) =>
    artifacts.keep({
      session: "s",
      actor: undefined,
      mayWrite: true,
      call,
      file: { text, extension: "txt", mediaType: "text/plain" },
    });
  const read = async (call: string) =>
    (await artifacts.readRange(`agent-file-memory/s/artifacts/${call}.txt`, { session: "s", actor: undefined }))
      ?.content;
  await keep("1", "1234");
  await keep("1", "4321");
  await keep("2", "1234");
  expect(await read("1")).toBe("4321");
  await keep("3", "123");
  await expect(read("1")).rejects.toMatchObject({ code: "not_found" });
  expect([await read("2"), await read("3")]).toEqual(["1234", "123"]);
  await keep("4", "longer than all of it");
  expect(await read("4")).toBe("longer than all of it");
  await expect(read("3")).rejects.toMatchObject({ code: "not_found" });
});
