/** What became of a link, in one word. */
import type { LinkResolution } from "../knowledge-graph.ts";

/** The status of the resolution, or `ambiguous` and `broken-anchor` where that is to be said. */
export type LinkStatus = LinkResolution["status"] | "ambiguous" | "broken-anchor";

export function linkStatus(resolution: LinkResolution): LinkStatus {
  if (resolution.fragment?.status === "missing") return "broken-anchor";
  return resolution.candidates === undefined ? resolution.status : "ambiguous";
}

/** Whether who follows the link finds nothing, or not the place: nothing was found or taken, or the target has no such anchor. */
export function isDead({ status, fragment }: LinkResolution): boolean {
  return status === "missing" || fragment?.status === "missing";
}
