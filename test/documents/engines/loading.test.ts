/** Which engine is used, and what happens where the native one is absent, unsure or of another make. */
import { describe, expect, it } from "vitest";
import { loadDefaultEngine } from "../../../src/documents/engines/node-default-engine.ts";
import { createLazyRemarkEngine } from "../../../src/documents/engines/node-lazy-remark-engine.ts";
import { loadSatteriEngine } from "../../../src/documents/engines/node-satteri-engine.ts";
import { createRemarkEngine } from "../../../src/documents/engines/remark-engine.ts";
import { loadScannerModule } from "../../../src/documents/engines/scanner/node-scanner-module.ts";
import type { MarkdownEngine, MarkdownSyntax } from "../../../src/documents/markdown-engine.ts";
import { remark, satteri } from "./engines.ts";

/** An engine that counts what it is asked. */
function countingEngine(): MarkdownEngine & { readonly texts: string[] } {
  const texts: string[] = [];
  return {
    name: "counting",
    texts,
    parse(text): MarkdownSyntax {
      texts.push(text);
      return remark.parse(text);
    },
  };
}

describe("loading engines", () => {
  it("gives no native engine where its module does not load", () => {
    const loadBinding = () => {
      throw new Error("no build for this system");
    };
    expect(loadSatteriEngine({ loadBinding })).toBeUndefined();
  });

  it("gives no native engine when its module gives another layout", () => {
    const binding = (bytes: number) => ({
      createMdastHandle: () => ({}),
      walkMdastHandle: () => new Uint8Array(bytes).fill(1),
      mdastTextContentHandle: () => "",
      dropHandle: () => undefined,
    });
    for (const bytes of [0, 4, 4_096]) {
      expect(loadSatteriEngine({ loadBinding: () => binding(bytes) })).toBeUndefined();
    }
  });

  it("gives the scanner, without it the native engine, and without both the reference engine", async () => {
    const loadScanner = () => undefined;
    const loadNative = () => undefined;
    expect((await loadDefaultEngine()).name).toBe("scanner");
    expect((await loadDefaultEngine({ loadScanner })).name).toBe(satteri === undefined ? "remark" : "satteri");
    const engine = await loadDefaultEngine({ loadScanner, loadNative });
    expect(engine.name).toBe("remark");
    expect(engine.parse("# a").headings[0]?.text).toBe("a");
  });

  it("loads what is behind the scanner when a text needs it, once", async () => {
    const behind = countingEngine();
    let loaded = 0;
    const loadNative = () => {
      loaded += 1;
      return behind;
    };
    const engine = await loadDefaultEngine({ loadNative });
    expect(engine.parse("# a").headings[0]?.text).toBe("a");
    expect(loaded).toBe(0);
    for (const text of ["a[^1]", "b[^1]"]) expect(engine.parse(text)).toEqual(remark.parse(text));
    expect([loaded, behind.texts]).toEqual([1, ["a[^1]", "b[^1]"]]);
  });

  it("gives no scanner where its file is missing or is none", () => {
    expect(loadScannerModule(new URL("missing.wasm", import.meta.url))).toBeUndefined();
    expect(loadScannerModule(new URL(import.meta.url))).toBeUndefined();
    expect(loadScannerModule()).toBeInstanceOf(WebAssembly.Module);
  });

  it("loads the reference engine when it first parses, with the same result", () => {
    const engine = createLazyRemarkEngine();
    const text = "# a\n\n- [ ] [b](c) www.d.e\n";
    expect(engine.name).toBe("remark");
    expect(engine.parse(text)).toEqual(remark.parse(text));
    expect(engine.parse(text)).toEqual(remark.parse(text));
  });
});

describe.skipIf(satteri === undefined)("the native engine's fallback", () => {
  it("is asked for what satteri is known to read differently, and for nothing else", () => {
    const fallback = countingEngine();
    const engine = loadSatteriEngine({ fallback })!;
    engine.parse("# a *b*\n\n- [ ] [c](d) https://e.f\n\n| g | h |\n| - | - |\n| i | j |\n");
    expect(fallback.texts).toEqual([]);
    const doubtful = ["/a@b.c", "# _*a**", "- [x] a\n  -", "|||\n-|-\n<a>", "a \ufeff b", "[^1]:-\n"];
    for (const text of doubtful) engine.parse(text);
    expect(fallback.texts).toEqual(doubtful);
  });

  it("is asked for a long paragraph of entities", () => {
    const fallback = countingEngine();
    const engine = loadSatteriEngine({ fallback })!;
    engine.parse(`${"Tom &amp; Jerry. ".repeat(1_500)}\n`);
    expect(fallback.texts).toHaveLength(1);
    engine.parse("Tom &amp; Jerry.\n\n".repeat(5_000));
    expect(fallback.texts).toHaveLength(1);
  });
});

describe("remark with plugins", () => {
  it("reads the tree that they leave", () => {
    const shout = () => (tree: { children: { type: string; depth?: number }[] }) => {
      for (const node of tree.children) if (node.type === "heading") node.depth = 1;
      tree.children.push({ type: "paragraph", ...{ children: [{ type: "link", url: "made.md", children: [] }] } });
    };
    const { headings, links } = createRemarkEngine({ plugins: [shout] }).parse("### a\n\nb\n");
    expect(headings.map(({ depth, text }) => [depth, text])).toEqual([[1, "a"]]);
    expect(links.map(({ url, start, end }) => [url, start <= end && end <= 9])).toEqual([["made.md", true]]);
  });

  it("lets what a plugin throws through", () => {
    const fail = () => () => {
      throw new Error("not today");
    };
    expect(() => createRemarkEngine({ plugins: [fail] }).parse("a")).toThrow("not today");
  });
});
