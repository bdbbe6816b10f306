/** Looks again and again, for as long as somebody waits, and tells each listener what has changed since it was told last. */
import type { DirectoryPath } from "../../base/logical-path.ts";
import { differenceOf } from "../../snapshot/difference.ts";
import type { SnapshotDifference } from "../../snapshot/snapshot.ts";
import type { ChangeEvent, FailureEvent } from "./change-event.ts";
import type { ChangeHints, HintSource } from "./change-hints.ts";
import { describeChange } from "./describe-change.ts";
import { foldersOf } from "./folders-of.ts";
import type { Look, TakeLook } from "./look.ts";
import { mayPass } from "./may-pass.ts";
import { stateOf } from "./state-of.ts";

/** What a listener wants to hear, checked. */
export interface ListenRequest {
  readonly directory: DirectoryPath;
  readonly intervalMs: number;
  readonly since: string | undefined;
  /** Ends the listening: its reason is thrown. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Shared by all listeners of a place. It keeps no queue: a listener that is slow holds on to the look that it was told of last, and gets
 * one difference for all that came after. Nothing is looked at while nobody waits.
 */
export interface Watcher {
  /** Begins when it is first asked for an event. Returning ends it at once, also while it is being waited for. */
  listen(request: ListenRequest): AsyncIterator<ChangeEvent, undefined>;
  /** Ends all listening, as if there were nothing more to tell. */
  close(): void;
}

export interface WatcherSettings {
  readonly look: TakeLook;
  readonly hints?: HintSource | undefined;
  /** Milliseconds, never backwards. Default: the runtime's own. */
  readonly now?: (() => number) | undefined;
}

/** After a look, the rest is at least this many times as long as the look was: by the clock, and where something asks for haste. */
const steadyRest = 9;
const hastyRest = 4;

/** Milliseconds between a hint and the look: who writes a file changes it several times in a row. */
const settleMs = 50;

export function createWatcher(settings: WatcherSettings): Watcher {
  return new SharedWatcher(settings);
}

interface Listener extends ListenRequest {
  /** It is told of no look that began before it came: what it knows already may be newer. */
  readonly firstLook: number;
  told: Look | undefined;
  /** The failure that it was told of, until all is well again. */
  toldFailure: Failure | undefined;
  /** Why there is nothing more to tell. */
  fault: { readonly cause: unknown } | undefined;
  isOver: boolean;
  /** Set while it waits. */
  wake: (() => void) | undefined;
}

interface Failure {
  readonly event: FailureEvent;
  /** Equal for the same failure again. */
  readonly key: string;
}

class SharedWatcher implements Watcher {
  readonly #settings: WatcherSettings;
  readonly #now: () => number;
  readonly #listeners = new Set<Listener>();
  #hints: ChangeHints | undefined;
  #hintedAt: number | undefined;
  #folders: ReadonlySet<string> = new Set();
  /** The last look that could be taken; with what has changed since earlier ones, so that this is found out once for all listeners. */
  #current: Look | undefined;
  #differences = new WeakMap<Look, SnapshotDifference>();
  #failure: Failure | undefined;
  #looksBegun = 0;
  #looksDone = 0;
  #lastLookMs = 0;
  #lastLookEnd = Number.NEGATIVE_INFINITY;
  #look: AbortController | undefined;
  #isRunning = false;
  #endRest: (() => void) | undefined;
  #isClosed = false;

  constructor(settings: WatcherSettings) {
    this.#settings = settings;
    this.#now = settings.now ?? (() => performance.now());
  }

  listen(request: ListenRequest): AsyncIterator<ChangeEvent, undefined> {
    const returned = new AbortController();
    const events = this.#tell(request, returned.signal);
    return {
      next: () => events.next(),
      return: () => {
        // A generator does not return while it waits, so the waiting is ended first.
        returned.abort();
        return events.return(undefined);
      },
    };
  }

  close(): void {
    this.#isClosed = true;
    for (const listener of [...this.#listeners]) this.#leave(listener);
  }

  async *#tell(request: ListenRequest, returned: AbortSignal): AsyncGenerator<ChangeEvent, undefined, undefined> {
    const { signal } = request;
    signal?.throwIfAborted();
    if (this.#isClosed || returned.aborted) return undefined;
    const listener = this.#join(request);
    const leave = (): void => this.#leave(listener);
    signal?.addEventListener("abort", leave, { once: true });
    returned.addEventListener("abort", leave, { once: true });
    try {
      for (;;) {
        signal?.throwIfAborted();
        if (listener.isOver) return undefined;
        const event = this.#nextFor(listener);
        if (event !== undefined) yield event;
        else if (listener.fault !== undefined) throw listener.fault.cause;
        else await this.#wait(listener);
      }
    } finally {
      signal?.removeEventListener("abort", leave);
      leave();
    }
  }

  #join(request: ListenRequest): Listener {
    const { since } = request;
    const listener: Listener = {
      ...request,
      firstLook: this.#looksBegun + 1,
      // Who comes back where it was goes on from there.
      told: since !== undefined && this.#current?.digest === since ? this.#current : undefined,
      toldFailure: undefined,
      fault: undefined,
      isOver: false,
      wake: undefined,
    };
    this.#listeners.add(listener);
    this.#hints ??= this.#settings.hints?.(() => this.#hint());
    return listener;
  }

  #leave(listener: Listener): void {
    listener.isOver = true;
    if (!this.#listeners.delete(listener)) return;
    wake(listener);
    if (this.#listeners.size === 0) {
      this.#look?.abort();
      this.#hints?.close();
      this.#hints = undefined;
    }
    this.#endRest?.();
  }

  #hint(): void {
    this.#hintedAt ??= this.#now();
    this.#endRest?.();
  }

