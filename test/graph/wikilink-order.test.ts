/** Sets of notes that write the text of a wikilink first, and links into vaults. */
import { describe, expect, it } from "vitest";
import { graphOf, resolutionsOf, targetsOf } from "./graph-of.ts";
import { type DocumentSketch, makeLink } from "./make-document.ts";

const notes: Record<string, DocumentSketch> = {
  "ref.commands.md": { headings: ["# Remove Vault"] },
  "topic.vaults.md": {},
  "faq.md": {},
};
const textFirst = [
  "[[Remove|ref.commands#remove-vault]]",
  "[[vaults|topic.vaults]]",
  "[[questions|faq]]",
  "[[more|faq]]",
  "[[help|topic.vaults]]",
];

describe("the order of target and text in wikilinks", () => {
  it("is text first where names of notes stand behind the pipe only", () => {
    const graph = graphOf({ ...notes, "a.md": { links: [...textFirst, "[[faq]]", "[[gone|topic.gone]]"] } });
    expect(targetsOf(graph, "a.md")).toEqual([
      "ref.commands.md",
      "topic.vaults.md",
      "faq.md",
      "faq.md",
      "topic.vaults.md",
      "faq.md",
      "missing",
    ]);
    expect(resolutionsOf(graph, "a.md")[0]?.fragment).toEqual({ status: "section", section: 1 });
    expect(graph.documents[0]?.links[0]).toMatchObject({ target: "ref.commands#remove-vault", text: "Remove" });
    expect(graph.diagnostics[0]?.[0]?.text).toBe("topic.gone");
  });

  it("is target first where the notes leave a doubt", () => {
    for (const links of [textFirst.slice(1), [...textFirst, "[[faq|my questions]]"]]) {
      const graph = graphOf({ ...notes, "a.md": { links } });
      expect(resolutionsOf(graph, "a.md")[0]?.status).toBe("missing");
    }
  });

  it("can be set", () => {
    const links = ["[[Questions|faq]]", "[[faq|Questions]]"];
    const targets = (wikilinkOrder: "text-first" | "target-first"): string[] =>
      targetsOf(graphOf({ ...notes, "a.md": { links } }, [], { wikilinkOrder }), "a.md");
    expect(targets("text-first")).toEqual(["faq.md", "missing"]);
    expect(targets("target-first")).toEqual(["missing", "faq.md"]);
    const web = graphOf({ "a.md": { links: ["[[Site|https://example.org/x]]"] } }, [], { wikilinkOrder: "text-first" });
    expect(targetsOf(web, "a.md")).toEqual(["external"]);
  });
});

describe("links into a vault", () => {
  it("name a note, and what was said of their scheme is settled", () => {
    const target = "dendron://main/ref.commands#remove-vault";
    const link = makeLink(`[[${target}]]`, 1, 0, { external: true });
    const diagnostics = [
      { kind: "foreign-scheme", line: 1, column: 1, message: "m", text: target },
      { kind: "foreign-scheme", line: 2, column: 1, message: "m", text: "obsidian://open" },
    ] as const;
    const graph = graphOf({ ...notes, "a.md": { links: [link, makeLink("[x](dendron://main/faq)")], diagnostics } });
    expect(targetsOf(graph, "a.md")).toEqual(["ref.commands.md", "faq.md"]);
    expect(graph.documents[0]?.diagnostics.map(({ text }) => text)).toEqual(["obsidian://open"]);
  });
});
