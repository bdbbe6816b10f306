import { describe, expect, it } from "vitest";
import { findComments } from "../../src/documents/comments.ts";
import { findMath } from "../../src/documents/math.ts";
import { appendRange, createRanges, type OpaqueRanges, opaque } from "../../src/documents/opaque-ranges.ts";
import { parse } from "./parse.ts";

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
    ["a %% b\nc\nd %% e", ["%% b\nc\nd %%"]],
    ["- %% b\n  c %%\n- d", ["%% b\n  c %%"]],
    ["1. > %% b\n   > c %%", ["%% b\n   > c %%"]],
    ["- %%\n\n  b\n\n  %%\n- c", ["%%\n\n  b\n\n  %%"]],
    ["- %%\n- b\n- %%\n", []],
    ["> %%\n\nb\n\n%%", []],
    ["a %% b\n# c\nd %%", []],
    ["a %% b\n> c %%", []],
    ["| a %% | b |\n| c %% | d |", []],
    ["100%% sure\nand 50%% not", []],
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
    ["- $$\n  b\n\n  c\n  $$\n- d", ["$$\n  b\n\n  c\n  $$"]],
    ["> - $$\n>   b\n>   $$", ["$$\n>   b\n>   $$"]],
    ["a $$\nb\n$$ c", ["$$\nb\n$$"]],
    ["a\n$$b\nc$$", ["$$b\nc$$"]],
    ["a $$ b\n\n$x = c$\n\n# $y$\n\n$$\nz\n$$", ["$x = c$", "$y$", "$$\nz\n$$"]],
    ["$$\n\na\n\nb $$ c\n\n$x$", ["$x$"]],
    ["- $$ a $x$\n- $$ b", ["$x$"]],
    ["- $$\n- a\n- $$ b", []],
    ["| $$ | a |\n| $$$ | b |\n| $$ | c |", []],
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

describe("links and tags in comments and math over lines", () => {
  it.each([
    ["a %% b\n[[no]] #no\nend %% [[yes]]", ["yes"]],
    ["- %% [[no]]\n  [[no]] %% [[yes]]", ["yes"]],
    ["- a\n\n  $$\n  [[no]] #no\n\n  [no](no.md)\n  $$\n\n  [[yes]]", ["yes"]],
    ["> $$\n> [[no]] #no\n> $$\n>\n> [[yes]]", ["yes"]],
    ["a $$\n[[no]] #no\n$$ [[yes]]", ["yes"]],
    ["a $$ b [[yes]]\n\n$x = [[no]]$\n\n# $[[no]]$ [[too]]\n\n$$\n[[no]]\n$$", ["yes", "too"]],
  ])("do not count in %j", (text, targets) => {
    const { links, tags } = parse(text);
    expect(links.map(({ target }) => target)).toEqual(targets);
    expect(tags).toEqual([]);
  });
});
