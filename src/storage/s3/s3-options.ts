/** What opens a bucket. */
import type { LogicalPath } from "../../base/logical-path.ts";
import type { RetrySettings } from "../remote/retries.ts";

/** Keys of an account. They are used to sign requests, and stand in no error, log or description. */
export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

/** Gives credentials: asked before each request, so it should keep what it has. `expired` when the server no longer took the last ones. */
export type S3CredentialsSource = (request: { readonly expired: boolean }) => S3Credentials | Promise<S3Credentials>;

/** What the server is asked to encrypt objects with: keys of its own, keys of its key service, or nothing that we ask for. */
export type S3Encryption = "AES256" | "aws:kms" | "none";

/** Where a bucket is and how it is spoken to. */
export interface S3Place {
  readonly bucket: string;
  /** Only keys below this; it is seen in no path, result or message. Default: the whole bucket. */
  readonly prefix?: LogicalPath | undefined;
  /** The server's address without the bucket. Default: that of AWS in the region. */
  readonly endpoint?: string | undefined;
  /** Default `us-east-1`, `auto` for Cloudflare R2. */
  readonly region?: string | undefined;
  /** Whether the bucket stands in the path or before the host. Default: in the path, for AWS before the host where its name allows it. */
  readonly addressing?: "path" | "host" | undefined;
  /** Permits an address without TLS other than this machine's own. Default `false`. */
  readonly allowHttp?: boolean | undefined;
  /** Default `AES256`. */
  readonly encryption?: S3Encryption | undefined;
  /** The key of the key service to encrypt with, for `aws:kms`. Default: the bucket's. */
  readonly kmsKeyId?: string | undefined;
  /** Tags of every object that is written, at most ten. Default none. */
  readonly tags?: Readonly<Record<string, string>> | undefined;
  /**
   * Nobody else writes below the prefix: conditions are then held within this process where the server does not hold them. Two processes
   * that are both told so lose edits. Default `false`.
   */
  readonly singleWriter?: boolean | undefined;
}

/** How a bucket is opened. */
export interface S3StoreOptions extends S3Place {
  /** Default: none, for buckets that everybody may read. */
  readonly credentials?: S3CredentialsSource | undefined;
  /**
   * Whether files can be written. Only then is the bucket probed, at most once a day, with throw-away objects under `.graphdown/probe`, for
   * conditions that hold, and are unfinished uploads of ours swept. Default `false`.
   */
  readonly writable?: boolean | undefined;
  /** Entries of one page of a listing, 1 to 1,000. Default 1,000. */
  readonly pageSize?: number | undefined;
  /** Bytes above which a file is sent in parts, and the size of the first parts: 5 MiB (the least that S3 takes) to 100 MiB. Default 8 MiB. */
  readonly partBytes?: number | undefined;
  /** Milliseconds that a server may be silent, for each attempt. Default 30,000. */
  readonly requestTimeoutMs?: number | undefined;
  /** Most repetitions of requests within one operation. Default 10. */
  readonly maximumRetries?: number | undefined;
  /** How repetitions are spaced, for tests and for hosts with other needs. */
  readonly retries?: Partial<Omit<RetrySettings, "maximumRetries">> | undefined;
  /** Told before each repetition. It must not throw. */
  readonly onRetry?: ((event: S3Retry) => void) | undefined;
  /** Sends requests. Default: the runtime's. */
  readonly fetch?: typeof fetch | undefined;
  /** The clock, milliseconds since the epoch. */
  readonly now?: (() => number) | undefined;
}

/** A request that is about to be repeated. */
export interface S3Retry {
  /** A verb: `read`, `write`, `list`, `delete`, `open`. */
  readonly operation: string;
  /** The logical path. */
  readonly path: string;
  /** What went wrong: a status, or a word such as `timeout` or `connection`. */
  readonly reason: string;
  /** How often it has been repeated, this time included. */
  readonly count: number;
  /** Milliseconds that the operation has spent waiting. */
  readonly waitedMs: number;
  /** The signal of the operation, by which a host may tell whose it is. */
  readonly signal: AbortSignal | undefined;
}
