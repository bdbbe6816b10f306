/**
 * Swaps a folder for a link to another one and back, as fast as it can, until it is ended. Then tells how often. Ends by itself when what it
 * works in is gone, or after two minutes, so that a test that is killed leaves nothing running.
 */
import { existsSync, renameSync, symlinkSync, unlinkSync } from "node:fs";
import { dirname } from "node:path";

const [folder, hidden, outside] = process.argv.slice(2);
let swaps = 0;
let away = 0;
let ended = false;
process.on("SIGTERM", () => {
  ended = true;
});

const end = Date.now() + 120_000;

/** Writers make the folder anew while it is hidden: then theirs is put away, and the step is taken again. */
function insist(step) {
  for (;;) {
    try {
      return step();
    } catch {
      if (Date.now() > end || !existsSync(dirname(folder))) process.exit(1);
      try {
        renameSync(folder, `${hidden}-${away++}`);
      } catch {
        // Nothing was in the way.
      }
    }
  }
}

function swapMany() {
  for (let count = 0; count < 200; count++) {
    renameSync(folder, hidden);
    insist(() => symlinkSync(outside, folder));
    unlinkSync(folder);
    insist(() => renameSync(hidden, folder));
    swaps++;
  }
  if (ended) process.stdout.write(String(swaps));
  else setImmediate(swapMany);
}
swapMany();
