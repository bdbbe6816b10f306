/** A guard for work that a test knows to end. */
import { WorkGuard } from "../../src/query/rdf/work-guard.ts";

export function freeGuard(): WorkGuard {
  return new WorkGuard({ what: "test", timeoutMs: Number.POSITIVE_INFINITY, check: () => {}, now: () => 0 });
}
