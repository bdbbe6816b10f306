/** Sends signed requests to a bucket, one attempt at a time or with repetitions, and says what became of each. */
import { AwsV4Signer } from "aws4fetch";
import { GraphdownError } from "../../base/errors.ts";
import { parseRetryAfter, type Retries } from "../remote/retries.ts";
import { limitSilence, type SilenceLimit } from "../remote/silence-limit.ts";
import { encodeStrictly } from "./encode-key.ts";
import { readXml, textIn, type XmlElement } from "./read-xml.ts";
import type { ResolvedPlace } from "./resolve-s3-place.ts";
import { failureOfConnection, failureOfStatus, type S3Failure, type S3Operation, s3Error } from "./s3-failure.ts";
import type { S3CredentialsSource, S3Retry } from "./s3-options.ts";

/** A request, and on whose behalf it is made. */
export interface S3Request extends S3Operation {
  readonly method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  /** A whole key, or `undefined` for the bucket itself. */
  readonly key?: string | undefined;
  readonly query?: Readonly<Record<string, string | undefined>> | undefined;
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
  readonly body?: Uint8Array | undefined;
  /** SHA-256 of `body` as hexadecimal, for the server to check; worked out where it is not known. */
  readonly bodySha256?: string | undefined;
  readonly retries: Retries;
}

/** An answer that callers tell apart by its status: 2xx, or one of 304, 404, 412 and 416. */
export interface S3Answer<Result> {
  readonly kind: "answer";
  readonly status: number;
  /** What the server calls an answer that is no 2xx: `NoSuchKey`. */
  readonly reason: string;
  readonly headers: Headers;
  /** `undefined` for what is no 2xx. */
  readonly result: Result | undefined;
}

export type S3Outcome<Result> = S3Answer<Result> | { readonly kind: "failed"; readonly failure: S3Failure };

/** Takes a 2xx answer in. `limit` is ended when the promise settles, unless the reader `keeps` it. */
export type AnswerReader<Result> = (response: Response, limit: SilenceLimit, keep: () => void) => Promise<Result>;

export interface S3ClientParts {
  readonly place: ResolvedPlace;
  readonly credentials: S3CredentialsSource | undefined;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly requestTimeoutMs: number;
  readonly onRetry: ((event: S3Retry) => void) | undefined;
}

/** The most bytes of a document of XML: a page of a thousand keys of the longest names is far below. */
const maximumXmlBytes = 16 * 1024 * 1024;

const answered: ReadonlySet<number> = new Set([304, 404, 412, 416]);
const expiredReasons: ReadonlySet<string> = new Set(["ExpiredToken", "TokenRefreshRequired", "InvalidToken"]);

/** A body that can't be what the server meant to send. */
class MalformedAnswer extends Error {}

export class S3Client {
  readonly place: ResolvedPlace;
  readonly #parts: S3ClientParts;
  /** Keys that signing derives from the secret, for a day each. */
  readonly #signingKeys = new Map<string, ArrayBuffer>();
  /** Milliseconds that the server's clock is ahead of ours, as far as it refuses us for it. */
  #clockAheadMs = 0;
  #isExpired = false;

  constructor(parts: S3ClientParts) {
    this.place = parts.place;
    this.#parts = parts;
  }

