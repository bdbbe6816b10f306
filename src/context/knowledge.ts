/** Answers where graph questions come from: the snapshot that is behind the prefix now, and the graph that is built from it. */
import { GraphdownError } from "../base/errors.ts";
import type { HashFunction } from "../base/hash.ts";
import type { Limits } from "../base/limits.ts";
import type { DirectoryPath } from "../base/logical-path.ts";
import type { MarkdownDocument } from "../documents/markdown-document.ts";
import type { MarkdownEngine } from "../documents/markdown-engine.ts";
import { DamagedBytes } from "../documents/packed/damaged-bytes.ts";
import { MovedText } from "../documents/packed/moved-text.ts";
import type { ParseOptions } from "../documents/parse-options.ts";
import type { GraphOptions, KnowledgeGraph } from "../graph/knowledge-graph.ts";
import type { DocumentSource } from "../snapshot/document-source.ts";
import { emptySnapshot } from "../snapshot/empty-snapshot.ts";
import { holdsBytes } from "../snapshot/holds-bytes.ts";
import { keptRulesOf } from "../snapshot/kept-rules.ts";
import type { CrewSettings, CrewSource } from "../snapshot/reading-crew.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { SnapshotMemory, SnapshotSource } from "../snapshot/snapshot-memory.ts";
import type { SnapshotOptions, TakeSnapshotRequest } from "../snapshot/snapshot-request.ts";
import { takeSnapshot } from "../snapshot/take-snapshot.ts";
import { type FileStore, isTrusted, type ListEntry } from "../storage/file-store.ts";
import { isIgnoreFile } from "../storage/visible-files.ts";
import type { ProgressListener } from "./context-options.ts";
import { KeptIndex } from "./kept-index.ts";
import type { KnowledgeState } from "./knowledge-state.ts";
import { KnowledgeTier, type ProvedState } from "./local-tier/knowledge-tier.ts";
import type { LocalTierSource } from "./local-tier/local-tier.ts";
import type { KeptProof } from "./local-tier/pack-state.ts";
import type { UnpackedState } from "./local-tier/unpack-state.ts";
import { type MemoryTier, sharedMemoryTier } from "./memory-tier.ts";
import type { BuildPage } from "./shared-tier/build-pages.ts";
import { PackMoved } from "./shared-tier/pack-moved.ts";
import type { SharedTier } from "./shared-tier/shared-tier.ts";
import type { SharedWork } from "./shared-tier/shared-work.ts";

export interface KnowledgeSettings {
  readonly store: FileStore;
  readonly limits: Limits;
  readonly selection: SnapshotOptions;
  readonly documents: Partial<ParseOptions>;
  readonly graph: Partial<GraphOptions>;
  readonly engine: () => Promise<MarkdownEngine>;
  readonly sha256: HashFunction;
  /** Helpers who read and parse files of `store`, where there are many. Default: all are read here. */
  readonly crew?: ((settings: CrewSettings) => CrewSource) | undefined;
  readonly onProgress?: ProgressListener | undefined;
  /** Keeps work between processes. Default: nothing does. */
  readonly tier?: LocalTierSource | undefined;
  /** Keeps work for other instances, beside the files. Default: nothing does. */
  readonly shared?: SharedWork | undefined;
  /** Default: {@link sharedMemoryTier}. */
  readonly memory?: MemoryTier | undefined;
}

/**
 * Gives the present state for each question. Its only promise: the same bytes behind the prefix, the same answers. Between questions it
 * keeps what it built, as far as the memory tier has room, and builds on it what has changed; between processes the local tier does.
 */
export interface Knowledge {
  current(signal?: AbortSignal): Promise<KnowledgeState>;
  /**
   * Answers from the present state. When a text is needed of a file that has changed meanwhile, or what was kept turns out to be damaged
   * (it is thrown away then), the question begins again: at most three times.
   */
  ask<Result>(
    signal: AbortSignal | undefined,
    answer: (state: KnowledgeState) => Result | Promise<Result>,
  ): Promise<Result>;
  /**
   * The present state of another place, seen by the same settings, and empty where nothing is there. It is built on `previous`, or else on
   * what is kept of this place; nothing of it is kept.
   */
  elsewhere(place: OtherPlace, previous: KnowledgeState | undefined, signal?: AbortSignal): Promise<KnowledgeState>;
  /** Parses a page of a build that was spread, and keeps it for whoever asks. */
  keepPage(page: BuildPage): Promise<void>;
  /** Lets go of all that is kept in memory, and gives the local tier what it has not got yet. */
  close(): Promise<void>;
}

