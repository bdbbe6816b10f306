/** Streams of server-sent events: how many there are, what keeps them open, and how they end. */
import type { ErrorInfo } from "../../base/errors.ts";
import { GraphdownError } from "../../base/errors.ts";
import type { ChangeEvent } from "../../context/file-context.ts";
import { HttpRefusal } from "./http-refusal.ts";

/** Bounds of streams. Times are milliseconds. */
export interface EventStreamBounds {
  /** Streams at once, and those of one caller among them; more are 429. Default 128 and 32. */
  readonly maximumStreams: number;
  readonly maximumStreamsOfCaller: number;
  /** Silence after which a comment is sent, so that nobody on the way takes the connection for dead. Default 15 s. */
  readonly heartbeatMs: number;
  /** Age at which a stream ends, so that a client comes back with credentials that are still good. Default 15 minutes. */
  readonly lifetimeMs: number;
  /** How long a client is asked to wait before it comes back. Default 2 s. */
  readonly retryMs: number;
  /** Between two looks at the files. Default 2 s. */
  readonly intervalMs: number;
}

export const defaultEventStreamBounds: EventStreamBounds = {
  maximumStreams: 128,
  maximumStreamsOfCaller: 32,
  heartbeatMs: 15_000,
  lifetimeMs: 15 * 60_000,
  retryMs: 2_000,
  intervalMs: 2_000,
};

/** All streams of a server. */
export interface EventStreams {
  readonly bounds: EventStreamBounds;
  /** Makes the body of a response. The events are asked for when the client takes them, and not before. */
  open(request: StreamRequest): ReadableStream<Uint8Array>;
  /** Ends them all, and from now on each new one at once. */
  close(): void;
}

export interface StreamRequest {
  /** Who is told; `undefined` where nobody is asked for credentials. */
  readonly actor: string | undefined;
  readonly events: AsyncIterable<ChangeEvent>;
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal;
}

const encoder = new TextEncoder();

export function createEventStreams(given: Partial<EventStreamBounds> = {}): EventStreams {
  const bounds = { ...defaultEventStreamBounds, ...given };
  const open = new Map<EventStream, string | undefined>();
  let isClosed = false;
  return {
    bounds,
    open({ actor, events, signal }) {
      const own = [...open.values()].filter((each) => each === actor).length;
      if (own >= bounds.maximumStreamsOfCaller) throw tooMany("eventStreamsOfCaller", own, bounds);
      if (open.size >= bounds.maximumStreams) throw tooMany("eventStreams", open.size, bounds);
      const stream = new EventStream({ bounds, events, signal, ended: () => open.delete(stream) });
      open.set(stream, actor);
      if (isClosed || signal.aborted) stream.end();
      return stream.body;
    },
    close() {
      isClosed = true;
      for (const stream of [...open.keys()]) stream.end();
    },
  };
}

interface StreamParts {
  readonly bounds: EventStreamBounds;
  readonly events: AsyncIterable<ChangeEvent>;
  readonly signal: AbortSignal;
  ended(): void;
}

class EventStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly #parts: StreamParts;
  readonly #events: AsyncIterator<ChangeEvent>;
  readonly #lifetime: ReturnType<typeof setTimeout>;
  /** Set from the start on. */
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  /** The event that is waited for, over any number of heartbeats. */
  #next: Promise<IteratorResult<ChangeEvent>> | undefined;
  #endSilence: (() => void) | undefined;
  #isOver = false;

  constructor(parts: StreamParts) {
    this.#parts = parts;
    this.#events = parts.events[Symbol.asyncIterator]();
    const { lifetimeMs, retryMs } = parts.bounds;
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
          this.#send(`retry: ${retryMs}\n\n`);
        },
        pull: () => this.#sendNext(),
        cancel: () => this.end(),
      },
      // Nothing is prepared for a client that does not read.
      { highWaterMark: 0 },
    );
    this.#lifetime = setTimeout(this.end, lifetimeMs);
    parts.signal.addEventListener("abort", this.end, { once: true });
  }

  /** Ends the stream at once and frees what it holds. */
  readonly end = (): void => {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#lifetime);
    this.#parts.signal.removeEventListener("abort", this.end);
    this.#parts.ended();
    this.#endSilence?.();
    // What goes wrong at the end has nobody to be told to.
    void this.#events.return?.()?.catch(() => {});
    try {
      this.#controller.close();
    } catch {
      // The client had closed it before.
    }
  };

  async #sendNext(): Promise<void> {
    try {
      this.#next ??= this.#events.next();
      const result = await this.#orSilence(this.#next);
      if (this.#isOver) return;
      if (result === undefined) {
        this.#send(": still here\n\n");
        return;
      }
      this.#next = undefined;
      if (result.done === true) this.end();
      else this.#send(textOf(result.value));
    } catch (cause) {
      if (this.#isOver) return;
      this.#send(textOf({ type: "failure", time: new Date().toISOString(), error: errorOf(cause) }));
      this.end();
    }
  }

  /** What is waited for; or `undefined` after a while, or when the stream ends. */
  async #orSilence<Value>(awaited: Promise<Value>): Promise<Value | undefined> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const silence = new Promise<undefined>((resolve) => {
      this.#endSilence = () => resolve(undefined);
      timer = setTimeout(() => resolve(undefined), this.#parts.bounds.heartbeatMs);
    });
    try {
      return await Promise.race([awaited, silence]);
    } finally {
      clearTimeout(timer);
    }
  }

  #send(text: string): void {
    this.#controller.enqueue(encoder.encode(text));
  }
}

/** JSON has no line breaks of its own, so that one `data` line holds it. A failure leaves the client where it was. */
function textOf(event: ChangeEvent): string {
  const id = event.type === "failure" ? "" : `id: ${event.snapshot}\n`;
  return `${id}event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** Of what is not our error only its kind is told: its text may show paths of the host. */
function errorOf(cause: unknown): ErrorInfo {
  if (GraphdownError.isInstance(cause)) return cause.toInfo();
  const kind = cause instanceof Error ? cause.name : typeof cause;
  return {
    code: "storage_failed",
    message: `Watching failed unexpectedly (${kind}).`,
    details: { reason: "unexpected", kind },
    next: "Ask for the events again; if it fails again, report it.",
  };
}

function tooMany(limit: string, actual: number, { retryMs }: EventStreamBounds): HttpRefusal {
  const seconds = Math.max(1, Math.ceil(retryMs / 1_000));
  return new HttpRefusal({
    status: 429,
    headers: { "Retry-After": String(seconds) },
    code: "limit_exceeded",
    message: `There are ${actual} streams of events ${limit === "eventStreams" ? "here" : "of this caller"}, and no more are opened.`,
    details: { limit, maximum: actual, actual: actual + 1, reason: "rate" },
    next: `End one that is not needed, or try again in ${seconds} seconds.`,
  });
}
