/** The entity tag of an answer about the graph. */
import { sha256OfText } from "../../base/hash.ts";
import { permissionsOf } from "./caller.ts";
import type { Exchange } from "./exchange.ts";

/** Changes when the same documents make another graph. */
const mappingVersion = 1;

/**
 * Hashes everything that the answer depends on: the documents, the product and how it maps them, its settings, what the caller may do, what
 * was asked and in which form. So two answers with the same tag are the same. `state` is the snapshot, or the answer
 * itself where it also depends on files that are no part of the snapshot.
 */
export function graphTag(exchange: Exchange, { state, mediaType }: { state: string; mediaType: string }): string {
  const { context, service, caller, target, workspace } = exchange;
  const { version, configuration } = service;
  const may = { caller: permissionsOf(caller), context: context.toolHost.permissions };
  const parts = [state, version, mappingVersion, configuration, context.limits, may, workspace, target.raw, mediaType];
  return `graph-${sha256OfText(JSON.stringify(parts)).slice(0, 40)}`;
}
