/** Resolution of links by its six stages, told by what becomes of links in small sets of files. */
import { describe, expect, it } from "vitest";
import { buildGraph } from "../../../src/graph/build-graph.ts";
import { problemsOf } from "../../../src/graph/questions/problems.ts";
import { diagnosticsOf, graphOf, resolutionsOf, targetsOf } from "../graph-of.ts";
import { makeDocument, makeLink } from "../make-document.ts";

const page = {};

function resolve(links: readonly string[], files: readonly string[], from = "a.md"): string[] {
  const documents = files.filter((file) => /\.(?:md|mdx|markdown)$/i.test(file));
  const others = files.filter((file) => !documents.includes(file));
  const sketches = new Map(documents.map((file) => [file, page]));
  return targetsOf(graphOf(sketches.set(from, { links }), others), from);
}

describe("relative paths", () => {
  it("finds a path relative to the linking file", () => {
    expect(resolve(["[x](b.md)", "[x](./b.md)", "[x](../b.md)"], ["b.md", "deep/b.md"], "deep/a.md")).toEqual([
      "deep/b.md",
      "deep/b.md",
      "b.md",
    ]);
  });

  it("adds the endings of Markdown files, in their order", () => {
    expect(resolve(["[x](b)", "[x](c)", "[x](d)"], ["b.md", "b.mdx", "c.mdx", "d.markdown"])).toEqual([
      "b.md",
      "c.mdx",
      "d.markdown",
    ]);
  });

  it("finds the page of a folder, with and without a slash", () => {
    const files = ["one/index.md", "one/README.md", "two/_index.md", "three/README.md"];
    expect(resolve(["[x](one)", "[x](one/)", "[x](two/)", "[x](three)"], files)).toEqual([
      "one/index.md",
      "one/index.md",
      "two/_index.md",
      "three/README.md",
    ]);
  });

  it("prefers a file to a folder of the same name", () => {
    expect(resolve(["[x](guide)", "[x](guide/)"], ["guide.md", "guide/index.md"])).toEqual(["guide.md", "guide.md"]);
  });

  it("finds the page of the own and the parent folder", () => {
    expect(resolve(["[x](.)", "[x](./)", "[x](..)"], ["d/index.md", "README.md"], "d/a.md")).toEqual([
      "d/index.md",
      "d/index.md",
      "README.md",
    ]);
  });

  it("reads .html as .md", () => {
    expect(resolve(["[x](b.html)", "[x](c/index.html)"], ["b.md", "c/index.md"])).toEqual(["b.md", "c/index.md"]);
  });

  it("takes a file that is no Markdown for an asset", () => {
    const graph = graphOf({ "a.md": { links: ["![x](p.png)", "[x](data.csv)"] } }, ["p.png", "data.csv"]);
    expect(resolutionsOf(graph, "a.md").map(({ status }) => status)).toEqual(["asset", "asset"]);
    expect(graph.nodes.filter(({ kind }) => kind === "asset").map(({ path }) => path)).toEqual(["data.csv", "p.png"]);
  });

  it("takes a folder without a page for found, and says nothing about it", () => {
    const graph = graphOf({ "a.md": { links: ["[x](src/)", "[x](docs)", "[[docs]]"] }, "docs/b.md": page }, [
      "src/main.c",
    ]);
    expect(targetsOf(graph, "a.md")).toEqual(["src", "docs", "missing"]);
    expect(diagnosticsOf(graph, "a.md")).toEqual(["broken"]);
  });

  it("drops empty segments and dots inside a path", () => {
    expect(resolve(["[x](d//./e/../b.md)"], ["d/b.md"])).toEqual(["d/b.md"]);
  });
});

