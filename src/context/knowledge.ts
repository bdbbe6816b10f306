/** Answers where graph questions come from: the snapshot that is behind the prefix now, and what is built from it. */
import type { HashFunction } from "../base/hash.ts";
import type { Limits } from "../base/limits.ts";
import type { MarkdownEngine } from "../documents/markdown-engine.ts";
import { type DocumentOptions, parseDocument } from "../documents/parse-document.ts";
import { buildGraph } from "../graph/build-graph.ts";
import type { GraphOptions, KnowledgeGraph } from "../graph/knowledge-graph.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { takeSnapshot } from "../snapshot/take-snapshot.ts";
import type { FileStore } from "../storage/file-store.ts";
import type { ProgressListener, SelectionOptions } from "./file-context.ts";

/** A snapshot with its graph: what a question is answered from. */
export interface KnowledgeState {
  readonly snapshot: Snapshot;
  readonly graph: KnowledgeGraph;
}

export interface KnowledgeSettings {
  readonly store: FileStore;
  readonly limits: Limits;
  readonly selection: SelectionOptions;
  readonly documents: DocumentOptions;
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
  // Whether the prefix held documents the last time: an empty listing after a full one is worth a word.
  let hadDocuments = false;
  return {
    async current(signal) {
      const engine = await settings.engine();
      const snapshot = await takeSnapshot({
        store,
        limits,
        sha256,
        options: selection,
        parse: (file) => parseDocument({ ...file, engine, options: settings.documents }),
        hadDocuments,
        signal,
        onProgress,
      });
      hadDocuments = true;
      const graph = buildGraph({
        documents: snapshot.documents,
        otherPaths: snapshot.otherPaths,
        options: settings.graph,
      });
      return { snapshot, graph };
    },
  };
}
