/** Documents, or their tasks, by metadata. */
import { compareCodePoints } from "../../../base/compare-code-points.ts";
import { GraphdownError } from "../../../base/errors.ts";
import { compileGlob } from "../../../base/glob.ts";
import { type DirectoryPath, isBelow, type LogicalPath } from "../../../base/logical-path.ts";
import { nearestName } from "../../../base/nearest-name.ts";
import { showPath } from "../../../base/show-path.ts";
import { foldKey } from "../../../documents/fold-key.ts";
import { readScalar } from "../../../documents/front-matter/property-value.ts";
import type { MarkdownDocument, PropertyValue, Task } from "../../../documents/markdown-document.ts";
import { plainValue } from "../../../documents/plain-value.ts";
import type { WrittenValue } from "../../../documents/written-values.ts";
import type { KnowledgeGraph } from "../../knowledge-graph.ts";
import { isTagWithin, tagKey } from "../../tag-key.ts";
import { compareValues } from "./compare-values.ts";
import { parseCondition } from "./condition.ts";
import { conditionTest } from "./condition-test.ts";
import { metadataValues } from "./metadata-values.ts";

/** Which tasks: still to do (those in progress too), in progress, done, cancelled, or all. */
export type TaskState = "open" | "in-progress" | "done" | "cancelled" | "any";

const taskStates: readonly TaskState[] = ["open", "in-progress", "done", "cancelled", "any"];

/** What to find. Every part narrows. */
export interface FindRequest {
  /** Conditions, all of which hold; see `parseCondition`. For tasks `text`, `due` and `done` are keys of the task itself. */
  readonly where?: readonly string[] | undefined;
  /** Only documents with all of these tags, nested ones included. */
  readonly tags?: readonly string[] | undefined;
  readonly directory?: DirectoryPath | undefined;
  /** Only documents whose path below the folder matches. */
  readonly glob?: string | readonly string[] | undefined;
  /** Find tasks in this state instead of documents. */
  readonly tasks?: TaskState | undefined;
  /** Keys to sort by; `-` before one turns its order. What has no value comes last; the path decides in the end. Default: by path. */
  readonly sort?: readonly string[] | undefined;
  /** Keys whose values to show. Default: those of `where` and `sort`. */
  readonly fields?: readonly string[] | undefined;
  readonly maximumGlobCharacters?: number | undefined;
}

