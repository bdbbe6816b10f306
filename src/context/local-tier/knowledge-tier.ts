/** Moves the state that questions are answered from to and from the local tier. */
import { decodeText } from "../../base/decode-text.ts";
import type { HashFunction } from "../../base/hash.ts";
import type { Limits } from "../../base/limits.ts";
import { DamagedBytes } from "../../documents/packed/damaged-bytes.ts";
import { MovedText } from "../../documents/packed/moved-text.ts";
import type { GraphOptions } from "../../graph/knowledge-graph.ts";
import type { Snapshot, SnapshotFile } from "../../snapshot/snapshot.ts";
import type { SnapshotOptions } from "../../snapshot/snapshot-request.ts";
import { type FileStore, isTrusted } from "../../storage/file-store.ts";
import type { KnowledgeState } from "../knowledge-state.ts";
import type { LocalTier, LocalTierSource } from "./local-tier.ts";
import type { PackSections } from "./pack-container.ts";
import type { KeptProof } from "./pack-state.ts";
import { textsFromFiles, type UnpackedState, unpackState } from "./unpack-state.ts";

/** What decides what is built, and where texts are. */
export interface KnowledgeTierSettings {
  readonly store: FileStore;
  readonly limits: Limits;
  readonly selection: SnapshotOptions;
  readonly documents: object;
  readonly graph: Partial<GraphOptions>;
  readonly sha256: HashFunction;
}

/** A state that is to be kept. */
export interface ProvedState {
  readonly state: KnowledgeState;
  /** As in a pack. */
  readonly proof: KeptProof | undefined;
}

/** A process that goes on keeps its work when it has had nothing to do for so long. */
const idleMs = 2_000;

/** Less than this changed is not worth writing everything again while a process goes on. */
const minimumChanges = 32;
const minimumShare = 0.02;

export class KnowledgeTier {
  readonly #settings: KnowledgeTierSettings;
  readonly #tier: LocalTier;
  readonly #prove: (state: KnowledgeState) => Promise<ProvedState>;
  #isLoaded = false;
  /** The files of what is in the tier. */
  #kept: readonly SnapshotFile[] = [];
  /** Whether it holds an index. */
  #hasIndex = false;
  /** Whether it holds a proof, or the word that there is none. */
  #hasProof = false;
  /** What was left out where there is no proof: it is tried again when that is something else. */
  #unprovedOver: string | undefined;
  #unsaved: KnowledgeState | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #saving: Promise<void> = Promise.resolve();

