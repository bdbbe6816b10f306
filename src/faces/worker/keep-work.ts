/** Keeps what was built for an answer, for other isolates. */
import type { WorkerService } from "./worker-service.ts";

/** What can't be kept is only built again, so it is a line in the log. */
export async function keepWork({ shared }: WorkerService): Promise<void> {
  const failures = await Promise.all(Array.from(shared.values(), (work) => work.flush()));
  for (const cause of failures.flat()) console.warn("Work was not kept:", String(cause));
}
