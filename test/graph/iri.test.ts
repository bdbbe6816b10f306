/** IRIs: reversible, free of collisions, and valid by RFC 3987 whatever they are made from. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  documentIri,
  entityIri,
  externalIri,
  folderIri,
  missingIri,
  propertyIri,
  sectionIri,
  tagIri,
} from "../../src/graph/iri.ts";
import { tagKey } from "../../src/graph/tag-key.ts";
import { isValidIri } from "./valid-iri.ts";

const base = "urn:graphdown:/";

describe("IRIs of files", () => {
  it("encode each segment, the percent sign included", () => {
    expect(documentIri(base, "a b.md")).toBe("urn:graphdown:/a%20b.md");
    expect(documentIri(base, "a%20b.md")).toBe("urn:graphdown:/a%2520b.md");
    expect(documentIri(base, 'd/Caf\u00e9 <x> "q" {y}.md')).toBe(
      "urn:graphdown:/d/Caf%C3%A9%20%3Cx%3E%20%22q%22%20%7By%7D.md",
    );
    expect(folderIri(base, "d/e f")).toBe("urn:graphdown:/d/e%20f/");
    expect(folderIri(base, "")).toBe(base);
  });

  it("keep names of ours free: a leading tilde is encoded", () => {
    expect(documentIri(base, "~tag/~a/b~c.md")).toBe("urn:graphdown:/%7Etag/%7Ea/b~c.md");
  });

  it("give the path back", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary", minLength: 1 }), { minLength: 1, maxLength: 4 }), (segments) => {
        const path = segments.map((segment) => segment.replace(/[/\p{Surrogate}]/gu, "-")).join("/");
        const iri = documentIri(base, path);
        expect(iri.slice(base.length).split("/").map(decodeURIComponent).join("/")).toBe(path);
        expect(isValidIri(iri)).toBe(true);
      }),
      { seed: 1 },
    );
  });
});

describe("IRIs of properties", () => {
  it("keep letters of every script and encode every kind of blank", () => {
    const blanks = [..."\t\n \u0085\u00a0\u1680\u2003\u2028\u202f\u205f\u3000\ufeff"];
    for (const blank of blanks) {
      expect(propertyIri(base, `caf\u00e9${blank}bar`)).toBe(
        `${base}~property/caf\u00e9${encodeURIComponent(blank)}bar`,
      );
    }
  });
});

describe("IRIs of sections", () => {
  it("put the slug behind the document", () => {
    const iri = documentIri(base, "a.md");
    expect(sectionIri(iri, { index: 1, slug: "two-way" })).toBe("urn:graphdown:/a.md#two-way");
    expect(sectionIri(iri, { index: 1, slug: "\u77e5\u8b58" })).toBe("urn:graphdown:/a.md#%E7%9F%A5%E8%AD%98");
    expect(sectionIri(iri, { index: 0, slug: "" })).toBe(iri);
  });

  it("tell headings without a slug apart", () => {
    const iris = [1, 2].map((index) => sectionIri("urn:x:a", { index, slug: "" }));
    expect(new Set(iris).size).toBe(2);
  });
});

describe("IRIs of names", () => {
  it("keep letters of every script and never meet", () => {
    const names = [
      "C",
      "C#",
      "C++",
      "\u041a\u0438\u0457\u0432",
      "\u77e5\u8b58\u5eab",
      "c",
      "a b",
      "a-b",
      "a_b",
      "a%20b",
      "..",
      ".",
    ];
    expect(new Set(names.map((name) => entityIri(base, name))).size).toBe(names.length);
    expect(entityIri(base, "\u041a\u0438\u0457\u0432")).toBe("urn:graphdown:/~id/\u041a\u0438\u0457\u0432");
    expect(entityIri(base, "C#")).toBe("urn:graphdown:/~id/C%23");
  });

  it("take one name in two normal forms, or with other blanks, for one", () => {
    expect(entityIri(base, "Zoe\u0308  Gray ")).toBe(entityIri(base, "Zo\u00eb Gray"));
  });

  it("nest tags and compare them without case", () => {
    expect(tagIri(base, tagKey("Inbox/To Read"))).toBe("urn:graphdown:/~tag/inbox/to%20read");
    expect(tagIri(base, tagKey("/a//b/"))).toBe("urn:graphdown:/~tag/a/b");
    expect(tagIri(base, tagKey("a/../b"))).toBe("urn:graphdown:/~tag/a/%2E%2E/b");
  });

  it("make any key of a property safe", () => {
    expect(propertyIri(base, "@id")).toBe("urn:graphdown:/~property/%40id");
    expect(propertyIri(base, "odd key!")).toBe("urn:graphdown:/~property/odd%20key!");
    expect(propertyIri(base, "a/b")).not.toBe(propertyIri(base, "a", "b"));
  });

  it("are valid whatever the name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (name) => {
        for (const iri of [
          entityIri(base, name),
          tagIri(base, tagKey(name)),
          propertyIri(base, name),
          missingIri(base, name),
        ]) {
          expect([iri, isValidIri(iri)]).toEqual([iri, true]);
        }
      }),
      { seed: 1 },
    );
  });
});

describe("IRIs of external addresses", () => {
  it("stay as they are when they are valid", () => {
    for (const url of [
      "https://example.org/a?b=c&d=%20#e/f",
      "mailto:desk@example.org",
      "magnet:?xt=urn:btih:abc",
      "https://user:pw@example.org:8080/",
      "http://[::1]:80/x",
      "https://example.org/\u00e9",
      "file:///etc/hosts",
      "javascript:alert(1)",
    ]) {
      expect(externalIri(url)).toBe(url);
    }
  });

  it("have what an IRI forbids encoded", () => {
    expect(externalIri("http://x/>.<urn:a")).toBe("http://x/%3E.%3Curn:a");
    expect(externalIri("http://x/\\u003e")).toBe("http://x/%5Cu003e");
    expect(externalIri("http://x/{a}|`^[b]")).toBe("http://x/%7Ba%7D%7C%60%5E%5Bb%5D");
    expect(externalIri("http://x/50%?q=%zz#a#b")).toBe("http://x/50%25?q=%25zz#a%23b");
    expect(externalIri("http://x/a b\tc\n\0")).toBe("http://x/a%20b%09c%0A%00");
    expect(externalIri("http://x/\u202e")).toBe("http://x/%E2%80%AE");
    expect(externalIri("//example.org/p")).toBe("https://example.org/p");
  });

  it("are refused where encoding can't help", () => {
    for (const url of [
      "",
      "no-scheme",
      "1http://x",
      "http://",
      "http:",
      "http://h:port/",
      "http://[::1/",
      "http://a[b/",
      `https://x/${"a".repeat(5_000)}`,
    ]) {
      expect([url, externalIri(url)]).toEqual([url, undefined]);
    }
  });

  it("are valid or refused, whatever comes in", () => {
    const address = fc.oneof(
      fc.string({ unit: "binary" }),
      fc
        .tuple(
          fc.constantFrom("http://", "mailto:", "//", "https://h/", "http://h?", "x:#"),
          fc.string({ unit: "binary" }),
        )
        .map((parts) => parts.join("")),
      fc.webUrl(),
    );
    fc.assert(
      fc.property(address, (url) => {
        const iri = externalIri(url);
        expect([iri, iri === undefined || isValidIri(iri)]).toEqual([iri, true]);
      }),
      { numRuns: 500, seed: 1 },
    );
  });
});