describe("percent-escapes", () => {
  it("decodes a destination once", () => {
    expect(resolve(["[x](100%2525.md)", "[y](100%25.md)"], ["100%.md", "100%25.md"])).toEqual(["100%25.md", "100%.md"]);
  });

  it("falls back to a name that holds an escape", () => {
    expect(resolve(["[x](a%20b.md)"], ["a%20b.md"])).toEqual(["a%20b.md"]);
  });

  it("tries a wikilink as written before decoding it", () => {
    expect(resolve(["[[a%20b]]", "[[c%20d]]"], ["a%20b.md", "a b.md", "c d.md"])).toEqual(["a%20b.md", "c d.md"]);
  });

  it("leaves a percent sign that starts no escape", () => {
    expect(resolve(["[x](50%.md)", "[x](50%zz.md)", "[x](%ff.md)"], ["50%.md", "50%zz.md", "%ff.md"])).toEqual([
      "50%.md",
      "50%zz.md",
      "%ff.md",
    ]);
  });

  it("keeps an encoded # in the name and an encoded slash as a separator", () => {
    expect(resolve(["[x](C%23%20notes.md#setup)", "[x](d%2Fb.md)"], ["C# notes.md", "d/b.md"])).toEqual([
      "C# notes.md",
      "d/b.md",
    ]);
  });
});

describe("root-relative paths", () => {
  it("counts a leading slash from the prefix, from any folder", () => {
    expect(resolve(["[g](/guides/start.md)", "[g](/guides/start)"], ["guides/start.md"], "deep/er/a.md")).toEqual([
      "guides/start.md",
      "guides/start.md",
    ]);
  });

  it("then tries each content root in order", () => {
    const graph = graphOf(
      {
        "a.md": { links: ["[x](/one)", "[x](/two/)", "[x](/img/p.png)"] },
        "content/en/one.md": page,
        "docs/two/index.md": page,
        "docs/one.md": page,
      },
      ["static/img/p.png"],
      { contentRoots: ["content/en/", "/docs", "static"] },
    );
    expect(targetsOf(graph, "a.md")).toEqual(["content/en/one.md", "docs/two/index.md", "static/img/p.png"]);
  });

  it("knows the usual content roots above the linking file, from the top down, and what is copied beside them", () => {
    const graph = graphOf(
      {
        "web/src/content/docs/de/a.md": { links: ["[x](/de/b/)", "[x](/c)", "[x](/img/p.png)", "[x](/de/b)"] },
        "web/src/content/docs/de/b.md": page,
        "web/src/content/docs/c.md": page,
        "other/docs/c.md": { links: ["[x](/de/b)"] },
      },
      ["web/public/img/p.png"],
    );
    expect(targetsOf(graph, "web/src/content/docs/de/a.md")).toEqual([
      "web/src/content/docs/de/b.md",
      "web/src/content/docs/c.md",
      "web/public/img/p.png",
      "web/src/content/docs/de/b.md",
    ]);
    expect(targetsOf(graph, "other/docs/c.md")).toEqual(["outside"]);
    const none = graphOf({ "docs/a.md": { links: ["[x](/b.md)"] }, "docs/b.md": page }, [], { contentRoots: [] });
    expect(targetsOf(none, "docs/a.md")).toEqual(["missing"]);
  });

  it("leaves pages of another part of the site alone, but not files and not what begins as something here", () => {
    const links = [
      "[x](/dotnet/api/system.string)",
      "[x](/dotnet/p.png)",
      "[x](/dotnet/a.md)",
      "[x](/gone)",
      "[x](/guides/gone)",
      "[x](/b/gone)",
      "[x](/shop/gone)",
    ];
    const graph = graphOf({ "docs/a.md": { links }, "docs/guides/x.md": page, "b.md": { addresses: ["/shop/"] } });
    expect(targetsOf(graph, "docs/a.md")).toEqual([
      "outside",
      "missing",
      "missing",
      "missing",
      "missing",
      "missing",
      "missing",
    ]);
    expect(diagnosticsOf(graph, "docs/a.md")[0]).toBe("outside");
  });

  it("takes root-relative pages for foreign where many are written and none is found", () => {
    const many = Array.from({ length: 20 }, (_, number) => `[x](/windows/api/${number})`);
    const sketches = { "a.md": { links: many }, "docs/windows/b.md": page };
    expect(new Set(targetsOf(graphOf({ ...sketches, "docs/a.md": { links: many } }), "docs/a.md"))).toEqual(
      new Set(["outside"]),
    );
    const some = { "docs/a.md": { links: [...many, "[x](/windows/b)"] }, "docs/windows/b.md": page };
    expect(new Set(targetsOf(graphOf(some), "docs/a.md"))).toEqual(new Set(["missing", "docs/windows/b.md"]));
    const few = { "docs/a.md": { links: many.slice(1) }, "docs/windows/b.md": page };
    expect(new Set(targetsOf(graphOf(few), "docs/a.md"))).toEqual(new Set(["missing"]));
  });

  it("leaves built pages beside the root of a book alone", () => {
    const links = ["[x](../std/io/struct.Stdin.html)", "[x](../std/io.md)", "[x](std/io.html)", "[x](../api/x.html)"];
    expect(targetsOf(graphOf({ "src/a.md": { links }, "api/y.md": page }), "src/a.md")).toEqual([
      "outside",
      "missing",
      "missing",
      "missing",
    ]);
  });

  it("does not look for other paths from the root", () => {
    expect(resolve(["[x](guides/start.md)"], ["guides/start.md"], "deep/a.md")).toEqual(["missing"]);
  });
});