/** One document or task. */
export interface FoundItem {
  readonly path: LogicalPath;
  readonly title: string;
  /** Of a task: its line, text, whether it is done, and whether it is in progress or cancelled. */
  readonly line?: number;
  readonly text?: string;
  readonly done?: boolean;
  readonly state?: NonNullable<Task["state"]>;
  readonly due?: string;
  /** By key as asked for; a list where there are several values; a key without a value is absent. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * Makes the search, so that what is wrong is refused before anything is read: a condition is `invalid_query`, a glob `invalid_pattern`, a
 * task state or a sort key `invalid_input`.
 */
export function createFinder(request: FindRequest): (graph: KnowledgeGraph) => readonly FoundItem[] {
  const { tags = [], directory = "", glob, tasks, maximumGlobCharacters } = request;
  if (tasks !== undefined) requireTaskState(tasks);
  const conditions = (request.where ?? []).map(parseCondition);
  const tests = conditions.map((condition) => ({
    key: foldKey(condition.key),
    holds: conditionTest(condition, readScalar),
  }));
  const wantedTags = tags.map((tag) => tagKey(tag.replace(/^#/, "")));
  const matches =
    glob === undefined
      ? () => true
      : compileGlob(glob, maximumGlobCharacters === undefined ? {} : { maximumCharacters: maximumGlobCharacters });
  const below = directory === "" ? 0 : directory.length + 1;
  const order = (request.sort ?? []).map(parseSort);
  const shown = request.fields ?? [...conditions.map(({ key }) => key), ...order.map(({ key }) => key)];

  const isWanted = (document: MarkdownDocument): boolean =>
    (below === 0 || isBelow(document.path, directory)) &&
    matches(document.path.slice(below)) &&
    wantedTags.every((wanted) => document.tags.some(({ name }) => isTagWithin(tagKey(name), wanted)));

  return (graph) => {
    const candidates: Candidate[] = [];
    for (const document of graph.documents) {
      if (!isWanted(document)) continue;
      if (tasks === undefined) candidates.push({ document });
      else for (const task of document.tasks) if (isInState(task, tasks)) candidates.push({ document, task });
    }
    const found = candidates.filter((candidate) => tests.every(({ key, holds }) => holds(valuesOf(candidate, key))));
    return sorted(found, order).map((candidate) => itemOf(candidate, shown));
  };
}

interface Candidate {
  readonly document: MarkdownDocument;
  readonly task?: Task;
}

interface SortKey {
  readonly key: string;
  readonly descending: boolean;
}

/** A sort key without a name would sort by nothing, as if it were not there. */
function parseSort(text: string): SortKey {
  const descending = text.startsWith("-");
  const key = (descending ? text.slice(1) : text).trim();
  if (key !== "") return { key, descending };
  throw new GraphdownError({
    code: "invalid_input",
    message: `"${showPath(text)}" names no key to sort by.`,
    details: { parameter: "sort", value: showPath(text) },
    next: "Give a key such as due, or -due for the other way round.",
  });
}

function requireTaskState(state: TaskState): void {
  if (taskStates.includes(state)) return;
  const nearest = nearestName(String(state), taskStates);
  throw new GraphdownError({
    code: "invalid_input",
    message: `There is no task state "${showPath(String(state))}"; known are ${taskStates.join(", ")}.`,
    details: {
      parameter: "tasks",
      value: showPath(String(state)),
      known: taskStates,
      ...(nearest === undefined ? {} : { nearest }),
    },
    next:
      nearest === undefined
        ? "Leave tasks out to find documents, or give any for all tasks."
        : `Did you mean ${nearest}?`,
  });
}

function isInState(task: Task, state: TaskState): boolean {
  if (state === "any") return true;
  if (state === "done") return task.done;
  return state === "open" ? !task.done && task.state !== "cancelled" : task.state === state;
}

/** The values under a key: of the task where it has such a key, else of the document. */
function valuesOf({ document, task }: Candidate, key: string): readonly WrittenValue[] {
  if (task !== undefined) {
    if (key === "text") return [{ type: "text", value: task.text, text: task.text }];
    if (key === "done") return [{ type: "boolean", value: task.done, text: String(task.done) }];
    if (key === "due") return task.due === undefined ? [] : [readScalar(task.due)];
  }
  return metadataValues(document, key);
}

/** Sorts by each key in turn; the values are looked up once. */
function sorted(candidates: readonly Candidate[], order: readonly SortKey[]): readonly Candidate[] {
  const rows = candidates.map((candidate) => ({
    candidate,
    values: order.map(({ key, descending }) => extreme(valuesOf(candidate, foldKey(key)).map(sortValue), descending)),
  }));
  rows.sort((a, b) => {
    for (const [index, { descending }] of order.entries()) {
      const compared = compareOptional(a.values[index], b.values[index], descending);
      if (compared !== 0) return compared;
    }
    return (
      compareCodePoints(a.candidate.document.path, b.candidate.document.path) ||
      (a.candidate.task?.line ?? 0) - (b.candidate.task?.line ?? 0)
    );
  });
  return rows.map(({ candidate }) => candidate);
}

/** Links stand in the order of their targets, not of the brackets around them. */
function sortValue(value: WrittenValue): PropertyValue {
  const target = value.linkNames?.[0];
  return target === undefined ? value : readScalar(target);
}

/** Of several values the one that comes first in the order. */
function extreme(values: readonly PropertyValue[], descending: boolean): PropertyValue | undefined {
  let best: PropertyValue | undefined;
  for (const value of values) {
    if (best === undefined || compareOptional(value, best, descending) < 0) best = value;
  }
  return best;
}

function compareOptional(a: PropertyValue | undefined, b: PropertyValue | undefined, descending: boolean): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return descending ? compareValues(b, a) : compareValues(a, b);
}

function itemOf(candidate: Candidate, keys: readonly string[]): FoundItem {
  const { document, task } = candidate;
  const fields = keys.flatMap((key): [string, unknown][] => {
    const values = valuesOf(candidate, foldKey(key));
    if (values.length === 0) return [];
    return [[key, values.length === 1 ? plainValue(values[0] as PropertyValue) : values.map(plainValue)]];
  });
  return {
    path: document.path,
    title: document.title,
    ...(task === undefined ? {} : taskParts(task)),
    fields: Object.fromEntries(fields),
  };
}

function taskParts(task: Task): Pick<FoundItem, "line" | "text" | "done" | "state" | "due"> {
  const { line, text, done, state, due } = task;
  return { line, text, done, ...(state === undefined ? {} : { state }), ...(due === undefined ? {} : { due }) };
}
