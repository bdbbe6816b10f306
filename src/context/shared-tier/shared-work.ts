/** Work that instances of a fleet keep for each other: who may keep, and when. */
import type { KnowledgeTierSettings } from "../local-tier/knowledge-tier.ts";
import { SharedTier } from "./shared-tier.ts";

export class SharedWork {
  /** Another one with each build of the product: what another build has parsed is not used. */
  readonly buildId: string;
  readonly #tiers = new Set<SharedTier>();

  constructor(buildId: string) {
    this.buildId = buildId;
  }

  /** The kept work of one context. */
  open(settings: KnowledgeTierSettings): SharedTier {
    const tier = new SharedTier(this.buildId, settings);
    this.#tiers.add(tier);
    return tier;
  }

  /** Keeps what is new since it was called last. For after an answer; a failure loses nothing but time, and is given back. */
  async flush(): Promise<readonly unknown[]> {
    const outcomes = await Promise.allSettled([...this.#tiers].map((tier) => tier.flush()));
    return outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  }
}
