/** An export as the body of a response: text is made as it is read, and no more is made when nobody reads. */
import { z } from "zod";
import type { ExportStart } from "../../context/context-options.ts";
import type { ToolContext, ToolDefinition } from "../../context/file-context.ts";
import { graphExportTool } from "../../tools/graph-export.ts";
import { declareOurs } from "../../tools/our-tools.ts";
import { callTool, ToolFailure } from "./call-tool.ts";
import type { Exchange } from "./exchange.ts";

/** What a call of {@link exportStreamTool} gets besides its arguments. */
interface StreamParts {
  readonly sink: { write(text: string): Promise<void> };
  readonly onStart: (start: ExportStart) => void;
}

/** Ends a call whose text nobody wants: the caller has it, or asked for the headers only. */
const notWanted: unique symbol = Symbol("not wanted");

/**
 * The export tool with its text going out as it is made. It goes by the same name, so that rules, limits and records are those of every
 * other export.
 */
const exportStreamTool: ToolDefinition = {
  ...graphExportTool,
  variantOf: graphExportTool,
  outputSchema: z.custom<object>(),
  async handler(args, context) {
    const { format, ...options } = args as { readonly format: "turtle" };
    const { sink, onStart } = context as ToolContext & StreamParts;
    try {
      return await context.files.writeExport(format, { ...options, sink, onStart, signal: context.signal });
    } catch (cause) {
      if (cause === notWanted) return { format };
      throw cause;
    }
  },
  summarise: (data) => `${(data as { readonly format: string }).format}, streamed`,
  isPartial: () => false,
};

declareOurs([exportStreamTool]);

export interface ExportStream {
  readonly start: ExportStart;
  /** `undefined` where the text is not wanted. */
  readonly body: ReadableStream<Uint8Array> | undefined;
}

/**
 * Starts an export. What can be refused is refused before it answers, as {@link ToolFailure}; `wants` decides by what is known then
 * whether there is to be a body. A failure after that breaks the body off. Who stops reading ends the work.
 */
export async function openExportStream(
  exchange: Exchange,
  { input, wants }: { readonly input: object; readonly wants: (start: ExportStart) => boolean },
): Promise<ExportStream> {
  const left = new AbortController();
  const text = new TextBody((reason) => left.abort(reason));
  const signal = AbortSignal.any([exchange.request.signal, left.signal]);
  signal.addEventListener("abort", () => text.leave(), { once: true });
  const started = deferred<ExportStart>();
  let isWanted = false;
  const parts: StreamParts = {
    sink: text,
    onStart(start) {
      isWanted = wants(start);
      started.resolve(start);
      if (!isWanted) throw notWanted;
    },
  };
  const ended = callTool(exchange, { tool: exportStreamTool, input, wholeResults: true, parts, signal }).then(
    ({ error }) => {
      if (error === undefined) return text.close();
      const failure = new ToolFailure(error);
      void text.fail(failure);
      started.reject(failure);
    },
    (cause) => {
      void text.fail(cause);
      started.reject(cause);
    },
  );
  const start = await started.promise;
  if (isWanted) return { start, body: text.stream };
  await ended;
  return { start, body: undefined };
}

interface Deferred<Value> {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
  readonly reject: (cause: unknown) => void;
}

function deferred<Value>(): Deferred<Value> {
  let settle: Omit<Deferred<Value>, "promise"> | undefined;
  const promise = new Promise<Value>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, ...(settle as unknown as Omit<Deferred<Value>, "promise">) };
}

/** A stream of bytes that is written only as fast as it is read. */
class TextBody {
  readonly stream: ReadableStream<Uint8Array>;
  readonly #encoder = new TextEncoder();
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #wanted: Deferred<void> = deferred();
  #isOver = false;

  constructor(onLeave: (reason: unknown) => void) {
    this.stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => this.#wanted.resolve(),
        cancel: (reason) => {
          this.leave();
          onLeave(reason);
        },
      },
      { highWaterMark: 0 },
    );
  }

  /** Waits until somebody reads. */
  async write(text: string): Promise<void> {
    await this.#wanted.promise;
    if (this.#isOver) return;
    this.#wanted = deferred();
    this.#controller?.enqueue(this.#encoder.encode(text));
  }

  /** Nobody reads any more: what is written from now on is dropped. */
  leave(): void {
    this.#isOver = true;
    this.#wanted.resolve();
  }

  close(): void {
    if (!this.#isOver) this.#controller?.close();
    this.#isOver = true;
  }

  /**
   * Breaks the body off once somebody reads: a server that learns of it between two reads takes it for one that can still be answered, and
   * would end half a text as if it were whole.
   */
  async fail(cause: unknown): Promise<void> {
    await this.#wanted.promise;
    if (!this.#isOver) this.#controller?.error(cause);
    this.#isOver = true;
  }
}
