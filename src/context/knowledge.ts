/** Answers where graph questions come from: the snapshot that is behind the prefix now, and the graph that is built from it. */
import type { HashFunction } from "../base/hash.ts";
import type { Limits } from "../base/limits.ts";
import type { MarkdownEngine } from "../documents/markdown-engine.ts";
import { parseDocument } from "../documents/parse-document.ts";
import type { ParseOptions } from "../documents/parse-options.ts";
import { buildGraph } from "../graph/build-graph.ts";
import type { GraphOptions, KnowledgeGraph } from "../graph/knowledge-graph.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { takeSnapshot } from "../snapshot/take-snapshot.ts";
import type { FileStore } from "../storage/file-store.ts";
import type { ContextSelection, ProgressListener } from "./context-options.ts";

/** A snapshot with its graph: what a question is answered from. */
export interface KnowledgeState {
  readonly snapshot: Snapshot;
  readonly graph: KnowledgeGraph;
}

export interface KnowledgeSettings {
  readonly store: FileStore;
  readonly limits: Limits;
  readonly selection: ContextSelection;
  readonly documents: Partial<ParseOptions>;
  readonly graph: Partial<GraphOptions>;
  readonly engine: () => Promise<MarkdownEngine>;
  readonly sha256: HashFunction;
  readonly onProgress?: ProgressListener | undefined;
}

/** Gives the present state for each question. Its only promise: the same bytes behind the prefix, the same answers. */
export interface Knowledge {
  current(signal?: AbortSignal): Promise<KnowledgeState>;
}

export function createKnowledge(settings: KnowledgeSettings): Knowledge {
  const { store, limits, selection, sha256, onProgress } = settings;
  const options: Partial<ParseOptions> = {
    maximumFrontMatterBytes: limits.maximumFrontMatterBytes,
    ...settings.documents,
  };
  // An empty listing after a full one is worth a word in the error.
  let hadDocuments = false;
  return {
    async current(signal) {
      const engine = await settings.engine();
      const snapshot = await takeSnapshot({
        store,
        limits,
        sha256,
        options: selection,
        parse: (source) => parseDocument({ ...source, engine, options }),
        hadDocuments,
        signal,
        onProgress,
      });
      hadDocuments = true;
      const { documents, otherPaths } = snapshot;
      return { snapshot, graph: buildGraph({ documents, otherPaths, options: settings.graph }) };
    },
  };
}
