/** The pages of a workspace's builds as messages of a queue. */
import type { BuildQueue } from "../../context/shared-tier/build-queue.ts";
import type { BuildsBinding } from "./worker-environment.ts";

/** Messages that a queue takes at once. */
const batchSize = 100;

/** Bytes that one request reads and parses itself. */
const maximumBytes = 16 * 1024 * 1024;

export function createBuildQueue(builds: BuildsBinding, workspace: string, maximumFiles: number): BuildQueue {
  return {
    maximumFiles,
    maximumBytes,
    async send(pages) {
      for (let start = 0; start < pages.length; start += batchSize) {
        await builds.sendBatch(pages.slice(start, start + batchSize).map((page) => ({ body: { workspace, ...page } })));
      }
    },
  };
}
