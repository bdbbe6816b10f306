/** What comes between a store and its S3 server in the shared cases. */
import { refusal } from "./refusal.ts";

/** What goes wrong in a case. */
export interface S3Fault {
  /** What comes in place of an answer of the server; `undefined` where nothing is wrong. */
  readonly answer: (request: {
    readonly method: string;
    readonly url: string;
    /** Requests of this kind that have met the fault. */
    readonly count: number;
    readonly send: () => Promise<Response>;
  }) => Promise<Response> | undefined;
  /** Whether every step must be done all the same. Else a step may end with `storage_failed`. */
  readonly passes: boolean;
}

const lost = (code: string): never => {
  throw Object.assign(new TypeError("fetch failed"), { cause: Object.assign(new Error(code), { code }) });
};
const isObject = (url: string): boolean => url.endsWith("/kb/a.md");
const withHeaders = async (answer: Promise<Response>, change: (headers: Headers) => void): Promise<Response> => {
  const response = await answer;
  const headers = new Headers(response.headers);
  change(headers);
  return new Response(response.body, { status: response.status, headers });
};
/** The first of each kind of request for the file. */
const once =
  (method: string, work: (send: () => Promise<Response>) => Promise<Response>): S3Fault["answer"] =>
  (request) =>
    request.method === method && isObject(request.url) && request.count === 0 ? work(request.send) : undefined;

/** The faults by the words in which the cases say them. */
export const s3Faults: Readonly<Record<string, S3Fault>> = {
  "503 forever": { passes: false, answer: async () => refusal(503, "SlowDown") },
  "timeout after apply": {
    passes: true,
    answer: once("PUT", async (send) => {
      await (await send()).body?.cancel();
      throw new DOMException("timeout", "TimeoutError");
    }),
  },
  "connection reset mid upload": { passes: true, answer: once("PUT", async () => lost("ECONNRESET")) },
  "connection reset mid download": {
    passes: true,
    answer: once("GET", async (send) => {
      const response = await send();
      const all = new Uint8Array(await response.arrayBuffer());
      let isSent = false;
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          if (isSent) controller.error(new TypeError("terminated"));
          else controller.enqueue(all.slice(0, 1));
          isSent = true;
        },
      });
      return new Response(body, { status: response.status, headers: response.headers });
    }),
  },
  "body bytes flipped (hash differs)": {
    passes: false,
    answer: ({ method, url, send }) =>
      method === "GET" && isObject(url)
        ? send().then(async (response) => {
            const body = new Uint8Array(await response.arrayBuffer());
            if (body.length > 0) body[0] = (body[0] as number) ^ 1;
            return new Response(body, { status: response.status, headers: response.headers });
          })
        : undefined,
  },
  "200 with XML error body (CompleteMultipartUpload)": {
    passes: true,
    answer: ({ method, url, count }) =>
      method === "POST" && url.includes("uploadId") && count === 0
        ? Promise.resolve(new Response("<Error><Code>InternalError</Code></Error>", { status: 200 }))
        : undefined,
  },
  "429 with Retry-After": {
    passes: true,
    answer: ({ count }) =>
      count === 0 ? Promise.resolve(refusal(429, "TooManyRequests", { "retry-after": "3" })) : undefined,
  },
  "403 expired credentials": { passes: true, answer: once("PUT", async () => refusal(403, "ExpiredToken")) },
  "404 NoSuchBucket": { passes: false, answer: async () => refusal(404, "NoSuchBucket") },
  "409 ConditionalRequestConflict": {
    passes: true,
    answer: once("PUT", async () => refusal(409, "ConditionalRequestConflict")),
  },
  "DNS failure": { passes: false, answer: async () => lost("ENOTFOUND") },
  "TLS error": { passes: false, answer: async () => lost("CERT_HAS_EXPIRED") },
  "ETag absent": { passes: false, answer: ({ send }) => withHeaders(send(), (headers) => headers.delete("etag")) },
  "Last-Modified in 1970": {
    passes: true,
    answer: ({ send }) => withHeaders(send(), (headers) => headers.set("last-modified", new Date(0).toUTCString())),
  },
  "metadata header dropped by a proxy": {
    passes: true,
    answer: ({ send }) =>
      withHeaders(send(), (headers) => {
        for (const name of [...headers.keys()]) if (name.startsWith("x-amz-meta-")) headers.delete(name);
      }),
  },
};
