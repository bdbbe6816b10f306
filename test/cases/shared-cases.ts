/** Finds case files that lie outside the project: beside the checkout, or where GRAPHDOWN_CASES says. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const beside = fileURLToPath(new URL("../../../shared/cases/", import.meta.url));

/** The lines of a case file as values, or `undefined`, with a message, when there is no such file. */
export function loadCases<Case>(name: string): readonly Case[] | undefined {
  const folder = process.env["GRAPHDOWN_CASES"] ?? beside;
  const file = `${folder}/${name}`;
  if (!existsSync(file)) {
    console.warn(`No ${name} at ${folder}: its cases are skipped. GRAPHDOWN_CASES names the folder that holds it.`);
    return undefined;
  }
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line.trim() !== "").map((line) => JSON.parse(line) as Case);
}
