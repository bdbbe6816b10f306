import { describe, expect, it } from "vitest";
import { intendedScheme, kindOfScheme, schemeOf } from "../../src/documents/schemes.ts";
import { linksOf, parse } from "./parse.ts";

describe("schemes", () => {
  it.each([
    ["https://a", "https"],
    ["HTTP://a", "http"],
    ["mailto:a@b", "mailto"],
    ["git+ssh://a", "git+ssh"],
    ["C:/x", "c"],
    ["a/b:c", undefined],
    ["12:30", undefined],
    [":a", undefined],
    ["a b:c", undefined],
    ["note.md", undefined],
    ["", undefined],
  ])("are read from %j as %j", (target, scheme) => expect(schemeOf(target)).toBe(scheme));

  it.each([
    "htp",
    "htttp",
    "hhttp",
    "httpd",
    "http+",
    "htps",
    "httsp",
    "ftps",
    "fpt",
    "tp",
    "mailo",
    "mialto",
    "maito",
  ])("are slips when one edit away: %s", (scheme) => {
    expect(kindOfScheme(scheme)).toBe("misspelt");
    expect(intendedScheme(scheme)).toBeDefined();
  });

  it.each(["http", "https", "ftp", "mailto", "sftp", "magnet", "tel", "urn", "news", "xref"])(
    "are known everywhere: %s",
    (scheme) => expect(kindOfScheme(scheme)).toBe("known"),
  );

  it.each(["obsidian", "file", "c", "tftp", "xftp", "shttp", "vscode", "javascript", "data", "hxxp", "zotero"])(
    "are foreign: %s",
    (scheme) => expect(kindOfScheme(scheme)).toBe("foreign"),
  );

  it("make a link external, with a diagnostic where they are foreign, and none where they are slips", () => {
    const text =
      "[a](https://x.org) [b](htp://x.org/b) [c](obsidian://open?vault=v) [d](//cdn.org/d) ![e](file:///e.png) [f](magnet:?xt=1)";
    expect(linksOf(text)).toEqual([
      "markdown https://x.org [a] (external)",
      "markdown obsidian://open?vault=v [c] (external)",
      "markdown //cdn.org/d [d] (external)",
      "markdown file:///e.png [e] (external)",
      "markdown magnet:?xt=1 [f] (external)",
    ]);
    expect(parse(text).diagnostics.map(({ kind, line, column, text: about }) => [kind, line, column, about])).toEqual([
      ["unknown-scheme", 1, 20, "htp://x.org/b"],
      ["foreign-scheme", 1, 39, "obsidian://open?vault=v"],
      ["foreign-scheme", 1, 85, "file:///e.png"],
    ]);
    expect(parse(text).diagnostics[0]?.message).toContain("http:");
  });
});
