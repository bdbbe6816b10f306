/** What is kept between processes, in memory. */
import type { LocalTier } from "../../../src/context/local-tier/local-tier.ts";
import { openPack, packPieces, sourceOf } from "../../../src/context/local-tier/pack-container.ts";

/** The bytes that a tier keeps. */
export interface KeptBytes {
  bytes: Uint8Array | undefined;
  saves: number;
}

/** A tier in memory, whose bytes can be looked at and harmed. */
export function createTier(): { readonly state: KeptBytes; readonly tier: LocalTier } {
  const label = { fingerprint: "f", location: "memory" };
  const state: KeptBytes = { bytes: undefined, saves: 0 };
  const tier: LocalTier = {
    load: () => state.bytes && openPack(sourceOf(state.bytes)),
    save(make) {
      const sections = make();
      if (sections === undefined) return false;
      const pieces = packPieces(label, sections);
      state.bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
      let at = 0;
      for (const piece of pieces) {
        state.bytes.set(piece, at);
        at += piece.length;
      }
      state.saves++;
      return true;
    },
    discard: () => {
      state.bytes = undefined;
    },
    close: () => {},
  };
  return { state, tier };
}
