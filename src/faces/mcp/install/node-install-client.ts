/** Enters the server into the configuration of an MCP client. */
import { constants } from "node:fs";
import { chmod, copyFile, mkdir, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { GraphdownError } from "../../../base/errors.ts";
import { parseJson } from "../../../base/parse-json.ts";
import { setJsonMember } from "./set-json-member.ts";

export interface InstallRequest {
  /** The configuration. */
  readonly file: string;
  /** Where in it the entry goes: the list of servers, and the name of this one. */
  readonly path: readonly [member: string, name: string];
  readonly entry: object;
  /** Names the backup. */
  readonly now: Date;
}

/** What was done. Without a backup there was no file before, or nothing changed. */
export interface Installed {
  readonly file: string;
  readonly changed: boolean;
  readonly backup?: string;
}

/**
 * Merges the entry into the file and keeps what was there: everything else in it byte for byte, and the old file as a copy beside it. A file
 * that is no strict JSON is `edit_conflict` with what to paste, one that changes meanwhile `version_conflict`; both stay as they are.
 */
export async function installClient(request: InstallRequest): Promise<Installed> {
  try {
    return await install(request);
  } catch (cause) {
    if (GraphdownError.isInstance(cause)) throw cause;
    const { code = "unknown" } = cause as NodeJS.ErrnoException;
    throw new GraphdownError({
      code: "storage_failed",
      message: `${request.file} can't be changed (${code}).`,
      details: { code },
      next: "Check its permissions, or add the entry by hand (--print shows it).",
      cause,
    });
  }
}

async function install({ file: given, path, entry, now }: InstallRequest): Promise<Installed> {
  // A link, as keepers of dotfiles have it, stays one.
  const file = (await unlessMissing(realpath(given))) ?? given;
  const before = await unlessMissing(readFile(file));
  const text = before === undefined ? "" : decode(before, given);
  const after = merge(text, { file: given, path, entry });
  if (after === text) return { file: given, changed: false };
  await mkdir(dirname(file), { recursive: true });
  const backup = before === undefined ? undefined : await keepCopy(file, now);
  const draft = join(dirname(file), `.${basename(file)}.${crypto.randomUUID()}.tmp`);
  try {
    // Configurations may hold keys: a new one is for its owner only.
    await writeFile(draft, after, { flag: "wx", mode: 0o600 });
    if (before !== undefined) await chmod(draft, (await stat(file)).mode);
    await requireUnchanged(file, before);
    await rename(draft, file);
  } catch (cause) {
    await rm(draft, { force: true });
    throw cause;
  }
  return { file: given, changed: true, ...(backup === undefined ? {} : { backup }) };
}

/** The new text; the old one where it says the same already. */
function merge(text: string, { file, path, entry }: Pick<InstallRequest, "file" | "path" | "entry">): string {
  const [member, name] = path;
  try {
    const merged = setJsonMember(text, path, entry);
    return text.trim() !== "" && isSameJson(text, merged) ? text : merged;
  } catch (cause) {
    if (!GraphdownError.isInstance(cause)) throw cause;
    const snippet = JSON.stringify({ [member]: { [name]: entry } }, null, 2);
    throw new GraphdownError({
      code: "edit_conflict",
      message: `${file} can't be changed without risk, and was not: ${cause.message}`,
      details: { reason: "not_strict_json", snippet },
      next: `It may hold comments. Add this by hand:\n${snippet}`,
      cause,
    });
  }
}

function isSameJson(one: string, other: string): boolean {
  return JSON.stringify(parseJson(one)) === JSON.stringify(parseJson(other));
}

async function keepCopy(file: string, now: Date): Promise<string> {
  const copy = `${file}.${now.toISOString().replaceAll(/[:.]/g, "-")}.bak`;
  await copyFile(file, copy, constants.COPYFILE_EXCL);
  return copy;
}

/** The file must still be what the merge was made from. */
async function requireUnchanged(file: string, before: Buffer | undefined): Promise<void> {
  const present = await unlessMissing(readFile(file));
  const isSame = before === undefined ? present === undefined : present?.equals(before) === true;
  if (isSame) return;
  throw new GraphdownError({
    code: "version_conflict",
    message: `${file} was changed by another program meanwhile, and was left as it is.`,
    next: "Run the command again.",
  });
}

function decode(bytes: Buffer, file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new GraphdownError({
      code: "edit_conflict",
      message: `${file} is no UTF-8 and was not changed.`,
      details: { reason: "not_utf8" },
      next: "Save it as UTF-8, or add the entry by hand (--print shows it).",
      cause,
    });
  }
}

/** `undefined` for a file that is not there. */
async function unlessMissing<Value>(work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw cause;
  }
}