  /** @param prove Looks once more, so that a state is kept with a proof of the listing that it comes from. */
  constructor(
    source: LocalTierSource,
    settings: KnowledgeTierSettings,
    prove: (state: KnowledgeState) => Promise<ProvedState>,
  ) {
    const { limits, selection, documents, graph } = settings;
    const { maximumFrontMatterBytes, maximumMarkdownFileBytes, maximumMarkdownFiles, maximumGlobCharacters } = limits;
    this.#settings = settings;
    this.#prove = prove;
    this.#tier = source({
      limits: { maximumFrontMatterBytes, maximumMarkdownFileBytes, maximumMarkdownFiles, maximumGlobCharacters },
      selection: { ...selection, verify: undefined },
      documents,
      graph,
    });
  }

  /** What an earlier process kept, the first time. */
  load(): UnpackedState | undefined {
    if (this.#isLoaded) return undefined;
    this.#isLoaded = true;
    const { store, sha256, graph } = this.#settings;
    const pack = store.readNow === undefined ? undefined : this.#tier.load();
    if (pack === undefined) return undefined;
    try {
      const state = unpackState(pack, textsFromFiles({ store, sha256, decode: decodeText }), graph);
      this.#kept = state?.snapshot.files ?? [];
      this.#hasIndex = state?.index !== undefined;
      if (state !== undefined) this.#noteProof(state.snapshot, state.proof);
      return state;
    } catch (cause) {
      if (!(cause instanceof DamagedBytes)) throw cause;
      this.discard();
      return undefined;
    }
  }

  /** The proof that was loaded does not hold: the next state is kept with another, though no document differs. */
  disprove(): void {
    this.#hasProof = false;
  }

  /** Keeps a state when there is time for it, if it is worth it. */
  later(state: KnowledgeState): void {
    clearTimeout(this.#timer);
    this.#unsaved = state;
    this.#timer = setTimeout(() => {
      // One after another: a folder may take longer to look at than a process is idle.
      this.#saving = this.#saving.then(() => this.#save({ isLast: false }));
    }, idleMs);
    // A process that has nothing else to do ends, and keeps its work when it closes.
    if (typeof this.#timer === "object") this.#timer.unref();
  }

  discard(): void {
    this.#kept = [];
    this.#tier.discard();
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#saving;
    await this.#save({ isLast: true });
    this.#tier.close();
  }

  /** Like all that goes wrong with keeping work, a failure is told to whoever set the tier up, and changes no answer. */
  async #save(about: { readonly isLast: boolean }): Promise<void> {
    try {
      await this.#saveIfWorth(about);
    } catch (cause) {
      this.#tier.save(() => {
        throw cause;
      });
    }
  }

  /** @param isLast Whether the process is done: the next one would have to make up for each change again. */
  async #saveIfWorth({ isLast }: { readonly isLast: boolean }): Promise<void> {
    const unsaved = this.#unsaved;
    if (unsaved === undefined || this.#settings.store.readNow === undefined) return;
    const { snapshot, index } = unsaved;
    const { changes, isMuch } = changesBetween(this.#kept, snapshot.files);
    const isOther = (index.isUsed && !this.#hasIndex) || isMuch || (isLast && changes > 0);
    const isOver = this.#unprovedOver !== undefined && this.#unprovedOver !== skippedIn(snapshot);
    const mayProve = !this.#hasProof || isOver;
    if (!isOther && !(mayProve && snapshot.files.every(isTrusted))) return;
    this.#unsaved = undefined;
    const withIndex = index.isUsed || this.#hasIndex;
    const [{ packKnowledge }, { state, proof }] = await Promise.all([
      import("./state-packer.ts"),
      this.#prove(unsaved),
    ]);
    if (!isOther && proof === undefined) return;
    const isKept = this.#tier.save(() => this.#pack(() => packKnowledge({ state, proof, withIndex })));
    if (!isKept) return;
    this.#kept = state.snapshot.files;
    this.#hasIndex = withIndex;
    this.#noteProof(state.snapshot, proof);
  }

  #noteProof(snapshot: Snapshot, proof: KeptProof | undefined): void {
    this.#hasProof = proof !== undefined;
    this.#unprovedOver = proof?.listing.length === 0 ? skippedIn(snapshot) : undefined;
  }

  /** `undefined` where files have changed since, or what the state rests on is damaged: there is nothing to be kept then. */
  #pack(pack: () => PackSections): PackSections | undefined {
    try {
      return pack();
    } catch (cause) {
      if (cause instanceof DamagedBytes) this.discard();
      else if (!(cause instanceof MovedText)) throw cause;
      return undefined;
    }
  }
}

/** What may stand in the way of a proof. */
function skippedIn({ skipped }: Snapshot): string {
  return JSON.stringify(skipped ?? null);
}

function changesBetween(
  kept: readonly SnapshotFile[],
  files: readonly SnapshotFile[],
): { readonly changes: number; readonly isMuch: boolean } {
  if (kept === files) return { changes: 0, isMuch: false };
  const known = new Map(kept.map((file) => [file.path, file]));
  let changes = Math.max(0, kept.length - files.length);
  for (const { path, validator, sha256 } of files) {
    const before = known.get(path);
    if (before?.validator !== validator || before.sha256 !== sha256) changes++;
  }
  return { changes, isMuch: changes >= Math.min(minimumChanges, Math.ceil(files.length * minimumShare)) };
}