/** Another place, or another time of the same one. */
export interface OtherPlace {
  readonly store: FileStore;
  /** Only this folder of it, which is there, as if it were the whole; see `TakeSnapshotRequest.folder`. `""` for all. */
  readonly folder: DirectoryPath;
  /** Names that are denied there besides those that always are, as seen from its root. */
  readonly denied: readonly string[];
  /** Validators are hashes of the content, equal for equal bytes wherever they are; others say nothing of other places. */
  readonly hasContentIds: boolean;
}

export function createKnowledge(settings: KnowledgeSettings): Knowledge {
  return new KeptKnowledge(settings);
}

type DocumentParser = (source: DocumentSource) => MarkdownDocument;

/** A question that fails so often is not going to succeed. */
const maximumRestarts = 3;

class KeptKnowledge implements Knowledge {
  readonly #settings: KnowledgeSettings;
  readonly #options: Partial<ParseOptions>;
  readonly #memory: MemoryTier;
  readonly #tier: KnowledgeTier | undefined;
  readonly #shared: SharedTier | undefined;
  readonly #crew: CrewSource | undefined;
  readonly #sources: SnapshotMemory = new WeakMap();
  /** An empty listing after a full one is worth a word in the error. */
  #hadDocuments = false;
  #parse: DocumentParser | undefined;
  #last: KnowledgeState | undefined;
  /** Of `#last`, in bytes. */
  #size = 0;
  /** Whether what other instances kept turned out to be damaged: it is made again, and not fetched. */
  #isDamaged = false;

  constructor(settings: KnowledgeSettings) {
    this.#settings = settings;
    this.#memory = settings.memory ?? sharedMemoryTier;
    this.#tier = settings.tier && new KnowledgeTier(settings.tier, settings, (state) => this.#proved(state));
    this.#shared = settings.shared?.open(settings);
    const { limits, documents } = settings;
    this.#options = { maximumFrontMatterBytes: limits.maximumFrontMatterBytes, ...documents };
    this.#crew = settings.crew?.({ maximumBytes: limits.maximumMarkdownFileBytes, documents: this.#options });
  }

  async current(signal?: AbortSignal): Promise<KnowledgeState> {
    for (let restarts = 0; ; restarts++) {
      try {
        return await this.#current(restarts === maximumRestarts, signal);
      } catch (cause) {
        if (!(cause instanceof PackMoved)) throw cause;
      }
    }
  }

