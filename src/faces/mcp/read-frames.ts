/** Text from a client to JSON-RPC messages, bounded and checked before anything is done with it. */
import { type JSONRPCMessage, JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js";
import { GraphdownError } from "../../base/errors.ts";
import type { Limits } from "../../base/limits.ts";
import { parseJson } from "../../base/parse-json.ts";
import { rpcCodes } from "./rpc-error.ts";

/** Most messages in a batch, which one revision of the protocol knows. */
const maximumBatch = 100;

/** What a text holds, or why it is refused. */
export type Frames =
  | { readonly kind: "single"; readonly message: JSONRPCMessage }
  | { readonly kind: "batch"; readonly messages: readonly JSONRPCMessage[] }
  /** To be answered with an error; `undefined` where nothing may be answered, since it was a notification. */
  | { readonly kind: "refused"; readonly answer: RefusedFrame | undefined };

/** An error that answers no request that was understood. */
export interface RefusedFrame {
  readonly jsonrpc: "2.0";
  /** The id of the request, where it could be told. */
  readonly id: string | number | null;
  readonly error: { readonly code: number; readonly message: string };
}

export function refusedFrame(code: number, message: string, id: RefusedFrame["id"] = null): RefusedFrame {
  return { jsonrpc: "2.0", id, error: { code, message } };
}

/** Reads one text: JSON that is too large or deep, holds a key twice or is none is refused with a parse error. */
export function readFrames(text: string, { maximumRequestBytes, maximumJsonDepth }: Limits): Frames {
  let value: unknown;
  try {
    value = parseJson(text, { maximumCharacters: maximumRequestBytes, maximumDepth: maximumJsonDepth });
  } catch (cause) {
    if (!GraphdownError.isInstance(cause)) throw cause;
    return { kind: "refused", answer: refusedFrame(rpcCodes.parseError, cause.message) };
  }
  return Array.isArray(value) ? readBatch(value) : readOne(value);
}

function readOne(value: unknown): Frames {
  const { success, data } = JSONRPCMessageSchema.safeParse(value);
  return success ? { kind: "single", message: data } : { kind: "refused", answer: refusalOf(value) };
}

function readBatch(values: readonly unknown[]): Frames {
  if (values.length === 0 || values.length > maximumBatch) {
    const message = `A batch holds 1 to ${maximumBatch} messages, but this one ${values.length}.`;
    return { kind: "refused", answer: refusedFrame(rpcCodes.invalidRequest, message) };
  }
  const messages: JSONRPCMessage[] = [];
  const ids = new Set<unknown>();
  for (const value of values) {
    const read = readOne(value);
    if (read.kind !== "single") {
      return { kind: "refused", answer: refusedFrame(rpcCodes.invalidRequest, "A message of the batch is not valid.") };
    }
    const { message } = read;
    if ("method" in message && "id" in message) {
      if (ids.has(message.id)) {
        return { kind: "refused", answer: refusedFrame(rpcCodes.invalidRequest, "Two requests have the same id.") };
      }
      ids.add(message.id);
    }
    messages.push(message);
  }
  return { kind: "batch", messages };
}

/** A notification is never answered, even when it is not valid. */
function refusalOf(value: unknown): RefusedFrame | undefined {
  const { id, method } = (typeof value === "object" && value !== null ? value : {}) as {
    readonly id?: unknown;
    readonly method?: unknown;
  };
  if (id === undefined && typeof method === "string") return undefined;
  const known = typeof id === "string" || Number.isSafeInteger(id) ? (id as string | number) : null;
  return refusedFrame(rpcCodes.invalidRequest, "This is no valid JSON-RPC 2.0 message.", known);
}
