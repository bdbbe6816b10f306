import { describe, expect, it } from "vitest";
import { GraphdownError } from "../../src/base/errors.ts";
import { defaultLimits, resolveLimits } from "../../src/base/limits.ts";

function failureOf(given: Record<string, unknown>): GraphdownError {
  try {
    resolveLimits(given);
  } catch (error) {
    if (GraphdownError.isInstance(error)) return error;
  }
  throw new Error("expected invalid_options");
}

describe("limits", () => {
  it("are the defaults where nothing is given", () => {
    expect(resolveLimits()).toEqual(defaultLimits);
    expect(resolveLimits({ maximumListEntries: 5 })).toEqual({ ...defaultLimits, maximumListEntries: 5 });
  });

  it("must be positive whole numbers, named in the error", () => {
    for (const value of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, "10", null, 2 ** 60]) {
      const failure = failureOf({ maximumListEntries: value });
      expect([failure.code, failure.details?.["option"]]).toEqual(["invalid_options", "maximumListEntries"]);
      expect(failure.message).toContain("maximumListEntries");
    }
  });

  it("may leave the deadline of a call infinite", () => {
    expect(resolveLimits({ operationTimeoutMs: Number.POSITIVE_INFINITY }).operationTimeoutMs).toBe(
      Number.POSITIVE_INFINITY,
    );
  });

  it("refuses names that it does not know", () => {
    expect(failureOf({ maximumFoo: 1 }).details?.["option"]).toBe("maximumFoo");
    expect(failureOf({ toString: 1 }).details?.["option"]).toBe("toString");
  });

  it("refuses less memory than the engine for queries needs to start", () => {
    for (const value of [1, 65_536, 2 ** 21 - 1]) {
      const failure = failureOf({ maximumSparqlMemoryBytes: value });
      expect([failure.code, failure.details?.["option"]]).toEqual(["invalid_options", "maximumSparqlMemoryBytes"]);
    }
    expect(resolveLimits({ maximumSparqlMemoryBytes: 2 ** 21 }).maximumSparqlMemoryBytes).toBe(2 ** 21);
  });

  it("refuses a default above its maximum", () => {
    expect(failureOf({ defaultGraphResults: 300 }).details?.["option"]).toBe("defaultGraphResults");
    expect(failureOf({ maximumRangeLineCount: 10 }).details?.["option"]).toBe("defaultRangeLineCount");
  });
});
