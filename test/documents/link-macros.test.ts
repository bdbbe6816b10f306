import { describe, expect, it } from "vitest";
import { linksOf, parse } from "./parse.ts";

const linkMacros = [
  { match: '{{< ref "*" >}}', path: "$1" },
  { match: '{{domxref("*")}}', path: "/api/$1.md" },
  { match: '{{cross("*", "*")}}', path: "/$2/$1" },
];

function macroLinks(text: string): string[] {
  return linksOf({ text, options: { linkMacros } });
}

describe("link macros", () => {
  it("are links where the options say so", () => {
    expect(
      macroLinks('See {{< ref "a/b.md#c" >}}, {{<ref "d.md">}}, {{domxref("Node.text")}} {{cross("x", "y")}}.'),
    ).toEqual([
      "markdown a/b.md#c [a/b.md#c]",
      "markdown d.md [d.md]",
      "markdown /api/Node.text.md [/api/Node.text.md]",
      "markdown /y/x [/y/x]",
    ]);
    expect(linksOf('See {{< ref "a.md" >}}')).toEqual([]);
  });

  it("take the text of a link around them", () => {
    const text = 'Go [to a](  {{< ref "z.md" >}}) or [to b]({{< ref "b.md" >}}).';
    const { links } = parse({ text, options: { linkMacros } });
    expect(links.map(({ path, text: shown, range }) => [path, shown, text.slice(range.start, range.end)])).toEqual([
      ["z.md", "to a", '[to a](  {{< ref "z.md" >}})'],
      ["b.md", "to b", '[to b]({{< ref "b.md" >}})'],
    ]);
    expect(links.every(({ onlyIfResolved }) => onlyIfResolved === undefined)).toBe(true);
  });

  it.each([
    '`{{< ref "a.md" >}}`',
    '{{< ref "a\n.md" >}}',
    '{{< ref "a.md',
    '%% {{< ref "a.md" >}} %%',
    '{{< other "a" >}}',
  ])("are not found in %j", (text) => expect(macroLinks(text)).toEqual([]));

  it("that match nothing or everything are left out", () => {
    expect(
      linksOf({
        text: "a b",
        options: {
          linkMacros: [
            { match: "*", path: "$1" },
            { match: " ", path: "x" },
          ],
        },
      }),
    ).toEqual([]);
  });
});
