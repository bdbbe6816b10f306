/** A progress line on standard error for work that takes long enough to notice. */
import type { OutputStream } from "./output-stream.ts";

/** Shows how far work is; on anything but a terminal it shows nothing. */
export interface Progress {
  /** `done` of `total` steps of a phase. Cheap enough to call for every file. */
  report(phase: string, done: number, total: number): void;
  /** Removes the line. */
  clear(): void;
}

const shownAfterMs = 400;
const betweenMs = 100;
const barWidth = 24;

export function createProgress(errors: OutputStream, now: () => number = () => performance.now()): Progress {
  const started = now();
  let last = 0;
  let visible = false;
  return {
    report(phase, done, total) {
      if (errors.isTTY !== true) return;
      const time = now();
      if (time - started < shownAfterMs || time - last < betweenMs) return;
      last = time;
      visible = true;
      const filled = total === 0 ? 0 : Math.floor((barWidth * done) / total);
      errors.write(`\r\u001b[K${phase} [${"#".repeat(filled)}${"-".repeat(barWidth - filled)}] ${done}/${total}`);
    },
    clear() {
      if (visible) errors.write("\r\u001b[K");
      visible = false;
    },
  };
}