  /** @param isLast Not to be begun again where another instance has kept something meanwhile. */
  async #current(isLast: boolean, signal: AbortSignal | undefined): Promise<KnowledgeState> {
    const shared = this.#shared;
    const kept = this.#last === undefined ? this.#restored() : undefined;
    if (kept !== undefined && (await this.#isStill(kept, signal))) return this.#move(kept.snapshot, kept);
    const previous = this.#last ?? kept ?? (shared && (await this.#fetched(shared, signal)));
    const snapshot = await this.#take({
      // Without listed sizes it could not be told how much there is to read.
      previous: previous?.snapshot ?? (shared?.isSpread === true ? emptySnapshot : undefined),
      memory: this.#sources,
      signal,
      prepare: async (unread) => {
        try {
          await shared?.admit(unread, { isLast, signal });
        } catch (cause) {
          // What others parse meanwhile is fetched by the next question.
          this.#letGo();
          throw cause;
        }
        await this.#prepare();
      },
    });
    return this.#move(snapshot, previous);
  }

  /** Goes on to a snapshot, which the next question builds upon. */
  async #move(snapshot: Snapshot, previous: PreviousState | undefined): Promise<KnowledgeState> {
    this.#hadDocuments = true;
    const state = await stateOf(snapshot, previous, this.#settings.graph);
    if (snapshot !== this.#last?.snapshot) this.#size = sizeOf(snapshot, this.#sources.get(snapshot));
    this.#last = state;
    this.#memory.use(this, this.#size, () => this.#letGo());
    this.#tier?.later(state);
    this.#shared?.later(state);
    return state;
  }

  /** Whether what an earlier process kept is what is there now. */
  async #isStill({ proof, snapshot }: KeptState, signal: AbortSignal | undefined): Promise<boolean> {
    const { store, selection, limits, sha256 } = this.#settings;
    if (proof === undefined || proof.listing.length === 0) return false;
    if ((await store.stillHolds?.(proof.listing, { signal })) !== true) {
      this.#tier?.disprove();
      return false;
    }
    if (selection.verify !== "hash") return true;
    const { maximumMarkdownFileBytes: maximumBytes } = limits;
    return holdsBytes(snapshot, { store, maximumBytes, sha256, rules: proof.rules, signal });
  }

  /** The same state from a listing that is proved, where that is possible. */
  async #proved(state: KnowledgeState): Promise<ProvedState> {
    const { snapshot: before } = state;
    const { store, selection, sha256 } = this.#settings;
    if (store.stillHolds === undefined) return { state, proof: noProof };
    const request = {
      previous: before,
      memory: this.#sources,
      // A proof is about what a listing tells, whether or not that is trusted.
      options: { ...selection, verify: "stat" } as const,
      prove: true,
      mayBeEmpty: true,
      // The answer has been given.
      onProgress: undefined,
      crew: undefined,
    };
    let snapshot: Snapshot;
    try {
      snapshot = await this.#take({ ...request, prepare: () => Promise.reject(new MovedOn()) });
    } catch (cause) {
      // The next question tells what is the matter with the files, if it still is.
      if (cause instanceof MovedOn || GraphdownError.isInstance(cause)) return { state, proof: undefined };
      throw cause;
    }
    const { documents, otherPaths } = snapshot;
    const source = this.#sources.get(snapshot);
    if (documents !== before.documents || otherPaths !== before.otherPaths || source === undefined)
      return { state, proof: undefined };
    const { listing, selected, isRepeatable } = source;
    // What is young now is not for the next process.
    if (!selected.candidates.every(isTrusted) || !listing.told.entries.every(isOldRule))
      return { state, proof: undefined };
    if (!isRepeatable || listing.proof === undefined) return { state: { ...state, snapshot }, proof: noProof };
    const proof = { listing: listing.proof, rules: keptRulesOf(listing.told, sha256) };
    return { state: { ...state, snapshot }, proof };
  }

  async ask<Result>(
    signal: AbortSignal | undefined,
    answer: (state: KnowledgeState) => Result | Promise<Result>,
  ): Promise<Result> {
    for (let restarts = 0; ; restarts++) {
      try {
        return await answer(await this.current(signal));
      } catch (cause) {
        if (!(await this.#recovers(cause)) || restarts === maximumRestarts) throw cause;
      }
    }
  }

  async elsewhere(
    { store, folder, denied, hasContentIds }: OtherPlace,
    previous: KnowledgeState | undefined = this.#last,
    signal?: AbortSignal,
  ): Promise<KnowledgeState> {
    const { selection, graph } = this.#settings;
    const verify = hasContentIds ? selection.verify : "hash";
    const options = { ...selection, denied, verify };
    const taken = { store, folder, options, previous: previous?.snapshot, mayBeEmpty: true, signal };
    return stateOf(await this.#take(taken), previous, graph);
  }

  async keepPage(page: BuildPage): Promise<void> {
    await this.#shared?.keepPage(page, (only, previous) => this.#take({ only, previous, mayBeEmpty: true }));
  }

  async close(): Promise<void> {
    this.#letGo();
    this.#memory.forget(this);
    await this.#tier?.close();
  }

  async #prepare(): Promise<void> {
    this.#parse ??= await this.#loadParser();
  }

  async #loadParser(): Promise<DocumentParser> {
    const options = this.#options;
    const [{ builder }, engine] = await Promise.all([import("./builder.ts"), this.#settings.engine()]);
    return (source) => builder.parseDocument({ ...source, engine, options });
  }

  /** What an earlier process kept. */
  #restored(): KeptState | undefined {
    const restored = this.#tier?.load();
    if (restored === undefined) return undefined;
    const { snapshot, proof, graph, index } = restored;
    const base = index && { values: index, documents: snapshot.documents };
    return { snapshot, proof, graph, index: new KeptIndex(base) };
  }

  /** What some other instance kept. What has changed since is moved to here, so that graph and documents belong together. */
  async #fetched(shared: SharedTier, signal: AbortSignal | undefined): Promise<PreviousState | undefined> {
    const fetched = this.#isDamaged ? undefined : await shared.load(signal);
    if (fetched === undefined) return undefined;
    const { state, snapshot } = fetched;
    const { documents, otherPaths } = snapshot;
    const index = new KeptIndex(state.index && { values: state.index, documents: state.snapshot.documents });
    if (snapshot === state.snapshot || state.graph === undefined) return { snapshot, graph: state.graph, index };
    const { builder } = await import("./builder.ts");
    const options = this.#settings.graph;
    const graph = builder.buildGraph({ documents, otherPaths, options, previous: state.graph });
    return { snapshot, graph, index };
  }

  /** Whether a question that ended so may end otherwise when it is asked again. */
  async #recovers(cause: unknown): Promise<boolean> {
    if (!(cause instanceof DamagedBytes)) return cause instanceof MovedText;
    this.#letGo();
    this.#tier?.discard();
    await this.#shared?.discard();
    // Where builds are spread, what is damaged was deleted, and comes from others again.
    this.#isDamaged = this.#shared?.isSpread !== true;
    return true;
  }

  #letGo(): void {
    this.#last = undefined;
  }

  /** Of this place unless the request names another. */
  #take(
    request: Pick<TakeSnapshotRequest, "previous" | "memory" | "signal"> &
      Partial<
        Pick<
          TakeSnapshotRequest,
          "store" | "folder" | "options" | "mayBeEmpty" | "only" | "prepare" | "prove" | "onProgress" | "crew"
        >
      >,
  ): Promise<Snapshot> {
    const { store, limits, sha256, selection, onProgress } = this.#settings;
    return takeSnapshot({
      store,
      // Helpers know this place alone.
      crew: request.store === undefined ? this.#crew : undefined,
      limits,
      sha256,
      options: selection,
      prepare: () => this.#prepare(),
      parse: (source) => (this.#parse as DocumentParser)(source),
      hadDocuments: this.#hadDocuments,
      onProgress,
      ...request,
    });
  }
}

