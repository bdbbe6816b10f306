/** Runs the shared behaviour cases of the graph's depth that are about exports. */
import { describe, expect, it } from "vitest";
import { createFileContext, createMemoryStore, type ExportFormat, exportFormats } from "../../src/node-index.ts";
import { quadSet, readJsonld, readQuads, tripleSet } from "../exports/read-rdf.ts";
import { readGexf, readGraphml } from "../exports/read-xml.ts";
import { type BehaviourCase, filesOf } from "./behaviour-case.ts";
import { checkOutput, parseExport } from "./check-output.ts";
import { loadCases } from "./shared-cases.ts";
import { openWorld, type World } from "./world.ts";

const cases = loadCases<BehaviourCase>("behaviour.jsonl")?.filter((each) => each.package === "graph depth");

interface ExactOutput {
  readonly contains?: readonly string[];
  readonly notContains?: readonly string[];
}

/** Exports in each of some formats, lets the format's own parser read it, and looks for what must and must not be in the text. */
async function expectOutput(
  world: World,
  formats: readonly ExportFormat[],
  { contains = [], notContains = [] }: ExactOutput,
) {
  for (const format of formats) {
    const { content } = await world.context.export(format, { detail: "full" });
    await parseExport(format, content);
    for (const part of contains) expect(content, format).toContain(part);
    for (const part of notContains) expect(content, format).not.toContain(part);
  }
}

async function expectSameTriples({ context }: World): Promise<void> {
  const { content: turtle } = await context.export("turtle");
  const expected = tripleSet(readQuads(turtle, "turtle"));
  for (const format of ["ntriples", "nquads", "trig"] as const)
    expect(tripleSet(readQuads((await context.export(format)).content, format)), format).toEqual(expected);
  for (const form of ["compacted", "expanded", "flattened"] as const)
    expect(await readJsonld((await context.export("jsonld", { form })).content), form).toEqual(expected);
}

const outputOf = (of: BehaviourCase): ExactOutput => of.expect.exact["output"] as ExactOutput;

const calls: Readonly<Record<string, (of: BehaviourCase) => Promise<void>>> = {
  async "export-duplicate-edges"(of) {
    await checkOutput(await openWorld(of), of.expect.exact["output"] as never, of);
  },
  async determinism(of) {
    const files = Object.entries(filesOf(of));
    const open = (order: typeof files) =>
      createFileContext({ store: createMemoryStore({ files: Object.fromEntries(order) }) });
    const [a, b] = [await open(files), await open(files.toReversed())];
    for (const format of exportFormats) expect(await b.export(format), format).toEqual(await a.export(format));
    expect(await b.overview()).toEqual(await a.overview());
  },
  async "graphml-lone-surrogate"(of) {
    const world = await openWorld(of);
    await expectOutput(world, exportFormats, outputOf(of));
    expect((await world.context.export("graphml")).content).toContain("bad \ufffd half");
  },
  async "gexf-number-inf-nan"(of) {
    const world = await openWorld(of);
    await expectOutput(world, ["graphml", "gexf", "jsonld", "json"], outputOf(of));
    for (const [format, read] of [
      ["graphml", readGraphml],
      ["gexf", readGexf],
    ] as const) {
      const { nodes, types } = read((await world.context.export(format)).content);
      expect(nodes[0]?.values).toMatchObject({ weight: "INF", score: "NaN" });
      expect(types).toMatchObject({ weight: "double", score: "double" });
    }
    await expectSameTriples(world);
  },
  async "literal-types"(of) {
    const world = await openWorld(of);
    await expectOutput(world, ["ntriples", "nquads"], outputOf(of));
    const { content } = await world.context.export("ntriples");
    expect(content).toMatch(/"0\.5"\^\^<http:\/\/www\.w3\.org\/2001\/XMLSchema#decimal>/);
  },
  async "ntriples-iri-quote"(of) {
    await expectOutput(await openWorld(of), ["ntriples", "nquads"], outputOf(of));
  },
};

/** Cases of the package that are about other things, and so are run elsewhere. */
const others = ["embed-self-cycle", "embed-mutual-cycle"];

describe.skipIf(cases === undefined)("the shared behaviour cases of exports", () => {
  it.each((cases ?? []).filter(({ id }) => id in calls).map((each) => [each.id, each] as const))("%s", (id, each) =>
    (calls[id] as (typeof calls)[string])(each),
  );

  it("are all there are of the package", () => {
    expect((cases ?? []).map(({ id }) => id).sort()).toEqual([...Object.keys(calls), ...others].sort());
  });
});

describe("exports of the same files", () => {
  it("hold the same quads in N-Quads and TriG", async () => {
    const files = {
      "a.md": "---\ntags: [x/y]\n---\n# A\n\n[[b]] https://example.org/\n",
      "b.md": "# B\n\n- [ ] task\n",
    };
    const context = await createFileContext({ store: createMemoryStore({ files }) });
    const quads = async (format: "nquads" | "trig"): Promise<string[]> =>
      quadSet(readQuads((await context.export(format)).content, format));
    expect(await quads("trig")).toEqual(await quads("nquads"));
  });
});