describe("addresses", () => {
  const site = {
    "guide/start.md": { addresses: ["/begin/", "getting-started"] },
    "news/a.md": { addresses: ["https://example.org/2024/launch.html?x=1"] },
    "people/kim.md": { addresses: ["12af"] },
    "post.md": { addresses: ["/:year/:title/", "https://example.org/"] },
  };

  it("finds permalinks, slugs, ids and paths of full addresses", () => {
    const links = [
      "[x](/begin)",
      "[x](/guide/getting-started/)",
      "[x](getting-started)",
      "[x](/2024/launch)",
      "[[12af]]",
      "[x](begin)",
    ];
    const graph = graphOf({ ...site, "z.md": { links } });
    expect(targetsOf(graph, "z.md")).toEqual([
      "guide/start.md",
      "guide/start.md",
      "guide/start.md",
      "news/a.md",
      "people/kim.md",
      "guide/start.md",
    ]);
    expect(resolutionsOf(graph, "z.md").every(({ by }) => by === "address")).toBe(true);
  });

  it("does not take the root of a site or a pattern for an address", () => {
    expect(targetsOf(graphOf({ ...site, "d/z.md": { links: ["[x](/)", "[x](/:year/:title)"] } }), "d/z.md")).toEqual([
      "",
      "missing",
    ]);
  });

  it("follows xref: to the document with that uid, in its exact spelling, and leaves others external", () => {
    const links = [
      "[x](xref:Pkg.Type%601?displayProperty=fullName#top)",
      "[x](XREF:a.b)",
      "[x](xref:A.B)",
      "[x](xref:/)",
    ];
    const graph = graphOf({
      "d/z.md": { links },
      "api/t.md": { addresses: ["Pkg.Type`1"], headings: ["# Top"] },
      "b.md": { addresses: ["a.b"] },
    });
    expect(targetsOf(graph, "d/z.md")).toEqual(["api/t.md", "b.md", "external", "external"]);
    expect(resolutionsOf(graph, "d/z.md")[0]).toMatchObject({ by: "address", fragment: { section: 1 } });
    expect(diagnosticsOf(graph, "d/z.md")).toEqual([]);
  });

  it("takes an IRI of the graph for the file that has it", () => {
    const own = ["a%20b.md", "a b.md", "%D0%9A%D0%B8%D1%97%D0%B2.md#top", "p.png", "gone.md", "d/", "~tag/x", ""];
    const baseIri = "https://base.example/notes/";
    const links = [...own.map((path) => `[x](${baseIri}${path})`), "[x](https://base.example/a%20b.md)"];
    const sketches = { "d/z.md": { links }, "a b.md": page, "Київ.md": { headings: ["# Top"] } };
    const graph = graphOf(sketches, ["p.png"], { baseIri });
    expect(targetsOf(graph, "d/z.md")).toEqual([
      "a b.md",
      "a b.md",
      "Київ.md",
      "p.png",
      "external",
      "external",
      "external",
      "external",
      "external",
    ]);
    expect(resolutionsOf(graph, "d/z.md")[2]).toMatchObject({ fragment: { section: 1 } });
    const linked = graph.outgoing(graph.nodeOf("d/z.md")?.index ?? -1).filter(({ kind }) => kind === "linksTo");
    expect(linked.map(({ target }) => graph.nodes[target]?.path)).toEqual(["a b.md", "Київ.md", "p.png"]);
  });

  it("leaves external addresses external, also when a document claims them", () => {
    const graph = graphOf({ ...site, "z.md": { links: ["[x](https://example.org/2024/launch)"] } });
    expect(targetsOf(graph, "z.md")).toEqual(["external"]);
  });

  it("comes after paths and before names", () => {
    const graph = graphOf({
      "a.md": { addresses: ["weir"] },
      "z/weir.md": page,
      "z/b.md": { links: ["[[weir]]"] },
      "c.md": { links: ["[[weir]]"] },
    });
    expect([targetsOf(graph, "z/b.md"), targetsOf(graph, "c.md")]).toEqual([["z/weir.md"], ["a.md"]]);
  });
});

