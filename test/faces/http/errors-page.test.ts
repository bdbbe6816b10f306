/** docs/errors.md says of every code which status and which exit code stand for it. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { exitCodeOf } from "../../../src/faces/cli/exit-code.ts";
import { statusOf } from "../../../src/faces/http/status-of.ts";
import { errorCodes } from "../../../src/index.ts";

const page = readFileSync(new URL("../../../docs/errors.md", import.meta.url), "utf8");
const rows = [...page.matchAll(/^\| (`.*?) \| .* \| ([^|]+) \| (\d) \|$/gm)].flatMap(
  ([, codes = "", status = "", exit]) =>
    codes.split(", ").map((code, index, all) => ({
      code: code.replaceAll("`", ""),
      status: Number.parseInt(all.length === 1 ? status : (status.split(", ")[index] as string), 10),
      exit: Number(exit),
    })),
);

it("lists every code once", () => {
  expect(rows.map(({ code }) => code).sort()).toEqual([...errorCodes].sort());
});

it.each(rows)("is right about $code", ({ code, status, exit }) => {
  const known = code as (typeof errorCodes)[number];
  expect(exitCodeOf(known)).toBe(exit);
  // One that is said when a context is made never gets into an answer.
  if (known !== "invalid_options") expect(statusOf({ code: known })).toBe(status);
});
