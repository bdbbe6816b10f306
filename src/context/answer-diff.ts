/** Answers what is different between two states of a knowledge base. */
import type { DirectoryPath } from "../base/logical-path.ts";
import { resolveScope } from "../files/file-scope.ts";
import { folderExists, folderNotFound } from "../files/near-names.ts";
import { diffGraphs } from "../graph/questions/diff/diff.ts";
import { requireDocuments } from "../snapshot/no-documents.ts";
import { defaultMarkdownGlob } from "../snapshot/select-files.ts";
import type { FileStore } from "../storage/file-store.ts";
import type { ResolvedRevision, RevisionSource } from "../storage/revision-source.ts";
import type { DiffOptions } from "./context-options.ts";
import type { DiffRequest, RequestedSide } from "./diff-request.ts";
import type { DiffSide, GraphDiff } from "./file-context.ts";
import type { Knowledge, OtherPlace } from "./knowledge.ts";
import type { KnowledgeState } from "./knowledge-state.ts";
import { noRevisions } from "./no-revisions.ts";
import { skippedOf } from "./skipped-of.ts";

/** What the question may reach. */
export interface DiffSettings {
  readonly knowledge: () => Promise<Knowledge>;
  /** The files as they are now. */
  readonly store: FileStore;
  /** Shows of another store of the same place what is shown of this one. */
  readonly view: (store: FileStore) => FileStore;
  /** Opens the revisions of this place; `undefined` where it has none. */
  readonly revisions: (() => Promise<RevisionSource>) | undefined;
  readonly denied: readonly string[];
  readonly markdownGlob: string | readonly string[] | undefined;
}

/** Answers one question. What was opened for it is closed again. */
export async function answerDiff(
  settings: DiffSettings,
  request: DiffRequest,
  { triples, signal }: Pick<DiffOptions, "triples"> & { readonly signal: AbortSignal },
): Promise<GraphDiff> {
  const knowledge = await settings.knowledge();
  const source = await openSource(settings, request);
  try {
    const places = await placesOf(settings, request, source, signal);
    const compare = async (now: KnowledgeState | undefined): Promise<GraphDiff> => {
      const later = await stateOf(knowledge, places.to, now, signal);
      const earlier = await stateOf(knowledge, places.from, now ?? later, signal);
      if (earlier.snapshot.files.length === 0) requireSome(later, settings);
      return {
        from: describeSide(places.from, earlier),
        to: describeSide(places.to, later),
        ...diffGraphs({ from: earlier.graph, to: later.graph, triples }),
      };
    };
    return await (isNow(places.from) || isNow(places.to) ? knowledge.ask(signal, compare) : compare(undefined));
  } finally {
    await source?.close();
  }
}

/** A side that has been found. */
interface Side {
  /** Absent for the whole as it is now. */
  readonly other?: OtherPlace;
  readonly revision?: string;
  readonly commit?: string;
  readonly directory: DirectoryPath;
}

function isNow({ other }: Side): boolean {
  return other === undefined;
}

async function openSource({ revisions }: DiffSettings, { from, to }: DiffRequest): Promise<RevisionSource | undefined> {
  const named = [from, to].map(revisionOf).find((revision) => revision !== undefined);
  if (named === undefined) return undefined;
  if (revisions === undefined) throw noRevisions(named);
  return revisions();
}

function revisionOf({ place }: RequestedSide): string | undefined {
  return place !== undefined && "revision" in place ? place.revision : undefined;
}

async function placesOf(
  settings: DiffSettings,
  { from, to, sinceFork }: DiffRequest,
  source: RevisionSource | undefined,
  signal: AbortSignal,
): Promise<{ readonly from: Side; readonly to: Side }> {
  const find = async (side: RequestedSide, resolved?: ResolvedRevision): Promise<Side> => {
    const { directory, place } = side;
    if (place === undefined && directory === "") return { directory };
    const revision = revisionOf(side);
    const commit = revision && (resolved ?? (await source?.resolve(revision, signal)))?.commit;
    const named = place !== undefined && "store" in place ? place.store : undefined;
    const opened = commit === undefined ? named : source?.open(commit);
    const whole = opened === undefined ? settings.store : settings.view(opened);
    await requireFolder(whole, directory, signal);
    const { denied } = settings;
    const other = { store: whole, folder: directory, denied, hasContentIds: commit !== undefined };
    return { other, directory, ...(revision === undefined || commit === undefined ? {} : { revision, commit }) };
  };
  const fork = sinceFork
    ? await source?.mergeBase(revisionOf(from) as string, revisionOf(to) as string, signal)
    : undefined;
  return { from: await find(from, fork), to: await find(to) };
}

/** A folder that is not there is `not_found`. */
async function requireFolder(store: FileStore, directory: DirectoryPath, signal: AbortSignal): Promise<void> {
  if (directory === "") return;
  const scope = resolveScope({ store, signal });
  if (!(await folderExists(scope, directory))) throw await folderNotFound(scope, directory);
}

async function stateOf(
  knowledge: Knowledge,
  { other }: Side,
  previous: KnowledgeState | undefined,
  signal: AbortSignal,
): Promise<KnowledgeState> {
  return other === undefined ? (previous as KnowledgeState) : knowledge.elsewhere(other, previous, signal);
}

/** That nothing is different between two empty places would read as if all were well. */
function requireSome({ snapshot }: KnowledgeState, { markdownGlob = defaultMarkdownGlob }: DiffSettings): void {
  requireDocuments(snapshot, { markdownGlob });
}

function describeSide({ revision, commit, directory }: Side, { snapshot }: KnowledgeState): DiffSide {
  return {
    ...(revision === undefined || commit === undefined ? {} : { revision, commit }),
    ...(directory === "" ? {} : { directory }),
    snapshot: snapshot.digest,
    documentCount: snapshot.documents.length,
    ...skippedOf(snapshot),
  };
}
