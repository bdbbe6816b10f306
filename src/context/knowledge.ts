/** Answers where graph questions come from: the snapshot that is behind the prefix now, and the graph that is built from it. */
import type { HashFunction } from "../base/hash.ts";
import type { Limits } from "../base/limits.ts";
import type { MarkdownEngine } from "../documents/markdown-engine.ts";
import { parseDocument } from "../documents/parse-document.ts";
import type { ParseOptions } from "../documents/parse-options.ts";
import { buildGraph } from "../graph/build-graph.ts";
import type { GraphOptions, KnowledgeGraph } from "../graph/knowledge-graph.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { SnapshotOptions } from "../snapshot/snapshot-request.ts";
import { takeSnapshot } from "../snapshot/take-snapshot.ts";
import type { FileStore } from "../storage/file-store.ts";
import type { ProgressListener } from "./context-options.ts";
import { KeptIndex } from "./kept-index.ts";
import { type MemoryTier, sharedMemoryTier } from "./memory-tier.ts";

/** A snapshot with what was built from it: what a question is answered from. */
export interface KnowledgeState {
  readonly snapshot: Snapshot;
  readonly graph: KnowledgeGraph;
  readonly index: KeptIndex;
}

export interface KnowledgeSettings {
  readonly store: FileStore;
  readonly limits: Limits;
  readonly selection: SnapshotOptions;
  readonly documents: Partial<ParseOptions>;
  readonly graph: Partial<GraphOptions>;
  readonly engine: () => Promise<MarkdownEngine>;
  readonly sha256: HashFunction;
  readonly onProgress?: ProgressListener | undefined;
  /** Default: {@link sharedMemoryTier}. */
  readonly memory?: MemoryTier | undefined;
}

/**
 * Gives the present state for each question. Its only promise: the same bytes behind the prefix, the same answers. Between questions it
 * keeps what it built, as far as the memory tier has room, and builds on it what has changed.
 */
export interface Knowledge {
  current(signal?: AbortSignal): Promise<KnowledgeState>;
  /** Lets go of all that is kept. */
  close(): void;
}

export function createKnowledge(settings: KnowledgeSettings): Knowledge {
  const { store, limits, selection, sha256, onProgress, memory = sharedMemoryTier } = settings;
  const options: Partial<ParseOptions> = {
    maximumFrontMatterBytes: limits.maximumFrontMatterBytes,
    ...settings.documents,
  };
  // An empty listing after a full one is worth a word in the error.
  let hadDocuments = false;
  let last: KnowledgeState | undefined;
  const owner = {};
  const letGo = (): void => {
    last = undefined;
  };
  return {
    async current(signal) {
      const engine = await settings.engine();
      const previous = last;
      const snapshot = await takeSnapshot({
        store,
        limits,
        sha256,
        options: selection,
        parse: (source) => parseDocument({ ...source, engine, options }),
        previous: previous?.snapshot,
        hadDocuments,
        signal,
        onProgress,
      });
      hadDocuments = true;
      const state = stateOf(snapshot, previous, settings.graph);
      last = state;
      memory.use(owner, sizeOf(snapshot), letGo);
      return state;
    },
    close() {
      letGo();
      memory.forget(owner);
    },
  };
}

function stateOf(
  snapshot: Snapshot,
  previous: KnowledgeState | undefined,
  options: Partial<GraphOptions>,
): KnowledgeState {
  const { documents, otherPaths } = snapshot;
  const index = previous?.index ?? new KeptIndex();
  const isSame = previous?.snapshot.documents === documents && previous.snapshot.otherPaths === otherPaths;
  const graph = isSame ? previous.graph : buildGraph({ documents, otherPaths, options });
  return { snapshot, graph, index };
}

/** What a document costs besides its text, and a byte of its file with all that is made of it: rough, and rather too much. */
const bytesPerDocument = 2_000;
const bytesPerByte = 6;

function sizeOf({ files }: Snapshot): number {
  let bytes = files.length * bytesPerDocument;
  for (const { size } of files) bytes += size * bytesPerByte;
  return bytes;
}