  /** Makes one attempt. Only the caller's abort and our own faults are thrown. */
  async attempt<Result>(request: S3Request, read: AnswerReader<Result>): Promise<S3Outcome<Result>> {
    const { signal } = request.retries;
    signal?.throwIfAborted();
    const signed = await this.#sign(request);
    const limit = limitSilence(this.#parts.requestTimeoutMs, signal);
    let isKept = false;
    try {
      const response = await this.#parts.fetch(signed.url, { ...signed.init, signal: limit.signal });
      limit.heard();
      const { status, headers } = response;
      if (response.ok) {
        this.#isExpired = false;
        const result = await read(response, limit, () => {
          isKept = true;
        });
        return { kind: "answer", status, reason: "ok", headers, result };
      }
      return await this.#refused(request, response, limit);
    } catch (cause) {
      signal?.throwIfAborted();
      if (GraphdownError.isInstance(cause)) throw cause;
      if (cause instanceof MalformedAnswer) {
        return { kind: "failed", failure: { reason: "malformed_answer", mayPass: true, mayBeApplied: true } };
      }
      if (limit.isExpired) return { kind: "failed", failure: { reason: "timeout", mayPass: true, mayBeApplied: true } };
      return { kind: "failed", failure: failureOfConnection(cause) };
    } finally {
      if (!isKept) limit.end();
    }
  }

  /** Makes attempts until there is an answer. For requests that may be done twice. `storage_failed` when it is given up. */
  async ask<Result>(request: S3Request, read: AnswerReader<Result>): Promise<S3Answer<Result>> {
    for (;;) {
      const outcome = await this.attempt(request, read);
      if (outcome.kind === "answer") return outcome;
      await this.waitAfter(request, outcome.failure);
    }
  }

  /** As {@link ask}, for an answer that is a document whose root has this name. */
  askXml(request: S3Request, root: string): Promise<S3Answer<XmlElement>> {
    return this.ask(request, xmlReader(root));
  }

  /** Waits before a failed attempt is repeated. `storage_failed` where that is of no use, or no attempt is left. */
  async waitAfter(request: Pick<S3Request, "operation" | "path" | "retries">, failure: S3Failure): Promise<void> {
    const { operation, path, retries } = request;
    if (!failure.mayPass || !(await this.#again(request, failure)))
      throw s3Error({ operation, path }, failure, retries);
  }

  async #again(
    { operation, path, retries }: Pick<S3Request, "operation" | "path" | "retries">,
    failure: S3Failure,
  ): Promise<boolean> {
    const again = await retries.again(failure.retryAfterMs);
    if (again) {
      const { reason, status } = failure;
      const { count, waitedMs, signal } = retries;
      const said = status === undefined ? reason : `${status} ${reason}`;
      this.#parts.onRetry?.({ operation, path, reason: said, count, waitedMs, signal });
    }
    return again;
  }

  async #refused<Result>(request: S3Request, response: Response, limit: SilenceLimit): Promise<S3Outcome<Result>> {
    const { status, headers } = response;
    if (request.method === "HEAD" && (status === 400 || status === 403)) return this.#askWhy(request, response);
    const reason = await reasonOf(request, response, limit);
    if (answered.has(status) && reason !== "NoSuchBucket") {
      return { kind: "answer", status, reason, headers, result: undefined };
    }
    const { now } = this.#parts;
    const failure = failureOfStatus(status, reason, headers, parseRetryAfter(headers.get("retry-after"), now()));
    // Each is worth one more attempt: with other credentials, with the server's time.
    const isWorthIt = expiredReasons.has(reason)
      ? !this.#isExpired && this.#parts.credentials !== undefined
      : reason === "RequestTimeTooSkewed" && this.#takeClockOf(headers);
    if (expiredReasons.has(reason)) this.#isExpired = isWorthIt;
    return { kind: "failed", failure: isWorthIt ? { ...failure, mayPass: true, mayBeApplied: false } : failure };
  }

  /** An answer to `HEAD` has no body, so that it can't say why it refuses; one to `GET` can. */
  async #askWhy(request: S3Request, { status, headers }: Response): Promise<S3Outcome<never>> {
    const outcome = await this.attempt({ ...request, method: "GET", headers: { range: "bytes=0-0" } }, ignored);
    if (outcome.kind === "failed") return outcome;
    return { kind: "failed", failure: failureOfStatus(status, `http_${status}`, headers, undefined) };
  }

