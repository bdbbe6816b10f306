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
import { makeDigest } from "../../snapshot/digest.ts";
import { emptySnapshot } from "../../snapshot/empty-snapshot.ts";
import { packSnapshot } from "../../snapshot/pack-snapshot.ts";
import type { BinaryFile, Snapshot, SnapshotFile } from "../../snapshot/snapshot.ts";
import type { UnreadFiles } from "../../snapshot/snapshot-request.ts";
import { collectBytes } from "../../storage/byte-streams.ts";
import type { KnowledgeState } from "../knowledge-state.ts";
import type { KnowledgeTierSettings } from "../local-tier/knowledge-tier.ts";
import { type OpenPack, openPack, type PackSections, packPieces, sourceOf } from "../local-tier/pack-container.ts";
import { documentsPart, snapshotParts } from "../local-tier/state-parts.ts";
import { type UnpackedState, unpackSnapshotOf, unpackState } from "../local-tier/unpack-state.ts";
import type { BuildPage } from "./build-pages.ts";
import type { BuildQueue } from "./build-queue.ts";
import { letGoOfEarlierBuilds, noteBuild } from "./earlier-builds.ts";
import { PackMoved } from "./pack-moved.ts";
import { isInPage, type SeenPages, SpreadBuild } from "./spread-build.ts";
import { packTexts, unpackTexts } from "./texts-pack.ts";

/** A pack that is larger is not kept: with what is made of it, an isolate of 128 MiB could not hold it. */
const maximumPackBytes = 64 * 1024 * 1024;

/** Pages that are read at the same time. */
const pageConcurrency = 6;

/** So many changed documents, or this share of all, and the large pack is written anew. */
const minimumChanges = 32;
const minimumShare = 0.02;

/** What is known to be kept. */
interface Kept {
  /** What tells each file in the large pack from others of its path: see {@link identitiesOf}. */
  readonly base: ReadonlyMap<string, string>;
  readonly hasIndex: boolean;
  /** The same of all files in the small pack. */
  readonly recent: string;
}

const nothing: Kept = { base: new Map(), hasIndex: false, recent: "" };

/** What was there when it was looked at last, by which is told whether another instance has moved it since. */
interface Seen extends SeenPages {
  /** Validator of the large pack, also of one that is damaged: nobody has moved that since. */
  readonly pack: string | undefined;
}

const unseen: Seen = { pack: undefined, build: undefined, pages: new Map() };

/** One page that is there; without files where it is damaged. */
interface SeenPage {
  readonly page: number;
  readonly validator: string;
  readonly snapshot: Snapshot | undefined;
}

/** Parses what a page is about, with what it held before. */
export type PageTaker = (only: (path: string) => boolean, previous: Snapshot) => Promise<Snapshot>;

export class SharedTier {
  readonly #settings: KnowledgeTierSettings;
  readonly #fingerprint: string;
  readonly #now: () => number;
  /** Absent where nobody would parse what is handed out. */
  readonly #spread: SpreadBuild | undefined;
  #kept: Kept = nothing;
  #seen: Seen = unseen;
  #unsaved: KnowledgeState | undefined;

