/** Moves a file and the links to it, as one plan that is checked before anything is written. */
import { compareCodePoints } from "../../base/compare-code-points.ts";
import type { Cut, Skipped } from "../../base/cut.ts";
import { type ErrorInfo, GraphdownError } from "../../base/errors.ts";
import type { HashFunction } from "../../base/hash.ts";
import type { LogicalPath } from "../../base/logical-path.ts";
import { showPath } from "../../base/show-path.ts";
import { applyTextEdits, type TextEdit } from "../../base/text-edits.ts";
import { utf8Length } from "../../base/utf8-length.ts";
import type { MarkdownDocument } from "../../documents/markdown-document.ts";
import { checkFile } from "../../files/access.ts";
import { checkCreatable } from "../../files/create-path.ts";
import type { ChangeOptions, PlanListener } from "../../files/edits/edit-file.ts";
import { readForEdit } from "../../files/edits/read-editable.ts";
import { type TextDiff, unifiedDiff } from "../../files/edits/unified-diff.ts";
import { type FileScope, type ResolvedFileScope, resolveScope } from "../../files/file-scope.ts";
import { fileNotFound, foldName } from "../../files/near-names.ts";
import { buildGraph } from "../../graph/build-graph.ts";
import { type LeftLink, type MovePlan, planMove } from "../../graph/edits/plan-move.ts";
import { strayLinks } from "../../graph/edits/stray-links.ts";
import type { KnowledgeGraph } from "../../graph/knowledge-graph.ts";
import { hashVersion } from "../../storage/file-version.ts";
import { alreadyExists } from "../../storage/store-errors.ts";
import type { ContextSelection } from "../context-options.ts";
import type { KnowledgeState } from "../knowledge-state.ts";
import { skippedOf } from "../skipped-of.ts";
import { type UnreadMarkdown, unreadOf } from "../unread-of.ts";
import { applyMove } from "./apply-move.ts";
import { changedMeanwhile } from "./move-errors.ts";
import type { MoveRecord, RecordedChange } from "./move-journal.ts";

/** What a move takes besides the two paths. */
export interface MoveFileOptions extends ChangeOptions {
  /** Rewrite the links that lead to the file, and its own relative ones. Default `true`. */
  readonly updateLinks?: boolean | undefined;
}

/** What a move has made. */
export interface MovedFile {
  readonly path: LogicalPath;
  readonly to: LogicalPath;
  /** The version of the file at its new path; absent in a dry run. */
  readonly version?: string;
  /** Other files whose links were rewritten, or would be in a dry run. */
  readonly updated: readonly { readonly path: string; readonly version?: string }[];
  /** Files whose links were not rewritten, since they changed meanwhile or can't be edited; the file itself is moved. */
  readonly failed?: readonly { readonly path: string; readonly error: ErrorInfo }[];
  /**
   * The move is made, and this is why its record could not be taken out of the journal: the next start, or the next move of one of both
   * paths, does it, the latter after two minutes at most.
   */
  readonly recordLeft?: ErrorInfo;
  /** Links that lead to the old path and could not be written anew. */
  readonly left?: readonly LeftLink[];
  /** Files that are not in the graph, so that their links were not looked at. */
  readonly skipped?: Skipped;
  /** Markdown under other endings, whose links were not looked at either. */
  readonly unread?: UnreadMarkdown;
  readonly dryRun?: true;
  /** The changes of all files, one after the other. */
  readonly diff: string;
  readonly cut?: Cut<never>;
}

/** Where a move happens. */
export interface MoveScope extends FileScope {
  readonly selection: ContextSelection;
  readonly sha256: HashFunction;
  /** The present state of the graph; `undefined` where there is no Markdown. */
  current(signal: AbortSignal | undefined): Promise<KnowledgeState | undefined>;
  parse(path: LogicalPath, text: string, bytes: Uint8Array): Promise<MarkdownDocument>;
}

/** A plan with what it makes of each file. */
interface CheckedPlan extends MovePlan {
  /** What was not looked at. */
  readonly without: Pick<MovedFile, "skipped" | "unread">;
  readonly records: readonly PlannedChange[];
}

interface PlannedChange extends RecordedChange {
  readonly path: LogicalPath;
  readonly before: string;
  readonly text: string;
}

/** Characters of the differences in one answer. */
const maximumDiffCharacters = 8_000;

/** Moves a file: `not_found` with near names, `already_exists` for a target that is there, `version_conflict` where it changed meanwhile. */
export async function moveFile(
  given: MoveScope & MoveFileOptions & PlanListener & { readonly path: string; readonly to: string },
): Promise<MovedFile> {
  const scope = resolveScope(given);
  const path = checkFile(given.path, scope.access);
  const to = checkFile(given.to, scope.access);
  const { updateLinks = true, dryRun = false } = given;
  if (path === to) throw sameName(path);
  const read = await readForEdit(scope, { path, ifVersion: given.ifVersion });
  if (read === null) throw await fileNotFound(scope, path);
  await requireFree(scope, path, to);
  const plan = updateLinks ? await checkedPlan(given, path, to) : nothingToChange;
  const own = plan.records.find((record) => record.path === path);
  if (own !== undefined && own.sha256 !== given.sha256(read.bytes)) throw changedMeanwhile(path);
  const others = plan.records.filter((record) => record !== own);
  const about = {
    path,
    to,
    ...(plan.left.length === 0 ? {} : { left: plan.left }),
    ...plan.without,
    ...differences(plan.records, path, to),
  };
  if (dryRun) return { ...about, updated: others.map((other) => ({ path: other.path })), dryRun };
  const bytes = own === undefined ? read.bytes : encoded(own.text, hasMark(read.bytes));
  const record: MoveRecord = {
    from: path,
    to,
    before: given.sha256(read.bytes),
    after: given.sha256(bytes),
    started: Date.now(),
    changes: others.map(({ path: other, sha256, after, edits }) => ({ path: other, sha256, after, edits })),
  };
  const updated = others.map(({ path: other, after }) => ({ path: other, version: hashVersion(after) }));
  await given.onPlanned?.({ ...about, version: hashVersion(record.after), updated });
  return { ...about, ...(await applyMove(scope, given, { record, bytes, version: read.version })) };
}

