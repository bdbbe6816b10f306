/** `graphdown sparql`: what it says where there is more than it shows. */
import { describe, expect, it } from "vitest";
import { handbook, isBuilt, makeFolder, removeFolder, run } from "../run-program.ts";

// The thread's program is that of the build.
describe.skipIf(!isBuilt)("the hint on more rows (of the built package)", () => {
  const ask = (...options: readonly string[]) =>
    run(["sparql", "SELECT * { ?a ?b ?c }", ...options, "--root", handbook]);

  it("is to raise the bound only where it can be raised", async () => {
    expect((await ask("-n", "3")).errors).toContain("raise --maximum-rows");
    for (const options of [[], ["-n", "5000"]]) {
      const { errors } = await ask(...options);
      expect(errors).toContain("There is more: narrow the query");
      expect(errors).not.toContain("raise --maximum-rows");
    }
  });

  it("comes with a word on bounds that are beyond the most", async () => {
    const { errors } = await ask("-n", "1001", "--timeout", "10001");
    expect(errors).toContain(
      "--maximum-rows 1001 counts as 1000, the most that one answer holds (limits.maximumSparqlRows)\n",
    );
    expect(errors).toContain(
      "--timeout 10001 counts as 10000, the most that a query may take (limits.sparqlTimeoutMs)\n",
    );
    expect((await ask("-n", "1000", "--timeout", "10000")).errors).not.toContain("counts as");
  });

  it("goes by the limits of the configuration", async () => {
    const limits = { maximumSparqlRows: 2, sparqlTimeoutMs: 9_000 };
    const folder = makeFolder({
      "notes/a.md": "# A\n",
      "graphdown.config.json": JSON.stringify({ location: "notes", limits }),
    });
    const configured = async (...options: readonly string[]): Promise<string> =>
      (await run(["sparql", "SELECT * { ?a ?b ?c }", ...options], { folder })).errors;
    try {
      expect(await configured("-n", "1")).toContain("raise --maximum-rows");
      const beyond = await configured("-n", "3", "--timeout", "9001");
      expect(beyond).toContain("--maximum-rows 3 counts as 2,");
      expect(beyond).toContain("--timeout 9001 counts as 9000,");
      expect(beyond).toContain("raise limits.maximumSparqlRows (2) in the configuration");
      expect(beyond).not.toContain("raise --maximum-rows");
    } finally {
      removeFolder(folder);
    }
  });
});
