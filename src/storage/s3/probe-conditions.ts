/**
 * Finds out on throw-away objects what a server holds of the conditions that safe writes rest on. Servers differ: some ignore them, some
 * want an ETag without quotes, some never let a conditional write pass on a bucket that keeps versions.
 */
import type { LogicalPath } from "../../base/logical-path.ts";
import type { Retries } from "../remote/retries.ts";
import type { Bucket } from "./bucket.ts";
import { abortUpload, beginUpload, completeUpload, sendPart } from "./multipart-upload.ts";
import { type ObjectHead, writeHeaders } from "./object-head.ts";
import { readHead } from "./read-object.ts";
import { nothingRead, type S3Outcome, type S3Request } from "./s3-client.ts";
import type { S3Conditions } from "./s3-conditions.ts";
import { s3Error } from "./s3-failure.ts";

/** Below the prefix; no listing shows it. */
export const probeFolder = ".graphdown/probe";

/** An ETag that no object has. */
const wrongETag = "00000000000000000000000000000000";

/** Writers that race for one object. */
const racers = 4;

type Answered = Extract<S3Outcome<unknown>, { kind: "answer" }>;

/** Tries it out. What the credentials may not do, and a server that can't be reached, is `storage_failed`. */
export async function probeConditions(bucket: Bucket, signal: AbortSignal | undefined): Promise<S3Conditions> {
  const probe = new Probe(bucket, signal);
  try {
    return await probe.run();
  } finally {
    // What is left behind is in a folder of ours and in nobody's way.
    await probe.clean().catch(() => undefined);
  }
}

class Probe {
  readonly #bucket: Bucket;
  readonly #signal: AbortSignal | undefined;
  readonly #name: string;
  readonly #written = new Map<LogicalPath, Set<string>>();
  #count = 0;

