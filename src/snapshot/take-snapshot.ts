/** Takes a snapshot: lists what is behind the prefix now, reads and parses the Markdown in it. The last I/O of a question. */
import { compareCodePoints } from "../base/compare-code-points.ts";
import { summariseSkipped } from "../base/cut.ts";
import { decodeText } from "../base/decode-text.ts";
import type { LogicalPath } from "../base/logical-path.ts";
import type { MarkdownDocument } from "../documents/markdown-document.ts";
import { isTrusted } from "../storage/file-store.ts";
import { moveChosen } from "../storage/listing-change.ts";
import { createPrefixedStore } from "../storage/prefixed-store.ts";
import { listVisible, type VisibleFiles } from "../storage/visible-files.ts";
import { type DigestParts, makeDigest, type SnapshotDigest } from "./digest.ts";
import { requireDocuments } from "./no-documents.ts";
import { createDocumentReader } from "./read-documents.ts";
import { isOfListing, type ReadOutcome } from "./read-outcome.ts";
import { createDocumentTest, createSelector, defaultMarkdownGlob, type SelectedFiles } from "./select-files.ts";
import { selectedBelow } from "./selected-below.ts";
import type { BinaryFile, Snapshot, SnapshotFile } from "./snapshot.ts";
import type { SnapshotSource } from "./snapshot-memory.ts";
import type { TakeSnapshotRequest } from "./snapshot-request.ts";

/** Listings after the first one, when files change while they are read. */
const maximumFurtherListings = 3;

/**
 * Takes a snapshot of the visible files.
 *
 * Every document is whole, and was current at some moment of the call: what is read is compared with what was listed, and listed again
 * at most three times; a file that still keeps changing is read as it is then. Files that a bound or a fault leaves out are in
 * `skipped`. No document at all is `no_documents`, unless the place may be empty; a listing that fails, and a file that can't be read
 * for a reason that may pass, are `storage_failed`: an answer without them would be wrong.
 */
export async function takeSnapshot(request: TakeSnapshotRequest): Promise<Snapshot> {
  const { options = {}, limits, folder = "" } = request;
  const select = createSelector(options, limits);
  const store = folder === "" ? request.store : createPrefixedStore(request.store, folder);
  const { previous } = request;
  const memory = folder === "" && request.only === undefined ? request.memory : undefined;
  const source = previous && memory?.get(previous);
  const earlier = options.verify === "hash" ? undefined : source;
  const reader = createDocumentReader({ ...request, store, decode: request.decode ?? decodeText, earlier });
  for (let further = 0; ; further++) {
    // What a listing knows of a file is only of use where there is something to compare it with: what was there before, or an earlier listing.
    const namesOnly = further === 0 && (previous === undefined || options.verify === "hash");
    const listing = await list(request, namesOnly, request.prove === true ? undefined : earlier?.listing);
    if (previous !== undefined && listing === earlier?.listing && earlier.isRepeatable) return previous;
    const all = (earlier && selectAgain(listing, earlier, select)) ?? select(listing);
    const selected = onlyThose(selectedBelow(all, folder), request.only);
    const { settled, outcomes } = await reader.read(selected.candidates, further === maximumFurtherListings);
    if (!settled) continue;
    const { snapshot, digest } = assemble(selected, outcomes, request, source?.digest);
    const isRepeatable = selected.candidates.every((entry, at) => isTrusted(entry) && isOfListing(outcomes[at], entry));
    // What it differs in from the one before is of no use to the next.
    memory?.set(snapshot, { listing: { ...listing, change: undefined }, selected, outcomes, isRepeatable, digest });
    if (request.mayBeEmpty === true) return snapshot;
    requireDocuments(snapshot, {
      markdownGlob: options.markdownGlob ?? defaultMarkdownGlob,
      directory: options.directory,
      hadDocuments: request.hadDocuments,
    });
    return snapshot;
  }
}

function onlyThose(selected: SelectedFiles, only: TakeSnapshotRequest["only"]): SelectedFiles {
  return only === undefined
    ? selected
    : { ...selected, candidates: selected.candidates.filter(({ path }) => only(path)) };
}

