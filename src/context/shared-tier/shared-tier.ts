/**
 * Keeps what questions are answered from beside the files themselves, for other instances: one pack with documents, texts, graph and index,
 * and a small one with the documents that have changed since. Both are found by what decides how they were made, and compared with the
 * listing of the moment by whoever uses them, so they can be old or missing, never wrong.
 */

import { compareCodePoints } from "../../base/compare-code-points.ts";
import { type HashFunction, sha256OfText } from "../../base/hash.ts";
import { type LogicalPath, parseLogicalPath } from "../../base/logical-path.ts";
import type { MarkdownDocument } from "../../documents/markdown-document.ts";
import { DamagedBytes } from "../../documents/packed/damaged-bytes.ts";
import { digestOf } from "../../snapshot/digest.ts";
import { packSnapshot } from "../../snapshot/pack-snapshot.ts";
import type { Snapshot, SnapshotFile } from "../../snapshot/snapshot.ts";
import { collectBytes } from "../../storage/byte-streams.ts";
import type { KnowledgeState } from "../knowledge-state.ts";
import type { KnowledgeTierSettings } from "../local-tier/knowledge-tier.ts";
import { type OpenPack, openPack, type PackSections, packPieces, sourceOf } from "../local-tier/pack-container.ts";
import { documentsPart, snapshotParts } from "../local-tier/state-parts.ts";
import { type UnpackedState, unpackSnapshotOf, unpackState } from "../local-tier/unpack-state.ts";
import { packTexts, unpackTexts } from "./texts-pack.ts";

/** A pack that is larger is not kept: with what is made of it, an isolate of 128 MiB could not hold it. */
const maximumPackBytes = 64 * 1024 * 1024;

/** So many changed documents, or this share of all, and the large pack is written anew. */
const minimumChanges = 32;
const minimumShare = 0.02;

/** What is known to be kept. */
interface Kept {
  /** SHA-256 of each document in the large pack, by path. */
  readonly base: ReadonlyMap<string, string>;
  readonly hasIndex: boolean;
  /** Hashes of the documents in the small pack. */
  readonly recent: string;
}

export class SharedTier {
  readonly #settings: KnowledgeTierSettings;
  readonly #fingerprint: string;
  #kept: Kept = { base: new Map(), hasIndex: false, recent: "" };
  #unsaved: KnowledgeState | undefined;

