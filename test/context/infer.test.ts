/** `infer` of a context: what follows by rulesets and rules, in a graph of its own. */
import { Parser } from "n3";
import { describe, expect, it } from "vitest";
import { openNotes } from "./notes.ts";

const files = {
  "guide.md": "---\ntags: [canal/lock]\n---\n# Guide\n\nup:: [[base]]\n\nrelated:: [[other]]\n",
  "base.md": "up:: [[root]]\n",
  "root.md": "# Root\n",
  "other.md": "# Other\n",
  "rules/my.n3": "{ ?a skos:related ?b . ?b schema:isPartOf ?f } => { ?f schema:mentions ?a } .\n",
};

const base = "urn:graphdown:/";
const short = (text: string): string =>
  text
    .replaceAll(/<urn:graphdown:\/([^>]*)>/g, "$1")
    .replaceAll(/<[^>]*[/#]([A-Za-z]+)>/g, "$1")
    .replace(/ ~inferred \.$/, "");

const linesOf = (content: string): string[] => content.split("\n").filter(Boolean).map(short);

describe("infer", () => {
  it("says what follows by RDFS: the classes above those of notes, sections and folders", async () => {
    const context = await openNotes({}, files);
    const { content, tripleCount, graph } = await context.infer({ rulesets: ["rdfs"] });
    const lines = linesOf(content);
    expect(graph).toBe(`${base}~inferred`);
    expect(lines).toHaveLength(tripleCount);
    expect(lines).toContain("guide.md type CreativeWork");
    expect(lines).toContain("guide.md type Thing");
    expect(lines).toContain("guide.md#guide type Thing");
    expect(lines.filter((line) => !/ type (?:CreativeWork|Thing)$/.test(line))).toEqual([]);
  });

  it("says what follows by SKOS: both ways, across several steps, and what notes are about", async () => {
    const context = await openNotes({}, files);
    const lines = linesOf((await context.infer({ rulesets: ["skos"] })).content);
    expect(lines.sort()).toEqual(
      [
        "base.md broaderTransitive root.md",
        "base.md narrower guide.md",
        "base.md narrowerTransitive guide.md",
        "guide.md about ~tag/canal",
        "guide.md broaderTransitive base.md",
        "guide.md broaderTransitive root.md",
        "other.md related guide.md",
        "root.md narrower base.md",
        "root.md narrowerTransitive base.md",
        "root.md narrowerTransitive guide.md",
        "~tag/canal narrower ~tag/canal/lock",
        "~tag/canal narrowerTransitive ~tag/canal/lock",
        "~tag/canal/lock broaderTransitive ~tag/canal",
      ].sort(),
    );
  });

  it("chains sub-classes, broader tags and a rule of one's own", async () => {
    const context = await openNotes({}, files);
    const rules = `@prefix ex: <urn:ex:> .
      ex:Runbook rdfs:subClassOf ex:Procedure . ex:Procedure rdfs:subClassOf schema:TechArticle .
      { ?note schema:about <~tag/canal> } => { ?note a ex:Runbook } .`;
    const { content } = await context.infer({ rulesets: ["rdfs", "skos"], rules });
    const types = linesOf(content).filter((line) => line.startsWith("guide.md type "));
    expect(types).toEqual([
      "guide.md type CreativeWork",
      "guide.md type TechArticle",
      "guide.md type Thing",
      "guide.md type <urn:ex:Procedure>",
      "guide.md type <urn:ex:Runbook>",
    ]);
    // What the rules' text states is said, and does not follow.
    expect(content).not.toContain("subClassOf> <urn:ex:Procedure>");
  });

  it("runs rules of a file by themselves", async () => {
    const context = await openNotes({}, files);
    const { content, rulesets } = await context.infer({ rules: "rules/my.n3" });
    expect(rulesets).toEqual([]);
    expect(linesOf(content)).toEqual([" mentions guide.md"]);
  });

  it("writes the same triples in every format, named where the format has names", async () => {
    const context = await openNotes({}, files);
    const read = async (format: "nquads" | "ntriples" | "trig" | "turtle") =>
      new Parser()
        .parse((await context.infer({ format })).content)
        .map(({ subject, predicate, object, graph }) => [subject, predicate, object, graph].map(({ value }) => value));
    const quads = await read("nquads");
    expect(quads.every(([, , , graph]) => graph === `${base}~inferred`)).toBe(true);
    const triples = quads.map((each) => each.slice(0, 3).join(" ")).sort();
    for (const format of ["ntriples", "trig", "turtle"] as const) {
      expect((await read(format)).map((each) => each.slice(0, 3).join(" ")).sort(), format).toEqual(triples);
    }
  });

  it("changes nothing that other questions see", async () => {
    const context = await openNotes({}, files);
    const before = await context.export("nquads");
    await context.infer();
    expect(await context.export("nquads")).toEqual(before);
  });

  it("stops at its bounds and says so, at the end of a statement", async () => {
    const whole = await (await openNotes({}, files)).infer();
    const few = await (await openNotes({ limits: { maximumInferredTriples: 5 } }, files)).infer();
    expect(few).toMatchObject({ tripleCount: 5, cut: { reason: "count" } });
    for (const format of ["nquads", "trig", "turtle"] as const) {
      const cut = await (await openNotes({}, files)).infer({ format, maximumCharacters: 900 });
      expect(cut).toMatchObject({ tripleCount: whole.tripleCount, cut: { reason: "characters" } });
      expect(cut.content.length).toBeLessThanOrEqual(900);
      expect(new Parser().parse(cut.content).length, format).toBeGreaterThan(0);
    }
  });

  it("ends rules that multiply without end", async () => {
    const context = await openNotes({ limits: { reasoningTimeoutMs: 20 } }, files);
    const rules = "{ ?a ?p ?b . ?c ?q ?d . ?e ?r ?f . ?g ?s ?h } => { ?a ?q ?h } .";
    await expect(context.infer({ rules })).rejects.toMatchObject({
      code: "limit_exceeded",
      details: { reason: "time" },
    });
  });

  it("hears a caller who goes away", async () => {
    const context = await openNotes({}, files);
    await context.overview();
    const controller = new AbortController();
    const rules = "{ ?a ?p ?b . ?c ?q ?d . ?e ?r ?f } => { ?a ?q ?f } .";
    const reason = new Error("gone");
    setTimeout(() => controller.abort(reason), 30);
    await expect(context.infer({ rules, signal: controller.signal })).rejects.toBe(reason);
  });

  it.each([
    [{ rulesets: ["owl" as "rdfs"] }, "invalid_input"],
    [{ format: "svg" as "turtle" }, "invalid_input"],
    [{ maximumCharacters: 0 }, "invalid_input"],
    [{ rules: "nothing.n3" }, "not_found"],
    [{ rules: "{ ?a" }, "invalid_input"],
  ])("refuses %j", async (options, code) => {
    const context = await openNotes({}, files);
    await expect(context.infer(options)).rejects.toMatchObject({ code, next: expect.any(String) });
  });
});