describe("normal forms", () => {
  const composed = "Caf\u00e9 plan.md";
  const decomposed = "Cafe\u0301 plan.md";

  it("finds a decomposed name by a composed target and the reverse", () => {
    expect(resolve(["[[Caf\u00e9 plan]]", "[m](Cafe%CC%81%20plan.md)"], [decomposed])).toEqual([
      decomposed,
      decomposed,
    ]);
    expect(resolve(["[[Cafe\u0301 plan]]", "[m](Cafe%CC%81%20plan.md)"], [composed])).toEqual([composed, composed]);
  });

  it("takes the file that is meant byte for byte when both forms exist", () => {
    const files = [composed, decomposed];
    expect(resolve(["[[Caf\u00e9 plan]]", "[[Cafe\u0301 plan]]"], files)).toEqual([composed, decomposed]);
  });
});

describe("case of paths", () => {
  it("ignores it last in Markdown links, with a diagnostic", () => {
    const graph = graphOf({ "a.md": { links: ["[x](Docs/B.md)", "[x](/DOCS/b)"] }, "docs/b.md": page });
    expect(targetsOf(graph, "a.md")).toEqual(["docs/b.md", "docs/b.md"]);
    expect(diagnosticsOf(graph, "a.md")).toEqual(["case", "case"]);
  });

  it("says nothing where only what was added differs", () => {
    const graph = graphOf({ "a.md": { links: ["[x](docs/)", "[x](c)"] }, "docs/Readme.md": page, "c.MD": page });
    expect(targetsOf(graph, "a.md")).toEqual(["docs/Readme.md", "c.MD"]);
    expect(diagnosticsOf(graph, "a.md")).toEqual([]);
  });
});

