/** One member of a JSON text is set, and nothing else changes. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { setJsonMember } from "../../../../src/faces/mcp/install/set-json-member.ts";

const path = ["servers", "ours"] as const;
const value = { command: "x", args: ["a b"] };

describe("set a member", () => {
  it.each([
    ["nothing", "", '{\n  "servers": {\n    "ours": 1\n  }\n}\n'],
    ["blanks", " \n", '{\n  "servers": {\n    "ours": 1\n  }\n}\n'],
    ["an empty object", "{}", '{\n  "servers": {\n    "ours": 1\n  }\n}'],
    ["an object on one line", '{"a": 1}', '{"a": 1, "servers": {\n    "ours": 1\n  }}'],
    ["other members", '{\n\t"a": 1\n}\n', '{\n\t"a": 1,\n\t"servers": {\n\t\t"ours": 1\n\t}\n}\n'],
    ["an empty list", '{\n  "servers": {}\n}', '{\n  "servers": {\n    "ours": 1\n  }\n}'],
    [
      "other servers, with CRLF",
      '{\r\n    "servers": {\r\n        "b": {}\r\n    },\r\n    "z": [1,2]\r\n}',
      '{\r\n    "servers": {\r\n        "b": {},\r\n        "ours": 1\r\n    },\r\n    "z": [1,2]\r\n}',
    ],
    ["a byte order mark", '\ufeff{"servers":{"ours":2}}', '\ufeff{"servers":{"ours":1}}'],
    ["an older value", '{"servers": {"ours": {"deep": ["}", "\\""]}, "b": 1}}', '{"servers": {"ours": 1, "b": 1}}'],
    ["the same name elsewhere", '{"ours": 2, "x": {"servers": {"ours": 3}}}', undefined],
  ])("of %s", (_name, text, expected) => {
    const result = setJsonMember(text, path, 1);
    if (expected !== undefined) expect(result).toBe(expected);
    const before = text.trim() === "" ? {} : JSON.parse(text.replace("\ufeff", ""));
    expect(JSON.parse(result.replace("\ufeff", ""))).toEqual({ ...before, servers: { ...before.servers, ours: 1 } });
  });

  it("refuses what is no strict JSON, and what is no object", () => {
    for (const text of ["// c\n{}", '{"a":1,}', "{", '{"a":1,"a":2}', '{"__proto__":{}}', "{} x"]) {
      expect(() => setJsonMember(text, path, value), text).toThrow(expect.objectContaining({ code: "invalid_input" }));
    }
    for (const text of ["[]", "null", "3", '{"servers":[]}', '{"servers":null}', '{"servers":"x"}']) {
      expect(() => setJsonMember(text, path, value), text).toThrow(expect.objectContaining({ code: "edit_conflict" }));
    }
  });

  it("keeps every other byte, whatever the rest is", () => {
    const key = fc.string().filter((each) => each !== "__proto__");
    const rest = fc.dictionary(key, fc.jsonValue({ maxDepth: 3 }).map(withoutProto), { maxKeys: 5 });
    fc.assert(
      fc.property(
        rest,
        rest,
        fc.constantFrom(undefined, 1, "\t", "    "),
        fc.boolean(),
        (other, servers, indent, has) => {
          const { ours: _ours, ...others } = servers;
          const before = { ...other, servers: has ? { ...others, ours: "old" } : others };
          const text = JSON.stringify(before, null, indent);
          const result = setJsonMember(text, path, value);
          expect(JSON.parse(result)).toEqual({ ...before, servers: { ...others, ours: value } });
          // What is left when the new part is cut out is the old text.
          let start = 0;
          while (text[start] === result[start] && start < text.length) start += 1;
          let end = 0;
          while (end < text.length - start && text.at(-1 - end) === result.at(-1 - end)) end += 1;
          const replaced = text.slice(start, text.length - end);
          expect(has ? '"old"' : "").toContain(replaced.trim());
        },
      ),
      { numRuns: 500 },
    );
  });
});

/** The key that JSON from outside may not hold. */
function withoutProto(given: unknown): unknown {
  return JSON.parse(JSON.stringify(given).replaceAll("__proto__", "proto"));
}
