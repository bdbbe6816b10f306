/** `graphdown validate` and `graphdown infer`: what they print, and the exit code of a graph that does not conform. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeFolder, type RunResult, removeFolder, run } from "../run-program.ts";

let root = "";
let elsewhere = "";

beforeAll(() => {
  root = makeFolder({ "index.md": "---\ntitle: Home\n---\n\n# Home\n\nup:: [[far]]\n", "far.md": "# Far\n" });
  elsewhere = makeFolder({});
  writeFileSync(
    join(elsewhere, "shapes.ttl"),
    "<urn:s> sh:targetClass md:Document ; sh:property [ sh:path schema:description ; sh:minCount 1 ] .\n",
  );
  writeFileSync(join(elsewhere, "rules.n3"), "{ ?a skos:broader ?b } => { ?b schema:hasPart ?a } .\n");
});

afterAll(() => {
  removeFolder(root);
  removeFolder(elsewhere);
});

const on = (...argv: string[]): Promise<RunResult> => run([...argv, "--root", root]);

describe("graphdown validate", () => {
  it("ends with 0 where the graph conforms", async () => {
    expect(await on("validate")).toEqual({ code: 0, output: "", errors: "the graph conforms\n" });
  });

  it("prints what does not conform as path:line, and ends with 1", async () => {
    const shapes = join(elsewhere, "shapes.ttl");
    expect(await on("validate", "--shapes", shapes)).toEqual({
      code: 1,
      output:
        "far.md:1  violation  schema:description has no value, and needs at least 1\n" +
        "index.md:1  violation  schema:description has no value, and needs at least 1\n",
      errors: "2 violations\n",
    });
    const one = await on("validate", "--shapes", shapes, "-n", "1");
    expect(one.errors).toBe("2 violations; 1 shown, --count shows more\n");
  });

  it("prints the same as JSON, with the same exit code", async () => {
    const { code, output } = await on("validate", "--shapes", join(elsewhere, "shapes.ttl"), "--json");
    expect(code).toBe(1);
    expect(JSON.parse(output)).toMatchObject({ ok: true, data: { conforms: false, resultCount: 2 } });
    expect((await on("validate", "--json")).code).toBe(0);
  });

  it("says which file can't be read", async () => {
    const { code, errors } = await on("validate", "--shapes", join(elsewhere, "none.ttl"));
    expect(code).toBe(1);
    expect(errors).toContain("none.ttl");
    expect((await on("validate", "--rules", "owl")).code).toBe(2);
  });
});

describe("graphdown infer", () => {
  it("prints what follows by a ruleset and by rules of a file", async () => {
    const { code, output, errors } = await on("infer", "--rules", "skos", "--rules", join(elsewhere, "rules.n3"));
    expect(code).toBe(0);
    expect(output.split("\n").filter(Boolean)).toHaveLength(4);
    expect(output).toContain("<urn:graphdown:/far.md> <https://schema.org/hasPart> <urn:graphdown:/index.md>");
    expect(errors).toBe("4 triples in urn:graphdown:/~inferred\n");
  });

  it("prints Turtle, and JSON", async () => {
    expect((await on("infer", "-r", "rdfs,skos", "-f", "turtle")).output).toContain("skos:narrower <urn:graphdown:/");
    const { output } = await on("infer", "--json");
    expect(JSON.parse(output)).toMatchObject({ ok: true, data: { rulesets: ["rdfs", "skos"], format: "nquads" } });
  });
});
