/** One JSON-RPC message a line, over any two byte streams: what MCP calls stdio. */
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type RequestId,
} from "@modelcontextprotocol/sdk/types.js";
import type { Limits } from "../../base/limits.ts";
import { type RefusedFrame, readFrames, refusedFrame } from "./read-frames.ts";
import { rpcCodes } from "./rpc-error.ts";

/** The two streams. */
export interface LineChannel {
  readonly input: AsyncIterable<Uint8Array>;
  /** Resolves when more may be written. */
  write(text: string): Promise<void>;
}

export interface LineTransport extends Transport {
  /** Resolves when the input has ended and everything that was asked is answered, or the transport is closed. */
  readonly ended: Promise<void>;
}

/** Requests of one batch, whose answers go out together. */
interface Batch {
  readonly waiting: Set<RequestId>;
  readonly answers: JSONRPCMessage[];
}

/**
 * Makes a transport that a bad line does not end: it is answered with an error, and the next line is read. A line of more than
 * `maximumRequestBytes` is never held.
 */
export function createLineTransport(channel: LineChannel, limits: Limits): LineTransport {
  return new Lines(channel, limits);
}

class Lines implements LineTransport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly ended: Promise<void>;
  readonly #channel: LineChannel;
  readonly #limits: Limits;
  /** Requests that have no answer yet, with the batch that they came in. */
  readonly #open = new Map<RequestId, Batch | undefined>();
  /** Our own requests to the client that have no answer yet. */
  readonly #asked = new Set<RequestId>();
  /** Everything written is behind this. */
  #written: Promise<void> = Promise.resolve();
  #inputEnded = false;
  #closed = false;
  #end: () => void = () => {};

  constructor(channel: LineChannel, limits: Limits) {
    this.#channel = channel;
    this.#limits = limits;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  async start(): Promise<void> {
    this.#read().catch((cause) => {
      this.onerror?.(cause instanceof Error ? cause : new Error(String(cause)));
      return this.close();
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) return;
    if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) return this.#answer(message);
    if (isJSONRPCRequest(message)) {
      this.#asked.add(message.id);
      await this.#write(message);
      if (this.#inputEnded) this.#failAsked();
      return;
    }
    await this.#write(message);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#end();
    this.onclose?.();
  }

  async #read(): Promise<void> {
    for await (const line of splitLines(this.#channel.input, this.#limits.maximumRequestBytes)) {
      if (this.#closed) return;
      this.#receive(line);
      // A client that does not read its answers is not asked for more.
      await this.#written;
    }
    this.#inputEnded = true;
    this.#failAsked();
    this.#endWhenAnswered();
  }

  #receive(line: Line): void {
    if ("fault" in line) {
      const { maximumRequestBytes } = this.#limits;
      const [code, message] =
        line.fault === "too_long"
          ? [rpcCodes.invalidRequest, `A message has at most ${maximumRequestBytes} bytes (maximumRequestBytes).`]
          : [rpcCodes.parseError, "The message is no UTF-8."];
      this.#refuse(refusedFrame(code, message));
      return;
    }
    if (line.text.trim() === "") return;
    const frames = readFrames(line.text, this.#limits);
    if (frames.kind === "refused") {
      if (frames.answer !== undefined) this.#refuse(frames.answer);
    } else if (frames.kind === "single") {
      this.#deliver(frames.message, undefined);
    } else {
      const batch: Batch = { waiting: new Set(), answers: [] };
      for (const message of frames.messages) if (isJSONRPCRequest(message)) batch.waiting.add(message.id);
      for (const message of frames.messages) this.#deliver(message, batch);
    }
  }

  #deliver(message: JSONRPCMessage, batch: Batch | undefined): void {
    if (isJSONRPCRequest(message)) {
      if (this.#open.has(message.id)) {
        batch?.waiting.delete(message.id);
        this.#refuse(refusedFrame(rpcCodes.invalidRequest, "A request with this id is running.", message.id));
        return;
      }
      this.#open.set(message.id, batch);
    } else if (isJSONRPCNotification(message)) {
      if (message.method === "notifications/cancelled") this.#forget(message.params?.["requestId"] as RequestId);
    } else if (!this.#asked.delete(message.id as RequestId)) {
      // An answer to nothing that we asked.
      return;
    }
    this.onmessage?.(message);
  }

  async #answer(message: JSONRPCMessage & { readonly id?: RequestId | undefined }): Promise<void> {
    const id = message.id as RequestId;
    if (!this.#open.has(id)) return;
    const batch = this.#open.get(id);
    this.#open.delete(id);
    if (batch === undefined) {
      await this.#write(message);
    } else {
      batch.answers.push(message);
      await this.#settle(batch, id);
    }
    this.#endWhenAnswered();
  }

  /** A request that the client has cancelled gets no answer. */
  #forget(id: RequestId): void {
    const batch = this.#open.get(id);
    this.#open.delete(id);
    if (batch !== undefined) void this.#settle(batch, id);
    this.#endWhenAnswered();
  }

  async #settle(batch: Batch, id: RequestId): Promise<void> {
    batch.waiting.delete(id);
    if (batch.waiting.size === 0 && batch.answers.length > 0) await this.#write(batch.answers);
  }

  /** Nobody is there any more to answer what we asked. */
  #failAsked(): void {
    for (const id of this.#asked) {
      this.#asked.delete(id);
      this.onmessage?.({ jsonrpc: "2.0", id, error: { code: rpcCodes.serverError, message: "The input has ended." } });
    }
  }

  #endWhenAnswered(): void {
    if (this.#inputEnded && this.#open.size === 0) this.#written.then(() => this.close());
  }

  #refuse(answer: RefusedFrame): void {
    void this.#write(answer);
  }

  #write(value: object): Promise<void> {
    this.#written = this.#written.then(() => this.#channel.write(`${JSON.stringify(value)}\n`));
    return this.#written;
  }
}

/** A line without its end, or why it can't be read. */
type Line = { readonly text: string } | { readonly fault: "too_long" | "not_utf8" };

const newline = 0x0a;

async function* splitLines(
  input: AsyncIterable<Uint8Array>,
  maximumBytes: number,
): AsyncGenerator<Line, void, undefined> {
  let pieces: Uint8Array[] = [];
  let size = 0;
  const keep = (piece: Uint8Array): void => {
    size += piece.length;
    if (size > maximumBytes) pieces = [];
    else pieces.push(piece);
  };
  const take = (): Line => {
    const line: Line = size > maximumBytes ? { fault: "too_long" } : decode(pieces, size);
    pieces = [];
    size = 0;
    return line;
  };
  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      keep(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    if (start < chunk.length) keep(chunk.subarray(start));
  }
  if (size > 0) yield take();
}

function decode(pieces: readonly Uint8Array[], size: number): Line {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return { fault: "not_utf8" };
  }
}
