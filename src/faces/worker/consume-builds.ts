/** Parses what the queue brings: pages of builds that were too long for one request. */
import { z } from "zod";
import type { BuildBatch } from "./worker-environment.ts";
import type { WorkerService } from "./worker-service.ts";

const retrySeconds = 10;

const message = z.object({
  workspace: z.string(),
  fingerprint: z.string(),
  page: z.int().nonnegative(),
  pages: z.int().positive(),
});

/** Settles each message by itself: one that fails is brought again, one that could never be done is not. */
export async function consumeBuilds(batch: BuildBatch, { shared }: WorkerService): Promise<void> {
  for (const each of batch.messages) {
    const read = message.safeParse(each.body);
    const work = read.success ? shared.get(read.data.workspace) : undefined;
    if (!read.success || work === undefined) {
      console.warn("A message of the queue names no page of a workspace that there is:", JSON.stringify(each.body));
      each.ack();
      continue;
    }
    try {
      await work.keepPage(read.data);
      each.ack();
    } catch (cause) {
      console.warn(`Page ${read.data.page} of ${read.data.pages} was not parsed:`, String(cause));
      each.retry({ delaySeconds: retrySeconds });
    }
  }
}
