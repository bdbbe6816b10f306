import { beforeEach, expect, it } from "vitest";
import answers from "../../runtimes/answers.json" with { type: "json" };
import { answersOf } from "../../runtimes/calls.ts";
import { notes } from "../../runtimes/notes.ts";
import { emptyBucket, putForeign } from "../storage/bucket.ts";
import { startWorker } from "./start-worker.ts";

beforeEach(emptyBucket);

it("answers every call in workerd as Node does", async () => {
  for (const [path, text] of Object.entries(notes)) await putForeign(path, text);
  const worker = startWorker();
  expect(await answersOf((request) => worker.fetch(request))).toEqual(answers);
});