/** What is built upon. */
type PreviousState = Omit<KnowledgeState, "graph"> & { readonly graph?: KnowledgeGraph | undefined };

/** What an earlier process kept. */
type KeptState = PreviousState & Pick<UnpackedState, "proof">;

/** The word that there is none; see `proofPart`. */
const noProof: KeptProof = { listing: new Uint8Array(), rules: [] };

/** Files have changed: there is nothing to be proved. */
class MovedOn extends Error {}

/** Whether a listed file can be trusted, if it decides what is listed. */
function isOldRule(entry: ListEntry): boolean {
  return entry.kind === "folder" || !isIgnoreFile(entry.path) || isTrusted(entry);
}

async function stateOf(
  snapshot: Snapshot,
  previous: PreviousState | undefined,
  options: Partial<GraphOptions>,
): Promise<KnowledgeState> {
  const { documents, otherPaths } = snapshot;
  const { index = new KeptIndex(), graph: before } = previous ?? {};
  const isSame = previous?.snapshot.documents === documents && previous.snapshot.otherPaths === otherPaths;
  if (isSame && before !== undefined) return { snapshot, graph: before, index };
  const { builder } = await import("./builder.ts");
  return { snapshot, graph: builder.buildGraph({ documents, otherPaths, options, previous: before }), index };
}

/** What is remembered of an entry of a listing. */
const bytesPerEntry = 300;

/** What a document costs besides its text, and a byte of its file with all that is made of it: rough, and rather too much. */
const bytesPerDocument = 2_000;
const bytesPerByte = 6;

function sizeOf({ files }: Snapshot, source: SnapshotSource | undefined): number {
  let bytes = files.length * bytesPerDocument + (source?.listing.told.entries.length ?? 0) * bytesPerEntry;
  for (const { size } of files) bytes += size * bytesPerByte;
  return bytes;
}
