import { describe, expect, it } from "vitest";
import { parse } from "./parse.ts";

describe("words", () => {
  it.each([
    ["", 0],
    ["One two, three-four don't 5.", 7],
    ["# Head\n\n- item", 2],
    ["naïve e\u0301t\u00e9 Київ नमस्ते", 4],
    ["水車 mill 小屋", 5],
    ["パンを食べ", 5],
    ["안녕 하세요", 2],
    ["𠮷野家 😀 a😀b", 5],
    ["a `code x` b\n\n```\nmore code\n```\n", 2],
    ["a <b title='x y'>bold</b> <!-- no no --> c", 3],
    ["[text here](dest.md 'a title') ![alt](x.png) [r][label]\n\n[label]: url.md", 4],
    ["https://example.org/a/b and <https://example.org>", 1],
    ["[[Target note|shown]] [[Plain note]]", 3],
    ["a %% not this %% b", 2],
    ["---\ntitle: not counted\n---\ncounted", 1],
    ["---\na: b: c\n---\ncounted", 1],
  ])("in %j are %i", (text, count) => expect(parse(text).wordCount).toBe(count));
});
