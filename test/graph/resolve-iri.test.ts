/** Relative IRIs: the examples of RFC 3986, sections 5.2.4 and 5.4, and bases as ours. */
import { describe, expect, it } from "vitest";
import { hasScheme, resolveIri } from "../../src/graph/resolve-iri.ts";

describe("relative IRIs", () => {
  it.each([
    ["g:h", "g:h"],
    ["g", "http://a/b/c/g"],
    ["./g", "http://a/b/c/g"],
    ["g/", "http://a/b/c/g/"],
    ["/g", "http://a/g"],
    ["//g", "http://g"],
    ["?y", "http://a/b/c/d;p?y"],
    ["g?y", "http://a/b/c/g?y"],
    ["#s", "http://a/b/c/d;p?q#s"],
    ["g#s", "http://a/b/c/g#s"],
    ["g?y#s", "http://a/b/c/g?y#s"],
    [";x", "http://a/b/c/;x"],
    ["g;x?y#s", "http://a/b/c/g;x?y#s"],
    ["", "http://a/b/c/d;p?q"],
    [".", "http://a/b/c/"],
    ["./", "http://a/b/c/"],
    ["..", "http://a/b/"],
    ["../", "http://a/b/"],
    ["../g", "http://a/b/g"],
    ["../..", "http://a/"],
    ["../../", "http://a/"],
    ["../../g", "http://a/g"],
    ["../../../g", "http://a/g"],
    ["../../../../g", "http://a/g"],
    ["/./g", "http://a/g"],
    ["/../g", "http://a/g"],
    ["g.", "http://a/b/c/g."],
    [".g", "http://a/b/c/.g"],
    ["g..", "http://a/b/c/g.."],
    ["..g", "http://a/b/c/..g"],
    ["./../g", "http://a/b/g"],
    ["./g/.", "http://a/b/c/g/"],
    ["g/./h", "http://a/b/c/g/h"],
    ["g/../h", "http://a/b/c/h"],
    ["g;x=1/./y", "http://a/b/c/g;x=1/y"],
    ["g;x=1/../y", "http://a/b/c/y"],
    ["g?y/./x", "http://a/b/c/g?y/./x"],
    ["g#s/../x", "http://a/b/c/g#s/../x"],
  ])("%s", (iri, whole) => {
    expect(resolveIri(iri, "http://a/b/c/d;p?q")).toBe(whole);
  });

  it.each([
    ["a/b.md", "urn:graphdown:/a/b.md"],
    ["./a/../b.md", "urn:graphdown:/b.md"],
    ["a/..", "urn:graphdown:/"],
    ["", "urn:graphdown:/"],
    ["#x", "urn:graphdown:/#x"],
    // The path of such a base does not begin with a slash.
    ["/b.md", "urn:/b.md"],
    ["../b.md", "urn:/b.md"],
    ["urn:graphdown:/x/../b.md", "urn:graphdown:/b.md"],
  ])("%s below urn:graphdown:/", (iri, whole) => {
    expect(resolveIri(iri, "urn:graphdown:/")).toBe(whole);
  });

  it("go below a host without a path", () => {
    expect(resolveIri("g", "http://a")).toBe("http://a/g");
    expect(hasScheme("a.b+c-1:x")).toBe(true);
    expect(hasScheme("1:x")).toBe(false);
  });
});
