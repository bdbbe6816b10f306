import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldWord } from "../../../src/search/words/fold-word.ts";
import {
  EXTRA,
  FOLDED,
  hashOf,
  maximumIdentifierLength,
  scanTokens,
  TokenSpans,
} from "../../../src/search/words/tokenise.ts";

/** Tokens of a text, folded; those that repeat others in brackets. */
function tokens(text: string, start = 0, end = text.length): string[] {
  const spans = new TokenSpans();
  scanTokens(text, start, end, spans);
  return Array.from({ length: spans.count }, (_, index) => {
    const token = foldWord(text.slice(spans.starts[index], spans.ends[index]));
    return ((spans.flags[index] as number) & EXTRA) === 0 ? token : `[${token}]`;
  });
}

describe("words", () => {
  it.each([
    ["The quick, brown fox!", ["the", "quick", "brown", "fox"]],
    ["Straße NAÏVE Київ Ὀδυσσεύς", ["strasse", "naive", "київ", "οδυσσευσ"]],
    ["e\u0301te\u0301 été", ["ete", "ete"]],
    ["it's don't we're l'homme O’Brien’s", ["it", "don", "we", "l", "homme", "o", "brien"]],
    ["हिन्दी اَلْعَرَبِيَّة עִבְרִית", ["हिन्दी", "العربية", "עברית"]],
    ["so\u00adft wo\u200drd", ["soft", "word"]],
    ["ｆｕｌｌ ＷＩＤＴＨ １２ ﬁne", ["full", "width", "12", "fine"]],
    ["go 🚀 👩‍💻 ok", ["go", "🚀", "👩", "💻", "ok"]],
    ["a\u0000b\ud800c", ["a", "b", "c"]],
    ["", []],
    ["-- ++ ## '' ...", []],
  ])("%j gives %j", (text, expected) => {
    expect(tokens(text)).toEqual(expected);
  });
});

describe("identifiers", () => {
  it.each([
    ["maxRetryCount", ["max", "retry", "count", "[maxretrycount]"]],
    ["max_retry_count", ["max", "retry", "count", "[max_retry_count]"]],
    ["HTTPServer", ["http", "server", "[httpserver]"]],
    ["miRNAs RNAs", ["mi", "rnas", "[mirnas]", "rnas"]],
    ["ADR-016", ["adr", "016", "[adr-016]"]],
    ["2026.4.10,", ["2026", "4", "10", "[2026.4.10]"]],
    ["C++ C# F#, C++17", ["c++", "c#", "f#", "c++", "17", "[c++17]"]],
    ["notepad++ note#", ["notepad", "[notepad++]", "note"]],
    ["# heading# a+b", ["heading", "a", "b"]],
    [
      "Node.js's System.IO.FileStream",
      ["node", "js", "[node.js]", "system", "io", "file", "stream", "[filestream]", "[system.io.filestream]"],
    ],
    ["end. Next -flag --help __init__", ["end", "next", "flag", "help", "init"]],
    ["naïve-Bayes", ["naive", "bayes", "[naive-bayes]"]],
  ])("%j gives %j", (text, expected) => {
    expect(tokens(text)).toEqual(expected);
  });

  it("are not kept whole where they are too long to be one", () => {
    const long = Array.from({ length: maximumIdentifierLength }, () => "ab").join("-");
    expect(tokens(long).filter((token) => token.startsWith("["))).toEqual([]);
  });
});

describe("scripts without blanks", () => {
  it.each([
    ["水車小屋", ["水", "[水車]", "車", "[車小]", "小", "[小屋]", "屋"]],
    ["用Python写", ["用", "python", "写"]],
    ["パンを", ["パ", "[パン]", "ン", "[ンを]", "を"]],
    ["시대 年", ["시", "[시대]", "대", "年"]],
    // Half-width kana and conjoining jamo are what they look like.
    ["ｶﾞｽ", ["ガ", "[ガス]", "ス"]],
    ["\u1100\u1161\u1102\u1161", ["가", "[가나]", "나"]],
    ["か\u3099く", ["が", "[がく]", "く"]],
    ["𠮷野家", ["𠮷", "[𠮷野]", "野", "[野家]", "家"]],
  ])("%j gives %j", (text, expected) => {
    expect(tokens(text)).toEqual(expected);
  });

  it("splits Thai into words", () => {
    expect(tokens("ภาษาไทยง่าย abc")).toEqual(["ภาษา", "ไทย", "ง่าย", "abc"]);
  });
});

const pieces = fc.constantFrom(
  "word",
  "Word",
  "WORD",
  "camelCase",
  "a",
  "1",
  "12",
  "C++",
  "C#",
  "_",
  "-",
  ".",
  "'",
  "’",
  "s",
  " ",
  "\n",
  "é",
  "e\u0301",
  "ß",
  "я",
  "水",
  "車",
  "か",
  "ｶ",
  "ﾞ",
  "\u3099",
  "시",
  "\u1100",
  "\u1161",
  "ภาษา",
  "🚀",
  "\u200d",
  "\ufe0f",
  "𠮷",
  "\ud800",
  "\udc00",
  "\u00ad",
  "+",
  "#",
  "/",
  "İ",
  "ǅ",
  "ﬁ",
  "①",
);
const texts = fc.array(pieces, { maxLength: 24 }).map((parts) => parts.join(""));

describe("any text", () => {
  it("gives tokens inside the range, in order, that say the truth about themselves", () => {
    fc.assert(
      fc.property(texts, fc.nat(8), fc.nat(8), (text, before, after) => {
        const start = Math.min(before, text.length);
        const end = Math.max(start, text.length - after);
        const spans = new TokenSpans();
        scanTokens(text, start, end, spans);
        let last = start;
        for (let index = 0; index < spans.count; index++) {
          const from = spans.starts[index] as number;
          const to = spans.ends[index] as number;
          const flags = spans.flags[index] as number;
          expect(from).toBeGreaterThanOrEqual(start);
          expect(to).toBeLessThanOrEqual(end);
          expect(to).toBeGreaterThan(from);
          if ((flags & EXTRA) === 0) {
            expect(from).toBeGreaterThanOrEqual(last);
            last = from;
          }
          if ((flags & FOLDED) !== 0) continue;
          const token = text.slice(from, to);
          expect(spans.hashes[index]).toBe(hashOf(text, from, to));
          expect(foldWord(token)).toBe(token.toLowerCase());
        }
      }),
    );
  });

  it("gives the same tokens whether it is scanned as a whole or by its runs between blanks", () => {
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 5 }), (parts) => {
        const runs = parts.map((part) => part.replaceAll(/\s/g, ""));
        expect(tokens(runs.join(" "))).toEqual(runs.flatMap((run) => tokens(run)));
      }),
    );
  });

  it("is folded once and for all", () => {
    fc.assert(
      fc.property(fc.oneof(texts, fc.string({ unit: "binary" })), (text) => {
        const folded = foldWord(text);
        expect(foldWord(folded)).toBe(folded);
        expect(foldWord(text.normalize("NFD"))).toBe(folded);
      }),
      { numRuns: 500 },
    );
  });
});
