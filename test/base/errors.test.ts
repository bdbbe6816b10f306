import { describe, expect, it } from "vitest";
import { summariseSkipped } from "../../src/base/cut.ts";
import { GraphdownError } from "../../src/base/errors.ts";
import { editDistance, nearestName } from "../../src/base/nearest-name.ts";

describe("errors", () => {
  it("carry code, path, details, next step and cause", () => {
    const cause = new Error("deeper");
    const error = new GraphdownError({
      code: "not_found",
      message: "No such file.",
      path: "a.md",
      details: { a: 1 },
      next: "Look.",
      cause,
    });
    expect(error.cause).toBe(cause);
    expect(error.toInfo()).toEqual({
      code: "not_found",
      message: "No such file.",
      path: "a.md",
      details: { a: 1 },
      next: "Look.",
    });
    expect(new GraphdownError({ code: "cancelled", message: "Stopped." }).toInfo()).toEqual({
      code: "cancelled",
      message: "Stopped.",
    });
  });

  it("are recognised across copies of the package, and nothing else is", () => {
    expect(GraphdownError.isInstance(new GraphdownError({ code: "cancelled", message: "" }))).toBe(true);
    expect(GraphdownError.isInstance({ [Symbol.for("graphdown.error")]: true })).toBe(true);
    for (const value of [null, undefined, "cancelled", new Error("x"), { code: "cancelled" }]) {
      expect(GraphdownError.isInstance(value)).toBe(false);
    }
  });
});

describe("what was left out", () => {
  it("is counted, and the first ten are named", () => {
    const files = Array.from({ length: 12 }, (_, index) => ({ path: `${index}.md`, reason: "binary" as const }));
    expect(summariseSkipped(files)).toEqual({ count: 12, first: files.slice(0, 10) });
    expect(summariseSkipped([])).toBeUndefined();
  });
});

describe("near names", () => {
  it("finds what was probably meant, whatever the case and separators", () => {
    expect(nearestName("start_line", ["startLine", "lineCount"])).toBe("startLine");
    expect(nearestName("lineCuont", ["startLine", "lineCount"])).toBe("lineCount");
    expect(nearestName("zzz", ["startLine", "lineCount"])).toBeUndefined();
  });

  it("counts edits up to a bound", () => {
    expect(editDistance("kitten", "sitting", 10)).toBe(3);
    expect(editDistance("kitten", "sitting", 2)).toBe(2);
    expect(editDistance("", "abc", 10)).toBe(3);
  });
});
