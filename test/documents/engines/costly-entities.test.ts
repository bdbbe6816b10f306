import { describe, expect, it } from "vitest";
import { hasCostlyEntities } from "../../../src/documents/engines/costly-entities.ts";
import { loadDefaultEngine } from "../../../src/documents/engines/node-default-engine.ts";

describe("texts with many character references", () => {
  it("hands one long paragraph of them to the reference engine", async () => {
    expect(hasCostlyEntities("a &amp; b ".repeat(16_000))).toBe(true);
    expect(hasCostlyEntities("&#x10FFFF;".repeat(32_000))).toBe(true);
    const engine = await loadDefaultEngine();
    const text = `# Head\n\n${"a &amp; b ".repeat(32_000)}[x](y.md)\n`;
    const { headings, links } = engine.parse(text);
    expect(headings.map((heading) => heading.text)).toEqual(["Head"]);
    expect(links.map(({ url }) => url)).toEqual(["y.md"]);
  });

  it("lets usual texts pass", () => {
    expect(hasCostlyEntities("Tom &amp; Jerry.\n\n".repeat(10_000))).toBe(false);
    expect(hasCostlyEntities("no reference at all ".repeat(100_000))).toBe(false);
  });
});
