/** Answers what documents or tasks fulfil conditions on metadata, page by page. */
import { GraphdownError } from "../base/errors.ts";
import type { Limits } from "../base/limits.ts";
import { parseDirectoryPath } from "../base/logical-path.ts";
import { createFinder } from "../graph/questions/find/find.ts";
import { unknownTags } from "../graph/questions/unknown-tags.ts";
import type { FindOptions } from "./context-options.ts";
import type { FindResult } from "./file-context.ts";
import type { KnowledgeState } from "./knowledge-state.ts";
import { hasMoved, readCursor, writeCursor } from "./search-cursor.ts";

/** Items of one page when the caller names no number, and the most it may ask for. */
const defaultCount = 50;
const maximumCount = 1_000;

/** Checks what is asked, so that a wrong question is refused before anything is read; gives the answer to it. */
export function checkFind(options: FindOptions, limits: Limits): (state: KnowledgeState) => FindResult {
  const { cursor: text, directory, count: given } = options;
  const count = resolveCount(given);
  const { where, tags, glob, tasks, sort, fields } = options;
  const folder = parseDirectoryPath(directory ?? "");
  const request = { where, tags, glob, tasks, sort, fields, directory: folder };
  const find = createFinder({ ...request, maximumGlobCharacters: limits.maximumGlobCharacters });
  const question = { asked: "find", ...request, fields: undefined } as const;
  const cursor = text === undefined ? undefined : readCursor(text, question);
  const offset = cursor?.offset ?? 0;
  return ({ graph, snapshot }) => {
    const found = find(graph);
    const end = offset + count;
    const next = end < found.length ? writeCursor({ offset: end, digest: snapshot.digest, question }) : undefined;
    const unknown = found.length > 0 ? [] : unknownTags(graph, tags);
    return {
      snapshot: snapshot.digest,
      documentCount: graph.documents.length,
      foundCount: found.length,
      items: found.slice(offset, end),
      ...(unknown.length === 0 ? {} : { unknownTags: unknown }),
      ...(next === undefined ? {} : { cut: { reason: "count", next }, cursor: next }),
      ...(cursor !== undefined && hasMoved(cursor, snapshot.digest) ? { moved: true } : {}),
    };
  };
}

function resolveCount(count: number | undefined): number {
  if (count === undefined) return defaultCount;
  if (Number.isSafeInteger(count) && count >= 1) return Math.min(count, maximumCount);
  throw new GraphdownError({
    code: "invalid_input",
    message: `count must be a whole number of at least 1, but it is ${String(count)}.`,
    details: { parameter: "count", value: String(count) },
    next: `Give a count from 1 to ${maximumCount}, or leave it out for ${defaultCount}.`,
  });
}
