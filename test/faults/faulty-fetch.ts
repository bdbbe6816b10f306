/** A `fetch` with a fault. */
import { FaultCounter, type FaultPlan } from "./faults.ts";

export interface FaultyFetch {
  readonly fetch: typeof fetch;
  /** Requests so far. */
  readonly calls: () => number;
}

/** Puts a fault between a client and a server. `between` runs when a request was done whose answer is going to be lost. */
export function createFaultyFetch(real: typeof fetch, plan: FaultPlan, between?: () => Promise<void>): FaultyFetch {
  const counter = new FaultCounter(plan);
  let lastPage: { readonly body: ArrayBuffer; readonly headers: Headers } | undefined;
  const faulty: typeof fetch = async (input, init) => {
    const fault = counter.next();
    const isPage = String(input).includes("list-type=2");
    const stale = lastPage;
    const answer = async (): Promise<Response> => {
      const response = await real(input, init);
      if (!isPage) return response;
      const { status, headers } = response;
      lastPage = { body: await response.arrayBuffer(), headers };
      return new Response(lastPage.body, { status, headers });
    };
    const done = async (): Promise<void> => {
      await (await answer()).body?.cancel();
      await between?.();
    };
    switch (fault) {
      case undefined:
        return answer();
      case "timeout_before":
        throw new DOMException("The operation was aborted due to timeout", "TimeoutError");
      case "timeout_after":
        await done();
        throw new DOMException("The operation was aborted due to timeout", "TimeoutError");
      case "error_500":
        return failure(500, "InternalError");
      case "error_500_after":
        await done();
        return failure(500, "InternalError");
      case "error_503":
        return failure(503, "SlowDown", { "retry-after": "2" });
      case "reset":
        await done();
        throw Object.assign(new TypeError("fetch failed"), {
          cause: Object.assign(new Error("reset"), { code: "ECONNRESET" }),
        });
      case "truncated":
        return truncated(await answer());
      case "duplicate":
        await done();
        return answer();
      case "stale_page":
        return isPage && stale !== undefined ? new Response(stale.body, { headers: stale.headers }) : answer();
    }
  };
  return { fetch: faulty, calls: () => counter.calls };
}

function failure(status: number, code: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(`<Error><Code>${code}</Code></Error>`, { status, headers });
}

/** Half of the body, and then nothing: the headers still tell of all of it. */
async function truncated(response: Response): Promise<Response> {
  if (response.body === null) return response;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const half = bytes.slice(0, bytes.length >> 1);
  const headers = new Headers(response.headers);
  if (!headers.has("content-length")) headers.set("content-length", String(bytes.length));
  return new Response(half, { status: response.status, headers });
}