async function list(
  { store, folder = "", options = {}, limits, prove = false, signal, onProgress }: TakeSnapshotRequest,
  namesOnly: boolean,
  earlier: VisibleFiles | undefined,
): Promise<VisibleFiles> {
  const { hidden, ignore, noIgnore, denied } = options;
  onProgress?.("list", 0, 1);
  const listing = await listVisible({
    store,
    directory: folder,
    recursive: true,
    asFromRoot: true,
    hidden,
    ignore,
    noIgnore,
    namesOnly,
    denied,
    earlier,
    prove: prove ? createDocumentTest(options, limits) : undefined,
    signal,
  });
  onProgress?.("list", 1, 1);
  return listing;
}

/** What is selected of a listing of which it is known what differs from an earlier one; `undefined` where all has to be gone through. */
function selectAgain(
  listing: VisibleFiles,
  earlier: SnapshotSource,
  select: ReturnType<typeof createSelector>,
): SelectedFiles | undefined {
  const { change, unlisted } = listing;
  const before = earlier.selected;
  if (listing === earlier.listing) return before;
  if (change === undefined || before.skipped.length > 0) return undefined;
  const { gone } = change;
  const { files, candidates, skipped } = select({ entries: change.fresh, unlisted });
  return {
    files: moveChosen(before.files, { fresh: files, gone }),
    candidates: moveChosen(before.candidates, { fresh: candidates, gone }),
    skipped,
  };
}

/** Puts the files of a listing and what became of the candidates among them together again, in order. */
function assemble(
  selected: SelectedFiles,
  outcomes: readonly (ReadOutcome | undefined)[],
  { sha256, previous }: Pick<TakeSnapshotRequest, "sha256" | "previous">,
  earlier: DigestParts | undefined,
): { readonly snapshot: Snapshot; readonly digest: DigestParts | undefined } {
  const files: SnapshotFile[] = [];
  const documents: MarkdownDocument[] = [];
  const otherPaths: LogicalPath[] = [];
  const binaryFiles: BinaryFile[] = [];
  const skippedFiles = [...selected.skipped];
  let next = 0;
  for (const entry of selected.files) {
    const outcome = selected.candidates[next] === entry ? outcomes[next++] : undefined;
    if (outcome?.kind === "document") {
      files.push(outcome.file);
      documents.push(outcome.document);
    } else if (outcome?.kind !== "gone") otherPaths.push(entry.path);
    if (outcome?.kind === "skipped") {
      const { listed, reason } = outcome;
      skippedFiles.push({ path: entry.path, reason });
      if (reason === "binary") binaryFiles.push({ path: entry.path, validator: listed.validator });
    }
  }
  const skipped = summariseSkipped(skippedFiles.sort((a, b) => compareCodePoints(a.path, b.path)));
  const content = previous !== undefined && holdsSame(previous, documents, otherPaths) ? previous : undefined;
  const made = content === undefined ? makeDigest(files, otherPaths, sha256, earlier) : undefined;
  const snapshot = {
    files: content !== undefined && isSameList(content.files, files) ? content.files : files,
    documents: content?.documents ?? documents,
    otherPaths: content?.otherPaths ?? otherPaths,
    digest: content?.digest ?? (made as SnapshotDigest).digest,
    ...(binaryFiles.length === 0 ? {} : { binaryFiles }),
    ...(skipped === undefined ? {} : { skipped }),
  };
  return { snapshot, digest: made?.parts ?? earlier };
}

/** Whether an earlier snapshot has just these documents and other files, so that whoever built on it need not build again. */
function holdsSame(
  previous: Snapshot,
  documents: readonly MarkdownDocument[],
  otherPaths: readonly LogicalPath[],
): boolean {
  return isSameList(previous.documents, documents) && isSameList(previous.otherPaths, otherPaths);
}

function isSameList<Item>(before: readonly Item[], now: readonly Item[]): boolean {
  return before.length === now.length && now.every((item, index) => item === before[index]);
}
