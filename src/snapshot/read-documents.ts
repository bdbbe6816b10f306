/** Reads and parses the selected files of one question, and tells when what was read is no longer what was listed. */
import type { SkipReason } from "../base/cut.ts";
import type { GraphdownError } from "../base/errors.ts";
import type { MarkdownDocument } from "../documents/markdown-document.ts";
import { type FileEntry, type FileReadResult, isTrusted, unseenValidator } from "../storage/file-store.ts";
import { stampOf } from "../storage/file-version.ts";
import { readEntries } from "../storage/read-entries.ts";
import { type EarlierFile, EarlierFiles } from "./earlier-files.ts";
import { EarlierOutcomes } from "./earlier-outcomes.ts";
import { type ParsedFile, parseFile } from "./parse-file.ts";
import type { ReadOutcome } from "./read-outcome.ts";
import type { CrewFile, CrewReading, ReadingCrew } from "./reading-crew.ts";
import type { SnapshotSource } from "./snapshot-memory.ts";
import type { TakeSnapshotRequest } from "./snapshot-request.ts";

/** What became of all candidates of one listing, in their order. */
export interface DocumentReading {
  /** Whether every file was as the listing told. If not, list again; what was read is not read again. */
  readonly settled: boolean;
  /** One a candidate; all are set when settled. */
  readonly outcomes: readonly (ReadOutcome | undefined)[];
}

export interface DocumentReader {
  /** @param asItIs Take files that have changed since the listing as they are now. */
  read(candidates: readonly FileEntry[], asItIs: boolean): Promise<DocumentReading>;
}

type ReaderSettings = Omit<TakeSnapshotRequest, "decode" | "memory"> & {
  readonly decode: (bytes: Uint8Array) => string;
  /** What `previous` was made from, if listings may be trusted. */
  readonly earlier?: Pick<SnapshotSource, "selected" | "outcomes"> | undefined;
};

/** Files between two calls of the progress listener. */
const progressStep = 256;

