/** The part of Cloudflare's R2 binding that we use, so that nothing needs its types: a bucket of a Worker fits as it is. */

/** What R2 tells of an object. */
export interface R2Object {
  readonly key: string;
  readonly size: number;
  /** Without quotes. */
  readonly etag: string;
  /** Another one with each upload. */
  readonly version: string;
  readonly uploaded: Date;
  /** Hashes that R2 has compared with the bytes when they were uploaded. */
  readonly checksums?: { readonly sha256?: ArrayBuffer | undefined };
  /** In a listing only where it was asked for. */
  readonly customMetadata?: Record<string, string>;
}

/** An object with its bytes, unless a condition failed. */
export interface R2ObjectBody extends R2Object {
  readonly body: ReadableStream<Uint8Array>;
}

export interface R2GetOptions {
  readonly range?: { readonly offset: number; readonly length?: number };
}

export interface R2PutOptions {
  /** A failed one gives `null`. */
  readonly onlyIf?: { readonly etagMatches: string } | Headers;
  readonly customMetadata?: Record<string, string>;
  /** Hexadecimal: R2 refuses other bytes, and keeps it. */
  readonly sha256?: string;
}

export interface R2ListOptions {
  readonly prefix?: string;
  readonly delimiter?: string;
  readonly limit?: number;
  readonly cursor?: string;
  /** Only keys behind this one. */
  readonly startAfter?: string;
  readonly include?: "customMetadata"[];
}

export interface R2Objects {
  readonly objects: readonly R2Object[];
  readonly delimitedPrefixes: readonly string[];
  readonly truncated: boolean;
  readonly cursor?: string;
}

/** A bucket as it is bound to a Worker. */
export interface R2Bucket {
  head(key: string): Promise<R2Object | null>;
  get(key: string, options?: R2GetOptions): Promise<R2ObjectBody | null>;
  put(key: string, value: Uint8Array, options?: R2PutOptions): Promise<R2Object | null>;
  delete(key: string): Promise<void>;
  list(options?: R2ListOptions): Promise<R2Objects>;
}
