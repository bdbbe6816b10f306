import { describe, expect, it } from "vitest";
import { findComments } from "../../src/documents/comments.ts";
import { findMath } from "../../src/documents/math.ts";
import { appendRange, createRanges, type OpaqueRanges, opaque } from "../../src/documents/opaque-ranges.ts";

function texts(text: string, ranges: OpaqueRanges): string[] {
  return ranges.starts.map((start, index) => text.slice(start, ranges.ends[index]));
}

describe("comments", () => {
  it.each([
    ["a %% b %% c", ["%% b %%"]],
    ["%%a%%%%b%%", ["%%a%%", "%%b%%"]],
    ["%%\n\nlong\n\n%% x", ["%%\n\nlong\n\n%%"]],
    ["%%  \r\na\r\n\r\nb\r\n%%", ["%%  \r\na\r\n\r\nb\r\n%%"]],
    ["> %% two\n> lines %%", ["%% two\n> lines %%"]],
    ["100%% sure\n\nand 50%% not", []],
    ["- %% literal\n- %% literal", []],
    ["%% said\n\n%% twice", []],
    ["%% open", []],
    ["a %% b", []],
  ])("in %j", (text, found) => expect(texts(text, findComments(text, 0, createRanges()))).toEqual(found));

  it("begin and end outside code only", () => {
    const text = "%% `%%` %%";
    const mask = createRanges();
    appendRange(mask, 3, 7, opaque.code);
    expect(texts(text, findComments(text, 0, mask))).toEqual([text]);
  });
});

describe("math", () => {
  it.each([
    ["so $a_1 = b$ and $x$.", ["$a_1 = b$", "$x$"]],
    ["($\\frac{1}{2}$)", ["$\\frac{1}{2}$"]],
    ["$$a$$ and $$\n\nb\n\n$$", ["$$a$$"]],
    ["$$\nb\n\nc\n$$", ["$$\nb\n\nc\n$$"]],
    ["$2x + 1$", ["$2x + 1$"]],
    ["costs $5 and $6 each", []],
    ["from $5 up to 10$", []],
    ["echo $HOME:$PATH and $USER", []],
    ["$HOME/bin$", ["$HOME/bin$"]],
    ["US$5 or A$6$", []],
    ["\\$a$ and $b\\$", []],
    ["$ a$ and $b $", []],
    ["$a\nb$", []],
    ["$('a').b($('c'))", []],
    ["$$$$ $", []],
    ["$$ open", []],
    ["$$ open and $x$", ["$x$"]],
  ])("in %j", (text, found) => expect(texts(text, findMath(text, 0, createRanges()))).toEqual(found));

  it("has no code in it", () => {
    const text = "set $a `x` b$";
    const mask = createRanges();
    appendRange(mask, 7, 10, opaque.code);
    expect(findMath(text, 0, mask).starts).toEqual([]);
  });
});
