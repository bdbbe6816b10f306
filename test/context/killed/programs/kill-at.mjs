/**
 * Ends the process by SIGKILL right before its n-th change of the file system since it wrote "ready", counted from 0; a write of bytes is
 * half done then. Loaded before everything else, since others keep the functions that they find. Without a number nothing is killed.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { promisify } from "node:util";

const wanted = process.env.KILL_AT === undefined ? Number.POSITIVE_INFINITY : Number(process.env.KILL_AT);
let made = 0;
let isCounting = false;

/** Told by the program when its preparations are over, and again when it is done. */
globalThis.countChanges = (on) => {
  isCounting = on;
  return made;
};

function step(before = () => {}) {
  if (!isCounting || made++ !== wanted) return;
  before();
  process.kill(process.pid, "SIGKILL");
}

for (const name of ["mkdirSync", "linkSync", "renameSync", "unlinkSync", "fchmodSync"]) {
  const actual = fs[name];
  fs[name] = (...args) => {
    step();
    return actual(...args);
  };
}

const { openSync, writeSync } = fs;
fs.openSync = (path, flags, ...rest) => {
  if (typeof flags === "number" && (flags & fs.constants.O_CREAT) !== 0) step();
  return openSync(path, flags, ...rest);
};

const write = promisify(fs.write);
const fsync = promisify(fs.fsync);
const replaced = (work) => Object.assign(() => {}, { [promisify.custom]: work });
fs.write = replaced((descriptor, bytes, offset, length, position) => {
  step(() => writeSync(descriptor, bytes, offset, Math.floor(length / 2), position));
  return write(descriptor, bytes, offset, length, position);
});
fs.fsync = replaced((descriptor) => {
  step();
  return fsync(descriptor);
});
syncBuiltinESMExports();