  constructor(
    buildId: string,
    settings: KnowledgeTierSettings,
    { queue, now }: { readonly queue?: BuildQueue | undefined; readonly now: () => number },
  ) {
    const { limits, selection, documents, graph } = settings;
    const { maximumFrontMatterBytes, maximumMarkdownFileBytes, maximumMarkdownFiles } = limits;
    const bounds = { maximumFrontMatterBytes, maximumMarkdownFileBytes, maximumMarkdownFiles };
    this.#settings = settings;
    this.#fingerprint = sha256OfText(
      JSON.stringify([buildId, bounds, { ...selection, verify: undefined }, documents, graph]),
    ).slice(0, 32);
    this.#now = now;
    const { store } = settings;
    // Where each question reads every file anyway, to hash it, pages that others have parsed spare it nothing.
    const isOfUse = selection.verify !== "hash";
    this.#spread =
      queue && isOfUse ? new SpreadBuild({ store, fingerprint: this.#fingerprint, queue, now }) : undefined;
  }

  /** What some instance has kept. What is damaged is as good as nothing, and is made again. */
  async load(
    signal?: AbortSignal,
  ): Promise<{ readonly state: UnpackedState; readonly snapshot: Snapshot } | undefined> {
    const [all, small, build] = await Promise.all([
      this.#open("all", signal),
      this.#open("recent", signal),
      this.#spread?.read(),
    ]);
    const state = this.#unpacked(all?.pack);
    // What has changed since a pack is of no use without it.
    const recent = state && small?.pack && unpackPart(small.pack);
    const there = build === undefined ? [] : await this.#openPages(pageNumbers(build.pages), signal);
    const pages = there.flatMap(({ snapshot }) => snapshot ?? []);
    this.#seen = {
      pack: all?.validator,
      build,
      pages: new Map(there.map(({ page, validator }) => [page, validator])),
    };
    // What is damaged is not kept, whatever this instance has written: another one may have written over it.
    this.#kept =
      state === undefined
        ? nothing
        : {
            base: new Map(identitiesOf(state.snapshot)),
            hasIndex: state.index !== undefined,
            recent: recent === undefined ? "" : identityOf(recent),
          };
    if (state === undefined && pages.length === 0) return undefined;
    const base = state ?? { snapshot: emptySnapshot };
    const changes = recent === undefined ? pages : [recent, ...pages];
    const { sha256 } = this.#settings;
    return { state: base, snapshot: changes.length === 0 ? base.snapshot : overlaid(base.snapshot, changes, sha256) };
  }

