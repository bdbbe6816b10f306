/** docs/library.md says of every method what it takes: the page and the methods must not drift apart. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { methodArguments } from "../../../src/context/arguments/method-arguments.ts";
import { createFileContext, createMemoryStore } from "../../../src/index.ts";

const page = readFileSync(new URL("../../../docs/library.md", import.meta.url), "utf8");

/** Each method of the page with its arguments and the options of its row. */
const rows = new Map(
  [...page.matchAll(/^\| `(\w+)\(([^)]*)\)` \|(.*?)\| .*\|$/gm)].map(([, name, given, options]) => [
    name as string,
    {
      given: (given as string).split(", ").filter((argument) => argument !== ""),
      options: [...(options as string).matchAll(/`(\w+)`/g)].map((match) => match[1] as string),
    },
  ]),
);
const common = { every: ["signal"], change: ["ifVersion", "dryRun", "idempotencyKey", "metadata"] };

it("names every method of a context", async () => {
  const context = await createFileContext({ store: createMemoryStore(), approvals: "none" });
  const methods = Object.entries(context).filter(([, value]) => typeof value === "function");
  expect([...rows.keys()].sort()).toEqual(methods.map(([name]) => name).sort());
  await context.close();
});

it.each([...methodArguments])("names all that %s takes, and nothing else", (name, checks) => {
  const { given = [], options = [] } = rows.get(name) ?? {};
  expect(given).toEqual([...checks.keys()].filter((argument) => argument !== "options"));
  // Who gives an option that a method does not know is told which there are.
  const known = checks.get("options")?.({ noSuchOption: true }, "options")?.known ?? [];
  const shared = [...common.every, ...(known.includes("dryRun") ? common.change : [])];
  const same = name === "writeExport" ? (rows.get("export")?.options ?? []) : [];
  expect([...options, ...same, ...shared].sort()).toEqual([...known].sort());
});
