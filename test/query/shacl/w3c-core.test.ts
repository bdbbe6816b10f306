/** W3C's own tests of SHACL Core, which the package shacl-engine carries (https://github.com/w3c/data-shapes). */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type NamedNode, Parser, Store, type Term } from "n3";
import { describe, expect, it } from "vitest";
import { TermTable } from "../../../src/query/rdf/term-table.ts";
import { TripleSet } from "../../../src/query/rdf/triple-set.ts";
import { pathText } from "../../../src/query/shacl/property-path.ts";
import { readShapes } from "../../../src/query/shacl/read-shapes.ts";
import { sh } from "../../../src/query/shacl/shacl-terms.ts";
import { validateTriples } from "../../../src/query/shacl/validate-triples.ts";
import { freeGuard } from "../guard.ts";

const folder = join(fileURLToPath(import.meta.resolve("shacl-engine")), "../test/assets/data-shapes/core");

/** Test files by their path below the folder: those that hold a test themselves. */
const files = existsSync(folder)
  ? readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ttl") && readFileSync(join(folder, path), "utf8").includes("sht:Validate"))
      .sort()
  : [];

const mf = "http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#";
const sht = "http://www.w3.org/ns/shacl-test#";

interface Parsed {
  readonly iri: string;
  readonly quads: Store;
}

function parsed(path: string): Parsed {
  const iri = pathToFileURL(path).href;
  return { iri, quads: new Store(new Parser({ baseIRI: iri }).parse(readFileSync(path, "utf8"))) };
}

function objectOf(store: Store, subject: Term, predicate: string): Term | undefined {
  return store.getObjects(subject, predicate, null)[0];
}

describe.skipIf(files.length === 0)("W3C tests of SHACL Core", () => {
  it("are all there", () => expect(files.length).toBeGreaterThan(90));

  it.each(files)("%s", (path) => {
    const test = parsed(join(folder, path));
    const [entry] = test.quads.getSubjects("http://www.w3.org/1999/02/22-rdf-syntax-ns#type", `${sht}Validate`, null);
    const action = objectOf(test.quads, entry as Term, `${mf}action`) as Term;
    const partOf = (name: string): Parsed => {
      const { value } = objectOf(test.quads, action, sht + name) as NamedNode;
      return value === test.iri ? test : parsed(fileURLToPath(value));
    };
    const data = partOf("dataGraph");
    const shapes = partOf("shapesGraph");
    const expected = expectedResults(test.quads, objectOf(test.quads, entry as Term, `${mf}result`) as Term);
    expect(resultsOf(data.quads, shapes.quads)).toEqual(expected);
  });
});

const shown = (term: Term | undefined): string =>
  term === undefined || term.termType === "BlankNode" ? "_" : term.value;

/** Focus node, path, value, component, severity of each result. Blank nodes have other names in other files. */
function expectedResults(store: Store, report: Term): string[] {
  return store
    .getObjects(report, sh("result"), null)
    .map((result) => {
      const of = (name: string): string => shown(objectOf(store, result, sh(name)));
      const path = objectOf(store, result, sh("resultPath"));
      const pathShown = path === undefined ? "" : path.termType === "BlankNode" ? "complex" : path.value;
      const value = objectOf(store, result, sh("value"));
      const parts = [of("focusNode"), pathShown, value === undefined ? "none" : shown(value)];
      return [...parts, of("sourceConstraintComponent"), of("resultSeverity")].join(" | ");
    })
    .sort();
}

function resultsOf(data: Store, shapes: Store): string[] {
  const terms = new TermTable();
  const results = validateTriples({
    data: new TripleSet().addQuads(data, terms),
    terms,
    shapes: readShapes(new TripleSet().addQuads(shapes, terms), terms),
    guard: freeGuard(),
  });
  const lines: string[] = [];
  for (const result of results) {
    if (result === undefined) continue;
    const { focus, path, value, component, shape } = result;
    const name = (node: number): string => shown(terms.termOf(node) as Term);
    const pathShown = path === undefined ? "" : path.kind === "predicate" ? pathText(path, name) : "complex";
    const parts = [name(focus), pathShown, value === undefined ? "none" : name(value)];
    lines.push([...parts, sh(`${component}ConstraintComponent`), shape.severity].join(" | "));
  }
  return lines.sort();
}
