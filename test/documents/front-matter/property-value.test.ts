import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Composer, isMap, isScalar, Parser } from "yaml";
import { readScalar } from "../../../src/documents/front-matter/property-value.ts";

describe("readScalar", () => {
  it.each([
    ["12", "integer", 12],
    ["-7", "integer", -7],
    ["+7", "integer", 7],
    ["01234", "integer", 1234],
    ["0x1F", "integer", 31],
    ["0o14", "integer", 12],
    ["1.10", "decimal", 1.1],
    [".5", "decimal", 0.5],
    ["5.", "decimal", 5],
    ["1e3", "double", 1000],
    ["1.5E-3", "double", 0.0015],
    [".inf", "float", Number.POSITIVE_INFINITY],
    ["-.Inf", "float", Number.NEGATIVE_INFINITY],
    [".nan", "float", Number.NaN],
    ["true", "boolean", true],
    ["FALSE", "boolean", false],
    ["", "null", null],
    ["~", "null", null],
    ["Null", "null", null],
    ["2024-03-05", "date", "2024-03-05"],
    ["2024-02-29", "date", "2024-02-29"],
    ["2024-03-05T10:30:00+02:00", "dateTime", "2024-03-05T10:30:00+02:00"],
    ["2024-03-05T10:30:00.25Z", "dateTime", "2024-03-05T10:30:00.25Z"],
    ["2024-03-05T10:30:00", "dateTime", "2024-03-05T10:30:00"],
    ["2024-03-05T10:30", "dateTime", "2024-03-05T10:30"],
    ["2024-03-05T10:30Z", "dateTime", "2024-03-05T10:30Z"],
    ["2024-03-05T10:30-05:00", "dateTime", "2024-03-05T10:30-05:00"],
  ])("types %j as %s and keeps its text", (text, type, value) => {
    expect(readScalar(text)).toEqual({ type, value, text });
  });

  it.each([
    "no",
    "on",
    "Yes",
    "y",
    "tRUE",
    "nil",
    "1e3x",
    "1E400",
    "-1e309",
    "12:30",
    "1_000",
    "0b101",
    "0o8",
    "-0x1",
    "1.2.3",
    "+",
    "-",
    ".",
    "..",
    "inf",
    "NaN",
    "+.nan",
    "2023-02-29",
    "2024-13-01",
    "2024-3-5",
    "0000-01-01",
    "2024-03-05 10:30",
    "2024-03-05T10:3",
    "2024-03-05T10:60",
    "2024-03-05T24:00",
    "2024-03-05T10:30:0",
    "2024-03-05T10:30:00:00",
    "2024-03-05T10:30.5",
    "2024-03-05T24:00:00",
    "2024-03-05T10:30:00+15:00",
    "2024-03-05t10:30:00z",
    " 12",
    "12 ",
    "١٢",
    "__proto__",
  ])("leaves %j text", (text) => {
    expect(readScalar(text)).toEqual({ type: "text", value: text, text });
  });

  it("keeps the digits of an integer that no number can hold", () => {
    expect(readScalar("9007199254740993")).toMatchObject({ type: "integer", text: "9007199254740993" });
  });

  it("reads a text of a million digits at once", () => {
    expect(readScalar("1".repeat(1_000_000)).type).toBe("text");
  });

  it("agrees with a full parser on what a plain scalar is, dates apart", () => {
    const scalar = fc.oneof(
      fc.stringMatching(/^[-+.0-9eExoa-fA-F_:~]{1,12}$/),
      fc.constantFrom(
        "true",
        "True",
        "nULL",
        "Null",
        "NULL",
        "null",
        "FALSE",
        "falsE",
        ".NaN",
        ".Nan",
        "-.INF",
        "+.inf",
      ),
    );
    fc.assert(
      fc.property(scalar, (text) => {
        const known = fullyParsed(text);
        const ours = readScalar(text);
        if (known === undefined || ours.type === "date" || ours.type === "dateTime") return;
        expect(ours.type === "text" ? text : (ours as { value: unknown }).value).toEqual(known.value);
      }),
      { numRuns: 3_000, seed: 7 },
    );
  });
});

/** The value of `k: text` by the YAML library; `undefined` where the text is no plain scalar. */
function fullyParsed(text: string): { readonly value: unknown } | undefined {
  const source = `k: ${text}\n`;
  const [document] = new Composer({ schema: "core", logLevel: "silent" }).compose(new Parser().parse(source), true);
  if (document === undefined || document.errors.length > 0 || !isMap(document.contents)) return undefined;
  const value = document.contents.items[0]?.value;
  return isScalar(value) && value.type === "PLAIN" && value.source === text ? { value: value.value } : undefined;
}