/** Makes the reader of one question. */
export function createDocumentReader(settings: ReaderSettings): DocumentReader {
  const { store, limits, previous, signal, onProgress } = settings;
  const { maximumMarkdownFiles, maximumMarkdownFileBytes } = limits;
  const byListing = settings.options?.verify !== "hash";
  const earlierFiles = previous && new EarlierFiles(previous);
  const earlierBinaries = new Map(previous?.binaryFiles?.map(({ path, validator }) => [path, validator]));
  // What an earlier listing of this question has settled, by path. Filled only when there is a second listing.
  const earlier = new Map<string, ReadOutcome>();

  /** What is known of a file without reading it. */
  function recall(entry: FileEntry, before: EarlierFile | undefined): ReadOutcome | undefined {
    const outcome = earlier.get(entry.path);
    if (outcome !== undefined && describes(outcome, entry)) return outcome;
    if (!byListing || !isTrusted(entry)) return undefined;
    if (isParsed(entry, before)) return { kind: "document", ...before };
    if (earlierBinaries.get(entry.path) !== entry.validator) return undefined;
    return { kind: "skipped", listed: entry, reason: "binary" };
  }

  /** The outcome of one reading; `undefined` when the file has changed since the listing, or may yet be read. */
  function settle({ entry: listed, before }: Wanted, result: FileReadResult, asItIs: boolean): ReadOutcome | undefined {
    switch (result.status) {
      case "read": {
        const { entry, bytes } = result;
        if (!isAsListed(listed, entry, bytes.length, asItIs)) return undefined;
        return outcomeOf(entry, parseFile({ path: entry.path, bytes, known: before?.file.sha256 }, settings), before);
      }
      case "gone":
        return asItIs || isUnseen(listed) ? { kind: "gone" } : undefined;
      case "failed":
        return settleFailure(listed, result.error, asItIs);
    }
  }

  async function readBatch({ candidates, outcomes, from, to, asItIs, earlierOutcomes }: Batch): Promise<void> {
    const wanted: Wanted[] = [];
    for (let place = from; place < to; place++) {
      const entry = candidates[place] as FileEntry;
      outcomes[place] = earlierOutcomes?.find(entry);
      if (outcomes[place] !== undefined) continue;
      const before = earlierFiles?.find(entry.path);
      outcomes[place] = recall(entry, before);
      if (outcomes[place] === undefined) wanted.push({ entry, place, before });
    }
    if (wanted.length === 0) return;
    let done = to - wanted.length;
    const note = ({ place }: Wanted, outcome: ReadOutcome | undefined): void => {
      outcomes[place] = outcome;
      if (++done % progressStep === 0) onProgress?.("read", done, candidates.length);
    };
    const readHere = (some: readonly Wanted[]): Promise<void> =>
      readEntries(
        { store, entries: some.map(({ entry }) => entry), maximumBytes: maximumMarkdownFileBytes, signal },
        (result, index) => {
          const each = some[index] as Wanted;
          note(each, settle(each, result, asItIs));
        },
      );
    // Helpers take their time to start, so they do it while the parser is loaded here.
    const crew = await settings.crew?.(wanted.length);
    try {
      await settings.prepare?.({
        files: wanted.filter(({ entry, before }) => !isParsed(entry, before)).map(({ entry }) => entry),
        all: to,
        last: (candidates[to - 1] as FileEntry).path,
      });
      if (crew === undefined) await readHere(wanted);
      else await shareReading({ wanted, crew, readHere, note, asItIs });
    } finally {
      crew?.close();
    }
  }

  return {
    async read(candidates, asItIs) {
      const outcomes: (ReadOutcome | undefined)[] = new Array(candidates.length).fill(undefined);
      const earlierOutcomes = settings.earlier && new EarlierOutcomes(settings.earlier);
      let from = 0;
      // A file that turns out not to be a document makes room for one more, so that exactly the maximum is in.
      for (let room = maximumMarkdownFiles; room > 0 && from < candidates.length; ) {
        const to = Math.min(candidates.length, from + room);
        await readBatch({ candidates, outcomes, from, to, asItIs, earlierOutcomes });
        for (; from < to; from++) if (outcomes[from]?.kind !== "skipped") room--;
      }
      for (; from < candidates.length; from++) {
        outcomes[from] = { kind: "skipped", listed: candidates[from] as FileEntry, reason: "over_file_count" };
      }
      onProgress?.("read", candidates.length, candidates.length);
      const settled = !outcomes.includes(undefined);
      if (!settled) remember(earlier, candidates, outcomes);
      return { settled, outcomes };
    },
  };
}

interface Batch {
  readonly candidates: readonly FileEntry[];
  readonly outcomes: (ReadOutcome | undefined)[];
  readonly from: number;
  readonly to: number;
  readonly asItIs: boolean;
  readonly earlierOutcomes: EarlierOutcomes | undefined;
}

/** A file that is to be read. */
interface Wanted {
  readonly entry: FileEntry;
  /** Its place among the candidates. */
  readonly place: number;
  readonly before: EarlierFile | undefined;
}

/** So many files are read here before others get their turn: enough to hardly notice, few enough to end at the same time as helpers. */
const filesAtOnce = 64;

/** Reads files from the front while helpers take them from the back, and then what they could not settle. */
async function shareReading({
  wanted,
  crew,
  readHere,
  note,
  asItIs,
}: {
  readonly wanted: readonly Wanted[];
  readonly crew: ReadingCrew;
  readonly readHere: (some: readonly Wanted[]) => Promise<void>;
  readonly note: (file: Wanted, outcome: ReadOutcome | undefined) => void;
  readonly asItIs: boolean;
}): Promise<void> {
  let front = 0;
  let back = wanted.length;
  const left: Wanted[] = [];
  crew.start({
    take(count) {
      const files: CrewFile[] = [];
      for (; files.length < count && back > front; ) {
        const { entry, before } = wanted[--back] as Wanted;
        files.push({ place: back, entry, known: before?.file.sha256 });
      }
      return files;
    },
    deliver({ place }, reading) {
      const each = wanted[place] as Wanted;
      if (reading === undefined) left.push(each);
      else note(each, settleReading(each, reading, asItIs));
    },
  });
  while (front < back) {
    const some = wanted.slice(front, Math.min(back, front + filesAtOnce));
    front += some.length;
    await readHere(some);
  }
  await crew.finish();
  if (left.length > 0) await readHere(left);
}