  constructor(buildId: string, settings: KnowledgeTierSettings) {
    const { limits, selection, documents, graph } = settings;
    const { maximumFrontMatterBytes, maximumMarkdownFileBytes, maximumMarkdownFiles } = limits;
    const bounds = { maximumFrontMatterBytes, maximumMarkdownFileBytes, maximumMarkdownFiles };
    this.#settings = settings;
    this.#fingerprint = sha256OfText(
      JSON.stringify([buildId, bounds, { ...selection, verify: undefined }, documents, graph]),
    ).slice(0, 32);
  }

  /** What some instance has kept. What is damaged is as good as nothing, and is made again. */
  async load(
    signal?: AbortSignal,
  ): Promise<{ readonly state: UnpackedState; readonly snapshot: Snapshot } | undefined> {
    const [pack, recent] = await Promise.all([this.#open("all", signal), this.#open("recent", signal)]);
    const texts = pack && unpackTexts(pack);
    if (pack === undefined || texts === undefined) return undefined;
    try {
      const state = unpackState(pack, texts, this.#settings.graph);
      if (state === undefined) return undefined;
      const changed = recent && unpackRecent(recent);
      this.#kept = {
        base: hashesOf(state.snapshot.files),
        hasIndex: state.index !== undefined,
        recent: changed === undefined ? "" : identityOf(changed.files),
      };
      return {
        state,
        snapshot: changed === undefined ? state.snapshot : overlaid(state.snapshot, changed, this.#settings.sha256),
      };
    } catch (cause) {
      if (!(cause instanceof DamagedBytes)) throw cause;
      return undefined;
    }
  }

  /** Notes what there is to keep. */
  later(state: KnowledgeState): void {
    this.#unsaved = state;
  }

  /** Forgets what is known to be kept, since it turned out to be damaged: all is written again. */
  discard(): void {
    this.#kept = { base: new Map(), hasIndex: false, recent: "" };
  }

  /** Keeps what is new. */
  async flush(): Promise<void> {
    const state = this.#unsaved;
    this.#unsaved = undefined;
    if (state === undefined) return;
    const { snapshot, index } = state;
    const { base, hasIndex } = this.#kept;
    const changed = snapshot.files.flatMap((file, at) => (base.get(file.path) === file.sha256 ? [] : [at]));
    const gone = base.size + changed.length - snapshot.files.length;
    const isMuch = changed.length + Math.max(0, gone) >= Math.min(minimumChanges, Math.ceil(base.size * minimumShare));
    if (base.size === 0 || (isMuch && changed.length > 0) || (index.isUsed && !hasIndex)) await this.#keepAll(state);
    else if (changed.length > 0) await this.#keepRecent(snapshot, changed);
  }

  async #keepAll(state: KnowledgeState): Promise<void> {
    const withIndex = state.index.isUsed || this.#kept.hasIndex;
    const { packKnowledge } = await import("../local-tier/state-packer.ts");
    const sections = new Map(packKnowledge(state, withIndex));
    for (const [name, bytes] of packTexts(state.snapshot.documents)) sections.set(name, bytes);
    if (!(await this.#write("all", sections))) return;
    this.#kept = { base: hashesOf(state.snapshot.files), hasIndex: withIndex, recent: "" };
    // What has changed since the pack before is in this one.
    await this.#settings.store.delete(this.#pathOf("recent"));
  }

  async #keepRecent({ files, documents }: Snapshot, changed: readonly number[]): Promise<void> {
    const some = {
      files: changed.map((at) => files[at] as SnapshotFile),
      documents: changed.map((at) => documents[at] as MarkdownDocument),
    };
    const identity = identityOf(some.files);
    if (identity === this.#kept.recent) return;
    const packed = packSnapshot({ ...some, otherPaths: [], digest: "" });
    const sections = new Map<string, Uint8Array>(snapshotParts.map((part) => [`snapshot.${part}`, packed[part]]));
    sections.set(documentsPart, packed.documents);
    for (const [name, bytes] of packTexts(some.documents)) sections.set(name, bytes);
    if (await this.#write("recent", sections)) this.#kept = { ...this.#kept, recent: identity };
  }

  async #open(name: string, signal: AbortSignal | undefined): Promise<OpenPack | undefined> {
    const opened = await this.#settings.store.open(this.#pathOf(name), { signal });
    if (opened === null) return undefined;
    if (opened.entry.size > maximumPackBytes) {
      await opened.stream.cancel();
      return undefined;
    }
    const pack = openPack(sourceOf(await collectBytes(opened.stream, signal)));
    return pack?.label.fingerprint === this.#fingerprint ? pack : undefined;
  }

  /** Whoever writes last wins: each pack is whole, and all are compared with the files when they are used. */
  async #write(name: string, sections: PackSections): Promise<boolean> {
    const pieces = packPieces({ fingerprint: this.#fingerprint, location: "" }, sections);
    const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
    if (bytes.length > maximumPackBytes) return false;
    let offset = 0;
    for (const piece of pieces) {
      bytes.set(piece, offset);
      offset += piece.length;
    }
    await this.#settings.store.put(this.#pathOf(name), bytes);
    return true;
  }

  #pathOf(name: string): LogicalPath {
    return parseLogicalPath(`.graphdown/parsed/${this.#fingerprint}/${name}`);
  }
}

function unpackRecent(pack: OpenPack): Snapshot | undefined {
  const texts = unpackTexts(pack);
  return texts && unpackSnapshotOf(pack, texts);
}

function hashesOf(files: readonly SnapshotFile[]): ReadonlyMap<string, string> {
  return new Map(files.map(({ path, sha256 }) => [path, sha256]));
}

function identityOf(files: readonly SnapshotFile[]): string {
  return files.map(({ path, sha256 }) => `${path}\n${sha256}`).join("\n");
}

/** A snapshot with some files in place of its own, or besides them. Only for comparing with what is there now. */
function overlaid(base: Snapshot, recent: Snapshot, sha256: HashFunction): Snapshot {
  const replaced = new Set<string>(recent.files.map(({ path }) => path));
  const pairs = [...base.files.map((file, at) => ({ file, document: base.documents[at] as MarkdownDocument }))].filter(
    ({ file }) => !replaced.has(file.path),
  );
  pairs.push(...recent.files.map((file, at) => ({ file, document: recent.documents[at] as MarkdownDocument })));
  pairs.sort((a, b) => compareCodePoints(a.file.path, b.file.path));
  const files = pairs.map(({ file }) => file);
  const { otherPaths } = base;
  return {
    files,
    documents: pairs.map(({ document }) => document),
    otherPaths,
    digest: digestOf(files, otherPaths, sha256),
  };
}