  #wait(listener: Listener): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      listener.wake = resolve;
    });
    this.#endRest?.();
    void this.#run();
    return woken;
  }

  /** Looks and rests in turn, until nobody waits. */
  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    for (;;) {
      const restMs = this.#restMs();
      if (restMs === undefined) break;
      if (restMs > 0) await this.#rest(restMs);
      else await this.#takeLook();
    }
    // Nothing may be awaited before this: who began to wait meanwhile would wait for ever.
    this.#isRunning = false;
  }

  /** Milliseconds until the next look is due; `undefined` when nobody waits. */
  #restMs(): number | undefined {
    const waiting = [...this.#listeners].filter((listener) => listener.wake !== undefined);
    if (waiting.length === 0) return undefined;
    const interval = waiting.reduce((least, { intervalMs }) => Math.min(least, intervalMs), Number.POSITIVE_INFINITY);
    const hasty = this.#lastLookEnd + hastyRest * this.#lastLookMs;
    let due = this.#lastLookEnd + Math.max(interval, steadyRest * this.#lastLookMs);
    if (this.#hintedAt !== undefined) due = Math.min(due, Math.max(hasty, this.#hintedAt + settleMs));
    if (waiting.some(({ firstLook }) => firstLook > this.#looksBegun)) due = Math.min(due, hasty);
    return Math.ceil(due - this.#now());
  }

  /** Ends early when there may be another reason to look, or none any more. */
  #rest(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#endRest = undefined;
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      this.#endRest = end;
    });
  }

  async #takeLook(): Promise<void> {
    const abort = new AbortController();
    this.#look = abort;
    this.#hintedAt = undefined;
    this.#looksBegun++;
    const begun = this.#now();
    try {
      this.#see(await this.#settings.look(abort.signal));
    } catch (cause) {
      // Nobody waits for it any more; who has come since gets another one.
      if (!abort.signal.aborted) this.#fail(cause);
    }
    this.#look = undefined;
    this.#looksDone = this.#looksBegun;
    this.#lastLookEnd = this.#now();
    this.#lastLookMs = this.#lastLookEnd - begun;
    for (const listener of this.#listeners) wake(listener);
  }

  #see(look: Look): void {
    this.#failure = undefined;
    if (look.digest !== this.#current?.digest) this.#folders = foldersOf(look);
    this.#hints?.cover(this.#folders);
    this.#current = look;
    this.#differences = new WeakMap();
  }

  #fail(cause: unknown): void {
    if (mayPass(cause)) {
      const error = cause.toInfo();
      this.#failure = {
        event: { type: "failure", time: new Date().toISOString(), error },
        key: JSON.stringify(error),
      };
      return;
    }
    for (const listener of this.#listeners) if (listener.firstLook <= this.#looksBegun) listener.fault = { cause };
  }

  #nextFor(listener: Listener): ChangeEvent | undefined {
    if (listener.firstLook > this.#looksDone || listener.fault !== undefined) return undefined;
    const { toldFailure, told } = listener;
    if (this.#failure !== undefined) {
      listener.toldFailure = this.#failure;
      return toldFailure?.key === this.#failure.key ? undefined : this.#failure.event;
    }
    const look = this.#current;
    if (look === undefined || look === told) return undefined;
    listener.told = look;
    listener.toldFailure = undefined;
    const { since, directory } = listener;
    if (told === undefined) return look.digest === since ? undefined : stateOf(look, directory, since !== undefined);
    const change = look.digest === told.digest ? undefined : this.#changeSince(told, look, directory);
    return change ?? (toldFailure === undefined ? undefined : stateOf(look, directory, false));
  }

  #changeSince(told: Look, look: Look, directory: DirectoryPath): ChangeEvent | undefined {
    const difference = this.#differences.get(told) ?? differenceOf(told, look);
    this.#differences.set(told, difference);
    return describeChange(difference, look, directory);
  }
}

function wake(listener: Listener): void {
  listener.wake?.();
  listener.wake = undefined;
}
