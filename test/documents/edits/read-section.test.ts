import { describe, expect, it } from "vitest";
import { readSection, type SectionRequest } from "../../../src/documents/edits/read-section.ts";
import { parse } from "../parse.ts";

const text = "# A\n\none\n\n## B\n\ntwo ^id\n\n# C\n";
const read = (heading: SectionRequest["heading"], more: Partial<SectionRequest> = {}) =>
  readSection(parse(text), { heading, maximumBytes: 1_000, ...more });

describe("reading a section", () => {
  it("gives its own text with its lines, and names what is below", () => {
    expect(read("A")).toEqual({
      heading: "A",
      startLine: 1,
      endLine: 4,
      subsections: [{ heading: "B", line: 5 }],
      content: "# A\n\none\n\n",
    });
    expect(read("A", { subsections: true })).toEqual({
      heading: "A",
      startLine: 1,
      endLine: 8,
      content: text.slice(0, text.indexOf("# C")),
    });
    expect(read("^id")).toEqual({ heading: "^id", startLine: 7, endLine: 7, content: "two ^id\n" });
  });

  it("says what there is where there is no such section", () => {
    expect(() => read("D")).toThrow(
      expect.objectContaining({
        code: "not_found",
        details: { reason: "section_not_found", headings: ["A", "A > B", "C"], headingCount: 3 },
      }),
    );
  });

  it("is cut at a line, or within one that is too long", () => {
    expect(read("A", { maximumBytes: 8 })).toMatchObject({
      content: "# A\n\n",
      cut: { reason: "bytes", next: { line: 3, column: 1 } },
    });
    expect(readSection(parse("# ä😀b\n"), { heading: "ä😀b", maximumBytes: 7 })).toMatchObject({
      content: "# ä",
      cut: { reason: "bytes", next: { line: 1, column: 4 } },
    });
  });
});