/** The outcome of what a helper read; `undefined` when the file has changed since the listing. */
function settleReading(
  { entry: listed, before }: Wanted,
  { entry, parsed }: CrewReading,
  asItIs: boolean,
): ReadOutcome | undefined {
  return isAsListed(listed, entry, entry.size, asItIs) ? outcomeOf(entry, parsed, before) : undefined;
}

function outcomeOf(entry: FileEntry, parsed: ParsedFile, before: EarlierFile | undefined): ReadOutcome {
  switch (parsed.kind) {
    case "binary":
      return { kind: "skipped", listed: entry, reason: "binary" };
    case "same":
      return documentOutcome(entry, (before as EarlierFile).document);
    case "document":
      return documentOutcome(entry, parsed.document);
  }
}

function documentOutcome({ path, validator, size, modified }: FileEntry, document: MarkdownDocument): ReadOutcome {
  return { kind: "document", file: { path, validator, sha256: document.sha256, size, modified }, document };
}

function remember(
  earlier: Map<string, ReadOutcome>,
  candidates: readonly FileEntry[],
  outcomes: readonly (ReadOutcome | undefined)[],
): void {
  earlier.clear();
  candidates.forEach(({ path }, index) => {
    const outcome = outcomes[index];
    const isFinal =
      outcome?.kind === "document" || (outcome?.kind === "skipped" && outcome.reason !== "over_file_count");
    if (isFinal) earlier.set(path, outcome);
  });
}

/** Whether a file is, by all that its listing tells, the one that was parsed before. */
function isParsed(entry: FileEntry, before: EarlierFile | undefined): before is EarlierFile {
  return before !== undefined && before.file.validator === entry.validator;
}

function describes(outcome: ReadOutcome, entry: FileEntry): boolean {
  if (outcome.kind === "gone") return false;
  const then = outcome.kind === "document" ? outcome.file : outcome.listed;
  return then.size === entry.size && stampOf(then.validator) === stampOf(entry.validator);
}

/** Whether a file was listed by its name alone, so that nothing can be compared: it is taken as it is when it is read. */
function isUnseen(listed: FileEntry): boolean {
  return listed.validator === unseenValidator;
}

/** Whether what was read may be taken: it is what was listed, or nothing can be compared, or any state will do. */
function isAsListed(listed: FileEntry, entry: FileEntry, length: number, asItIs: boolean): boolean {
  if (asItIs || isUnseen(listed)) return true;
  // A store that saw no change gives the entry that was listed back.
  if (entry === listed) return length === listed.size;
  return length === listed.size && stampOf(entry.validator) === stampOf(listed.validator);
}

/** What a failure means for the question: the file is left out for good, or it is tried again, or (at the end) the question fails. */
function settleFailure(listed: FileEntry, error: GraphdownError, asItIs: boolean): ReadOutcome | undefined {
  if (error.code === "storage_failed" && isLasting(error)) return { kind: "skipped", listed, reason: "unreadable" };
  const reason = reasonOf(error);
  const mayPass = reason !== undefined || error.code === "storage_failed" || error.code === "version_conflict";
  if (mayPass && !asItIs && !(isUnseen(listed) && reason !== undefined)) return undefined;
  if (reason === undefined) throw error;
  return { kind: "skipped", listed, reason };
}

/** What the file has become since the listing, in the words of `skipped`. */
function reasonOf(error: GraphdownError): SkipReason | undefined {
  if (error.code === "limit_exceeded") return "too_large";
  if (error.code === "permission_denied") return "symbolic_link";
  return error.code === "invalid_input" ? "not_a_file" : undefined;
}

/** System codes that say that the file is not for us, however often it is tried. */
const lastingCodes: ReadonlySet<unknown> = new Set(["EACCES", "EPERM"]);

function isLasting(error: GraphdownError): boolean {
  return lastingCodes.has(error.details?.["systemCode"]);
}