  constructor(bucket: Bucket, signal: AbortSignal | undefined) {
    this.#bucket = bucket;
    this.#signal = signal;
    this.#name = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
      byte.toString(16).padStart(2, "0"),
    ).join("");
  }

  async run(): Promise<S3Conditions> {
    const path = this.#path("object");
    const made = await this.#put(path, { "if-none-match": "*" });
    if (made.status >= 300) {
      // Nothing was in the way: it knows no conditions. Whether anything can be written at all is told by a write without.
      const plain = await this.#put(path, {});
      if (plain.status >= 300)
        throw s3Error(
          { operation: "write", path: "" },
          { reason: plain.reason, status: plain.status, mayPass: false, mayBeApplied: false },
          this.#retries(),
        );
      return this.#conditions("refused", path);
    }
    const isIgnored =
      (await this.#put(path, { "if-none-match": "*" })).status < 300 ||
      (await this.#put(path, { "if-match": `"${wrongETag}"` })).status < 300;
    if (isIgnored) return this.#conditions("ignored", path);
    return this.#conditions(await this.#quoting(path), path);
  }

  /** Removes what was written, older versions included where they are known. */
  async clean(): Promise<void> {
    for (const [path, versions] of this.#written) {
      const ids = versions.size === 0 ? [undefined] : [...versions];
      await Promise.all(ids.map((versionId) => this.#remove(path, {}, versionId)));
    }
  }

  async #quoting(path: LogicalPath): Promise<S3Conditions["put"]> {
    for (const quote of ['"', ""]) {
      const etag = (await this.#head(path))?.etag;
      if (etag === undefined) return "refused";
      if ((await this.#put(path, { "if-match": quote + wrongETag + quote })).status < 300) return "ignored";
      if ((await this.#put(path, { "if-match": quote + etag + quote })).status >= 300) continue;
      if (!(await this.#hasOneWinner(path, quote))) return "ignored";
      return quote === '"' ? "quoted" : "unquoted";
    }
    return "refused";
  }

  /** Whether of writers at the same moment just one succeeds: a server may look first and write then. */
  async #hasOneWinner(path: LogicalPath, quote: string): Promise<boolean> {
    const etag = (await this.#head(path))?.etag;
    const fresh = this.#path("race");
    for (const [raced, headers] of [
      [path, { "if-match": `${quote}${etag}${quote}` }],
      [fresh, { "if-none-match": "*" }],
    ] as const) {
      const outcomes = await Promise.all(Array.from({ length: racers }, () => this.#send(raced, headers)));
      const winners = outcomes.filter((outcome) => outcome.kind === "answer" && outcome.status < 300);
      // One whose answer was lost may have won, and all may be told to come again; more than one never may win.
      const isUnclear = outcomes.some((outcome) => outcome.kind === "failed" && outcome.failure.mayPass);
      if (winners.length > 1 || (winners.length === 0 && !isUnclear)) return false;
    }
    return true;
  }

  async #conditions(put: S3Conditions["put"], path: LogicalPath): Promise<S3Conditions> {
    const metadata = (await this.#head(path))?.writes.at(-1)?.startsWith(this.#name) ?? false;
    if (put !== "quoted" && put !== "unquoted") return { put, delete: false, multipart: false, metadata };
    const quote = put === "quoted" ? '"' : "";
    const multipart = await this.#holdsForParts(path);
    const refused = await this.#remove(path, { "if-match": quote + wrongETag + quote }, undefined);
    const head = await this.#head(path);
    const isKept = refused.status === 412 && head !== null;
    const removed =
      isKept && (await this.#remove(path, { "if-match": `${quote}${head.etag}${quote}` }, undefined)).status < 300;
    return { put, delete: isKept && removed && (await this.#head(path)) === null, multipart, metadata };
  }

  async #holdsForParts(path: LogicalPath): Promise<boolean> {
    const retries = this.#retries();
    const upload = await beginUpload(this.#bucket, { path, retries, headers: this.#bucket.client.place.writeHeaders });
    const part = await sendPart(this.#bucket, upload, 1, new TextEncoder().encode("part"));
    for (;;) {
      const outcome = await completeUpload(this.#bucket, upload, [part], { "if-none-match": "*" });
      if (outcome.kind === "answer") {
        if (outcome.status >= 300) await abortUpload(this.#bucket, upload);
        return outcome.status === 412;
      }
      if (!outcome.failure.mayPass) {
        await abortUpload(this.#bucket, upload);
        return false;
      }
      await this.#bucket.client.waitAfter({ operation: "open", path: "", retries }, outcome.failure);
    }
  }

  #path(name: string): LogicalPath {
    return `${probeFolder}/${this.#name}-${name}` as LogicalPath;
  }

  #retries(): Retries {
    return this.#bucket.newRetries(this.#signal);
  }

  #head(path: LogicalPath): Promise<ObjectHead | null> {
    return readHead(this.#bucket, { path, operation: "open", retries: this.#retries() });
  }

  /** Writes other bytes each time, so that each has an ETag of its own. A refusal for good is an answer too. */
  async #put(
    path: LogicalPath,
    condition: Readonly<Record<string, string>>,
  ): Promise<Pick<Answered, "status" | "reason">> {
    for (const retries = this.#retries(); ; ) {
      const outcome = await this.#send(path, condition);
      if (outcome.kind === "answer") return outcome;
      const { failure } = outcome;
      if (!failure.mayPass && failure.status !== undefined) return { status: failure.status, reason: failure.reason };
      // A write whose answer was lost may have been done, so that the same condition now says something else.
      await this.#bucket.client.waitAfter({ operation: "open", path: "", retries }, failure);
    }
  }

  async #send(path: LogicalPath, condition: Readonly<Record<string, string>>): Promise<S3Outcome<unknown>> {
    const id = `${this.#name}-${this.#count++}`;
    const headers = {
      ...this.#bucket.client.place.writeHeaders,
      ...writeHeaders({ writeId: id, metadata: undefined, base: undefined, path }),
      ...condition,
    };
    const request: S3Request = {
      method: "PUT",
      key: this.#bucket.keyOf(path),
      headers,
      body: new TextEncoder().encode(id),
      operation: "open",
      path: "",
      retries: this.#retries(),
    };
    const versions = this.#written.get(path) ?? new Set();
    this.#written.set(path, versions);
    const outcome = await this.#bucket.client.attempt(request, nothingRead);
    const version = outcome.kind === "answer" ? outcome.headers.get("x-amz-version-id") : null;
    if (version !== null && version !== "null") versions.add(version);
    return outcome;
  }

  async #remove(
    path: LogicalPath,
    headers: Readonly<Record<string, string>>,
    versionId: string | undefined,
  ): Promise<Answered | { readonly status: number }> {
    const request: S3Request = {
      method: "DELETE",
      key: this.#bucket.keyOf(path),
      query: { versionId },
      headers,
      operation: "open",
      path: "",
      retries: this.#retries(),
    };
    for (;;) {
      const outcome = await this.#bucket.client.attempt(request, nothingRead);
      if (outcome.kind === "answer") return outcome;
      if (!outcome.failure.mayPass && outcome.failure.status !== undefined) return { status: outcome.failure.status };
      await this.#bucket.client.waitAfter(request, outcome.failure);
    }
  }
}
