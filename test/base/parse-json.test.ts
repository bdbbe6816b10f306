/** JSON from outside. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GraphdownError } from "../../src/base/errors.ts";
import { parseJson } from "../../src/base/parse-json.ts";

function reasonOf(source: string, bounds = {}): unknown {
  try {
    parseJson(source, bounds);
  } catch (cause) {
    const error = cause as GraphdownError;
    expect(error.code).toBe("invalid_input");
    return error.details?.["reason"];
  }
  return undefined;
}

describe("parseJson", () => {
  it("reads what JSON.parse reads, without a byte order mark", () => {
    const values = fc.jsonValue({ maxDepth: 5 }).filter((value) => !JSON.stringify(value).includes("__proto__"));
    fc.assert(
      fc.property(values, fc.boolean(), fc.nat(3), (value, mark, indent) => {
        const text = JSON.stringify(value, null, indent);
        if (/\\ud[89a-f]/i.test(text)) return;
        expect(parseJson(mark ? `\ufeff${text}` : text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    ["", "syntax"],
    ["{a: 1}", "syntax"],
    ["[1,]", "syntax"],
    ["\ufeff\ufeff{}", "syntax"],
    ['{"a": 1} {"b": 2}', "syntax"],
    ['{"a": 1, "a": 2}', "duplicate_key"],
    ['{"a": 1, "\\u0061": 2}', "duplicate_key"],
    ['[{"b": {"a": "a", "c": ["a"], "a": 2}}]', "duplicate_key"],
    ['{"__proto__": {"x": 1}}', "forbidden_key"],
    ['{"\\u005f_proto__": {"x": 1}}', "forbidden_key"],
    ['"\\ud800"', "unpaired_surrogate"],
    ['{"a\\udc00": 1}', "unpaired_surrogate"],
    ['"\ud800"', "unpaired_surrogate"],
    [`${"[".repeat(65)}${"]".repeat(65)}`, "too_deep"],
    [`${'{"a":'.repeat(65)}1${"}".repeat(65)}`, "too_deep"],
    [`${"[".repeat(100_000)}${"]".repeat(100_000)}`, "too_deep"],
    [`{${'"k":1,'.repeat(100_000)}"k":1}`, "duplicate_key"],
  ])("refuses %j as %s", (source, reason) => {
    expect(reasonOf(source)).toBe(reason);
  });

  it.each([
    '{"a": {"a": 1}, "b": [{"a": 1}, {"a": 2}]}',
    '{"a": "b", "b": "a"}',
    '["a", "a"]',
    '"__proto__"',
    '{"x": "{\\"a\\": 1, \\"a\\": 2}"}',
    '{"a\\\\": 1, "a\\"": 2}',
    '"\\ud83d\\ude00"',
    `${"[".repeat(64)}${"]".repeat(64)}`,
    "null",
  ])("accepts %j", (source) => {
    expect(parseJson(source)).toEqual(JSON.parse(source));
  });

  it("has a bound on size, and messages that stay short and plain", () => {
    expect(reasonOf("[1, 2, 3]", { maximumCharacters: 8 })).toBe("too_large");
    expect(reasonOf("[1, 2, 3]", { maximumCharacters: 9 })).toBeUndefined();
    expect(() => parseJson(`{"${"\u001b[31m".repeat(1_000)}`)).toThrow(/^[^\u0000-\u001f]{1,400}$/);
  });
});
