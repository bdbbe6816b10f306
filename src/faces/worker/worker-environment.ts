/** What a Worker is given: bindings, variables and secrets by name, as `wrangler.toml` has them. */
import type { BuildPage } from "../../context/shared-tier/build-pages.ts";
import type { R2Bucket } from "../../storage/r2/r2-bucket.ts";

export interface WorkerEnvironment {
  /** The bucket that is meant where no configuration names one. */
  readonly BUCKET?: R2Bucket;
  /** What `graphdown.config.json` would hold, as JSON or as text; locations are `r2:BINDING` or `r2:BINDING/folder`. */
  readonly GRAPHDOWN_CONFIG?: unknown;
  /** Secret: lines as in a token file. */
  readonly GRAPHDOWN_TOKENS?: string;
  /** Secret: one token that reads and writes in every workspace. */
  readonly GRAPHDOWN_TOKEN?: string;
  readonly GRAPHDOWN_JWT_KEYS?: string;
  readonly GRAPHDOWN_JWT_ISSUER?: string;
  readonly GRAPHDOWN_JWT_AUDIENCE?: string;
  /** Names that are answered, origins of pages that may call: with commas in between. */
  readonly GRAPHDOWN_HOSTS?: string;
  readonly GRAPHDOWN_ORIGINS?: string;
  /** Requests a minute for each caller, counted by each isolate. */
  readonly GRAPHDOWN_RATE?: string;
  /** One object for each workspace, where it is bound. */
  readonly WORKSPACES?: WorkspaceNamespace;
  /** Spreads a build that is too long for one request, where it is bound. */
  readonly BUILDS?: BuildsBinding;
  /** Files that one request parses itself where `BUILDS` is bound. */
  readonly GRAPHDOWN_BUILD_FILES?: string;
}

/** The part of a queue's binding that we use. */
export interface BuildsBinding {
  sendBatch(messages: readonly { readonly body: BuildMessage }[]): Promise<unknown>;
}

/** What is in the queue. */
export interface BuildMessage extends BuildPage {
  readonly workspace: string;
}

/** Messages that come from the queue. They may come twice, in any order and late. */
export interface BuildBatch {
  readonly messages: readonly {
    readonly body: unknown;
    ack(): void;
    retry(options: { readonly delaySeconds: number }): void;
  }[];
}

/** The part of a namespace of Durable Objects that we use. */
export interface WorkspaceNamespace {
  idFromName(name: string): ObjectId;
  get(id: never): { fetch(request: Request): Promise<Response> };
}

export interface ObjectId {
  toString(): string;
}

/** The part of what a Durable Object is given that we use. */
export interface ObjectState {
  readonly id: ObjectId;
  readonly storage: ObjectStorage;
  waitUntil(promise: Promise<unknown>): void;
}

/**
 * The storage of a Durable Object. The runtime holds back what the object sends, to clients and to buckets, until what it has put is
 * durable, and ends the object where that fails.
 */
export interface ObjectStorage {
  list(options: { readonly prefix: string }): Promise<ReadonlyMap<string, unknown>>;
  get(key: string): Promise<unknown>;
  put(values: Readonly<Record<string, unknown>>): Promise<void>;
  delete(keys: string[]): Promise<number>;
}

/** What a request brings along besides its environment. */
export interface WorkerContext {
  /** Has the runtime go on until the promise is settled, also when the client has gone. */
  waitUntil(promise: Promise<unknown>): void;
}
