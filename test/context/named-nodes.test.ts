/** One reading of the name of a node: every question takes what every other one takes, whatever the base of the graph is. */
import { describe, expect, it } from "vitest";
import type { FileContext } from "../../src/context/file-context.ts";
import type { GraphOptions } from "../../src/graph/knowledge-graph.ts";
import { openNotes } from "./notes.ts";

const files = {
  "guides/start.md":
    "---\nid: start\nauthor: Ann Lee\n---\n# Start\n\n## Set up\n\n[[Other]] [[Nowhere]] #boats/heron\n",
  "guides/other.md": "# Other\n\n[x](https://example.org/elsewhere)\n",
  "guides/cafe\u0301.md": "# Coffee\n\n[[Start]] ![](../plan.png)\n",
  "plan.png": "a picture",
};

const open = (graph: Partial<GraphOptions>): Promise<FileContext> => openNotes({ graph }, files);

describe.each([
  ["urn:graphdown:/", "path"],
  ["https://example.org/notes/", "path"],
  ["https://example.org/", "id"],
] as const)("below %s with IRIs by %s", (baseIri, iri) => {
  /** Names of nodes, and the kind that they are of. */
  const names: readonly (readonly [kind: string, ...names: readonly string[]])[] = [
    ["document", "guides/start.md", `${baseIri}guides/start.md`, `${baseIri}x/../guides/start.md`],
    ["document", "guides/café.md", "guides/cafe\u0301.md", `${baseIri}guides/caf%C3%A9.md`, `${baseIri}guides/café.md`],
    ["section", "guides/start.md#Set up", "guides/start.md#set-up", `${baseIri}guides/start.md#set-up`],
    ["folder", "guides", "guides/", `${baseIri}guides/`, `${baseIri}guides`],
    ["folder", "/", ".", baseIri],
    ["tag", "#boats/heron", "#Boats/Heron", `${baseIri}~tag/boats/heron`],
    ["tag", "#boats", `${baseIri}~tag/boats`],
    ["entity", "Ann Lee", `${baseIri}~id/Ann%20Lee`],
    ["asset", "plan.png", `${baseIri}plan.png`],
    ["missing", "Nowhere", "[[Nowhere]]", `${baseIri}~missing/nowhere`],
    ["external", "https://example.org/elsewhere"],
  ];

  it.each(names)("a %s is the same node in every question: %s", async (kind, ...spelled) => {
    const context = await open({ baseIri, iri });
    const first = (await context.neighbors(spelled[0] as string)).node;
    expect(first.kind).toBe(kind);
    const focused = await context.export("json", { focus: spelled[0] as string });
    for (const name of [...spelled, first.id]) {
      expect([name, (await context.neighbors(name)).node]).toEqual([name, first]);
      expect([name, (await context.export("json", { focus: name })).content]).toEqual([name, focused.content]);
      if (kind === "folder") continue;
      const path = await context.path(name, "guides/other.md");
      expect([name, path.from]).toEqual([name, (await context.path(spelled[0] as string, "guides/other.md")).from]);
      if (kind !== "document" && kind !== "section") continue;
      expect([name, (await context.related(name)).node]).toEqual([name, first]);
    }
  });

  it("a wrong name is refused alike", async () => {
    const context = await open({ baseIri, iri });
    for (const [name, code] of [
      ["../up.md", "invalid_path"],
      [" ", "invalid_input"],
      [".env", "permission_denied"],
      ["no.md", "not_found"],
      [`${baseIri}no.md`, "not_found"],
      ["#none", "not_found"],
    ] as const) {
      const refusal = expect.objectContaining({ code });
      await expect(context.neighbors(name)).rejects.toThrow(refusal);
      await expect(context.related(name)).rejects.toThrow(refusal);
      await expect(context.path(name, "guides/other.md")).rejects.toThrow(refusal);
      await expect(context.export("json", { focus: name })).rejects.toThrow(refusal);
    }
  });
});
