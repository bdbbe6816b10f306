import { describe, expect, it } from "vitest";
import { parse } from "./parse.ts";

describe("block ids", () => {
  it("are found at the end of paragraphs and items, and on a line of their own", () => {
    const text = "Text. ^para-1\n\n- item ^item_2  \n- other\n\n> quote\n\n^quote\n\n# H ^h\n";
    expect(parse(text).anchors).toEqual([
      { name: "para-1", kind: "block", line: 1, section: 0 },
      { name: "item_2", kind: "block", line: 3, section: 0 },
      { name: "quote", kind: "block", line: 8, section: 0 },
      { name: "h", kind: "block", line: 10, section: 1 },
    ]);
  });

  it.each(["a^b", "x ^two words", "^", "x ^", "[^1]: note", "x[^1]", "`^code`", "$x ^2$", "%% ^a %%", "x ^é"])(
    "are not found in %j",
    (text) => expect(parse(text).anchors).toEqual([]),
  );
});
