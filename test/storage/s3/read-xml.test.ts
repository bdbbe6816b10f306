import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { childrenOf, escapeXml, readXml, textIn } from "../../../src/storage/s3/read-xml.ts";

describe("the reader of S3's documents", () => {
  it("reads elements, text, entities and what stands around them", () => {
    const root = readXml(
      '\ufeff<?xml version="1.0"?>\n<!-- <a> --><x:Root xmlns="http://a>b/"><Key>a&amp;b &#65;&#x1F600;</Key><Key/><E><![CDATA[<&>]]></E></x:Root>\n',
    );
    expect(root?.name).toBe("Root");
    expect(textIn(root, "Key")).toBe("a&b A\u{1f600}");
    expect(root && childrenOf(root, "Key").length).toBe(2);
    expect(textIn(root, "E")).toBe("<&>");
  });

  it.each([
    "",
    "text",
    "<a>",
    "<a></b>",
    "<a></a><b></b>",
    "<a/>text",
    "</a>",
    "<a>&nbsp;</a>",
    "<a>&#0;</a>",
    "<a>&#xD800;</a>",
    "<a>& </a>",
    "<a",
    "<a b='<'",
    '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
    "<a>".repeat(20) + "</a>".repeat(20),
  ])("takes %j for no document", (text) => {
    expect(readXml(text)).toBeUndefined();
  });

  it("reads back every text, and takes no part of a document for the whole", () => {
    const text = fc.string({
      unit: fc.constantFrom("a", " ", "&", "<", ">", '"', "]]>", "é", "\u{1f600}", "\r", "\n"),
    });
    fc.assert(
      fc.property(text, (content) => {
        const document = `<Root><Key>${escapeXml(content)}</Key></Root>`;
        expect(textIn(readXml(document), "Key")).toBe(content);
        for (let end = 0; end < document.length; end++) expect(readXml(document.slice(0, end))).toBeUndefined();
      }),
    );
  });
});
