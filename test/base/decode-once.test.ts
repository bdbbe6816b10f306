import { describe, expect, it } from "vitest";
import { decodeOnce } from "../../src/base/decode-once.ts";

describe("decodeOnce", () => {
  it.each([
    ["a%20b", "a b"],
    ["%2520", "%20"],
    ["100%", "100%"],
    ["%zz%41", "%zzA"],
    ["caf%C3%A9", "caf\u00e9"],
    ["%ff", "%ff"],
  ])("decodes %j to %j", (text, decoded) => {
    expect(decodeOnce(text)).toBe(decoded);
  });
});
