/** Files on their way into place, in `.graphdown/tmp`. */

import { createHash, randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  unlinkSync,
} from "node:fs";
import { hostname } from "node:os";
import type { Directory } from "./node-directory.ts";
import { systemCodeOf } from "./node-system-errors.ts";

/** A file that is being written and that nobody else sees yet. */
export interface TemporaryFile {
  readonly name: string;
  readonly descriptor: number;
  /** The mode that a new file gets: 0644 less the umask. */
  readonly newMode: number;
}

const { O_CREAT, O_EXCL, O_RDWR, O_NOFOLLOW } = constants;

/** Files of owners that can't be asked whether they live, on another machine or in another container, are swept after this time. */
const foreignAgeMs = 24 * 60 * 60 * 1_000;

/** A name that nobody can guess and that tells whose it is. */
export function makeTemporaryName(): string {
  return `${ownName()}-${randomBytes(16).toString("hex")}`;
}

/** Whether a text could be such a name, and so no way to another folder. */
export function isTemporaryName(text: string): boolean {
  return /^[0-9a-z]+(-[0-9a-z]+)+$/.test(text);
}

/** Makes a file of mode 0600 under a temporary name. */
export function makeTemporaryFile(folder: Directory): TemporaryFile {
  const name = makeTemporaryName();
  // Asking for 0644 is the one way to learn the umask without changing it. The folder is closed to others, and the file still empty.
  const descriptor = openSync(folder.prefix + name, O_CREAT | O_EXCL | O_RDWR | (O_NOFOLLOW ?? 0), 0o644);
  const newMode = fstatSync(descriptor).mode & 0o777;
  fchmodSync(descriptor, 0o600);
  return { name, descriptor, newMode };
}

/** Closes and removes a temporary file, wherever it has got to: a name that has been moved into place is gone here. */
export function discardTemporaryFile(folder: Directory, { name, descriptor }: TemporaryFile): void {
  closeSync(descriptor);
  removeName(folder, name);
}

/** Removes a name; whether it was there. */
export function removeName(folder: Directory, name: string): boolean {
  try {
    unlinkSync(folder.prefix + name);
    return true;
  } catch (error) {
    if (systemCodeOf(error) === "ENOENT") return false;
    throw error;
  }
}

/** Removes what processes left behind that ended before they could finish. What belongs to a living one stays. */
export function sweepTemporaryFiles(folder: Directory): void {
  const here = ownDomain();
  for (const name of readdirSync(folder.prefix)) {
    const [domain, process, start] = name.split("-");
    const isOrphan =
      domain === here
        ? !isAlive(Number(process), start ?? "")
        : Date.now() - (lstatSync(folder.prefix + name, { throwIfNoEntry: false })?.mtimeMs ?? 0) > foreignAgeMs;
    if (isOrphan) removeName(folder, name);
  }
}

let knownName: string | undefined;

/** `<domain>-<process>-<start>`: enough to tell later whether the owner still lives. */
function ownName(): string {
  knownName ??= `${ownDomain()}-${process.pid}-${startOf(process.pid) ?? "0"}`;
  return knownName;
}

let knownDomain: string | undefined;

/** Stands for everything in which a process number means the same process: the machine since its start, and the container. */
function ownDomain(): string {
  knownDomain ??= createHash("sha256")
    .update(`${hostname()}\n${readText("/proc/sys/kernel/random/boot_id")}\n${readLink("/proc/self/ns/pid")}`)
    .digest("hex")
    .slice(0, 16);
  return knownDomain;
}

function isAlive(pid: number, start: string): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  const now = startOf(pid);
  if (now !== undefined) return now === start;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user can't be signalled, and so it is there.
    return systemCodeOf(error) === "EPERM";
  }
}

/** When a process started, which tells it from an earlier one of the same number; `undefined` where the system does not say. */
function startOf(pid: number): string | undefined {
  // The second field is the program's name and may hold anything, so count from its end.
  const [state, ...fields] = readText(`/proc/${pid}/stat`).split(") ").at(-1)?.split(" ") ?? [];
  // One that has ended, and whose parent has not asked for it yet, does nothing any more.
  return state === "Z" ? "ended" : fields[18];
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // Not Linux, or not to be seen: the rest has to be enough.
    return "";
  }
}

function readLink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}
