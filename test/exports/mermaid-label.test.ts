import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DiagramTexts } from "../../src/exports/diagram-text.ts";
import { isolateDirection } from "../../src/exports/isolate-direction.ts";
import { mermaidLabel } from "../../src/exports/mermaid-label.ts";
import { hostileTexts, turningTexts, unholdableTexts } from "./hostile-texts.ts";
import { readMermaid } from "./read-mermaid.ts";

/** A chain of boxes with these labels, so that a label that swallows its line also loses an arrow. */
function chain(labels: readonly string[]): string {
  const texts = new DiagramTexts();
  const boxes = labels.map((label, index) => `  n${index}[${mermaidLabel(label, texts)}]\n`);
  const arrows = labels.map((label, index) => `  n${index} -->|${mermaidLabel(label, texts)}| last\n`);
  return `flowchart LR\n${boxes.join("")}  last["last"]\n${arrows.join("")}`;
}

async function expectShown(labels: readonly string[], expected: readonly string[]): Promise<void> {
  const diagram = await readMermaid(chain(labels));
  expect([...diagram.labels.values()]).toEqual([...expected, "last"]);
  expect(diagram.edges.map(({ label }) => label)).toEqual(expected);
}

describe("mermaidLabel", () => {
  it("shows every hostile text as it is", async () => {
    await expectShown(hostileTexts, hostileTexts);
  });

  it("isolates what turns the direction of writing", async () => {
    await expectShown(turningTexts, turningTexts.map(isolateDirection));
  });

  it("shows U+FFFD for what can't be held", async () => {
    const expected = unholdableTexts.map((text) => text.replace(/[\u0000-\u001f\ufffe\uffff]/g, "\ufffd"));
    await expectShown(unholdableTexts, expected);
  });

  it("shows a blank for an empty label", async () => {
    const { labels } = await readMermaid(chain([""]));
    expect(labels.get("n0")).toBe("");
  });

  it("shows any text", async () => {
    const text = fc.string({
      unit: fc.constantFrom(..."abn01 .-_:;#%&\"'`<>[]{}()|\\/\n\t*+=~@$^!?ﬂ°¶ßé\u00a0"),
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 40 }), async (labels) => {
        const given = labels.filter((label) => label !== "");
        await expectShown(given, given);
      }),
      { numRuns: 60 },
    );
  });

  it("shows text of every plane", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: "binary", minLength: 1 }), { maxLength: 40 }), async (labels) => {
        const expected = labels.map((label) => new DiagramTexts().prepare(label));
        await expectShown(labels, expected);
      }),
      { numRuns: 40 },
    );
  });
});
