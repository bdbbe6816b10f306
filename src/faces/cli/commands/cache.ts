/** `graphdown cache status|clear` */
import { GraphdownError } from "../../../base/errors.ts";
import { PackFolder, type PackStatus } from "../../../context/local-tier/node-pack-folder.ts";
import { cacheFolderOf } from "../cache-folder.ts";
import type { Command, CommandSession } from "../command.ts";
import { printData } from "../print-tool-result.ts";
import { escapeInLine } from "../terminal/escape-controls.ts";

export const cacheCommand: Command = {
  name: "cache",
  summary: "say what is kept between runs, or throw it away",
  usage: "status|clear",
  positionals: [1, 1],
  options: {},
  examples: [
    { line: "graphdown cache status", does: "the folder, and each knowledge base in it with its size" },
    { line: "graphdown cache clear", does: "throws everything away; the next question builds it anew" },
  ],
  async run({ positionals: [action] }, session) {
    if (action !== "status" && action !== "clear") throw unknownAction(action);
    const folder = cacheFolderOf(session.environment);
    if (folder === undefined) return printNone(session);
    const packs = new PackFolder(folder);
    return action === "clear" ? clear(packs, session) : status(packs, session);
  },
};

async function status(packs: PackFolder, session: CommandSession): Promise<number> {
  const kept = packs.status();
  const bytes = kept.reduce((sum, pack) => sum + pack.bytes, 0);
  const summary = `${countOf(kept.length)}, ${megabytes(bytes)} in ${packs.path}`;
  if (session.json) return printData(session, summary, { folder: packs.path, bytes, packs: kept });
  const { terminal } = session;
  await terminal.line(summary);
  for (const pack of kept) await terminal.line(lineOf(pack));
  return 0;
}

async function clear(packs: PackFolder, session: CommandSession): Promise<number> {
  const cleared = packs.clear();
  const summary = `${countOf(cleared.packs)}, ${megabytes(cleared.bytes)} thrown away from ${packs.path}`;
  if (session.json) return printData(session, summary, { folder: packs.path, ...cleared });
  await session.terminal.line(summary);
  return 0;
}

async function printNone(session: CommandSession): Promise<number> {
  const summary = "Nothing is kept: GRAPHDOWN_CACHE is off, or there is no home to keep it in.";
  if (session.json) return printData(session, summary, { packs: [] });
  await session.terminal.line(summary);
  return 0;
}

function lineOf({ bytes, lastUsed, location, file }: PackStatus): string {
  const used = new Date(lastUsed).toISOString().slice(0, 16).replace("T", " ");
  return `${megabytes(bytes).padStart(10)}  ${used}  ${escapeInLine(location ?? `${file} (of another version)`)}`;
}

function countOf(packs: number): string {
  return `${packs} knowledge ${packs === 1 ? "base" : "bases"}`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function unknownAction(action: string | undefined): GraphdownError {
  return new GraphdownError({
    code: "invalid_input",
    message: `cache takes status or clear, but got ${JSON.stringify(action)}.`,
    details: { parameter: "action", value: action },
    next: "Give status to see what is kept, or clear to throw it away.",
  });
}
