/** Folders and tags that are not there: told, with what was meant. */
import { describe, expect, it } from "vitest";
import type { LogicalPath } from "../../../src/base/logical-path.ts";
import { holdsFiles, nearFolders } from "../../../src/graph/questions/near-folders.ts";
import { unknownTags } from "../../../src/graph/questions/unknown-tags.ts";
import { graphOf } from "../graph-of.ts";

const graph = graphOf({ "docs/user/a.md": { tags: ["Guide/First"] }, "ops/b.md": { tags: ["hub"] } }, ["pics/p.png"]);

describe("folders", () => {
  it.each([
    ["user", ["docs/user"]],
    ["doc/user", ["docs/user"]],
    ["User", ["docs/user"]],
    ["opps", ["ops"]],
    ["docs/usr", ["docs/user"]],
    ["nothing-like-it", []],
  ])("near %s", (folder, near) => {
    expect(nearFolders(graph, folder as LogicalPath)).toEqual(near);
  });

  it("hold documents or other files", () => {
    for (const folder of ["", "docs", "docs/user", "pics"]) expect(holdsFiles(graph, folder as LogicalPath)).toBe(true);
    for (const folder of ["doc", "docs/use", "docs/user/a.md"])
      expect(holdsFiles(graph, folder as LogicalPath)).toBe(false);
  });
});

it("tags that no document has are told with near ones; nested ones and case count as having", () => {
  expect(unknownTags(graph, ["#guide", "GUIDE/first", "hub"])).toEqual([]);
  expect(unknownTags(graph, ["hbu", "first", "hub"])).toEqual([
    { name: "hbu", near: ["hub"] },
    { name: "first", near: [] },
  ]);
  expect(unknownTags(graph, undefined)).toEqual([]);
});