describe("targets that are no file here", () => {
  it("never looks for what climbs out of the prefix", () => {
    const graph = graphOf({
      "d/a.md": { links: ["[x](../../b.md)", "[x](%2e%2e/%2e%2e/b.md)", "[[../../b]]", "[x](/../b.md)"] },
      "b.md": page,
    });
    expect(targetsOf(graph, "d/a.md")).toEqual(["outside", "outside", "outside", "outside"]);
    expect(new Set(diagnosticsOf(graph, "d/a.md"))).toEqual(new Set(["outside"]));
  });

  it("makes nodes of external addresses, one an address", () => {
    const graph = graphOf({
      "a.md": {
        links: [
          "[x](https://example.org/a)",
          "![x](https://example.org/a)",
          "[m](mailto:desk@example.org)",
          "[p](//example.org/p)",
        ],
      },
    });
    expect(graph.nodes.filter(({ kind }) => kind === "external").map(({ iri }) => iri)).toEqual([
      "https://example.org/a",
      "https://example.org/p",
      "mailto:desk@example.org",
    ]);
    expect(graph.edges.filter(({ kind }) => kind === "cites").map(({ places }) => places.length)).toEqual([2, 1, 1]);
  });

  it("reports an address that no encoding can make an IRI, and leaves data out", () => {
    const graph = graphOf({ "a.md": { links: ["[x](http://h:port/)", "![x](data:image/png;base64,AAAA)"] } });
    expect(graph.nodes.some(({ kind }) => kind === "external")).toBe(false);
    expect(diagnosticsOf(graph, "a.md")).toEqual(["invalid-iri"]);
  });

  it("makes one missing node of a wikilink's target, whatever its case", () => {
    const graph = graphOf({ "a.md": { links: ["[[Later]]", "[[later.md]]", "[x](gone.md)"] } });
    const missing = graph.nodes.filter(({ kind }) => kind === "missing");
    expect(missing.map(({ label }) => label)).toEqual(["Later"]);
    expect(graph.incoming(missing[0]?.index ?? -1).flatMap(({ places }) => places.map(({ line }) => line))).toEqual([
      1, 2,
    ]);
    expect(diagnosticsOf(graph, "a.md")).toEqual(["broken", "broken", "broken"]);
  });

  it("makes no missing node where there are candidates", () => {
    const graph = graphOf({ "a.md": { links: ["[[b_c]]"] }, "b c.md": page, "b-c.md": page });
    expect(graph.nodes.some(({ kind }) => kind === "missing")).toBe(false);
  });

  it("takes an empty destination for no link", () => {
    const graph = graphOf({ "a.md": { links: ["[x]()"] } });
    expect([targetsOf(graph, "a.md"), diagnosticsOf(graph, "a.md")]).toEqual([["text"], []]);
  });
});

describe("destinations with blanks", () => {
  const link = makeLink("[pond](Mill Pond.md)", 1, 0, { onlyIfResolved: true });

  it("are links when the file exists, with a diagnostic", () => {
    const graph = graphOf({ "a.md": { links: [link] }, "Mill Pond.md": page });
    expect([targetsOf(graph, "a.md"), diagnosticsOf(graph, "a.md")]).toEqual([["Mill Pond.md"], ["unquoted-blank"]]);
  });

  it("are text otherwise, and always in strict mode", () => {
    const graph = graphOf({ "a.md": { links: [link] } });
    expect([targetsOf(graph, "a.md"), diagnosticsOf(graph, "a.md")]).toEqual([["text"], []]);
    const strict = graphOf({ "a.md": { links: [link] }, "Mill Pond.md": page }, [], { strict: true });
    expect(targetsOf(strict, "a.md")).toEqual(["text"]);
  });
});

describe("large and repetitive sets", () => {
  it("resolve in time that grows with their size, also when every note has the same name", () => {
    const resolve = (count: number): number => {
      const documents = Array.from({ length: count }, (_, note) => {
        const links = ["[[README]]", `[[f${(note * 7) % count}/README]]`, `[[gone ${note}]]`, "[x](../f0/read-me.md)"];
        return makeDocument(`f${note}/README.md`, { links, aliases: ["same"], addresses: ["same-id"] });
      });
      const top = ["[[README]]", "[[same]]", "[[same-id]]", "[[SAME]]"].flatMap((link) =>
        Array<string>(count).fill(link),
      );
      documents.push(makeDocument("top.md", { links: top }));
      const start = performance.now();
      const graph = buildGraph({ documents, otherPaths: [] });
      problemsOf({ graph });
      const time = performance.now() - start;
      expect(graph.links.at(-1)?.[0]?.candidates?.length).toBe(count);
      return time;
    };
    resolve(500);
    const small = Math.min(resolve(500), resolve(500));
    // Quadratic work would take sixteen times as long.
    expect(resolve(2_000)).toBeLessThan(Math.max(10 * small, 1_000));
  });
});
