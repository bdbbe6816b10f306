import fc from "fast-check";
import { parse, TomlDate } from "smol-toml";
import { describe, expect, it } from "vitest";
import { readToml } from "../../../src/documents/front-matter/read-toml.ts";
import type { PropertyValue } from "../../../src/documents/markdown-document.ts";
import { read } from "./reading.ts";

describe("TOML between plus fences", () => {
  it("gives typed values with their text and lines", () => {
    const { frontMatter, bodyLine } = read(
      '+++\ntitle = "Lock gate"\ntags = ["canal", \'x\'] # remark\ndate = 2024-03-05\nversion = 1.10\n\n[extra]\nweight = 0x1F\n+++\n# H\n\n+++ not a fence\n',
    );
    expect(frontMatter).toMatchObject({ format: "toml", startLine: 1, endLine: 9, valid: true });
    expect(Object.fromEntries(frontMatter!.lines)).toEqual({ title: 2, tags: 3, date: 4, version: 5, extra: 7 });
    expect(frontMatter?.values.get("date")).toEqual({ type: "date", value: "2024-03-05", text: "2024-03-05" });
    expect(frontMatter?.values.get("version")).toEqual({ type: "decimal", value: 1.1, text: "1.10" });
    expect(frontMatter?.values.get("tags")).toMatchObject({ type: "list", text: "[\"canal\", 'x']" });
    expect(bodyLine).toBe(10);
  });

  it.each([
    ["1979-05-27T07:32:00Z", "dateTime", "1979-05-27T07:32:00Z"],
    ["1979-05-27 07:32:00-07:00", "dateTime", "1979-05-27T07:32:00-07:00"],
    ["1979-05-27t07:32:00.5z", "dateTime", "1979-05-27T07:32:00.5Z"],
    ["1979-05-27T07:32:00", "dateTime", "1979-05-27T07:32:00"],
    ["1979-05-27", "date", "1979-05-27"],
    ["07:32:00", "text", "07:32:00"],
    ["1_000", "integer", 1000],
    ["9007199254740993", "integer", 9007199254740992],
    ["6.5e3", "double", 6500],
    ["1e400", "text", "1e400"],
    ["-inf", "float", Number.NEGATIVE_INFINITY],
    ["true", "boolean", true],
    ['"""a\\\n   b"c"""', "text", 'ab"c'],
    ["'''\nx'y'''", "text", "x'y"],
    ['"\\u00e9 # no remark"', "text", "é # no remark"],
  ])("reads %s as %s", (text, type, value) => {
    const { frontMatter } = read(`+++\nk = ${text}\nlast = 1\n+++\n`);
    expect(frontMatter?.values.get("k")).toMatchObject({ type, value });
    expect(frontMatter?.values.get("last")).toMatchObject({ value: 1 });
  });

  it("agrees with the library on every structure", () => {
    const name = fc.constantFrom("a", "b-c", "d_1", '"e f"', "'g.h'", "__proto__", "constructor");
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("."));
    const scalar = fc.constantFrom(
      "1",
      "-2.5",
      "1e3",
      "true",
      '"x]"',
      "'y#'",
      '"""z\n"q" """',
      "2024-03-05",
      "2024-03-05 10:00:00",
      "nan",
      '"\\""',
    );
    const value = fc.letrec((tie) => ({
      any: fc.oneof({ maxDepth: 3 }, scalar, tie("list"), tie("table")),
      list: fc.array(tie("any") as fc.Arbitrary<string>, { maxLength: 3 }).map((items) => `[ ${items.join(" ,\n")} ]`),
      table: fc
        .uniqueArray(fc.tuple(name, tie("any") as fc.Arbitrary<string>), { maxLength: 3, selector: ([key]) => key })
        .map((pairs) => `{ ${pairs.map(([key, item]) => `${key} = ${item}`).join(", ")} }`),
    })).any;
    const line = fc.oneof(
      fc.tuple(path, value).map(([key, item]) => `${key} = ${item} # remark`),
      path.map((key) => `[ ${key} ]`),
      path.map((key) => `[[${key}]]`),
      fc.constantFrom("", "# remark"),
    );
    let valid = 0;
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const source = `${lines.join("\n")}\n`;
        const expected = parsed(source);
        const reading = readToml(source);
        expect(reading.kind).toBe(expected === undefined ? "invalid" : "mapping");
        if (reading.kind !== "mapping") return;
        valid++;
        expect(asData({ type: "map", entries: reading.values, text: "" })).toEqual(asLibraryData(expected));
        expect([...reading.keyOffsets.keys()].sort()).toEqual(Object.keys(expected!).sort());
      }),
      { numRuns: 2_000, seed: 7 },
    );
    expect(valid).toBeGreaterThan(200);
  });
});

function parsed(source: string): Record<string, unknown> | undefined {
  try {
    return parse(source);
  } catch {
    return undefined;
  }
}

function asData(value: PropertyValue): unknown {
  if (value.type === "list") return value.items.map(asData);
  return value.type === "map" ? new Map([...value.entries].map(([key, entry]) => [key, asData(entry)])) : value.value;
}

function asLibraryData(value: unknown): unknown {
  if (value instanceof TomlDate) return value.toISOString().replace(/\.000(?=Z?$)/, "");
  if (Array.isArray(value)) return value.map(asLibraryData);
  if (typeof value !== "object" || value === null) return value;
  return new Map(Object.entries(value).map(([key, entry]) => [key, asLibraryData(entry)]));
}
