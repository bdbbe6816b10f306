/** The graph of a context as RDF/JS quads, in the hands of a library that knows nothing of ours. */
import type * as RDF from "@rdfjs/types";
import { Store } from "n3";
import { describe, expect, it } from "vitest";
import { createFileContext, createMemoryStore } from "../../src/index.ts";
import { readTurtle, tripleSet } from "../exports/read-rdf.ts";

const files = {
  "ops/deploy.md": "---\ntags: [team/sre]\nauthor: Kim Lee\n---\n# Deploy\n\nSee [[oncall]] and [[plans]].\n",
  "ops/oncall.md": "# On call\n",
  "plans.md": "---\ntags: [later]\nauthor: Noa Berg\n---\n# Plans\n",
};

const open = () => createFileContext({ store: createMemoryStore({ files }), approvals: "none" });

describe("quads", () => {
  it("go into a store of another library, as many as the exports hold", async () => {
    const context = await open();
    const store = new Store();
    let count = 0;
    for await (const quad of context.quads()) {
      const theirs: RDF.Quad = quad;
      store.add(theirs);
      count++;
    }
    const { content, tripleCount } = await context.export("turtle");
    expect([count, store.size]).toEqual([tripleCount, tripleCount]);
    expect(tripleSet(store as unknown as Iterable<never>)).toEqual(readTurtle(content));
    const references = store.getObjects("urn:graphdown:/ops/deploy.md", "http://purl.org/dc/terms/references", null);
    expect(references.map(({ value }) => value)).toEqual(["urn:graphdown:/ops/oncall.md", "urn:graphdown:/plans.md"]);
    await context.close();
  });

  it("are in a named graph of their document on request", async () => {
    const context = await open();
    const graphs = new Map<string, Set<string>>();
    for await (const { subject, graph } of context.quads({ namedGraphs: true })) {
      const subjects = graphs.get(graph.value) ?? new Set();
      graphs.set(graph.value, subjects.add(subject.value.replace(/#.*/, "")));
    }
    for (const [name, subjects] of graphs) if (name !== "") expect([...subjects]).toEqual([name]);
    expect([...graphs.keys()]).toEqual(
      ["ops/deploy.md", "ops/oncall.md", "plans.md"].map((path) => `urn:graphdown:/${path}`).concat(""),
    );
    await context.close();
  });

  it("are those of a folder and of what it speaks of", async () => {
    const context = await open();
    const subjects = new Set<string>();
    for await (const { subject } of context.quads({ directory: "ops" }))
      subjects.add(subject.value.slice("urn:graphdown:/".length));
    expect([...subjects].sort()).toEqual(
      [
        "",
        "ops/",
        "ops/deploy.md",
        "ops/deploy.md#deploy",
        "ops/oncall.md",
        "ops/oncall.md#on-call",
        "~id/Kim%20Lee",
        "~tag/team",
        "~tag/team/sre",
        "~tags",
      ].sort(),
    );
    await context.close();
  });

  it("end with the signal, and refuse what they do not know", async () => {
    const context = await open();
    const controller = new AbortController();
    const reason = new Error("enough");
    const read = async (): Promise<void> => {
      for await (const _ of context.quads({ signal: controller.signal })) controller.abort(reason);
    };
    await expect(read()).rejects.toBe(reason);
    const all = async (options: object): Promise<void> => {
      for await (const _ of context.quads(options));
    };
    await expect(all({ folder: "ops" })).rejects.toMatchObject({ code: "invalid_input" });
    await expect(all({ directory: "../x" })).rejects.toMatchObject({ code: "invalid_path" });
    await expect(all({ directory: "gone" })).rejects.toMatchObject({ code: "not_found" });
    await context.close();
  });
});
