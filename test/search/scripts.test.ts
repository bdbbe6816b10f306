import { describe, expect, it } from "vitest";
import { knowledgeBase } from "./knowledge-base.ts";

describe("scripts without blanks", () => {
  const { paths } = knowledgeBase({
    "ja.md": "水車小屋でパンを食べます。ｶﾞｽﾞも。\n",
    "ko.md": "조선시대 물레방아 역사\n",
    "zh.md": "# 知识图谱\n\n用Python写知识库\n",
    "th.md": "ภาษาไทยง่ายนิดเดียว\n",
    "decomposed.md": `${"한글".normalize("NFD")} ${"が".normalize("NFD")}く\n`,
  });

  it.each([
    ["食べ", "ja.md"],
    ["パンを", "ja.md"],
    ["水車", "ja.md"],
    ["車", "ja.md"],
    ["ガズ", "ja.md"],
    ["물레", "ko.md"],
    ["시대", "ko.md"],
    ["역사", "ko.md"],
    ["知识", "zh.md"],
    ["python", "zh.md"],
    ["写知识库", "zh.md"],
    ["ไทย", "th.md"],
    ["한글", "decomposed.md"],
    ["がく", "decomposed.md"],
  ])("%s is found", (query, expected) => {
    expect(paths(query)).toContain(expected);
    expect(paths(query.normalize("NFD"))).toEqual(paths(query));
  });

  it.each(["食小", "방물", "谱识"])("%s, which stands nowhere, is not", (query) => {
    expect(paths(query)).toEqual([]);
  });
});

describe("case, width and diacritics", () => {
  const { paths } = knowledgeBase({
    "a.md": "Straße zur Mühle, naïve Ærø, İstanbul, ﬁn, ＡＢＣ\n",
    "b.md": "Київ, Ёлка, ΟΔΟΣ\n",
    "c.md": "e\u0301cole\n",
  });

  it.each([
    ["strasse", "a.md"],
    ["MUHLE", "a.md"],
    ["naive", "a.md"],
    ["aero", "a.md"],
    ["istanbul", "a.md"],
    ["fin", "a.md"],
    ["abc", "a.md"],
    ["КИЇВ", "b.md"],
    ["елка", "b.md"],
    ["οδος", "b.md"],
    ["ecole", "c.md"],
    ["École", "c.md"],
  ])("%s", (query, expected) => {
    expect(paths(query)).toEqual([expected]);
  });
});

describe("identifiers", () => {
  it("are found as written, before their scattered parts", () => {
    const { paths } = knowledgeBase({
      "a.md": "20 26 4 and 10 apples, the ADR of 016, node and js\n",
      "b.md": "Released 2026.4.10 under ADR-016 with Node.js\n",
    });
    for (const query of ["2026.4.10", "ADR-016", "adr-016", "node.js"]) expect(paths(query)).toEqual(["b.md", "a.md"]);
  });

  it("are found by their words", () => {
    const { paths } = knowledgeBase({ "a.md": "maxRetryCount\n", "b.md": "max_retry_count\n", "c.md": "HTTPServer\n" });
    expect(paths("retry")).toEqual(["a.md", "b.md"]);
    expect(paths("maxRetryCount")).toEqual(["a.md", "b.md"]);
    expect(paths("max_retry_count")).toEqual(["b.md", "a.md"]);
    expect(paths("maxretrycount")).toEqual(["a.md"]);
    expect(paths("server")).toEqual(["c.md"]);
  });

  it("with signs are not their letters", () => {
    const { paths } = knowledgeBase({
      "1.md": "written in C\n",
      "2.md": "written in C++\n",
      "3.md": "written in C#\n",
    });
    expect(paths("C++")).toEqual(["2.md"]);
    expect(paths("c#")).toEqual(["3.md"]);
    expect(paths("C")).toEqual(["1.md"]);
  });
});
