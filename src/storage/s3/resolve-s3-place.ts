/** Checks where a bucket is, and works out how its keys are addressed. */
import { isDenied } from "../../base/denied-names.ts";
import { GraphdownError } from "../../base/errors.ts";
import type { LogicalPath } from "../../base/logical-path.ts";
import { showPath } from "../../base/show-path.ts";
import { deniedPrefix } from "../store-errors.ts";
import { encodeKey, encodeStrictly } from "./encode-key.ts";
import type { S3Encryption, S3Place } from "./s3-options.ts";

/** A place as requests need it. */
export interface ResolvedPlace {
  readonly bucket: string;
  /** `""` for the whole bucket. */
  readonly prefix: LogicalPath | "";
  readonly region: string;
  /** The address of a key, or of the bucket itself. */
  readonly urlOf: (key: string | undefined) => string;
  /** Endpoint and bucket as one text, by which two places are told apart. */
  readonly identity: string;
  /** Headers that go with every object that is written. */
  readonly writeHeaders: Readonly<Record<string, string>>;
  readonly singleWriter: boolean;
}

const encryptions: ReadonlySet<S3Encryption> = new Set(["AES256", "aws:kms", "none"]);

/** Anything that is no such place is `invalid_options` and names the option; a denied prefix is `permission_denied`. */
export function resolveS3Place(place: S3Place): ResolvedPlace {
  const { bucket, prefix = "", singleWriter = false } = place;
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/.test(bucket) || bucket.includes("..")) {
    throw refuse(
      "bucket",
      `The bucket name "${showPath(bucket)}" is not valid.`,
      "Give the name of a bucket: 3 to 63 letters, digits, dots and hyphens.",
    );
  }
  if (prefix !== "" && isDenied(prefix)) throw deniedPrefix(prefix);
  const isAws = place.endpoint === undefined;
  const region = place.region ?? (place.endpoint?.includes(".r2.cloudflarestorage.com") ? "auto" : "us-east-1");
  if (!/^[a-z0-9-]{1,63}$/i.test(region)) {
    throw refuse("region", `The region "${showPath(region)}" is not valid.`, "Give a region such as eu-central-1.");
  }
  const endpoint = readEndpoint(place.endpoint ?? `https://s3.${region}.amazonaws.com`, place.allowHttp === true);
  const canBeHost = isAws && /^[a-z0-9-]+$/.test(bucket);
  const base =
    (place.addressing ?? (canBeHost ? "host" : "path")) === "host"
      ? `${endpoint.protocol}//${bucket}.${endpoint.host}`
      : `${endpoint.origin}/${encodeStrictly(bucket)}`;
  return {
    bucket,
    prefix,
    region,
    urlOf: (key) => (key === undefined ? (base === endpoint.origin ? base : `${base}/`) : `${base}/${encodeKey(key)}`),
    identity: `${endpoint.origin}/${bucket}`,
    writeHeaders: { ...encryptionHeaders(place), ...tagHeaders(place.tags ?? {}) },
    singleWriter,
  };
}

function readEndpoint(text: string, allowHttp: boolean): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // What was given is not shown: it may hold what it should not.
  const problem =
    url === undefined || (url.protocol !== "https:" && url.protocol !== "http:")
      ? "is no https address"
      : url.username !== "" || url.password !== ""
        ? "holds credentials"
        : url.pathname !== "/" || url.search !== "" || url.hash !== ""
          ? "has a path or parameters"
          : undefined;
  if (problem !== undefined) {
    throw refuse(
      "endpoint",
      `The endpoint ${problem}.`,
      "Give the address of the server alone, such as https://storage.example.com.",
    );
  }
  if (url?.protocol === "http:" && !allowHttp && !isThisMachine(url.hostname)) {
    throw refuse(
      "endpoint",
      "The endpoint is not encrypted, and it is not on this machine.",
      "Use https, or set allowHttp where the network is trusted.",
    );
  }
  return url as URL;
}

function isThisMachine(hostname: string): boolean {
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127(\.[0-9]{1,3}){3}$/.test(hostname)
  );
}

function encryptionHeaders({ encryption = "AES256", kmsKeyId }: S3Place): Readonly<Record<string, string>> {
  if (!encryptions.has(encryption)) {
    throw refuse(
      "encryption",
      `The encryption "${showPath(String(encryption))}" is not known.`,
      `Use one of: ${[...encryptions].join(", ")}.`,
    );
  }
  if (kmsKeyId !== undefined && (encryption !== "aws:kms" || !/^[\x21-\x7e]{1,2048}$/.test(kmsKeyId))) {
    throw refuse("kmsKeyId", "A key was named that can't be used here.", "Give kmsKeyId with encryption aws:kms only.");
  }
  if (encryption === "none") return {};
  return {
    "x-amz-server-side-encryption": encryption,
    ...(kmsKeyId === undefined ? {} : { "x-amz-server-side-encryption-aws-kms-key-id": kmsKeyId }),
  };
}

function tagHeaders(tags: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const entries = Object.entries(tags);
  if (entries.length === 0) return {};
  const isGood = ([key, value]: [string, string]): boolean =>
    key.length >= 1 && key.length <= 128 && value.length <= 256 && /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u.test(key + value);
  if (entries.length > 10 || !entries.every(isGood)) {
    throw refuse(
      "tags",
      "The tags are more than ten, too long, or hold characters that tags can't.",
      "Use at most ten tags of letters, digits, blanks and _ . : / = + - @.",
    );
  }
  return { "x-amz-tagging": entries.map((pair) => pair.map(encodeStrictly).join("=")).join("&") };
}

function refuse(option: string, message: string, next: string): GraphdownError {
  return new GraphdownError({ code: "invalid_options", message, details: { option }, next });
}