  /** Whether the server's clock is another one than what we went by. */
  #takeClockOf(headers: Headers): boolean {
    const date = Date.parse(headers.get("date") ?? "");
    if (Number.isNaN(date)) return false;
    const ahead = date - this.#parts.now();
    const isNews = Math.abs(ahead - this.#clockAheadMs) > 60_000;
    this.#clockAheadMs = ahead;
    return isNews;
  }

  async #sign(request: S3Request): Promise<{ readonly url: string; readonly init: RequestInit }> {
    const { method, key, query = {}, headers = {}, body } = request;
    const { place, credentials, now } = this.#parts;
    const pairs = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
    const search = pairs.map((pair) => pair.map(encodeStrictly).join("=")).join("&");
    const url = `${place.urlOf(key)}${search === "" ? "" : `?${search}`}`;
    const sent = new Headers();
    for (const [name, value] of Object.entries(headers)) if (value !== undefined) sent.set(name, value);
    // Another host would get what was signed for this one.
    const init: RequestInit = { method, headers: sent, redirect: "manual" };
    if (body !== undefined) {
      init.body = body as Uint8Array<ArrayBuffer>;
      sent.set("x-amz-content-sha256", request.bodySha256 ?? (await sha256Hex(body)));
    }
    if (credentials === undefined) return { url, init: { ...init, headers: asItIs(sent) } };
    const { accessKeyId, secretAccessKey, sessionToken } = await credentials({ expired: this.#isExpired });
    const signer = new AwsV4Signer({
      method,
      url,
      headers: sent,
      accessKeyId,
      secretAccessKey,
      ...(sessionToken === undefined ? {} : { sessionToken }),
      service: "s3",
      region: place.region,
      cache: this.#signingKeys,
      datetime: new Date(now() + this.#clockAheadMs).toISOString().replace(/[:-]|\.[0-9]{3}/g, ""),
    });
    return { url, init: { ...init, headers: asItIs((await signer.sign()).headers) } };
  }
}

/** A body of another coding would be decoded under way. Not signed, since runtimes ask so by themselves where a range is asked for. */
function asItIs(headers: Headers): Headers {
  if (!headers.has("range")) headers.set("accept-encoding", "identity");
  return headers;
}

/** Reads over a body that says nothing of interest. */
export const nothingRead: AnswerReader<undefined> = async (response, limit) => {
  await readText(response, limit);
  return undefined;
};

/** Does not even read a body. */
const ignored: AnswerReader<undefined> = async (response) => {
  await response.body?.cancel();
  return undefined;
};

/** Reads a document whose root has this name. S3 may answer 200 and then say that it failed after all. */
export function xmlReader(root: string): AnswerReader<XmlElement> {
  return async (response, limit) => {
    const document = readXml((await readText(response, limit)).trimStart());
    if (document?.name !== root) throw new MalformedAnswer(`No ${root}.`);
    return document;
  };
}

/** SHA-256 by the runtime. */
export async function sha256Hex(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function readText(response: Response, limit: SilenceLimit): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return "";
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    limit.heard();
    length += value.length;
    if (length > maximumXmlBytes) {
      await reader.cancel();
      throw new MalformedAnswer("Too long.");
    }
    text += decoder.decode(value, { stream: true });
  }
  const announced = response.headers.get("content-length");
  if (announced !== null && Number(announced) !== length) throw new MalformedAnswer("Cut off.");
  return text + decoder.decode();
}

/** What the server calls a refusal. Its message is left out: it may quote keys and credentials. */
async function reasonOf({ method }: S3Request, response: Response, limit: SilenceLimit): Promise<string> {
  const unnamed = `http_${response.status}`;
  if (method === "HEAD") return unnamed;
  try {
    const code = textIn(readXml((await readText(response, limit)).trimStart()), "Code");
    return code !== undefined && /^[A-Za-z0-9.]{1,64}$/.test(code) ? code : unnamed;
  } catch (cause) {
    // The status stands, whatever became of its explanation; a caller who has had enough is told so by whoever asked.
    if (limit.signal.aborted) throw cause;
    return unnamed;
  }
}
