/** Keeps for a day what was found out about a bucket's conditions, in the bucket itself, so that not every start has to try it out. */
import { GraphdownError } from "../../base/errors.ts";
import type { LogicalPath } from "../../base/logical-path.ts";
import { parseJson } from "../../base/parse-json.ts";
import { collectBytes } from "../byte-streams.ts";
import type { Bucket } from "./bucket.ts";
import { probeConditions, probeFolder } from "./probe-conditions.ts";
import { openObject } from "./read-object.ts";
import { nothingRead } from "./s3-client.ts";
import type { S3Conditions } from "./s3-conditions.ts";

const verdictPath = `${probeFolder}/verdict.json` as LogicalPath;
const format = 1;
const maximumAgeMs = 24 * 60 * 60 * 1_000;
const maximumVerdictBytes = 4_096;

/** What conditions depend on beside the server. */
export interface VerdictTerms {
  /** Whether the bucket keeps versions: some servers hold conditions only where it does not. */
  readonly versioning: string;
  readonly now: () => number;
  readonly signal?: AbortSignal | undefined;
}

/** What the bucket holds: as it was found within the last day, or found out now. */
export async function conditionsOf(bucket: Bucket, terms: VerdictTerms): Promise<S3Conditions> {
  const known = await readVerdict(bucket, terms);
  if (known !== undefined) return known;
  const conditions = await probeConditions(bucket, terms.signal);
  await keepVerdict(bucket, terms, conditions);
  return conditions;
}

async function readVerdict(
  bucket: Bucket,
  { versioning, now, signal }: VerdictTerms,
): Promise<S3Conditions | undefined> {
  const retries = bucket.newRetries(signal);
  const range = { start: 0, end: maximumVerdictBytes };
  const opened = await openObject(bucket, { path: verdictPath, operation: "open", retries, range });
  if (opened === null) return undefined;
  const verdict = parsed(new TextDecoder().decode(await collectBytes(opened.stream, signal)));
  // One that came here with a copy of the files is about another place.
  if (
    verdict?.["format"] !== format ||
    verdict["place"] !== bucket.client.place.identity ||
    verdict["versioning"] !== versioning
  )
    return undefined;
  const age = now() - Number(verdict["time"]);
  return age >= 0 && age < maximumAgeMs ? checkedConditions(verdict["conditions"]) : undefined;
}

async function keepVerdict(
  bucket: Bucket,
  { versioning, now, signal }: VerdictTerms,
  conditions: S3Conditions,
): Promise<void> {
  const { place } = bucket.client;
  const text = JSON.stringify({ format, place: place.identity, versioning, time: now(), conditions });
  const headers = { ...place.writeHeaders, "content-type": "application/json" };
  const key = bucket.keyOf(verdictPath);
  const body = new TextEncoder().encode(text);
  await bucket.client.ask(
    { method: "PUT", key, headers, body, operation: "open", path: "", retries: bucket.newRetries(signal) },
    nothingRead,
  );
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = parseJson(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch (cause) {
    // Not ours: it is found out anew, and written over.
    if (GraphdownError.isInstance(cause)) return undefined;
    throw cause;
  }
}

function checkedConditions(value: unknown): S3Conditions | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { put, delete: remove, multipart, metadata } = value as Record<string, unknown>;
  const isKnown = put === "quoted" || put === "unquoted" || put === "ignored" || put === "refused";
  if (!isKnown || typeof remove !== "boolean" || typeof multipart !== "boolean" || typeof metadata !== "boolean")
    return undefined;
  return { put, delete: remove, multipart, metadata };
}