  /**
   * Returns when a question may parse these files itself. Where they are too many for one request they are handed out to be parsed, and
   * it throws what the question is told: `operation_timeout`, reason `building`. `PackMoved` where another instance has kept something
   * since it was loaded, unless the question has begun again for that often enough (`isLast`).
   */
  async admit(
    unread: UnreadFiles,
    { isLast, signal }: { readonly isLast: boolean; readonly signal?: AbortSignal | undefined },
  ): Promise<void> {
    if (this.#spread?.isTooMuch(unread) !== true) return;
    if (!isLast) {
      const present = await this.#settings.store.stat(this.#pathOf("all"), { signal });
      if (present !== null && present.validator !== this.#seen.pack) throw new PackMoved();
    }
    throw await this.#spread.spread(unread, this.#seen);
  }

  /** Whether what a listing tells is of use though nothing was kept. */
  get isSpread(): boolean {
    return this.#spread !== undefined;
  }

  /** Parses one page of a build and keeps it, unless the build is done or this is one of another. */
  async keepPage({ fingerprint, page, pages }: BuildPage, take: PageTaker): Promise<void> {
    const build = fingerprint === this.#fingerprint ? await this.#spread?.read() : undefined;
    if (build?.pages !== pages) return;
    const only = (path: string): boolean => isInPage(path, page, build);
    const name = `page-${page}`;
    const before = (await this.#openPages([page]))[0]?.snapshot;
    try {
      const snapshot = await take(only, before ?? emptySnapshot);
      if (before !== undefined && isSameFiles(before, snapshot)) return;
      await this.#write(name, sectionsOf(snapshot));
    } catch (cause) {
      if (!(cause instanceof DamagedBytes)) throw cause;
      const snapshot = await take(only, emptySnapshot);
      await this.#write(name, sectionsOf(snapshot));
    }
    // Whoever has ended the build meanwhile did not know of this page.
    if ((await this.#spread?.read())?.pages !== pages) await this.#settings.store.delete(this.#pathOf(name));
  }

  /** Notes what there is to keep. */
  later(state: KnowledgeState): void {
    this.#unsaved = state;
  }

  /** Forgets what is known to be kept, since it turned out to be damaged: all is made again. Where others make it, it is deleted too. */
  async discard(): Promise<void> {
    this.#kept = nothing;
    if (this.#spread === undefined) return;
    for (const name of ["all", "recent"]) await this.#settings.store.delete(this.#pathOf(name));
    await this.#endBuild();
  }

  /** Keeps what is new. */
  async flush(): Promise<void> {
    const state = this.#unsaved;
    this.#unsaved = undefined;
    if (state === undefined) return;
    const { snapshot, index } = state;
    const { base, hasIndex } = this.#kept;
    const all = identitiesOf(snapshot);
    const changed = new Set(all.flatMap(([path, identity]) => (base.get(path) === identity ? [] : [path])));
    const gone = base.size + changed.size - all.length;
    const isMuch = changed.size + Math.max(0, gone) >= Math.min(minimumChanges, Math.ceil(base.size * minimumShare));
    if (base.size === 0 || (isMuch && changed.size > 0) || (index.isUsed && !hasIndex)) await this.#keepAll(state);
    else if (changed.size > 0) await this.#keepRecent(snapshot, changed);
  }

  async #keepAll(state: KnowledgeState): Promise<void> {
    const withIndex = state.index.isUsed || this.#kept.hasIndex;
    const { packKnowledge } = await import("../local-tier/state-packer.ts");
    const sections = new Map(packKnowledge({ state, withIndex }));
    for (const [name, bytes] of packTexts(state.snapshot.documents)) sections.set(name, bytes);
    const { store } = this.#settings;
    const fingerprint = this.#fingerprint;
    const at = this.#now();
    const builds = await noteBuild(store, fingerprint, { at, pages: this.#seen.build?.pages ?? 0 });
    if (!(await this.#write("all", sections))) return;
    this.#kept = { base: new Map(identitiesOf(state.snapshot)), hasIndex: withIndex, recent: "" };
    // What has changed since the pack before, and what was parsed in pages, is in this one.
    await store.delete(this.#pathOf("recent"));
    await this.#endBuild();
    await letGoOfEarlierBuilds(store, builds, { fingerprint, at });
  }

  /** The record goes first: who keeps a page of a build that is done takes it away again. */
  async #endBuild(): Promise<void> {
    const build = (await this.#spread?.read()) ?? this.#seen.build;
    if (build === undefined) return;
    await this.#spread?.end();
    await inTurns(pageNumbers(build.pages), (page) => this.#settings.store.delete(this.#pathOf(`page-${page}`)));
    this.#seen = { ...unseen, pack: this.#seen.pack };
  }

  async #keepRecent({ files, documents, binaryFiles }: Snapshot, changed: ReadonlySet<string>): Promise<void> {
    const some: SnapshotPart = {
      files: files.filter(({ path }) => changed.has(path)),
      documents: documents.filter((_, at) => changed.has((files[at] as SnapshotFile).path)),
      binaryFiles: binaryFiles?.filter(({ path }) => changed.has(path)),
    };
    const identity = identityOf(some);
    if (identity === this.#kept.recent) return;
    if (await this.#write("recent", sectionsOf(some))) this.#kept = { ...this.#kept, recent: identity };
  }

  /** The state of the large pack; damaged or of another form, it is as good as none. */
  #unpacked(pack: OpenPack | undefined): UnpackedState | undefined {
    const texts = pack && unpackTexts(pack);
    if (pack === undefined || texts === undefined) return undefined;
    try {
      return unpackState(pack, texts, this.#settings.graph);
    } catch (cause) {
      if (!(cause instanceof DamagedBytes)) throw cause;
      return undefined;
    }
  }

  /** Those of some pages that are there. */
  async #openPages(wanted: readonly number[], signal?: AbortSignal): Promise<readonly SeenPage[]> {
    const found = await inTurns(wanted, async (page): Promise<SeenPage | undefined> => {
      const opened = await this.#open(`page-${page}`, signal);
      if (opened === undefined) return undefined;
      const { pack, validator } = opened;
      return { page, validator, snapshot: pack && unpackPart(pack) };
    });
    return found.filter((page) => page !== undefined);
  }

  /** What is there by a name; without a pack where it is none of ours, damaged, or too large. */
  async #open(
    name: string,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly pack: OpenPack | undefined; readonly validator: string } | undefined> {
    const opened = await this.#settings.store.open(this.#pathOf(name), { signal });
    if (opened === null) return undefined;
    const { size, validator } = opened.entry;
    if (size > maximumPackBytes) {
      await opened.stream.cancel();
      return { pack: undefined, validator };
    }
    const pack = openPack(sourceOf(await collectBytes(opened.stream, signal)));
    return { pack: pack?.label.fingerprint === this.#fingerprint ? pack : undefined, validator };
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
    const { validator } = await this.#settings.store.put(this.#pathOf(name), bytes);
    if (name === "all") this.#seen = { ...this.#seen, pack: validator };
    return true;
  }

  #pathOf(name: string): LogicalPath {
    return parseLogicalPath(`.graphdown/parsed/${this.#fingerprint}/${name}`);
  }
}

/** Some documents; `undefined` where they are damaged. */
function unpackPart(pack: OpenPack): Snapshot | undefined {
  const texts = unpackTexts(pack);
  try {
    return texts && unpackSnapshotOf(pack, texts);
  } catch (cause) {
    if (!(cause instanceof DamagedBytes)) throw cause;
    return undefined;
  }
}

/** Some files of a snapshot. */
type SnapshotPart = Pick<Snapshot, "files" | "documents" | "binaryFiles">;

/** Some files as the sections of a pack. */
function sectionsOf({ files, documents, binaryFiles }: SnapshotPart): PackSections {
  const packed = packSnapshot({ files, documents, binaryFiles, otherPaths: [], digest: "" });
  const sections = new Map<string, Uint8Array>(snapshotParts.map((part) => [`snapshot.${part}`, packed[part]]));
  sections.set(documentsPart, packed.documents);
  for (const [name, bytes] of packTexts(documents)) sections.set(name, bytes);
  return sections;
}

function isSameFiles(before: Snapshot, after: Snapshot): boolean {
  return isSameList(before.files, after.files) && isSameList(before.binaryFiles ?? [], after.binaryFiles ?? []);
}

function isSameList(before: readonly BinaryFile[], after: readonly BinaryFile[]): boolean {
  return (
    before.length === after.length &&
    before.every(({ path, validator }, at) => after[at]?.path === path && after[at]?.validator === validator)
  );
}

function pageNumbers(pages: number): readonly number[] {
  return Array.from({ length: pages }, (_, page) => page);
}

/** Works on some at a time; the results are in the order of the items. */
async function inTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += pageConcurrency) {
    results.push(...(await Promise.all(items.slice(start, start + pageConcurrency).map(work))));
  }
  return results;
}

/** By path, the SHA-256 of a document, and the validator of a file that is none. */
function identitiesOf({ files, binaryFiles = [] }: SnapshotPart): readonly (readonly [string, string])[] {
  return [
    ...files.map(({ path, sha256 }) => [path, sha256] as const),
    ...binaryFiles.map(({ path, validator }) => [path, `binary ${validator}`] as const),
  ];
}

function identityOf(part: SnapshotPart): string {
  return identitiesOf(part)
    .map((each) => each.join("\n"))
    .join("\n");
}

/** A snapshot with some files in place of its own, or besides them; later changes win. Only for comparing with what is there now. */
function overlaid(base: Snapshot, changes: readonly Snapshot[], sha256: HashFunction): Snapshot {
  const pairs = new Map<string, { readonly file: SnapshotFile; readonly document: MarkdownDocument }>();
  const binaries = new Map<string, BinaryFile>();
  for (const { files, documents, binaryFiles = [] } of [base, ...changes]) {
    for (const file of binaryFiles) binaries.set(file.path, file);
    files.forEach((file, at) => {
      pairs.set(file.path, { file, document: documents[at] as MarkdownDocument });
    });
  }
  const sorted = [...pairs.values()].sort((a, b) => compareCodePoints(a.file.path, b.file.path));
  const files = sorted.map(({ file }) => file);
  const { otherPaths } = base;
  return {
    files,
    documents: sorted.map(({ document }) => document),
    otherPaths,
    digest: makeDigest(files, otherPaths, sha256).digest,
    binaryFiles: [...binaries.values()],
  };
}
