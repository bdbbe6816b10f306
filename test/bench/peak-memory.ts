/** Loaded before a measured program (`node --import`): says at its end what its memory was at most. */
import { writeSync } from "node:fs";

process.on("exit", () => {
  writeSync(2, `\npeak memory ${process.resourceUsage().maxRSS} KiB\n`);
});
