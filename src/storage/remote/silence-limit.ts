/** Ends a request whose server says nothing for too long, or whose caller has had enough. */

/** The limit of one request. */
export interface SilenceLimit {
  /** Aborts the request. */
  readonly signal: AbortSignal;
  /** Whether the server was silent for too long. */
  readonly isExpired: boolean;
  /** The server has said something: the time begins anew. */
  heard(): void;
  /** Nothing is awaited of the server for now. */
  pause(): void;
  /** The request has ended: nothing is watched any more. */
  end(): void;
}

/** Begins to watch. The caller's abort is passed on with its reason. */
export function limitSilence(silentMs: number, caller: AbortSignal | undefined): SilenceLimit {
  const controller = new AbortController();
  let isExpired = false;
  const expire = (): void => {
    isExpired = true;
    controller.abort(new Error(`The server was silent for ${silentMs} ms.`));
  };
  const forward = (): void => controller.abort(caller?.reason);
  let timer = setTimeout(expire, silentMs);
  if (caller?.aborted) forward();
  else caller?.addEventListener("abort", forward, { once: true });
  return {
    signal: controller.signal,
    get isExpired() {
      return isExpired;
    },
    heard() {
      clearTimeout(timer);
      if (!controller.signal.aborted) timer = setTimeout(expire, silentMs);
    },
    pause() {
      clearTimeout(timer);
    },
    end() {
      clearTimeout(timer);
      caller?.removeEventListener("abort", forward);
    },
  };
}
