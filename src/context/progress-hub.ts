/** Passes on how far the work of a context has come, to whoever listens while it runs. */
import type { ProgressListener } from "./context-options.ts";

export interface ProgressHub {
  readonly report: ProgressListener;
  /** Listens until the function that it gives is called. Work is shared, so a listener also hears of what others have asked for. */
  subscribe(listener: ProgressListener): () => void;
}

export function createProgressHub(first: ProgressListener | undefined): ProgressHub {
  const listeners = new Set<ProgressListener>(first === undefined ? [] : [first]);
  return {
    report: (phase, done, total) => {
      for (const listener of listeners) listener(phase, done, total);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
