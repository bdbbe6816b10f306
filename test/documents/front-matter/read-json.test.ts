import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readJson } from "../../../src/documents/front-matter/read-json.ts";
import type { PropertyValue } from "../../../src/documents/markdown-document.ts";
import { read } from "./reading.ts";

describe("JSON front matter", () => {
  it("stands between semicolon fences", () => {
    const { frontMatter, bodyLine } = read(';;;\n{\n  "title": "T",\n  "n": 1.10\n}\n;;;\nBody\n');
    expect(frontMatter).toMatchObject({ format: "json", startLine: 1, endLine: 6, valid: true });
    expect(Object.fromEntries(frontMatter!.lines)).toEqual({ title: 3, n: 4 });
    expect(frontMatter?.values.get("n")).toEqual({ type: "decimal", value: 1.1, text: "1.10" });
    expect(bodyLine).toBe(7);
  });

  it("may be an object at the very start", () => {
    const text = '{\n  "title": "T } {",\n  "list": [1, {"a": null}]\n}\n\nBody\n';
    const { frontMatter, bodyStart, bodyLine } = read(text);
    expect(frontMatter).toMatchObject({ format: "json", startLine: 1, endLine: 4, valid: true });
    expect(Object.fromEntries(frontMatter!.lines)).toEqual({ title: 2, list: 3 });
    expect(text.slice(frontMatter?.range.start, frontMatter?.range.end)).toBe(frontMatter?.source);
    expect(text.slice(bodyStart)).toBe("\nBody\n");
    expect(bodyLine).toBe(5);
  });

  it("is no metadata when it is no object", () => {
    expect(read(";;;\n[1]\n;;;\n").frontMatter).toBeUndefined();
  });

  it("keeps a number that is too large for a double as text", () => {
    const { frontMatter } = read('{"a": 1e400, "b": -1E309, "c": 1e300}\n');
    expect([...(frontMatter?.values.values() ?? [])]).toMatchObject([
      { type: "text", value: "1e400" },
      { type: "text", value: "-1E309" },
      { type: "double", value: 1e300 },
    ]);
  });

  it("keeps dates as text, since JSON has none", () => {
    expect(read('{"date": "2024-03-05"}\n').frontMatter?.values.get("date")).toMatchObject({ type: "text" });
  });

  it("agrees with JSON.parse on what is valid and what it means", () => {
    const broken = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom("", ",", "}", '"', "x", "\\", "\n", "01", "\u0001"))
      .map(([json, at, more]) => {
        const cut = at % (json.length + 1);
        return json.slice(0, cut) + more + json.slice(cut + 1);
      });
    fc.assert(
      fc.property(fc.oneof(fc.json(), broken), (json) => {
        const source = `{"k":${json}}`;
        const expected = parsed(source);
        const reading = readJson(source);
        if (reading.kind === "invalid" && /twice/.test(reading.message)) return;
        expect(reading.kind).toBe(expected === undefined ? "invalid" : "mapping");
        if (holdsInfinity(expected)) return;
        if (reading.kind === "mapping") expect(asData(reading.values.get("k")!)).toEqual(asMaps(expected!["k"]));
      }),
      { numRuns: 2_000, seed: 7 },
    );
  });
});

function parsed(source: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(source) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** Whether a number was too large for a double; such a one is kept as text. */
function holdsInfinity(value: unknown): boolean {
  if (typeof value === "number") return !Number.isFinite(value);
  return typeof value === "object" && value !== null && Object.values(value).some(holdsInfinity);
}

function asData(value: PropertyValue): unknown {
  if (value.type === "list") return value.items.map(asData);
  return value.type === "map" ? new Map([...value.entries].map(([key, entry]) => [key, asData(entry)])) : value.value;
}

function asMaps(value: unknown): unknown {
  if (typeof value === "string") return value.replace(/\p{Cs}/gu, "\ufffd");
  if (Array.isArray(value)) return value.map(asMaps);
  if (typeof value !== "object" || value === null) return value;
  return new Map(Object.entries(value).map(([key, entry]) => [key.replace(/\p{Cs}/gu, "\ufffd"), asMaps(entry)]));
}
