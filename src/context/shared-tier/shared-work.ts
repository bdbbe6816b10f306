/** Work on one knowledge base that instances of a fleet do for each other: who keeps it, and when. */
import type { KnowledgeTierSettings } from "../local-tier/knowledge-tier.ts";
import type { BuildPage } from "./build-pages.ts";
import type { BuildQueue } from "./build-queue.ts";
import { SharedTier } from "./shared-tier.ts";

export interface SharedWorkOptions {
  /** Has long builds spread. Default: each question parses all that it needs. */
  readonly queue?: BuildQueue | undefined;
  /** Milliseconds since 1970. Default: the runtime's clock. */
  readonly now?: (() => number) | undefined;
}

/** Parses pages of a build. */
export interface PageKeeper {
  keepPage(page: BuildPage): Promise<void>;
}

export class SharedWork {
  /** Another one with each build of the product: what another build has parsed is not used. */
  readonly buildId: string;
  readonly #options: SharedWorkOptions;
  #tier: SharedTier | undefined;
  #keeper: (() => Promise<PageKeeper>) | undefined;

  constructor(buildId: string, options: SharedWorkOptions = {}) {
    this.buildId = buildId;
    this.#options = options;
  }

  /** Says who parses pages of this knowledge base; called once, by its context. */
  connect(keeper: () => Promise<PageKeeper>): void {
    this.#keeper = keeper;
  }

  /** The kept work of the context. */
  open(settings: KnowledgeTierSettings): SharedTier {
    const { queue, now = Date.now } = this.#options;
    this.#tier = new SharedTier(this.buildId, settings, { queue, now });
    return this.#tier;
  }

  /**
   * Parses a page that was handed out, and keeps it for whoever asks. A page of a build that is done, or of another build of the product, costs a
   * look. What fails may be tried again.
   */
  async keepPage(page: BuildPage): Promise<void> {
    await (await this.#keeper?.())?.keepPage(page);
  }

  /** Keeps what is new since it was called last. For after an answer; a failure loses nothing but time, and is given back. */
  async flush(): Promise<readonly unknown[]> {
    try {
      await this.#tier?.flush();
      return [];
    } catch (cause) {
      return [cause];
    }
  }
}