const nothingToChange: CheckedPlan = { changes: [], links: 0, left: [], records: [], without: {} };

async function requireFree(scope: ResolvedFileScope, path: LogicalPath, to: LogicalPath): Promise<void> {
  if ((await scope.store.stat(to, { signal: scope.signal })) !== null) throw alreadyExists(to);
  // A name that only changes its case is taken by the file itself.
  if (foldName(path) !== foldName(to)) await checkCreatable(scope, to);
}

/** The plan, made anew without the links that turn out not to lead where they should. */
async function checkedPlan(scope: MoveScope, from: LogicalPath, to: LogicalPath): Promise<CheckedPlan> {
  const state = await scope.current(scope.signal);
  if (state === undefined) return nothingToChange;
  const { graph, snapshot } = state;
  let except: ReadonlySet<string> = new Set();
  for (let attempt = 1; ; attempt++) {
    const plan = planMove({ graph, from, to, except });
    const records = plan.changes.map((change) => plannedChange(scope.sha256, graph, change));
    const stray = await strayAfter(scope, state, { from, to, records });
    const left = new Set(plan.left.map(({ path, line, target }) => `${path}\0${line}\0${target}`));
    const unexpected = stray.filter((key) => !except.has(key) && !isLeft(graph, key, left));
    if (unexpected.length === 0) {
      return { ...plan, records, without: { ...skippedOf(snapshot), ...unreadOf(snapshot, scope.selection) } };
    }
    if (attempt === 3) throw uncheckable(from);
    except = new Set([...except, ...unexpected]);
  }
}

function isLeft(graph: KnowledgeGraph, key: string, left: ReadonlySet<string>): boolean {
  const [place, path] = [key.slice(0, key.indexOf(" ")), key.slice(key.indexOf(" ") + 1)];
  const link = graph.documents.find((document) => document.path === path)?.links[Number(place)];
  return link !== undefined && left.has(`${path}\0${link.line}\0${link.target}`);
}

function plannedChange(
  sha256: HashFunction,
  graph: KnowledgeGraph,
  {
    path,
    sha256: hash,
    edits,
  }: { readonly path: LogicalPath; readonly sha256: string; readonly edits: readonly TextEdit[] },
): PlannedChange {
  const document = graph.documents.find((candidate) => candidate.path === path) as MarkdownDocument;
  const text = applyTextEdits(document.text, edits);
  const mark = document.byteLength - utf8Length(document.text) === 3;
  return { path, sha256: hash, edits, before: document.text, text, after: sha256(encoded(text, mark)) };
}

async function strayAfter(
  { parse }: MoveScope,
  { graph, snapshot }: KnowledgeState,
  {
    from,
    to,
    records,
  }: { readonly from: LogicalPath; readonly to: LogicalPath; readonly records: readonly PlannedChange[] },
): Promise<readonly string[]> {
  const texts = new Map<string, string>(records.map(({ path, text }) => [path, text]));
  const documents: MarkdownDocument[] = [];
  // As they were parsed: those of the graph have their wikilinks read in the order that fits all of them together.
  for (const document of snapshot.documents) {
    const path = document.path === from ? to : document.path;
    const text = texts.get(document.path);
    if (text === undefined && path === document.path) documents.push(document);
    else documents.push(await parse(path, text ?? document.text, encoded(text ?? document.text, false)));
  }
  const isDocument = graph.documents.some(({ path }) => path === from);
  const otherPaths = graph.otherPaths.filter((path) => path !== from);
  const others = isDocument ? otherPaths : [...otherPaths, to].sort(compareCodePoints);
  const after = buildGraph({ documents, otherPaths: others, options: graph.options });
  return strayLinks(graph, after, { from, to, changes: records });
}

function differences(records: readonly PlannedChange[], path: LogicalPath, to: LogicalPath): TextDiff {
  let diff = "";
  let isCut = false;
  for (const { path: changed, before, text } of records) {
    const left = maximumDiffCharacters - diff.length;
    const shown = changed === path ? to : changed;
    const each = unifiedDiff({ path: shown, before, after: text, maximumCharacters: left });
    diff += each.diff;
    isCut ||= each.cut !== undefined;
  }
  return isCut ? { diff, cut: { reason: "characters" } } : { diff };
}

const encoder = new TextEncoder();

function encoded(text: string, mark: boolean): Uint8Array {
  return encoder.encode(mark ? `\ufeff${text}` : text);
}

function hasMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

function sameName(path: LogicalPath): GraphdownError {
  return new GraphdownError({
    code: "invalid_input",
    message: `"${showPath(path)}" can't be moved to itself.`,
    path,
    details: { parameter: "to" },
    next: "Give another path as to.",
  });
}

function uncheckable(path: LogicalPath): GraphdownError {
  return new GraphdownError({
    code: "edit_conflict",
    message: `No way was found to move "${showPath(path)}" and have every link lead where it did. Nothing was done.`,
    path,
    details: { reason: "links" },
    next: "Move it with updateLinks: false, and look at the links with file_context_markdown_graph_problems.",
  });
}
