/**
 * Ends the process by SIGKILL right before its n-th change of the file system since it began to count, from 0; a write of bytes is half
 * done then. Loaded before everything else, since others keep the functions that they find. Without a number nothing is killed.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { promisify } from "node:util";

const wanted = process.env.KILL_AT === undefined ? Number.POSITIVE_INFINITY : Number(process.env.KILL_AT);
const made = [];
let isCounting = false;

/** Told by the program when its preparations are over. Gives the names of the changes from then on, which grow. */
globalThis.countChanges = () => {
  isCounting = true;
  return made;
};

function step(name, before = () => {}) {
  if (!isCounting || made.push(name) - 1 !== wanted) return;
  before();
  process.kill(process.pid, "SIGKILL");
}

for (const name of ["mkdirSync", "linkSync", "renameSync", "unlinkSync", "fchmodSync"]) {
  const actual = fs[name];
  fs[name] = (...args) => {
    step(name);
    return actual(...args);
  };
}

const { openSync, writeSync } = fs;
fs.openSync = (path, flags, ...rest) => {
  if (typeof flags === "number" && (flags & fs.constants.O_CREAT) !== 0) step("openSync");
  return openSync(path, flags, ...rest);
};

const write = promisify(fs.write);
const fsync = promisify(fs.fsync);
const replaced = (work) => Object.assign(() => {}, { [promisify.custom]: work });
fs.write = replaced((descriptor, bytes, offset, length, position) => {
  step("write", () => writeSync(descriptor, bytes, offset, Math.floor(length / 2), position));
  return write(descriptor, bytes, offset, length, position);
});
fs.fsync = replaced((descriptor) => {
  step("fsync");
  return fsync(descriptor);
});
syncBuiltinESMExports();
