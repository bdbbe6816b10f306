/** A bucket as one text: `s3://bucket/prefix?endpoint=…&region=…`. Credentials never stand in it. */
import { GraphdownError } from "../../base/errors.ts";
import { parseLogicalPath } from "../../base/logical-path.ts";
import { nearestName } from "../../base/nearest-name.ts";
import { showPath } from "../../base/show-path.ts";
import type { S3CredentialsSource, S3Encryption, S3Place } from "./s3-options.ts";

/** What a host gives for buckets beside the text that names one. */
export interface S3Access {
  /** Default: none, for buckets that everybody may read. */
  readonly credentials?: S3CredentialsSource | undefined;
  /** Where the text names none. */
  readonly region?: string | undefined;
  readonly endpoint?: string | undefined;
}

const known = ["endpoint", "region", "addressing", "encryption", "kmsKeyId", "singleWriter", "allowHttp"] as const;
type Known = (typeof known)[number];

/** Whether a location is one of a bucket. */
export function isS3Location(location: string): boolean {
  return /^s3:/i.test(location);
}

/** The place that a location names. One that can't be read, or names something that is not known, is `invalid_options`. */
export function parseS3Location(location: string, access: S3Access = {}): S3Place {
  const parts = /^s3:\/\/([^/?#@:]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/i.exec(location);
  if (parts === null) {
    throw refuse("It is not of the form s3://bucket/prefix, or holds credentials.");
  }
  const [, bucket = "", path = "", search = ""] = parts;
  const values = new Map<Known, string>();
  for (const [name, value] of new URLSearchParams(search)) {
    if (!known.includes(name as Known)) {
      const near = nearestName(name, known);
      throw refuse(`"${showPath(name)}" is not known${near === undefined ? "" : `; did you mean ${near}`}.`);
    }
    if (values.has(name as Known)) throw refuse(`${name} stands in it twice.`);
    values.set(name as Known, value);
  }
  const prefix = decoded(path).replace(/\/$/, "");
  const addressing = values.get("addressing");
  if (addressing !== undefined && addressing !== "path" && addressing !== "host") {
    throw refuse("addressing is neither path nor host.");
  }
  return {
    bucket,
    prefix: prefix === "" ? undefined : parseLogicalPath(prefix),
    endpoint: values.get("endpoint") ?? access.endpoint,
    region: values.get("region") ?? access.region,
    addressing,
    // Checked where the place is resolved.
    encryption: values.get("encryption") as S3Encryption | undefined,
    kmsKeyId: values.get("kmsKeyId"),
    singleWriter: truthOf("singleWriter", values.get("singleWriter")),
    allowHttp: truthOf("allowHttp", values.get("allowHttp")),
  };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw refuse("The prefix holds a % that starts no escape.");
  }
}

function truthOf(name: Known, value: string | undefined): boolean {
  if (value !== undefined && value !== "true" && value !== "false") throw refuse(`${name} is neither true nor false.`);
  return value === "true";
}

/** The location itself is not shown: somebody may have put a secret into it. */
function refuse(why: string): GraphdownError {
  return new GraphdownError({
    code: "invalid_options",
    message: `The location of the bucket can't be read. ${why}`,
    details: { option: "location", known: [...known] },
    next: "Give s3://bucket/prefix?endpoint=https://storage.example.com&region=eu-central-1; credentials come from the environment.",
  });
}
