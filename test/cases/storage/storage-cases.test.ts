/** No shared case of storage or of concurrency is without a file that runs it. */
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { casesOfNoFile, fileByProperty, hasCases } from "./storage-cases.ts";

describe("the files that run the cases of storage", () => {
  it.skipIf(!hasCases)("have all of them", () => {
    expect(casesOfNoFile()).toEqual([]);
  });

  it("are there", () => {
    const files = Object.values(fileByProperty);
    expect(files.filter((name) => !existsSync(new URL(name, import.meta.url)))).toEqual([]);
  });
});
